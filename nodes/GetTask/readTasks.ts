import { omit } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { ServiceClient } from '../shared/api/client';
import { pathLabel } from '../shared/api/paths';
import { optionValue } from '../shared/fields/options';
import { refusal } from '../shared/fields/readRequest';
import {
	failedItem,
	type FinishedItem,
	type ItemResult,
	type OpenItem,
} from '../shared/model/itemResult';
import { createdAt, isFinal, keptIn, submittedTask, type Task, taskIn } from '../shared/model/task';
import { pathOf, type TaskKind, type TaskQuery } from '../shared/model/taskKind';
import type { KnownBy } from '../shared/model/taskStatus';
import { reportedError } from '../shared/output/errorOutput';
import { warnInOutput } from '../shared/output/outputHints';
import { readFileName } from '../shared/output/settings';
import { canLookUp } from '../shared/tasks/canAsk';
import { aiCreation } from '../shared/tasks/aiCreation';
import { kinds } from '../shared/tasks/kinds';
import { KindSearch } from '../shared/tasks/searchKinds';
import { asError } from '../shared/util/async';
import { PackError } from '../shared/util/errors';
import { plainText } from '../shared/util/text';
import { getTaskMessages } from './getTask.messages';
import { enteredTaskId } from './taskId';

/*
 * What each input item of Get Task is about: a task, whose kind the user, the item or a search over all kinds names; or none,
 * if it has an error and its task is not known.
 */

export const AUTOMATIC = 'auto';

/** How Get Task reads its items. */
interface ItemReading {
	context: IExecuteFunctions;
	client: ServiceClient;
	/** The field in which the user chooses the kind. */
	taskKind: INodeProperties;
	/** Whether the result files are wanted. */
	withFiles: boolean;
	/** Whether each task is checked once: a list may not show a task yet that a node has output. */
	isOneCheck: boolean;
}

/** Where an item speaks of the task that it is about. */
type Mention =
	/** The item reports the task, or has nothing but its ID, or the user has named another one. */
	| { of: 'itsTask'; fields: IDataObject }
	/** The item has an error, and the task stands in the details of that error. */
	| { of: 'failedTask'; fields: IDataObject }
	/** The item has an error, and what stands beside it is about another task. */
	| { of: 'none' };

/** What an item is about. */
type About =
	/** Without a kind where nobody names it. */
	| { is: 'task'; taskId: string; kind?: TaskKind; fields: IDataObject }
	/** It reports the end of a task about which the service cannot be asked. */
	| { is: 'finished'; task: Task }
	/** It has an error, and its task is not known. */
	| { is: 'none' }
	| { is: 'wrong'; error: unknown };

/**
 * Reads which task each input item is about; one that is final already is used as it is. With
 * files, their addresses are taken from the service alone: an item may come from anywhere.
 */
export function readTasks(reading: ItemReading): ItemResult[] {
	const { context, client } = reading;
	const inputs = context.getInputData();
	const abouts = inputs.map(({ json }, itemIndex) => aboutOf(reading, itemIndex, json));
	const search = searchFor(client, abouts);
	const unconfirmed = new Set<TaskKind>();
	const readItem = (input: INodeExecutionData, itemIndex: number): ItemResult => {
		const about = abouts[itemIndex] ?? { is: 'none' };
		if (about.is === 'none') return { is: 'passedThrough', itemIndex, input };
		try {
			if (about.is === 'wrong') throw asError(about.error);
			if (about.is === 'finished') return itemAsItIs({ input, itemIndex }, about.task);
			const open = openItem({ ...reading, search }, { input, itemIndex }, about);
			return confirmedOrOpen(reading, open, unconfirmed);
		} catch (error) {
			return { ...failedItem({ itemIndex, input }, error), isAsInput: true };
		}
	};
	const items = inputs.map(readItem);
	for (const kind of unconfirmed) {
		const path = pathOf(kind);
		const label = path ? pathLabel(path) : '';
		warnInOutput(context, getTaskMessages.filesNotConfirmed(kind.label, label));
	}
	return items;
}

function aboutOf({ context, taskKind }: ItemReading, itemIndex: number, json: IDataObject): About {
	try {
		const given = context.getNodeParameter('taskId', itemIndex, '', { extractValue: true });
		const entered = enteredTaskId(given);
		const mention = mentionOf(json, entered);
		if (mention.of === 'none') return { is: 'none' };
		const { fields } = mention;
		const taskId = mention.of === 'itsTask' ? entered : enteredTaskId(fields.taskId);
		if (taskId === '') {
			if (json.error) return { is: 'none' };
			throw new PackError(getTaskMessages.missingId, { item: itemIndex });
		}
		const written = context.getNodeParameter('taskKind', itemIndex, AUTOMATIC);
		const chosen = optionValue(taskKind, written) ?? AUTOMATIC;
		if (chosen !== AUTOMATIC) return { is: 'task', taskId, kind: kinds[chosen], fields };
		const finished = finishedForGood(json, taskId);
		if (finished) return { is: 'finished', task: finished };
		const named = optionValue(taskKind, fields.taskKind) ?? AUTOMATIC;
		return { is: 'task', taskId, kind: kinds[named], fields };
	} catch (error) {
		return { is: 'wrong', error };
	}
}

/**
 * An item with an error has its own task in its details; beside the error may stand its input, which can be about another task.
 *
 * @param entered the ID that the field holds: by default that of the item
 */
function mentionOf(json: IDataObject, entered: string): Mention {
	const reported = reportedError(json);
	const details = reported.is === 'withDetails' ? reported.details : undefined;
	const inItem = [json, details].map((one) => plainText(one?.taskId));
	// The user has named a task that is not in the item.
	if (entered !== '' && !inItem.includes(entered)) return { of: 'itsTask', fields: json };
	if (details) return { of: 'failedTask', fields: details };
	// In the error output of an older n8n, and after other nodes, an error with a message stands beside the task of the input.
	const isOfInput = json.error && json.message !== undefined && taskIn(omit(json, 'error'));
	return isOfInput ? { of: 'none' } : { of: 'itsTask', fields: json };
}

/**
 * The finished task that an item reports, if the service cannot be asked about it: a custom voice, or one of a kind that this
 * version of the pack does not know. What has finished is passed on, whatever its kind.
 */
function finishedForGood(json: IDataObject, taskId: string): Task | undefined {
	const task = taskIn(json);
	if (!task || task.taskId !== taskId || task.taskKind === '' || !isFinal(task)) return undefined;
	const kind = kinds[task.taskKind];
	return kind && kind.asked !== 'never' ? undefined : task;
}

/** Who is asked about the tasks whose kind nobody names. */
function searchFor(client: ServiceClient, abouts: readonly About[]): KindSearch {
	const isNeeded = abouts.some((about) => about.is === 'task' && !about.kind);
	const others = isNeeded ? Object.values(kinds).filter((kind) => kind !== aiCreation) : [];
	return new KindSearch(
		aiCreation,
		others.filter((kind) => canLookUp(client.paths, kind)),
	);
}

/** @throws NodeOperationError about the name of its files */
function openItem(
	{ context, isOneCheck, search }: ItemReading & { search: KindSearch },
	item: { input: INodeExecutionData; itemIndex: number },
	{ taskId, kind, fields }: Extract<About, { is: 'task' }>,
): OpenItem {
	const { fileName, violations } = readFileName(context, item.itemIndex);
	if (violations.length > 0) throw refusal(context, item.itemIndex, violations, '');
	const asked: TaskQuery = kind ?? search;
	const isAbout = fields.taskId === taskId && fields.taskKind === kind?.name;
	const reported = isAbout ? taskIn(fields) : undefined;
	const kept = isAbout ? keptIn(fields) : {};
	const known = knownBy(item.input.json, reported, isOneCheck);
	// Without a status of the service, the time may be that of a row in a table.
	const createdAfter = reported?.serviceStatus === undefined ? undefined : createdAt(reported);
	return {
		is: 'open',
		...item,
		fileName,
		kept,
		watched: { kind: asked, taskId, createdAfter, known },
		task: known.by === 'report' ? known.task : { ...submittedTask(asked.name, taskId), ...kept },
		isElsewhere: false,
	};
}

/** @param reported the task as its item reports it, if it does */
function knownBy(json: IDataObject, reported: Task | undefined, isOneCheck: boolean): KnownBy {
	if (!reported) return { by: 'id' };
	// What comes with an error is looked up again.
	if (!json.error && isFinal(reported)) return { by: 'report', task: reported };
	const wasSeen = reported.serviceStatus !== undefined || isOneCheck;
	return { by: wasSeen ? 'service' : 'id' };
}

/** An item as it is, unless the end that it reports needs no confirmation, or cannot have one. */
function confirmedOrOpen(
	{ client, withFiles }: ItemReading,
	open: OpenItem,
	unconfirmed: Set<TaskKind>,
): ItemResult {
	const { watched, itemIndex, input, fileName } = open;
	if (watched.known.by !== 'report') return open;
	const { task } = watched.known;
	const kind = kinds[task.taskKind];
	if (kind && withFiles && task.state === 'succeeded') {
		if (canLookUp(client.paths, kind)) return open;
		if (kind.asked !== 'never' && task.outputUrls?.length) unconfirmed.add(kind);
	}
	return itemAsItIs({ input, itemIndex, fileName }, task);
}

/** The item of a task that is passed on as the input reports it, with its files. */
function itemAsItIs(
	item: Pick<FinishedItem, 'input' | 'itemIndex' | 'fileName'>,
	task: Task,
): FinishedItem {
	return { is: 'finished', ...item, task, isAsInput: true, files: item.input?.binary };
}
