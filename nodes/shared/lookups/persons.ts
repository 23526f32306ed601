import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listPublicPersons, type Figure, type PublicPerson } from '../service/persons';
import { collect } from '../service/pages';
import { alphabetical } from '../util/alphabetical';
import { sizeOf, sizeWords } from '../util/size';
import { explained, link, named, searchIn } from './search';

/** Public persons, with a link to see them (service.md 4.6). */
export const searchPersons = searchIn<PublicPerson>({
	read: async (client, number) => await listPublicPersons(client, {}, number),
	entry: (person) => ({
		name: named(person.name, [
			person.gender,
			sizeIn(person),
			countOf(person.figures?.length ?? 0),
			...(person.tag_names ?? []),
		]),
		value: person.id,
		...link(...previewsOf(person.figures?.[0])),
	}),
});

/** The tags that public persons have; some of them have no name. */
export async function getPersonTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const persons = await explained(
		this,
		async (client) =>
			await collect(
				async (number) => await listPublicPersons(client, {}, number),
				(record) => record.id,
			),
	);
	const tags = new Map(
		persons.flatMap(({ tag_ids: ids, tag_names: names }) =>
			(ids ?? []).flatMap(
				(id, index): Array<[number, string]> =>
					typeof id === 'number' ? [[id, names?.[index] || `Tag ${id}`]] : [],
			),
		),
	);
	return [...tags]
		.map(([value, name]) => ({ name, value }))
		.sort((a, b) => alphabetical.compare(a.name, b.name));
}

/** "4K" where the record says so in words or by its size. */
function sizeIn({ support_4k: in4k, ...record }: PublicPerson): string | undefined {
	const size = sizeOf(record);
	return in4k ? '4K' : size && sizeWords(size);
}

function previewsOf(figure: Figure | undefined) {
	return [figure?.preview_video_url, figure?.cover, figure?.pic_path];
}

function countOf(figures: number): string {
	return figures === 1 ? '1 figure' : `${figures} figures`;
}
