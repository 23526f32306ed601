import { collect } from '../service/pages';
import { listPublicPersons, type Figure, type PublicPerson } from '../service/persons';
import { sizeOf, sizeWords } from '../util/size';
import { plainText } from '../util/text';
import type { ServiceClient } from '../service/client';
import { bestFirst, type Entry } from './ranking';
import { explained, link, named, type ListSearch } from './search';

/** The kinds of figures by name (service.md 2.6). */
export const FIGURE_TYPES: Readonly<Record<string, string>> = {
	whole_body: 'Whole Body',
	circle_view: 'Circle View',
	sit_body: 'Sitting',
};

/** The entry with which the node chooses the figure itself. */
export const AUTOMATIC_FIGURE: Entry = { name: 'Automatic', value: 'auto' };

const ANY_FIGURE: Entry[] = Object.entries(FIGURE_TYPES).map(([value, name]) => ({ name, value }));

/** The figures of the public person in the node's field 'personId', after the automatic choice. */
export const searchFigures: ListSearch = async function (filter) {
	return await explained(this, async (client) => {
		const chosen = this.getCurrentNodeParameter('personId', { extractValue: true });
		const entries = [AUTOMATIC_FIGURE, ...(await figuresOf(client, plainText(chosen)))];
		return { results: filter?.trim() ? bestFirst(entries, filter) : entries };
	});
};

/** While an expression chooses the person, the figures are not known yet; a custom person has none to choose from. */
async function figuresOf(client: ServiceClient, id: string): Promise<Entry[]> {
	if (id === '') return [];
	if (id.startsWith('=')) return ANY_FIGURE;
	const [person] = await collect<PublicPerson>(
		async (number) => await listPublicPersons(client, {}, number),
		(record) => record.id,
		1,
		{ counts: (record) => record.id === id },
	);
	const figures = new Map(
		(person?.figures ?? []).flatMap((figure) => (figure.type ? [[figure.type, figure]] : [])),
	);
	return [...figures].map(([value, figure]) => ({
		name: nameOf(value, figure),
		value,
		...preview(figure),
	}));
}

function nameOf(type: string, figure: Figure): string {
	const size = sizeOf(figure);
	return named(FIGURE_TYPES[type] ?? type, [
		size && sizeWords(size),
		figure.bg_replace && 'background can be replaced',
	]);
}

function preview(figure: Figure) {
	return link(figure.preview_video_url, figure.cover, figure.pic_path);
}
