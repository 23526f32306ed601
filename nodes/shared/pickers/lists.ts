/* n8n's list methods, by the names under which fields ask for them. */
import { pickBy, uniqBy, upperFirst } from 'lodash';
import type { IDataObject, ILoadOptionsFunctions, INodeProperties, INodeType } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { credentialIdOf } from '../api/credential';
import { credentialTest } from '../api/credentialTest';
import { filePage, type FileRecord, FileStatus, fileStatusWords } from '../api/uploadedFiles';
import {
	ANY_FIGURE,
	type Figure,
	figureName,
	is4k,
	listPublicPersons,
	listPublicVoices,
	listTranslationLanguages,
	type PublicPerson,
	sizeOf,
	type Voice,
} from '../api/library';
import { collect } from '../api/pages';
import { AUTOMATIC_FIGURE, fileSearchMethod, type SearchMethod } from '../fields/locators';
import { nameInAddress } from '../files/fileNames';
import { purposes, type Purpose } from '../files/purposes';
import { aiCreation } from '../tasks/aiCreation';
import { composedVideo } from '../tasks/composedVideo';
import { listPersons, personTask } from '../tasks/person';
import { listVoices, voiceTask } from '../tasks/voice';
import { formatBytes } from '../util/amounts';
import { isObject } from '../util/json';
import { alphabetical, plainText } from '../util/text';
import { searchCallbackWorkflows } from './callbackWorkflows';
import { type Entry, entryOf, matching, orNothingFound, whenOf } from './entries';
import { pickerMessages } from './pickerMessages';
import { explained, type ListSearch, searchIn } from './search';
import { searchTasks, successfulTasksOf } from './taskLists';

/** The `type` of AI tasks that make images (service.md 2.2). */
const IMAGES = 3;

/** The figures of the public person in the node's field 'personId', after the automatic choice. */
const searchFigures: ListSearch = async function (filter) {
	return await explained(this, async (client) => {
		const chosen = this.getCurrentNodeParameter('personId', { extractValue: true });
		const entries = [AUTOMATIC_FIGURE, ...(await figuresOf(client, plainText(chosen)))];
		const typed = filter?.trim() ?? '';
		return { results: orNothingFound(matching(entries, typed), typed) };
	});
};

/** While an expression chooses the person, any; a custom person has none to choose from. */
async function figuresOf(client: ServiceClient, id: string): Promise<readonly Entry[]> {
	if (id === '') return [];
	if (id.startsWith('=')) return ANY_FIGURE;
	const [person] = await collect(client, listPublicPersons, {
		limit: 1,
		isWanted: (record) => record.id === id,
	});
	const entries = (person?.figures ?? []).flatMap((figure): Entry[] => {
		const { type, bg_replace: isReplaceable } = figure;
		if (!type) return [];
		const details = [sizeText(figure), isReplaceable && pickerMessages.replaceable];
		return [entryOf(type, figureName(type), details, ...previewsOf(figure))];
	});
	return uniqBy(entries, 'value');
}

/** A size as lists show it: "4K", or "1080 × 1920". */
function sizeText(record: Parameters<typeof sizeOf>[0]): string | undefined {
	const size = sizeOf(record);
	return size && (is4k(size) ? '4K' : `${size.width} × ${size.height}`);
}

function previewsOf(figure: Figure | undefined) {
	return [figure?.preview_video_url, figure?.cover, figure?.pic_path];
}

/** The files of one purpose; `searchFiles_lip_sync_audio` and so on. */
const searchFilesFor = Object.fromEntries(
	Object.keys(purposes).map((purpose) => [fileSearchMethod(purpose), filesFor(purpose)]),
) as Record<`searchFiles_${Purpose}`, ListSearch>;

/** Uploaded files, newest first; those of all purposes with what they are for. */
function filesFor(service?: string): ListSearch {
	const filter: IDataObject = { order: 'create_time_desc' };
	if (service) filter.service = service;
	return searchIn<FileRecord>((context) => ({
		read: async (client, number) => await filePage(client, number, filter),
		entry({ id, file_path: path, service: purpose, bytes, create_time: time, status }) {
			const details = [
				!service && (purposes[purpose as Purpose]?.label || purpose),
				bytes ? formatBytes(bytes) : undefined,
				...whenOf(time, context.getTimezone()),
				status !== FileStatus.Usable && fileStatusWords(status).toLowerCase(),
			];
			return entryOf(id, nameInAddress(path ?? '') ?? id, details, path);
		},
		isOffered: ({ status }) => status < FileStatus.Unsafe,
	}));
}

/** A language by its English name; a code that is not known stays, such as "multilingual". */
function languageName(code: string): string {
	// What the service calls Chinese is no code elsewhere.
	if (code === 'cn') return 'Chinese';
	try {
		// Made here, because the first use of Intl takes time, and n8n loads this file as it starts.
		return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
	} catch {
		return upperFirst(code);
	}
}

/** Languages that a video can be translated into (service.md 4.9). */
async function getLanguages(this: ILoadOptionsFunctions) {
	if (!credentialIdOf(this.getNode())) {
		// n8n asked too early: of an error it would only say that the list cannot be loaded.
		const { notLoadedYet: name, chooseCredential: description } = pickerMessages;
		return [{ name, value: '', description }];
	}
	const languages = await explained(this, listTranslationLanguages);
	const entries = languages.map(({ language_code: code, name }) => {
		const words = name && name !== code ? name : languageName(code);
		return entryOf(code, words, [words !== code && code]);
	});
	return entries.sort(alphabetical('name'));
}

/** Public persons, with a link to see them (service.md 4.6). */
const searchPersons = searchIn<PublicPerson>(() => ({
	own: {
		path: 'personListPath',
		hint: pickerMessages.customPersonById,
		read: listPersons,
		taskOf: personTask,
	},
	read: listPublicPersons,
	entry(person) {
		const figures = person.figures ?? [];
		const details = [
			person.gender,
			person.support_4k ? '4K' : sizeText(person),
			figures.length === 1 ? pickerMessages.oneFigure : pickerMessages.figures(figures.length),
			...(person.tag_names ?? []),
		];
		return entryOf(person.id, person.name, details, ...previewsOf(figures[0]));
	},
}));

/** The tags that public persons have. */
async function getPersonTags(this: ILoadOptionsFunctions) {
	const persons = await explained(this, async (client) => await collect(client, listPublicPersons));
	return tagsOf(persons).sort(alphabetical('name'));
}

/** The tags of persons, each once; some of them have no name. */
export function tagsOf(persons: readonly PublicPerson[]): Array<{ name: string; value: number }> {
	const tags = persons.flatMap(({ tag_ids: ids = [], tag_names: names = [] }) =>
		ids.flatMap((id, index) => {
			if (typeof id !== 'number') return [];
			return [{ name: names[index] || pickerMessages.unnamedTag(id), value: id }];
		}),
	);
	return uniqBy(tags.reverse(), 'value');
}

/** Public voices, with a link to hear them (service.md 4.6). */
const searchVoices = searchIn<Voice>(() => ({
	own: {
		path: 'voiceListPath',
		hint: pickerMessages.customVoiceById,
		read: listVoices,
		taskOf: voiceTask,
	},
	read: listPublicVoices,
	entry: ({ id, name, gender, lang, audition }) =>
		entryOf(id, name, [gender, lang && languageName(lang)], audition),
}));

/** The lists to choose from, by the names under which fields ask for them. */
const lists: Readonly<Record<SearchMethod, ListSearch>> = {
	searchCallbackWorkflows,
	searchComposedVideos: successfulTasksOf(composedVideo),
	searchFigures,
	searchFiles: filesFor(),
	...searchFilesFor,
	searchImageTasks: successfulTasksOf(aiCreation, IMAGES),
	searchPersons,
	searchTasks,
	searchVoices,
};

const choices = { getLanguages, getPersonTags };

type Methods = NonNullable<INodeType['methods']>;

/**
 * The methods of a node: the test of the credential, and the lists that its fields name, no others.
 *
 * @param properties all fields of the node
 */
export function methodsFor(properties: readonly INodeProperties[]): Methods {
	const named = namesOfLists(properties);
	return {
		credentialTest,
		listSearch: pickBy(lists, (_, name) => named.has(name)),
		loadOptions: pickBy(choices, (_, name) => named.has(name)),
	};
}

/** The names of the lists in a description, wherever in it they stand. */
function namesOfLists(description: unknown): ReadonlySet<string> {
	if (Array.isArray(description))
		return new Set(description.flatMap((one) => [...namesOfLists(one)]));
	if (!isObject(description)) return new Set();
	const { searchListMethod, loadOptionsMethod, ...others } = description;
	const own = [searchListMethod, loadOptionsMethod].filter((name) => typeof name === 'string');
	return new Set([...own, ...Object.values(others).flatMap((one) => [...namesOfLists(one)])]);
}
