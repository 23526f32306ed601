/*
 * What the node Library does with each input item: it lists what the service
 * offers, and looks up or deletes uploaded files.
 */
import { flatMap, map, uniq } from 'lodash';
import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { taskOptions } from '../shared/fields/completion';
import { choiceMeant } from '../shared/fields/choices';
import { readField } from '../shared/fields/field';
import { chosenOption, optionValue } from '../shared/fields/options';
import { collectionOf } from '../shared/fields/properties';
import { locator } from '../shared/fields/locators';
import { tagsOf } from '../shared/pickers/lists';
import { entriesMatching } from '../shared/pickers/entries';
import { fileIdRef } from '../shared/files/fileUse';
import { fileIdError } from '../shared/files/fileIds';
import { nameInAddress } from '../shared/files/fileNames';
import { purposeChoice } from '../shared/files/purposes';
import {
	type LookUpItem,
	lookUpPerItem,
	withoutEmpty,
	returnAllProperties,
} from '../shared/output/lookUpItems';
import {
	executeResource,
	type NodeOperation,
	operationField,
} from '../shared/output/nodeOperations';
import { toolDescription } from '../shared/output/tools';
import type { ServiceClient } from '../shared/api/client';
import {
	deleteFile,
	expiryOf,
	filePage,
	type FileRecord,
	FileStatus,
	fileStatusWords,
	getFile,
	isNoSuchFile,
} from '../shared/api/uploadedFiles';
import {
	type Figure,
	listPublicPersons,
	listPublicVoices,
	listTranslationLanguages,
	type PublicPerson,
} from '../shared/api/library';
import { collect, type PageReader } from '../shared/api/pages';
import { asError } from '../shared/util/async';
import { PackError } from '../shared/util/errors';
import { formatValue } from '../shared/util/quote';
import { libraryMessages } from './library.messages';

/** An operation: what the editor and an AI agent are told about it, and what it does. */
interface LibraryOperation extends Pick<NodeOperation, 'name' | 'action' | 'description'> {
	/** What an AI agent is told about it, as whole sentences. */
	tool: string;
	/** Its fields in the editor, still without the condition that it is the chosen operation. */
	fields: INodeProperties[];
	/**
	 * Does it for one input item.
	 *
	 * @returns the JSON of any number of output items; later, empty fields are removed from it, and `raw` with 'Simplify'
	 * @throws what is wrong with the item; it becomes the error of this item
	 */
	work(item: LookUpItem): Promise<object[]>;
}

/**
 * Makes an operation as the node chooses and runs it: with a field for what an AI agent is told, and for all input
 * items.
 */
function nodeOperation({ tool, fields, work, ...words }: LibraryOperation): NodeOperation {
	const toolProperty = toolDescription(`${tool} Costs no credits.`);
	return {
		...words,
		properties: [toolProperty].concat(fields),
		// n8n takes a list of items for each output, of which the node has one.
		execute: async (context) => [await lookUpPerItem(context, work)],
	};
}

const fileId = locator({
	name: 'fileId',
	displayName: 'File',
	searchMethod: 'searchFiles',
	required: true,
	description: 'An uploaded file. The service deletes files after 30 days.',
});

const purposeFilter: INodeProperties = {
	...purposeChoice,
	description: 'What the files were uploaded for',
};

const fileOrder: INodeProperties = {
	displayName: 'Sort By',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Newest First', value: 'create_time_desc' },
		{ name: 'Oldest First', value: 'create_time_asc' },
	],
	default: 'create_time_desc',
	description: 'Order of the files, by the start of their upload',
};

/**
 * Does something with the file that is chosen for an item.
 *
 * @param work is given the ID of the file, and asks the service about it
 * @returns what `work` returns
 * @throws PackError where no file is chosen, or the field holds no ID; ServiceError that names the field where the
 *   service has no file with this ID; any other error of `work` as it is
 */
async function withFile<T>(item: LookUpItem, work: (id: string) => Promise<T>): Promise<T> {
	const { name, displayName } = fileId;
	const reading = readField({ property: fileId }, item.read(name), item.written?.(name));
	if ('violation' in reading) throw new PackError(reading.violation);
	const id = String(reading.value);
	try {
		return await work(id);
	} catch (error) {
		if (!isNoSuchFile(error)) throw asError(error);
		const chosen = fileIdRef(id, `'${displayName}'`);
		throw fileIdError(chosen, error);
	}
}

/** Looks up one uploaded file (service.md 4.1). */
const getOneFile = nodeOperation({
	name: 'Get',
	action: 'Get file',
	description: 'Look up an uploaded file and check whether it can be used',
	tool: 'Looks up an uploaded file by its fileId, and whether it can be used.',
	fields: [fileId, collectionOf('Option', [taskOptions.simple])],
	async work(item) {
		const file = await withFile(item, async (id) => await getFile(item.client, id));
		return [jsonOfFile(file)];
	},
});

/** Deletes one uploaded file (service.md 4.1). Its output has the service's text of confirmation, as `message`. */
const deleteOneFile = nodeOperation({
	name: 'Delete',
	action: 'Delete file',
	description: 'Permanently remove an uploaded file from the service',
	tool: 'Deletes an uploaded file permanently, by its fileId. This cannot be undone.',
	fields: [fileId],
	async work(item) {
		const message = await withFile(item, async (id) => await deleteFile(item.client, id));
		return [{ deleted: true, message }];
	},
});

/** Lists the uploaded files, one item for each (service.md 4.1). */
const files = nodeOperation({
	name: 'Get Many',
	action: 'Get many files',
	description: 'List the uploaded files of your application',
	tool: 'Lists the uploaded files of this application, with their fileId and url.',
	fields: returnAllProperties.concat(
		collectionOf('Filter', [purposeFilter]),
		collectionOf('Option', [taskOptions.simple, fileOrder]),
	),
	async work({ client, read, limit }) {
		const query = {
			// `service` is what the service calls the purpose of a file.
			service: optionValue(purposeFilter, read('filters.purpose')),
			order: optionValue(fileOrder, read('options.order')),
		};
		const records = await collect(
			client,
			async (service, number) => await filePage(service, number, query),
			{ limit },
		);
		return records.map(jsonOfFile);
	},
});

/**
 * A file as the node outputs it. Fields that the service does not report are undefined, and left out of the output
 * later.
 */
function jsonOfFile(file: FileRecord): object {
	return {
		fileId: file.id,
		url: file.file_path,
		fileName: nameInAddress(file.file_path ?? ''),
		bytes: file.bytes,
		purpose: file.service,
		status: fileStatusWords(file.status),
		usable: file.status === FileStatus.Usable,
		message: file.msg,
		createdAt: file.create_time,
		expiresAt: expiryOf(file.create_time),
		raw: file.raw,
	};
}

const nameFilter: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Anna',
	default: '',
	description:
		'Only those whose name contains these words; names that start with them come first. If empty, all of them.',
};

/**
 * The records of a list up to the limit of the item. With the filter 'Name', these are the ones that the searchable
 * lists of the editor find for it. The list is then read to its end, because the service has no search by name; and
 * where nothing is found, the user is warned.
 *
 * @param readPage reads one page of the list
 * @throws PackError where 'Name' holds something impossible; what `readPage` throws
 */
async function collectByName<T extends { id: string; name?: string }>(
	{ client, read, limit }: LookUpItem,
	readPage: PageReader<T>,
): Promise<T[]> {
	const wanted = optionValue(nameFilter, read('filters.name'));
	if (wanted === undefined) return await collect(client, readPage, { limit });
	// All records are read, because the limit is for those that are found.
	const all = await collect(client, readPage);
	const entries = all.map((record) => ({ name: record.name ?? '', value: record.id, record }));
	const matching = entriesMatching(entries, wanted);
	if (matching.length === 0) {
		client.warn(libraryMessages.nothingFound(formatValue(wanted), all.length));
	}
	const found = matching.slice(0, limit);
	return found.map(({ record }) => record);
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

const personOrder: INodeProperties = {
	displayName: 'Sort By',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'Most Popular', value: 'hottest', description: 'Most used persons first' },
		{ name: 'Newest', value: 'latest', description: 'Newest persons first' },
	],
	default: 'latest',
	description: 'Order of the persons. If not set, the service decides.',
};

const tagFilter: INodeProperties = {
	displayName: 'Tag Names or IDs',
	name: 'tagIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPersonTags' },
	default: [],
	description:
		'Only persons that have all of these tags. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Lists the public persons, one item for each, or for each of their figures (service.md 4.6). */
const publicPersons = nodeOperation({
	name: 'Get Many',
	action: 'Get many public persons',
	description: 'List public persons and their figures',
	tool: 'Lists public digital persons with their personId and figures, to choose one for a video.',
	fields: [
		itemPer,
		...returnAllProperties,
		collectionOf('Filter', [nameFilter, tagFilter]),
		collectionOf('Option', [taskOptions.simple, personOrder]),
	],
	async work(item) {
		const { client, read, simple } = item;
		const tags = optionValue<string[]>(tagFilter, read('filters.tagIds'));
		// With these, each page is asked for. What is undefined in it is not sent.
		const query = {
			tag_ids: tags && (await tagQuery(client, tags)),
			sort: optionValue(personOrder, read('options.sort')),
		};
		const isPerFigure = chosenOption(itemPer, read('itemPer')) === 'figure';
		const persons = await collectByName(item, async (service, number) => {
			return await listPublicPersons(service, number, query);
		});
		if (isPerFigure) return persons.flatMap((person) => jsonPerFigure(person, simple));
		return persons.map((person) => jsonOfPerson(person, simple));
	},
});

/**
 * A person as the node outputs it, with a list of its figures.
 *
 * @param simple whether details are left out
 */
function jsonOfPerson(person: PublicPerson, simple: boolean): object {
	const { width, height, figures = [], raw } = person;
	return {
		...personFields(person, simple),
		width,
		height,
		figures: figures.map(figureFields),
		raw,
	};
}

/**
 * The figures of a person as the node outputs them, each with the fields of the person; none for a person without
 * figures.
 *
 * @param simple whether details are left out
 */
function jsonPerFigure(person: PublicPerson, simple: boolean): object[] {
	const { figures = [], raw } = person;
	return figures.map((figure) => {
		// The service's record of the person, with this figure alone.
		const rawOfFigure = { ...raw, figures: [figure.raw] };
		return { ...personFields(person, simple), ...figureFields(figure), raw: rawOfFigure };
	});
}

/**
 * What the service is asked for to get persons with some tags: the IDs of the tags, with commas between them.
 *
 * @param written the IDs of the tags, or their names in any case; at least one
 * @throws PackError when one is neither a whole number nor the name of just one tag; ServiceError or CancelledError
 *   where the persons cannot be read
 */
async function tagQuery(client: ServiceClient, written: readonly string[]): Promise<string> {
	const areAllIds = written.every(isTagId);
	// The service has no list of tags, so their names are taken from all public persons.
	const tags = areAllIds ? [] : tagsOf(await collect(client, listPublicPersons));
	const ids = written.map((text) => {
		if (isTagId(text)) return text;
		const tag = choiceMeant(tags, text);
		if (!tag) throw new PackError(libraryMessages.notATagId(formatValue(text)));
		return tag.value;
	});
	return uniq(ids).join(',');
}

/** Whether a text is taken for the ID of a tag: it consists of digits alone. */
function isTagId(text: string): boolean {
	return /^\d+$/.test(text);
}

/**
 * The fields of a person, which are the same in the output for the person and for each of its figures. What the
 * service does not report is undefined, and left out of the output later.
 *
 * @param simple whether details are left out, so that an item has at most ten fields
 */
function personFields(person: PublicPerson, simple: boolean) {
	const details = simple ? undefined : person;
	return {
		personId: person.id,
		name: person.name,
		gender: person.gender,
		voiceId: person.audio_man_id,
		voiceName: person.audio_name,
		support4k: person.support_4k,
		tagNames: person.tag_names,
		voiceLanguage: details?.audio_lang,
		voicePreviewUrl: details?.audio_preview,
		// In the order of the names, of which some are empty (service.md 2.6).
		tagIds: details?.tag_ids,
	};
}

/**
 * What the output says of a figure. Fields that the service does not report are left out here, because a figure may
 * stand in a list, where they would not be left out later.
 */
function figureFields(figure: Figure) {
	return withoutEmpty({
		figureType: figure.type,
		width: figure.width,
		height: figure.height,
		backgroundReplaceable: figure.bg_replace,
		pictureUrl: figure.pic_path,
		coverUrl: figure.cover,
		previewVideoUrl: figure.preview_video_url,
	});
}

/** Lists the public voices, one item for each (service.md 4.6). */
const publicVoices = nodeOperation({
	name: 'Get Many',
	action: 'Get many public voices',
	description: 'List public voices, each with a link to listen to it',
	tool: 'Lists public voices with their voiceId, name, language and a link to listen to them, to choose one for a video.',
	fields: returnAllProperties.concat(
		collectionOf('Filter', [nameFilter]),
		collectionOf('Option', [taskOptions.simple]),
	),
	async work(item) {
		const voices = await collectByName(item, listPublicVoices);
		return voices.map((voice) => ({
			voiceId: voice.id,
			name: voice.name,
			gender: voice.gender,
			language: voice.lang,
			description: voice.desc,
			grade: voice.grade,
			speed: voice.speed,
			pitch: voice.pitch,
			auditionUrl: voice.audition,
			raw: voice.raw,
		}));
	},
});

/** Lists the languages of translations, one item for each (service.md 4.9). The service gives all of them at once. */
const languages = nodeOperation({
	name: 'Get Many',
	action: 'Get many translation languages',
	description: 'List the languages that a video can be translated into',
	tool: 'Lists the languages that a video can be translated into, with their languageCode.',
	fields: returnAllProperties,
	async work({ client, limit }) {
		const all = await listTranslationLanguages(client);
		return all.slice(0, limit).map((language) => {
			return { languageCode: language.language_code, name: language.name };
		});
	},
});

/**
 * The operations of each resource, by their values in the fields 'Resource' and 'Operation'. The editor starts with the
 * first one of a resource.
 */
const resources: Record<string, Record<string, NodeOperation>> = {
	file: { getAll: files, get: getOneFile, delete: deleteOneFile },
	publicPerson: { getAll: publicPersons },
	publicVoice: { getAll: publicVoices },
	translationLanguage: { getAll: languages },
};

/**
 * The fields of all operations of a resource, each shown for its resource and operation only.
 *
 * @param operations by their values in the field 'Operation'
 * @param resource its value in the field 'Resource'
 */
function fieldsOfResource(
	operations: Readonly<Record<string, NodeOperation>>,
	resource: string,
): INodeProperties[] {
	return Object.entries(operations).flatMap(([name, operation]) => {
		const show = { resource: [resource], operation: [name] };
		return updateDisplayOptions({ show }, operation.properties);
	});
}

/**
 * The fields of the node behind 'Resource', in display order: for each resource its field 'Operation'; then the fields
 * of all operations.
 */
export const properties: INodeProperties[] = map(resources, (operations, resource) => {
	// Each resource has at least one operation, which its type does not say.
	const [first = ''] = Object.keys(operations);
	return operationField(operations, first, resource);
}).concat(flatMap(resources, fieldsOfResource));

/** The `execute` method of the node: runs the chosen operation for all input items. */
export const executeLibrary = executeResource(resources);
