import { compact } from 'lodash';
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	updateDisplayOptions,
} from 'n8n-workflow';

import { createClient, type ServiceClient } from '../shared/api/client';
import { asServiceError, type ServiceError } from '../shared/api/serviceError';
import { withResultFiles } from '../shared/completion/resultFiles';
import { downloadResultProperty, taskOptions } from '../shared/fields/completion';
import type { OtherWords } from '../shared/fields/choices';
import { chosenOption, optionValue } from '../shared/fields/options';
import { collectionOf } from '../shared/fields/properties';
import { refusalOf } from '../shared/fields/violations';
import { plainWords } from '../shared/fields/words';
import { deliveredItem, type ItemResult } from '../shared/model/itemResult';
import { createdAt, newestTasksFirst, type Task } from '../shared/model/task';
import type { ListedKind } from '../shared/model/taskKind';
import { resultOfError } from '../shared/output/items';
import { type LookUpItem, returnAllProperties, workPerItem } from '../shared/output/lookUpItems';
import { runError } from '../shared/output/nodeError';
import type { NodeOperation } from '../shared/output/nodeOperations';
import { showHint } from '../shared/output/outputHints';
import { outputItem } from '../shared/output/outputItem';
import { outputSettings, readFileName } from '../shared/output/settings';
import { toolDescription } from '../shared/output/tools';
import { aiCreation } from '../shared/tasks/aiCreation';
import { listedKindOptions, listedKinds } from '../shared/tasks/kinds';
import { pagesBackTo } from '../shared/tasks/listing';
import { asError } from '../shared/util/async';
import { errorText, PackError } from '../shared/util/errors';
import { alphabetically, plainText } from '../shared/util/text';
import { getTaskMessages } from './getTask.messages';
import type { Period } from './namedPeriods';
import { readPeriod, timeProperties } from './period';

/*
 * Finds earlier tasks in the lists of the service: by time, kind, state and words, the newest
 * first, with their files if the user wants them.
 */

const ALL_KINDS = 'all';

const listKind: INodeProperties = {
	displayName: 'Task Kind',
	name: 'listKind',
	type: 'options',
	options: alphabetically(
		[
			...listedKindOptions,
			{
				name: 'All Kinds',
				value: ALL_KINDS,
				description: 'All kinds that can be listed, the newest task first',
			},
		],
		'name',
	),
	default: ALL_KINDS,
	description:
		'What to list. Custom persons and translations cannot be listed: look them up by ID, with the operation Get.',
};

/** What agents and tables call the kinds. */
const OTHER_WORDS_OF_KIND: OtherWords = {
	[ALL_KINDS]: ['any'],
	aiCreation: ['ai tasks'],
	composedVideo: ['composed videos', 'presenter video', 'presenter videos'],
	lipSync: ['lip sync videos'],
	motion: ['animated images'],
};

const ANY_STATE = 'any';

const stateFilter: INodeProperties = {
	displayName: 'State',
	name: 'state',
	type: 'options',
	options: [
		{ name: 'Any', value: ANY_STATE },
		{ name: 'Canceled', value: 'cancelled' },
		{ name: 'Failed', value: 'failed' },
		{ name: 'In Progress', value: 'inProgress' },
		{ name: 'Succeeded', value: 'succeeded' },
	],
	default: 'succeeded',
	description: 'State of the tasks. If not set, tasks in any state are listed.',
};

/**
 * What agents and tables call the states. "Done" and "finished" are not among them, because a task that has failed is
 * finished, too.
 */
const OTHER_WORDS_OF_STATE: OtherWords = {
	[ANY_STATE]: ['all'],
	failed: ['error', 'failure', 'unsuccessful'],
	inProgress: ['generating', 'pending', 'processing', 'queued', 'running'],
	succeeded: ['success', 'successful'],
};

const wordFilter: INodeProperties = {
	displayName: 'Contains',
	name: 'contains',
	type: 'string',
	default: '',
	placeholder: 'e.g. sunset beach',
	description:
		'Only tasks for which the service returns all of these words, in a name, a prompt or a message. Capital letters do not matter. The service does not return the text of composed and lip-sync videos.',
};

const typeFilter: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	displayOptions: { show: { '/listKind': [aiCreation.name] } },
	options: [
		{ name: 'Image', value: 3 },
		{ name: 'Video', value: 4 },
	],
	default: 3,
	description: 'What the task creates',
};

/** What agents and tables call the types. */
const OTHER_WORDS_OF_TYPE: OtherWords = {
	3: ['images', 'photo', 'photos', 'picture', 'pictures'],
	4: ['videos', 'clip', 'clips', 'film', 'films'],
};

const downloadProperty: INodeProperties = {
	...downloadResultProperty,
	default: false,
	description:
		'Whether to download the result files of the tasks into the output items. If off, only their URLs are returned.',
};

const properties: INodeProperties[] = [
	toolDescription(
		'Lists earlier tasks with their taskId, state and, once succeeded, the URLs of their files in outputUrls. Use it if the taskId is not known, for example after a call that may have created a task. Costs no credits.',
	),
	...timeProperties,
	listKind,
	...returnAllProperties,
	downloadProperty,
	collectionOf('Filter', [wordFilter, stateFilter, typeFilter]),
	collectionOf('Option', [taskOptions.outputFileName, taskOptions.outputField, taskOptions.simple]),
];

/** Lists the tasks of the application, of one kind or of all (service.md 4.2, 4.4, 4.7, 4.8). */
export const getMany: NodeOperation = {
	name: 'Get Many',
	action: 'Find tasks',
	description: 'Find earlier tasks of your application by time, kind, state and words',
	properties: updateDisplayOptions({ show: { operation: ['getAll'] } }, properties),
	async execute(context) {
		const client = await createClient(context);
		// Each answer has the index of its item, and as its `value` the results of that item; or else its `error`.
		const answers = await workPerItem(context, client, async (item) => {
			const { itemIndex } = item;
			const fileName = fileNameFor(context, itemIndex);
			const tasks = await findWanted(item, context.getTimezone());
			// A task in progress is delivered as it is, because nobody waits for it.
			return tasks.map((task) => deliveredItem({ itemIndex, fileName }, task));
		});
		const results = answers.flatMap((answer): ItemResult[] => {
			return 'value' in answer ? answer.value : [resultOfError(context, answer)];
		});
		if (results.length === 0) showHint(context, getTaskMessages.noneFound);
		return [await itemsWithFiles(context, client, results)];
	},
};

/**
 * The name that the user gives the files of an item, without an extension; undefined where none is set.
 *
 * @throws PackError where it cannot be a text
 */
function fileNameFor(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const { fileName, violations } = readFileName(context, itemIndex);
	if (violations.length > 0) throw new PackError(refusalOf(violations));
	return fileName;
}

/**
 * The output items, with their files if the user wants them. The settings for that hold for all items, and are read
 * for the first one.
 *
 * @throws NodeOperationError about an item whose files cannot be downloaded, where errors stop the workflow; PackError
 *   that names a setting with an impossible value; CancelledError when the execution is stopped
 */
async function itemsWithFiles(
	context: IExecuteFunctions,
	client: ServiceClient,
	results: ItemResult[],
): Promise<INodeExecutionData[]> {
	const settings = outputSettings(
		context.getNodeParameter('options', 0, {}) as object,
		context.getNodeParameter(downloadProperty.name, 0, false),
	);
	// Called for an item whose files cannot be downloaded: that ends the run, unless the user has chosen to continue.
	const fail = (failed: ItemResult): ItemResult => {
		if (failed.is === 'failed' && !context.continueOnFail()) throw runError(context, failed);
		return failed;
	};
	const { downloadField } = settings;
	const completed = await withResultFiles(context, results, { downloadField, client, fail });
	// An error stands beside the fields of its input item. A task that was found has nothing to do with those fields.
	return completed.map((result) =>
		outputItem(context, result, { ...settings, includeInput: result.is === 'failed' }),
	);
}

/** Which tasks are looked for. */
interface TaskFilters extends Period {
	/** The state of the tasks; undefined for any. */
	state: string | undefined;
	/** Words without capitals and accents: the texts of a task have to contain all of them. Empty for any task. */
	words: readonly string[];
	/** What AI tasks create: 3 for images, 4 for videos; undefined for both. Tasks of other kinds have no type. */
	type: number | undefined;
	/** Most tasks; Infinity for all. */
	limit: number;
}

/**
 * The tasks that an item asks for, at most as many as its limit. The tasks of several kinds are sorted, the newest
 * first.
 *
 * @param zone the time zone of the workflow
 * @throws PackError that names the field with an impossible value; ServiceError when each list of the service fails;
 *   CancelledError when the execution is stopped
 */
async function findWanted(item: LookUpItem, zone: string): Promise<Task[]> {
	const { listed, wanted } = readSearch(item, zone);
	const tasks = await listAll(item.client, listed, wanted);
	// The tasks of one kind stay in the order of the service; those of several kinds are sorted by their time.
	const inOrder = listed.length === 1 ? tasks : newestTasksFirst(tasks);
	return inOrder.slice(0, item.limit);
}

/**
 * Lists the tasks of several kinds. A list that fails takes nothing from the others: what was read of it counts, and a
 * warning says why the rest is missing.
 *
 * @throws ServiceError when each list fails, even if something was read of them; CancelledError when the execution is
 *   stopped
 */
async function listAll(
	client: ServiceClient,
	listed: readonly ListedKind[],
	wanted: TaskFilters,
): Promise<Task[]> {
	const tasks: Task[] = [];
	const errors: ServiceError[] = [];
	for (const kind of listed) {
		const { found, error } = await listKindTasks(client, kind, wanted);
		tasks.push(...found);
		if (!error) continue;
		errors.push(error);
		const hasEachFailed = errors.length === listed.length;
		// The first error stands for all of them.
		if (hasEachFailed) throw asError(errors[0]);
		const { kindNotListed, kindListedInPart } = getTaskMessages;
		const message = found.length > 0 ? kindListedInPart : kindNotListed;
		client.warn(message(kind.label, errorText(error)));
	}
	return tasks;
}

/** What the list of one kind has brought. */
interface ListedTasks {
	/** The wanted tasks in it. */
	found: Task[];
	/** Why the service stopped listing before there were enough; undefined where it did not. */
	error?: ServiceError;
}

/**
 * Reads the list of a kind until enough tasks are found, or back to the beginning of the period, because the service
 * does not filter by time. An error of the service ends the reading, and is returned with what was found by then.
 *
 * @returns the wanted tasks in the order of the list; perhaps more than the limit, because pages are read whole
 * @throws CancelledError when the execution is stopped
 */
async function listKindTasks(
	client: ServiceClient,
	{ list }: ListedKind,
	wanted: TaskFilters,
): Promise<ListedTasks> {
	const found: Task[] = [];
	const { after, state, type, limit } = wanted;
	// All that the service itself can filter by; `isWanted` does the rest.
	const filter = { onlySuccessful: state === 'succeeded', type };
	const reach = { createdAfter: after };
	try {
		for await (const { records } of pagesBackTo(client, list, { reach, filter })) {
			found.push(...records.filter((task) => isWanted(task, wanted)));
			if (found.length >= limit) break;
		}
	} catch (error) {
		// Throws what is no error of the service, as after Stop.
		return { found, error: asServiceError(error) };
	}
	return { found };
}

/** Whether a task is looked for: it is in the period, in the wanted state, and has all the words. */
function isWanted(task: Task, { after, before, state, words }: TaskFilters): boolean {
	const created = createdAt(task);
	// A task whose time of creation the service does not report is always in the period.
	const isInPeriod = created === undefined || (created >= after && created < before);
	const isInState = state === undefined || task.state === state;
	if (!isInPeriod || !isInState) return false;
	if (words.length === 0) return true;
	const allTexts = plainWords(textsIn([task.raw, task.errorMessage]).join('\n'));
	return words.every((word) => allTexts.includes(word));
}

/**
 * All texts in a value and in the objects and lists in it, however deep. Addresses of the web are left out of them,
 * because a word that happens to stand in one says nothing about the task. A number, or undefined, has no texts.
 */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value.replace(/\bhttps?:\S+/gi, ' ')];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsIn);
}

/**
 * Reads which tasks an item looks for (`wanted`), and the kinds in whose lists (`listed`).
 *
 * @param zone the time zone of the workflow
 * @throws PackError that names the field with an impossible value
 */
function readSearch(
	{ read, limit }: LookUpItem,
	zone: string,
): { listed: ListedKind[]; wanted: TaskFilters } {
	const kindName = chosenOption(listKind, read(listKind.name), OTHER_WORDS_OF_KIND);
	const listed = listedKinds.filter(({ name }) => kindName === ALL_KINDS || name === kindName);
	// Each filter is undefined where the user has not added it.
	const readFilter = <T = string>(filter: INodeProperties, otherWords?: OtherWords) =>
		optionValue<T>(filter, read(`filters.${filter.name}`), otherWords);
	const state = readFilter(stateFilter, OTHER_WORDS_OF_STATE) ?? ANY_STATE;
	const words = wordsToFind(plainText(readFilter(wordFilter)));
	// With several kinds, the filter for the type of AI tasks is not shown in the editor, so it does not count.
	const isOneKind = listed.length === 1;
	const wanted: TaskFilters = {
		...readPeriod(read, zone),
		limit,
		state: state === ANY_STATE ? undefined : state,
		words,
		type: isOneKind ? readFilter<number>(typeFilter, OTHER_WORDS_OF_TYPE) : undefined,
	};
	return { listed, wanted };
}

/** The words in a text, as texts are compared: `sunset` and `beach` for "Sunset, beach"; none in an empty text. */
function wordsToFind(text: string): string[] {
	// Quotes, commas and semicolons only keep words together or apart.
	const withoutSigns = text.replace(/["“”„,;]/g, ' ');
	return compact(plainWords(withoutSigns).split(' '));
}
