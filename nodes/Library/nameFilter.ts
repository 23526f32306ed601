import type { INodeProperties } from 'n8n-workflow';

import { optionValue } from '../shared/fields/optionValue';
import { bestFirst } from '../shared/lookups/ranking';
import { collect, type Page } from '../shared/service/pages';
import type { ListRequest } from './listOperation';

const property: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Anna',
	default: '',
	description:
		'Only those whose name contains these words, the best match first. If empty, all of them.',
};

/** The collection "Filters" of a list that can be searched by name. */
export function filtersWithName(...others: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [property, ...others],
	};
}

/**
 * Reads a list up to the limit; with the filter 'Name', what the lists in the editor find for it. The service has no
 * search by name, so that everything is read then.
 *
 * @param readPage reads one page, from 1
 */
export async function collectByName<T extends { id: string; name?: string | null }>(
	{ read, limit }: Pick<ListRequest, 'read' | 'limit'>,
	readPage: (number: number) => Promise<Page<T>>,
): Promise<T[]> {
	const { name } = read<{ name?: unknown }>('filters', {});
	const wanted = optionValue(property, name);
	if (wanted === undefined) return await collect(readPage, ({ id }) => id, limit);
	const all = await collect(readPage, ({ id }) => id);
	const entries = all.map((record) => ({ name: record.name ?? '', value: record.id, record }));
	return bestFirst(entries, wanted)
		.map(({ record }) => record)
		.slice(0, limit);
}
