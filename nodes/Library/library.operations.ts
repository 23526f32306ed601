import { flatMap, isUndefined, map, omitBy, uniq } from 'lodash';
import {
	type INodeProperties,
	type INodePropertyOptions,
	updateDisplayOptions,
} from 'n8n-workflow';

import { taskOptions } from '../shared/fields/completion';
import { choiceMeant } from '../shared/fields/choices';
import { readField } from '../shared/fields/field';
import { chosenOption, optionValue } from '../shared/fields/options';
import { collectionOf } from '../shared/fields/properties';
import { locator } from '../shared/fields/locators';
import { inWords } from '../shared/fields/violations';
import { tagsOf } from '../shared/pickers/lists';
import { matching } from '../shared/pickers/entries';
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
import { collect, type Page } from '../shared/api/pages';
import { asError } from '../shared/util/async';
import { PackError } from '../shared/util/errors';
import { formatValue } from '../shared/util/quote';
import { libraryMessages } from './library.messages';

interface LibraryOperation extends Omit<INodePropertyOptions, 'value'> {
	tool: string;
	fields: INodeProperties[];
	work(item: LookUpItem): Promise<object[]>;
}

function perItem({ tool, fields, work, ...words }: LibraryOperation): NodeOperation {
	return {
		...words,
		properties: [toolDescription(`${tool} Costs no credits.`), ...fields],
		execute: async (context) => [await lookUpPerItem(context, work)],
	};
}

function getMany(plural: string) {
	return { name: 'Get Many', action: `Get many ${plural}` };
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

/** Does something with the file of an item; of an unknown one, it says what other nodes say. */
async function withFile({ read, written }: LookUpItem, work: (id: string) => Promise<object>) {
	const { name } = fileId;
	const reading = readField({ property: fileId }, read(name), written?.(name));
	if ('violation' in reading) throw new PackError(inWords(reading.violation));
	const id = String(reading.value);
	try {
		return [await work(id)];
	} catch (error) {
		if (!isNoSuchFile(error)) throw asError(error);
		throw fileIdError(fileIdRef(id, `'${fileId.displayName}'`), error);
	}
}

const getOneFile: LibraryOperation = {
	name: 'Get',
	action: 'Get file',
	description: 'Look up an uploaded file and check whether it can be used',
	tool: 'Looks up an uploaded file by its fileId, and whether it can be used.',
	fields: [fileId, collectionOf('Option', [taskOptions.simple])],
	async work(item) {
		return await withFile(item, async (id) => fileItem(await getFile(item.client, id)));
	},
};

const deleteOneFile: LibraryOperation = {
	name: 'Delete',
	action: 'Delete file',
	description: 'Permanently remove an uploaded file from the service',
	tool: 'Deletes an uploaded file permanently, by its fileId. This cannot be undone.',
	fields: [fileId],
	async work(item) {
		return await withFile(item, async (id) => ({
			deleted: true,
			message: await deleteFile(item.client, id),
		}));
	},
};

const files: LibraryOperation = {
	...getMany('files'),
	description: 'List the uploaded files of your application',
	tool: 'Lists the uploaded files of this application, with their fileId and url.',
	fields: [
		...returnAllProperties,
		collectionOf('Filter', [purposeFilter]),
		collectionOf('Option', [taskOptions.simple, fileOrder]),
	],
	async work({ client, read, limit }) {
		const filter = {
			service: optionValue(purposeFilter, read('filters.purpose')),
			order: optionValue(fileOrder, read('options.order')),
		};
		const list: typeof filePage = async (from, number) => await filePage(from, number, filter);
		return (await collect(client, list, { limit })).map(fileItem);
	},
};

function fileItem(file: FileRecord): object {
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
 * Reads a list up to the limit; with the filter 'Name', what the lists in the editor find for it. The
 * service has no search by name, so that everything is read then.
 */
async function collectByName<T extends { id: string; name?: string }>(
	{ client, read, limit }: LookUpItem,
	list: (client: ServiceClient, number: number) => Promise<Page<T>>,
): Promise<T[]> {
	const wanted = optionValue(nameFilter, read('filters.name'));
	const all = await collect(client, list, { limit: wanted === undefined ? limit : Infinity });
	if (wanted === undefined) return all;
	const entries = all.map((record) => ({ name: record.name ?? '', value: record.id, record }));
	const found = map(matching(entries, wanted), 'record').slice(0, limit);
	if (found.length === 0)
		client.warn(libraryMessages.nothingFound(formatValue(wanted), all.length));
	return found;
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

/** Lists the public persons, one item for each or for each of their figures (service.md 4.6). */
const publicPersons: LibraryOperation = {
	...getMany('public persons'),
	description: 'List public persons and their figures',
	tool: 'Lists public digital persons with their personId and figures, to choose one for a video.',
	fields: [
		itemPer,
		...returnAllProperties,
		collectionOf('Filter', [nameFilter, tagFilter]),
		collectionOf('Option', [taskOptions.simple, personOrder]),
	],
	async work(item) {
		const { read, simple } = item;
		const tagIds = optionValue<string[]>(tagFilter, read('filters.tagIds'));
		const sort = optionValue(personOrder, read('options.sort'));
		const filter = omitBy({ ...(await tagQuery(item.client, tagIds)), sort }, isUndefined);
		const perFigure = chosenOption(itemPer, read('itemPer')) === 'figure';
		const persons = await collectByName(
			item,
			async (client, number) => await listPublicPersons(client, number, filter),
		);
		return persons.flatMap((person): object[] => {
			const common = personFields(person, simple);
			const { width, height, raw, figures } = person;
			return perFigure
				? (figures ?? []).map((one) => ({
						...common,
						...figureFields(one),
						raw: { ...raw, figures: [one.raw] },
					}))
				: [{ ...common, width, height, figures: (figures ?? []).map(figureFields), raw }];
		});
	},
};

/**
 * The query for tags by their IDs, or by their names in any case.
 *
 * @throws PackError when one is neither a whole number nor the name of a single tag
 */
async function tagQuery(
	client: ServiceClient,
	written: readonly string[] = [],
): Promise<{ tag_ids?: string }> {
	if (written.length === 0) return {};
	const areIds = written.every(isTagId);
	const tags = areIds ? [] : tagsOf(await collect(client, listPublicPersons));
	const ids = written.map((one) => {
		const id = isTagId(one) ? one : choiceMeant(tags, one)?.value;
		if (id === undefined) throw new PackError(libraryMessages.notATagId(formatValue(one)));
		return id;
	});
	return { tag_ids: uniq(ids).join(',') };
}

function isTagId(text: string): boolean {
	return /^\d+$/.test(text);
}

/** What a person and its figures have in common; simplified, at most ten fields are left. */
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
		// Index-aligned with the names, of which some are empty (service.md 2.6).
		tagIds: details?.tag_ids,
	};
}

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

const publicVoices: LibraryOperation = {
	...getMany('public voices'),
	description: 'List public voices, each with a link to listen to it',
	tool: 'Lists public voices with their voiceId, name, language and a link to listen to them, to choose one for a video.',
	fields: [
		...returnAllProperties,
		collectionOf('Filter', [nameFilter]),
		collectionOf('Option', [taskOptions.simple]),
	],
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
};

const languages: LibraryOperation = {
	...getMany('translation languages'),
	description: 'List the languages that a video can be translated into',
	tool: 'Lists the languages that a video can be translated into, with their languageCode.',
	fields: returnAllProperties,
	async work({ client, limit }) {
		const listed = (await listTranslationLanguages(client)).slice(0, limit);
		return listed.map(({ language_code: languageCode, name }) => ({ languageCode, name }));
	},
};

const resources: Record<string, Record<string, NodeOperation>> = {
	file: { delete: perItem(deleteOneFile), get: perItem(getOneFile), getAll: perItem(files) },
	publicPerson: { getAll: perItem(publicPersons) },
	publicVoice: { getAll: perItem(publicVoices) },
	translationLanguage: { getAll: perItem(languages) },
};

/** The fields behind 'Resource', in display order. */
export const properties: INodeProperties[] = [
	...map(resources, (operations, resource) => operationField(operations, 'getAll', resource)),
	...flatMap(resources, (operations, resource) =>
		flatMap(operations, ({ properties }, operation) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, properties),
		),
	),
];

/** The method of the node: runs the chosen operation. */
export const executeLibrary = executeResource(resources);
