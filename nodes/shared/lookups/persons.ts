import sortBy from 'lodash/sortBy';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listPublicPersons, type Figure, type PublicPerson } from '../service/persons';
import { collect } from '../service/pages';
import { explained, link, named, searchIn } from './search';

export const FIGURE_TYPES: Readonly<Record<string, string>> = {
	whole_body: 'Whole Body',
	circle_view: 'Circle View',
	sit_body: 'Sitting',
};

/** While an expression chooses the person, its figures are not known yet. */
const ANY_FIGURE = Object.entries(FIGURE_TYPES).map(([value, name]) => ({ name, value }));

/** Public persons, with a link to see them (service.md 4.6). */
export const searchPersons = searchIn<PublicPerson>({
	read: async (client, number) => await listPublicPersons(client, {}, number),
	entry: (person) => ({
		name: named(person.name, [
			person.gender,
			person.support_4k ? '4K' : sizeOf(person),
			countOf(person.figures?.length ?? 0),
			...(person.tag_names ?? []),
		]),
		value: person.id,
		...link(...previewsOf(person.figures?.[0])),
	}),
});

/**
 * The figures of the person that is chosen in a node's field; for a custom person one entry that says that
 * none is needed.
 *
 * @param personField name of the field that holds the person
 */
export function figuresOf(personField: string) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const chosen = this.getCurrentNodeParameter(personField, { extractValue: true });
		const id = typeof chosen === 'string' || typeof chosen === 'number' ? String(chosen) : '';
		if (id === '') return [];
		if (id.startsWith('=')) return ANY_FIGURE;
		const person = await explained(this, async (client) => {
			const [found] = await collect(
				async (number) => await listPublicPersons(client, {}, number),
				(record) => record.id,
				1,
				{ counts: (record) => record.id === id },
			);
			return found;
		});
		const figures = new Map(
			(person?.figures ?? []).flatMap((figure) => (figure.type ? [[figure.type, figure]] : [])),
		);
		return person
			? [...figures].map(([value, figure]) => ({ name: figureName(value, figure), value }))
			: [
					{
						name: 'None',
						value: '',
						description: 'Not a public person: custom persons have one figure only',
					},
				];
	};
}

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
	return sortBy([...tags], 1).map(([value, name]) => ({ name, value }));
}

function figureName(type: string, { width, height, bg_replace: replaceable }: Figure): string {
	return named(FIGURE_TYPES[type] ?? type, [
		sizeOf({ width, height }),
		replaceable && 'background can be replaced',
	]);
}

function sizeOf({ width, height }: Pick<Figure, 'width' | 'height'>): string | undefined {
	return width && height ? `${width} × ${height}` : undefined;
}

function previewsOf(figure: Figure | undefined) {
	return [figure?.preview_video_url, figure?.cover, figure?.pic_path];
}

function countOf(figures: number): string {
	return figures === 1 ? '1 figure' : `${figures} figures`;
}
