import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { taskOptions } from '../../shared/fields/completion';
import { collectionOf } from '../../shared/fields/field';
import { bestFirst } from '../../shared/fields/search';
import { chosenOption, readOptions } from '../../shared/fields/values';
import { present, returnAllProperties } from '../../shared/run/options';
import {
	type Figure,
	listPublicPersons,
	listPublicVoices,
	listTranslationLanguages,
	type PublicPerson,
} from '../../shared/service/library';
import { collect, type Page } from '../../shared/service/pages';
import { formatValue } from '../../shared/util/text';
import { type LibraryItem, libraryOperation } from './operation';

const nameFilter = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Anna',
	default: '',
	description:
		'Only those whose name contains these words, the best match first. If empty, all of them.',
} satisfies INodeProperties;

/**
 * Reads a list up to the limit; with the filter 'Name', what the lists in the editor find for it. The
 * service has no search by name, so that everything is read then.
 *
 * @param readPage reads one page, from 1
 */
async function collectByName<T extends { id: string; name?: string | null }>(
	{ read, limit }: LibraryItem,
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

const itemPer: INodeProperties = {
	displayName: 'One Item Per',
	name: 'itemPer',
	type: 'options',
	options: [
		{
			name: 'Figure',
			value: 'figure',
			description: 'One item per figure, ready for Compose Video',
		},
		{
			name: 'Person',
			value: 'person',
			description: 'One item per person, with a list of their figures',
		},
	],
	default: 'person',
	description: "What each output item represents. 'Limit' counts persons.",
};

const sortBy = {
	displayName: 'Sort By',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'Most Popular', value: 'hottest', description: 'Most used persons first' },
		{ name: 'Newest', value: 'latest', description: 'Newest persons first' },
	],
	default: 'latest',
	description: 'Order of the persons. If not set, newest first.',
} satisfies INodeProperties;

const tagFilter = {
	displayName: 'Tag Names or IDs',
	name: 'tagIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPersonTags' },
	default: [],
	description:
		'Only persons that have all of these tags. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} satisfies INodeProperties;

/** Lists the public persons, one item for each or for each of their figures (service.md 4.6). */
export const publicPersons = libraryOperation({
	resource: 'publicPerson',
	tool: 'Lists public digital persons with their personId and figures, to choose one for a video.',
	fields: [
		itemPer,
		...returnAllProperties,
		collectionOf('Filter', [nameFilter, tagFilter]),
		collectionOf('Option', [taskOptions.simple, sortBy]),
	],
	async work(item) {
		const { client, read, simple } = item;
		const { tagIds } = readOptions({ tagIds: tagFilter }, read('filters'));
		const { sort } = readOptions({ sort: sortBy }, read('options'));
		const filter = { ...tagQuery(tagIds), ...(sort ? { sort } : {}) };
		const perFigure = chosenOption(itemPer, read('itemPer')) === 'figure';
		const persons = await collectByName(
			item,
			async (number) => await listPublicPersons(client, number, filter),
		);
		return persons.flatMap((person) => {
			const common = personFields(person, simple);
			const { width, height, raw } = person;
			const figures = person.figures ?? [];
			const items = perFigure
				? figures.map((one) => ({ ...figureFields(one), raw: { ...raw, figures: [one.raw] } }))
				: [{ width, height, figures: figures.map(figureFields), raw }];
			return items.map(({ raw: record, ...fields }) =>
				present({ ...common, ...fields, raw: simple ? undefined : record }),
			);
		});
	},
});

/** @throws Error when one of the tag IDs is not a whole number */
function tagQuery(ids: readonly string[] = []): { tag_ids?: string } {
	const wrong = ids.find((id) => !/^\d+$/.test(id));
	if (wrong !== undefined) {
		throw new Error(
			`'Tag Names or IDs' contains '${formatValue(wrong)}', which is not a tag ID. Choose tags from the list, or enter their IDs, which are whole numbers`,
		);
	}
	return ids.length > 0 ? { tag_ids: ids.join(',') } : {};
}

/** What a person and its figures have in common; simplified, at most ten fields are left. */
function personFields(person: PublicPerson, simple: boolean): IDataObject {
	const details = simple ? undefined : person;
	return present({
		personId: person.id,
		name: person.name,
		gender: person.gender,
		voiceId: person.audio_man_id,
		voiceName: person.audio_name,
		support4k: person.support_4k,
		tagNames: person.tag_names,
		voiceLanguage: details?.audio_lang,
		voicePreviewUrl: details?.audio_preview,
		// Index-aligned with the names, of which some are empty (service.md 2.6).
		tagIds: details?.tag_ids,
	});
}

function figureFields(figure: Figure): IDataObject {
	return present({
		figureType: figure.type,
		width: figure.width,
		height: figure.height,
		backgroundReplaceable: figure.bg_replace,
		pictureUrl: figure.pic_path,
		coverUrl: figure.cover,
		previewVideoUrl: figure.preview_video_url,
	});
}

/** Lists the public voices (service.md 4.6). */
export const publicVoices = libraryOperation({
	resource: 'publicVoice',
	tool: 'Lists public voices with their voiceId, name, language and a link to listen to them, to choose one for a video.',
	fields: [
		...returnAllProperties,
		collectionOf('Filter', [nameFilter]),
		collectionOf('Option', [taskOptions.simple]),
	],
	async work(item) {
		const { client, simple } = item;
		const voices = await collectByName(
			item,
			async (number) => await listPublicVoices(client, number),
		);
		return voices.map((voice) =>
			present({
				voiceId: voice.id,
				name: voice.name,
				gender: voice.gender,
				language: voice.lang,
				description: voice.desc,
				grade: voice.grade,
				speed: voice.speed,
				pitch: voice.pitch,
				auditionUrl: voice.audition,
				raw: simple ? undefined : voice.raw,
			}),
		);
	},
});

/** Lists the languages that a video can be translated into (service.md 4.9). */
export const languages = libraryOperation({
	resource: 'translationLanguage',
	tool: 'Lists the languages that a video can be translated into, with their languageCode.',
	fields: returnAllProperties,
	async work({ client, limit }) {
		const all = await listTranslationLanguages(client);
		return all
			.slice(0, limit)
			.map(({ language_code: languageCode, name }) => present({ languageCode, name }));
	},
});
