/* n8n's list methods, by the names under which fields ask for them. */
import { compact, pickBy, uniqBy, upperFirst } from 'lodash';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { credentialIdOf } from '../api/credential';
import { credentialTest } from '../api/credentialTest';
import { filePage, type FileRecord, FileStatus, fileStatusWords } from '../api/uploadedFiles';
import {
	FIGURE_KINDS,
	type Figure,
	figureName,
	is4k,
	listPublicPersons,
	listPublicVoices,
	listTranslationLanguages,
	type PublicPerson,
	type Size,
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
import { alphabetical, plainText } from '../util/text';
import { searchCallbackWorkflows } from './callbackWorkflows';
import { entriesMatching, type Entry, entryOf, orNothingFound, whenOf } from './entries';
import { pickerMessages } from './pickerMessages';
import { type ListSearch, searchIn, withListClient } from './search';
import { searchTasks, successfulTasksOf } from './taskLists';

/** The `type` of AI tasks that make images (service.md 2.2). */
const IMAGES = 3;

/** The figures of the public person in the node's field 'personId', after the automatic choice. */
const searchFigures: ListSearch = async function (filter) {
	return await withListClient(this, async (client) => {
		const personId = this.getCurrentNodeParameter('personId', { extractValue: true });
		const automatic: Entry[] = [AUTOMATIC_FIGURE];
		const entries = automatic.concat(await figuresOf(client, plainText(personId)));
		// n8n leaves out the filter while nothing is typed.
		const typed = filter?.trim() ?? '';
		return { results: orNothingFound(entriesMatching(entries, typed), typed) };
	});
};

/**
 * The figures of a public person, by its ID. While an expression chooses the person, every kind of figure may be one;
 * without a person, and for a custom person, there are none to choose from.
 */
async function figuresOf(client: ServiceClient, personId: string): Promise<readonly Entry[]> {
	if (personId === '') return [];
	if (personId.startsWith('=')) return FIGURE_KINDS;
	const isWanted = ({ id }: PublicPerson) => id === personId;
	const [person] = await collect(client, listPublicPersons, { limit: 1, isWanted });
	// Undefined for a custom person; the service may also leave out the figures.
	const figures = person?.figures ?? [];
	// A figure that cannot be chosen has no entry.
	const entries = compact(figures.map(entryOfFigure));
	return uniqBy(entries, 'value');
}

/** A figure by its type; undefined for one without a type, which cannot be chosen. */
function entryOfFigure(figure: Figure): Entry | undefined {
	const { type } = figure;
	if (!type) return undefined;
	// Details that are undefined are left out.
	const replaceable = figure.bg_replace ? pickerMessages.replaceable : undefined;
	const details = [sizeText(figure), replaceable];
	return entryOf({ value: type, name: figureName(type), details, urls: previewsOf(figure) });
}

/** The size in a record as lists show it: "4K", or "1080 × 1920"; undefined unless the record has both sides. */
function sizeText(record: Partial<Size>): string | undefined {
	const size = sizeOf(record);
	if (!size) return undefined;
	return is4k(size) ? '4K' : `${size.width} × ${size.height}`;
}

/**
 * Addresses at which a figure can be seen, the best one first; each is undefined where the service leaves it out, and
 * all are for a person without figures.
 */
function previewsOf(figure: Figure | undefined) {
	return [figure?.preview_video_url, figure?.cover, figure?.pic_path];
}

/** The list of the uploaded files of one purpose or, without one, of all, the newest first. */
function filesFor(purpose?: Purpose): ListSearch {
	const filter: IDataObject = { order: 'create_time_desc' };
	// `service` is what the service calls a purpose.
	if (purpose) filter.service = purpose;
	return searchIn<FileRecord>((context) => ({
		read: async (client, pageNumber) => await filePage(client, pageNumber, filter),
		entry: (file) => entryOfFile(file, { zone: context.getTimezone(), isOfAnyPurpose: !purpose }),
		// This status and those above it are of files that can never be used (service.md 2.1).
		isOffered: ({ status }) => status < FileStatus.Unsafe,
	}));
}

/**
 * A file by the name in its address, or by its ID; with its purpose in a list of all purposes, its size, its age, and
 * its status unless it can be used.
 */
function entryOfFile(
	file: FileRecord,
	{ zone, isOfAnyPurpose }: { zone: string; isOfAnyPurpose: boolean },
): Entry {
	const { id, status, bytes } = file;
	const address = file.file_path;
	// Details that are undefined are left out.
	const details: Array<string | undefined> = [];
	if (isOfAnyPurpose) details.push(purposeInWords(file.service));
	if (bytes) details.push(formatBytes(bytes));
	details.push(...whenOf(file.create_time, zone));
	if (status !== FileStatus.Usable) details.push(fileStatusWords(status).toLowerCase());
	const name = nameInAddress(address ?? '') ?? id;
	return entryOf({ value: id, name, details, urls: [address] });
}

/**
 * The label of a purpose; of one that is not known, or has no label, what the service calls it. Undefined where it
 * names none.
 *
 * @param nameOfService what the service calls the purpose
 */
function purposeInWords(nameOfService: string | undefined): string | undefined {
	return purposes[nameOfService as Purpose]?.label || nameOfService;
}

/** Codes of languages have two or three letters, before a hyphen if there are more. */
const WORD = /^\p{L}{4,}$/u;

/** A language by its English name; a code of no language stays, and a word has a capital: "Multilingual". */
function languageName(code: string): string {
	// What the service calls Chinese is no code elsewhere.
	if (code === 'cn') return 'Chinese';
	// For a word, which has the form of a code that is not in use, `Intl` would give the word in lower case.
	if (WORD.test(code)) return upperFirst(code);
	try {
		// Made here, because the first use of Intl takes time, and n8n loads this file as it starts.
		return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
	} catch {
		// What cannot be a code is several words.
		return upperFirst(code);
	}
}

/** Languages that a video can be translated into (service.md 4.9); without a credential, a note in their place. */
async function getLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	if (!credentialIdOf(this.getNode())) {
		// n8n asked too early: of an error it would only say that the list cannot be loaded.
		const { notLoadedYet, chooseCredential } = pickerMessages;
		return [{ name: notLoadedYet, value: '', description: chooseCredential }];
	}
	const languages = await withListClient(this, listTranslationLanguages);
	const entries = languages.map((language) => {
		const code = language.language_code;
		// The service may leave the name out, or say the code in its place.
		const hasName = language.name && language.name !== code;
		const name = hasName ? language.name : languageName(code);
		// A language that has only its code for a name needs no code beside it.
		const isSameWord = name?.toLowerCase() === code.toLowerCase();
		const details = isSameWord ? [] : [code];
		return entryOf({ value: code, name, details });
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
		const { id, name, gender, figures = [] } = person;
		const size = person.support_4k ? '4K' : sizeText(person);
		const count = figures.length;
		const figuresInWords = count === 1 ? pickerMessages.oneFigure : pickerMessages.figures(count);
		const details = [gender, size, figuresInWords].concat(person.tag_names ?? []);
		return entryOf({ value: id, name, details, urls: previewsOf(figures[0]) });
	},
}));

/** The tags that public persons have, each of which may be a filter. */
async function getPersonTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const readPersons = async (client: ServiceClient) => await collect(client, listPublicPersons);
	const persons = await withListClient(this, readPersons);
	return tagsOf(persons).sort(alphabetical('name'));
}

/** The tags of persons, each once, under the name that it has at the last person; a tag may have no name. */
export function tagsOf(persons: readonly PublicPerson[]): Array<{ name: string; value: number }> {
	const nameById = new Map<number, string>();
	for (const person of persons) {
		const ids = person.tag_ids ?? [];
		ids.forEach((id, index) => {
			if (typeof id !== 'number') return;
			// The service names each tag at the place of its ID, and some of them with an empty text.
			const name = person.tag_names?.[index];
			nameById.set(id, name || pickerMessages.unnamedTag(id));
		});
	}
	return Array.from(nameById, ([value, name]) => ({ name, value }));
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
	entry({ id, name, gender, lang, audition }) {
		const language = lang ? languageName(lang) : undefined;
		return entryOf({ value: id, name, details: [gender, language], urls: [audition] });
	},
}));

/** The list of the files of each purpose, by the name of its method: `searchFiles_lip_sync_audio` and so on. */
const listsOfFiles = Object.fromEntries(
	(Object.keys(purposes) as Purpose[]).map((purpose) => {
		return [fileSearchMethod(purpose), filesFor(purpose)];
	}),
) as Record<`searchFiles_${Purpose}`, ListSearch>;

/** The lists to choose from, by the names under which fields ask for them. */
const lists: Readonly<Record<SearchMethod, ListSearch>> = {
	searchCallbackWorkflows,
	searchComposedVideos: successfulTasksOf(composedVideo),
	searchFigures,
	searchFiles: filesFor(),
	...listsOfFiles,
	searchImageTasks: successfulTasksOf(aiCreation, IMAGES),
	searchPersons,
	searchTasks,
	searchVoices,
};

/** The choices of fields without a search, by the names under which fields ask for them. */
const choices = { getLanguages, getPersonTags };

type Methods = NonNullable<INodeType['methods']>;

/**
 * The methods of a node: the test of the credential, and the lists that its fields name, no others.
 *
 * @param properties all fields of the node
 */
export function methodsFor(properties: readonly INodeProperties[]): Methods {
	const named = new Set<unknown>();
	addNamesOfLists(properties, named);
	return {
		credentialTest,
		listSearch: pickBy(lists, (_, name) => named.has(name)),
		loadOptions: pickBy(choices, (_, name) => named.has(name)),
	};
}

/**
 * Adds the names of the lists for which fields ask.
 *
 * @param description the fields, or anything within their description, which is searched to its end
 * @param names the names are added to these
 */
function addNamesOfLists(description: unknown, names: Set<unknown>): void {
	if (typeof description !== 'object' || description === null) return;
	for (const [key, value] of Object.entries(description)) {
		const isName = key === 'searchListMethod' || key === 'loadOptionsMethod';
		if (isName) names.add(value);
		addNamesOfLists(value, names);
	}
}
