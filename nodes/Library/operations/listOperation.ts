import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { taskOptions } from '../../shared/fields/completion';
import { readOptions } from '../../shared/fields/values';
import { bestFirst } from '../../shared/fields/search';
import {
	type NodeOperation,
	perItem,
	readLimit,
	returnAllProperties,
} from '../../shared/run/operation';
import { simplifies } from '../../shared/run/options';
import { hintOfWarnings, toolDescription } from '../../shared/run/output';
import { clientOf, type ServiceClient } from '../../shared/service/client';
import { collect, type Page } from '../../shared/service/pages';

interface ListRequest {
	client: ServiceClient;
	/** Reads a parameter of the item. */
	read: (name: string) => unknown;
	/** Most results; Infinity for all. */
	limit: number;
	/** Whether the service's own record is left out. */
	simple: boolean;
}

/** What the editor shows of a "Get Many". */
interface ListPanel {
	/** What is listed, and the description of the operation, for a resource that can only be listed. */
	only?: { plural: string; description: string };
	/** What a tool says about it. */
	tool: string;
	/** Fields beside the limit. */
	before?: INodeProperties[];
	after?: INodeProperties[];
}

/**
 * A "Get Many" of the library.
 *
 * @param list reads the results of one item
 */
export function listOperation(
	resource: string,
	{ only, tool, before = [], after = [] }: ListPanel,
	list: (request: ListRequest) => Promise<IDataObject[]>,
): NodeOperation {
	return {
		properties: [
			...(only ? [onlyGetMany(resource, only)] : []),
			...updateDisplayOptions({ show: { resource: [resource], operation: ['getAll'] } }, [
				toolDescription(`${tool} Costs no credits.`),
				...before,
				...returnAllProperties,
				...after,
			]),
		],
		async execute(context) {
			const client = await clientOf(context);
			const items = await perItem(context, async (itemIndex) => {
				// null, because n8n throws for a field that is not there without another value.
				const read = (name: string): unknown => context.getNodeParameter(name, itemIndex, null);
				const limit = readLimit(context, itemIndex);
				return await list({ client, read, limit, simple: simplifies(read('options.simple')) });
			});
			hintOfWarnings(context, client);
			return [items];
		},
	};
}

function onlyGetMany(
	resource: string,
	{ plural, description }: NonNullable<ListPanel['only']>,
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: [{ name: 'Get Many', value: 'getAll', action: `Get many ${plural}`, description }],
		default: 'getAll',
	};
}

const nameFilter = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Anna',
	default: '',
	description:
		'Only those whose name contains these words, the best match first. If empty, all of them.',
} satisfies INodeProperties;

/** The collection "Filters" of a list that can be searched by name. */
export function filtersWithName(...others: INodeProperties[]): INodeProperties {
	return collection('Filters', 'Add Filter', [nameFilter, ...others]);
}

/** The collection "Options" of a list, with 'Simplify'. */
export function listOptions(...others: INodeProperties[]): INodeProperties {
	return collection('Options', 'Add Option', [taskOptions.simple, ...others]);
}

function collection(displayName: string, placeholder: string, options: INodeProperties[]) {
	const name = displayName.toLowerCase();
	return { displayName, name, type: 'collection', placeholder, default: {}, options } as const;
}

/**
 * Reads a list up to the limit; with the filter 'Name', what the lists in the editor find for it. The
 * service has no search by name, so that everything is read then.
 *
 * @param readPage reads one page, from 1
 */
export async function collectByName<T extends { id: string; name?: string | null }>(
	{ read, limit }: Pick<ListRequest, 'read' | 'limit'>,
	readPage: (number: number) => Promise<Page<T>>,
): Promise<T[]> {
	const { name: wanted } = readOptions({ name: nameFilter }, read('filters'));
	if (wanted === undefined) return await collect(readPage, limit);
	const all = await collect(readPage);
	const entries = all.map((record) => ({ name: record.name ?? '', value: record.id, record }));
	return bestFirst(entries, wanted)
		.map(({ record }) => record)
		.slice(0, limit);
}
