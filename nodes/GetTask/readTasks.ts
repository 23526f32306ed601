import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { canLookUp, pathLabel } from '../shared/api/credential';
import { optionValue } from '../shared/fields/options';
import { refusal } from '../shared/fields/request';
import { failedItem, type ItemResult, type OpenItem } from '../shared/model/itemResult';
import { createdAt, isFinal, keptIn, submittedTask, type Task, taskIn } from '../shared/model/task';
import type { TaskKind } from '../shared/model/taskKind';
import type { KnownBy } from '../shared/model/taskStatus';
import { warnInOutput } from '../shared/output/hints';
import { enteredId, readFileName } from '../shared/output/settings';
import { aiCreation } from '../shared/tasks/aiCreation';
import { kinds } from '../shared/tasks/kinds';
import { asError } from '../shared/util/async';
import { VOICE } from '../shared/tasks/voice';
import { PackError } from '../shared/util/errors';
import { isObject, plainText } from '../shared/util/text';
import { getTaskMessages } from './messages';
import { unnamedKind } from './unnamedKind';

/*
 * What each input item of Get Task is about: a task, whose kind the user, the item or a search over all kinds names; or none,
 * if it has an error and its task is not known.
 */

export const AUTOMATIC = 'auto';

/** How Get Task reads its items. */
interface Reading {
	context: IExecuteFunctions;
	/** The field in which the user chooses the kind. */
	taskKind: INodeProperties;
	/** Whether the result files are wanted. */
	withFiles: boolean;
	/** Whether each task is checked once: a list may not show a task yet that a node has output. */
	isOneCheck: boolean;
}

/** What an item is about. */
type About =
	| { is: 'task'; taskId: string; kind: TaskKind | 'search'; source: IDataObject }
	/** A finished task of a kind that cannot be asked about, such as a custom voice. */
	| { is: 'finished'; task: Task }
	/** It has an error, and its task is not known. */
	| { is: 'nothing' }
	| { is: 'wrong'; error: unknown };

/**
 * Reads which task each input item is about; one that is final already is used as it is. With
 * files, their addresses are taken from the service alone: an item may come from anywhere.
 */
export async function readTasks(reading: Reading): Promise<ItemResult[]> {
	const { context } = reading;
	const inputs = context.getInputData();
	const abouts = inputs.map(({ json }, itemIndex) => aboutOf(reading, itemIndex, json));
	const unnamed = await unnamedFor(context, abouts);
	const unconfirmed = new Set<TaskKind>();
	const readItem = async (input: INodeExecutionData, itemIndex: number): Promise<ItemResult> => {
		const about = abouts[itemIndex] ?? { is: 'nothing' };
		if (about.is === 'nothing') return { is: 'passedThrough', itemIndex, input };
		if (about.is === 'finished') {
			const { task } = about;
			return { is: 'finished', itemIndex, input, task, files: input.binary, isAsInput: true };
		}
		try {
			if (about.is === 'wrong') throw asError(about.error);
			const kind = about.kind === 'search' ? unnamed : about.kind;
			const open = openItem(reading, { input, itemIndex }, { ...about, kind });
			return await confirmedOrOpen(reading, open, unconfirmed);
		} catch (error) {
			return { ...failedItem({ itemIndex, input }, error), isAsInput: true };
		}
	};
	const items = await Promise.all(inputs.map(readItem));
	for (const { label, detailPath } of unconfirmed) {
		const path = detailPath ? pathLabel(detailPath) : '';
		warnInOutput(context, getTaskMessages.filesNotConfirmed(label, path));
	}
	return items;
}

/**
 * What an item is about. One with an error has its own task in its details; beside the error may
 * stand its input, which can be about another task.
 */
function aboutOf({ context, taskKind }: Reading, itemIndex: number, json: IDataObject): About {
	try {
		const given = context.getNodeParameter('taskId', itemIndex, '', { extractValue: true });
		const entered = enteredId(given, 'Task ID');
		const source = sourceOf(json, entered);
		if (source === undefined) return { is: 'nothing' };
		const taskId = source === json ? entered : enteredId(source.taskId, 'Task ID');
		if (taskId === '') {
			if (json.error) return { is: 'nothing' };
			throw new PackError(getTaskMessages.missingId, { field: 'taskId', item: itemIndex });
		}
		const chosen = context.getNodeParameter('taskKind', itemIndex, AUTOMATIC);
		if (chosen === AUTOMATIC) {
			const task = finishedOfOtherKind(source, taskId);
			if (task && !json.error) return { is: 'finished', task };
		}
		const name = optionValue(taskKind, chosen === AUTOMATIC ? source.taskKind : chosen);
		return { is: 'task', taskId, kind: kinds[name ?? AUTOMATIC] ?? 'search', source };
	} catch (error) {
		return { is: 'wrong', error };
	}
}

/** The task that an item reports, if that has finished, and nobody can be asked about it. */
function finishedOfOtherKind(json: IDataObject, taskId: string): Task | undefined {
	const task = taskIn(json);
	if (!task || task.taskId !== taskId || !isFinal(task)) return undefined;
	return task.taskKind === VOICE ? task : undefined;
}

/**
 * Where an item speaks of its task; undefined where it only speaks of another one.
 *
 * @param entered the ID that the field holds: by default that of the item
 */
function sourceOf(json: IDataObject, entered: string): IDataObject | undefined {
	// Tables have an empty error.
	if (!json.error) return json;
	const details = isObject(json.details) ? (json.details as IDataObject) : undefined;
	const inItem = [json, details].map((one) => plainText(one?.taskId));
	// The user has named a task that is not in the item.
	if (entered !== '' && !inItem.includes(entered)) return json;
	if (details) return details;
	// In the error output of an older n8n, which has a message, the other fields are those of the node's input. Without one, an
	// item has this error since its task finished, such as a file that is missing.
	const isInput = json.state !== undefined && json.message !== undefined;
	return isInput ? undefined : json;
}

/** The kind of those tasks whose kind nobody names. */
async function unnamedFor(context: IExecuteFunctions, abouts: readonly About[]): Promise<TaskKind> {
	const isNeeded = abouts.some((about) => about.is === 'task' && about.kind === 'search');
	const others = isNeeded ? Object.values(kinds).filter((kind) => kind !== aiCreation) : [];
	const can = await Promise.all(others.map(async (kind) => await canLookUp(context, kind)));
	return unnamedKind(others.filter((_, index) => can[index]));
}

/** @throws NodeOperationError about the name of its files */
function openItem(
	{ context, isOneCheck }: Reading,
	item: { input: INodeExecutionData; itemIndex: number },
	{ taskId, kind, source }: { taskId: string; kind: TaskKind; source: IDataObject },
): OpenItem {
	const { fileName, violations } = readFileName(context, item.itemIndex);
	if (violations.length > 0) throw refusal(context, item.itemIndex, violations, '');
	const isAbout = source.taskId === taskId && source.taskKind === kind.name;
	const reported = isAbout ? taskIn(source) : undefined;
	const kept = isAbout ? keptIn(source) : {};
	const known = knownBy(item.input.json, reported, isOneCheck);
	// Without a status of the service, the time may be that of a row in a table.
	const createdAfter = reported?.serviceStatus === undefined ? undefined : createdAt(reported);
	return {
		is: 'open',
		...item,
		fileName,
		kept,
		watched: { kind, taskId, createdAfter, known },
		task: known.by === 'report' ? known.task : { ...submittedTask(kind.name, taskId), ...kept },
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
async function confirmedOrOpen(
	{ context, withFiles }: Reading,
	open: OpenItem,
	unconfirmed: Set<TaskKind>,
): Promise<ItemResult> {
	const { kind, known } = open.watched;
	if (known.by !== 'report') return open;
	const { task } = known;
	const needsFiles = withFiles && task.state === 'succeeded';
	if (needsFiles && (await canLookUp(context, kind))) return open;
	if (needsFiles && task.outputUrls?.length) unconfirmed.add(kind);
	const { itemIndex, input, fileName } = open;
	return {
		is: 'finished',
		itemIndex,
		input,
		fileName,
		task,
		files: input?.binary,
		isAsInput: true,
	};
}
