/* n8n's list methods, by the names under which fields ask for them. */
import { compact, pickBy, uniqBy, upperFirst } from 'lodash';
import type {
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
	listPublicPersons,
	listPublicVoices,
	listTranslationLanguages,
	type PublicPerson,
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
import { is4k, type Size, sizeOf } from '../util/pictureSize';
import { alphabetically, plainText } from '../util/text';
import { searchCallbackWorkflows } from './callbackWorkflows';
import { type Entry, entryOf, resultsAmong, whenOf } from './entries';
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
		return resultsAmong(entries, filter);
	});
};

/**
 * The figures to choose from, for the person in the field. Where an expression chooses the person, it is not known who
 * that will be, so every kind of figure is offered. Without a person, and for a custom person, there is none.
 *
 * @param personId the ID of the person, or an expression as it is written; empty for no person
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

/** The entry of a figure, whose value is the type of the figure; undefined for one without a type. */
function entryOfFigure(figure: Figure): Entry | undefined {
	const { type } = figure;
	if (!type) return undefined;
	// Details that are undefined are left out.
	const replaceable = figure.bg_replace ? pickerMessages.replaceable : undefined;
	const details = [sizeText(figure), replaceable];
	return entryOf({ value: type, name: figureName(type), details, urls: previewsOf(figure) });
}

/** The size of a picture as lists show it: "4K", or "1080 × 1920"; undefined unless the record has both sides. */
function sizeText(record: Partial<Size>): string | undefined {
	const size = sizeOf(record);
	if (!size) return undefined;
	return is4k(size) ? '4K' : `${size.width} × ${size.height}`;
}

/**
 * Addresses at which a figure can be seen, the best one first. Each is undefined where the service leaves it out, and
 * all of them are where there is no figure.
 */
function previewsOf(figure: Figure | undefined) {
	return [figure?.preview_video_url, figure?.cover, figure?.pic_path];
}

/** Makes the list of the uploaded files of one purpose or, without one, of all purposes, the newest first. */
function filesFor(purpose?: Purpose): ListSearch {
	// `service` is what the service calls a purpose.
	const filter = { order: 'create_time_desc', service: purpose };
	return searchIn<FileRecord>((context) => ({
		read: async (client, pageNumber) => await filePage(client, pageNumber, filter),
		entry: (file) => entryOfFile(file, { zone: context.getTimezone(), isOfAnyPurpose: !purpose }),
		// This status and those above it are of files that can never be used (service.md 2.1).
		isOffered: ({ status }) => status < FileStatus.Unsafe,
	}));
}

/**
 * The entry of a file: the name in its address, or else its ID; and as details its purpose, its size, its age and date,
 * and its status unless it can be used.
 *
 * @param zone time zone of the workflow
 * @param isOfAnyPurpose whether the list has files of all purposes; otherwise, the purpose is left out
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
 * The label of a purpose; what the service calls it, where the purpose is not known or has no label; undefined for no
 * purpose.
 *
 * @param nameOfService what the service calls the purpose
 */
function purposeInWords(nameOfService: string | undefined): string | undefined {
	return purposes[nameOfService as Purpose]?.label || nameOfService;
}

/** A word that cannot be the code of a language: such codes have two or three letters before a hyphen or their end. */
const WORD = /^\p{L}{4,}$/u;

/**
 * The English name of a language, for what a list of the service has in the place of a code. A code of no language
 * stays as it is; a word, or several, get a capital: "Multilingual" for "multilingual".
 */
function languageName(code: string): string {
	// The service's own code for Chinese, which `Intl` does not know.
	if (code === 'cn') return 'Chinese';
	// `Intl` would take many a word for a code that is not in use, and return it in lower case.
	if (WORD.test(code)) return upperFirst(code);
	try {
		// Made here, because the first use of Intl takes time, and n8n loads this file as it starts.
		return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
	} catch {
		// What cannot be a code is several words.
		return upperFirst(code);
	}
}

/**
 * Languages that a video can be translated into (service.md 4.9), by their names. Where no credential is chosen, a
 * single entry with a note, which chooses nothing.
 *
 * @throws NodeOperationError where they cannot be read
 */
async function getLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	if (!credentialIdOf(this.getNode())) {
		// No error is thrown, because n8n would only say that the list cannot be loaded, and not why.
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
	return alphabetically(entries, 'name');
}

/** Public persons, with a link to see them (service.md 4.6), behind the user's own ones. */
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

/**
 * The tags that all public persons together have, as the choices of a filter.
 *
 * @throws NodeOperationError where the persons cannot be read, also where no credential is chosen
 */
async function getPersonTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const readPersons = async (client: ServiceClient) => await collect(client, listPublicPersons);
	const persons = await withListClient(this, readPersons);
	return alphabetically(tagsOf(persons), 'name');
}

/**
 * The tags of persons, each once. Where persons have different names for a tag, the name at the last of them counts; a
 * tag without a name is called by its ID.
 */
export function tagsOf(persons: readonly PublicPerson[]): Array<{ name: string; value: number }> {
	const nameById = new Map<number, string>();
	for (const person of persons) {
		const ids = person.tag_ids ?? [];
		ids.forEach((id, index) => {
			if (typeof id !== 'number') return;
			// A tag has the same place in the list of names as in the list of IDs. Some have an empty name.
			const name = person.tag_names?.[index];
			nameById.set(id, name || pickerMessages.unnamedTag(id));
		});
	}
	return Array.from(nameById, ([value, name]) => ({ name, value }));
}

/** Public voices, with a link to hear them (service.md 4.6), behind the user's own ones. */
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

/**
 * The methods that n8n calls on a node: the test of the credential, and those of the lists above that its fields name.
 *
 * @param properties all fields of the node
 */
export function methodsFor(
	properties: readonly INodeProperties[],
): NonNullable<INodeType['methods']> {
	const names = namesOfLists(properties);
	return {
		credentialTest,
		listSearch: pickBy(lists, (_, name) => names.includes(name)),
		loadOptions: pickBy(choices, (_, name) => names.includes(name)),
	};
}

/**
 * The names of the lists for which fields ask.
 *
 * @param description the fields, or a part of one, in which every object and list is searched
 */
function namesOfLists(description: unknown): string[] {
	if (typeof description !== 'object' || description === null) return [];
	return Object.entries(description).flatMap(([key, value]) => {
		const isName = key === 'searchListMethod' || key === 'loadOptionsMethod';
		return isName ? [String(value)] : namesOfLists(value);
	});
}
