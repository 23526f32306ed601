import { map, omit, pick } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { ServiceClient } from '../shared/api/client';
import { pathLabel } from '../shared/api/paths';
import { optionValue } from '../shared/fields/options';
import { refusalWithNote } from '../shared/fields/readRequest';
import {
	failedItem,
	type FinishedItem,
	type ItemResult,
	type OpenItem,
} from '../shared/model/itemResult';
import { createdAt, isFinal, keptIn, submittedTask, type Task, taskIn } from '../shared/model/task';
import { pathOf, type TaskKind } from '../shared/model/taskKind';
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
 * What each input item of Get Task is about: a task, whose kind the user, the item or a search over all kinds names; or
 * none, if it has an error and its task is not known.
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

/** Which task an item names, with what it says of the task (`fields`). */
type Mention =
	/** The one in the field 'Task ID', by default that of the item. */
	| { of: 'itsTask'; taskId: string; fields: IDataObject }
	/** The item has an error, and the task stands in the details of that error. */
	| { of: 'failedTask'; taskId: string; fields: IDataObject }
	/** The item has an error, and what stands beside it is about another task. */
	| { of: 'none' };

/** A task that the service is asked about. */
interface AskedTask {
	is: 'task';
	taskId: string;
	/** Its kind; undefined where nobody names it. */
	kind?: TaskKind;
	/** What the item says of it. */
	fields: IDataObject;
}

/** What an item is about. */
type About =
	| AskedTask
	/** The item reports the end of a task about which the service cannot be asked. */
	| { is: 'finished'; task: Task }
	/** The item has an error, and its task is not known. */
	| { is: 'none' }
	/** The ID or the kind of the task cannot be read. */
	| { is: 'wrong'; error: unknown };

/** The reading of items, once it is known what all of them are about. */
interface TaskReading extends ItemReading {
	/** Asks about the tasks whose kind nobody names. */
	search: KindSearch;
	/** The kinds whose files are not downloaded, because the service cannot confirm them. */
	unconfirmed: Set<TaskKind>;
}

type AskingItem = Pick<FinishedItem, 'input' | 'itemIndex'>;

/**
 * Reads which task each input item is about; one that is final already is used as it is. With
 * files, their addresses are taken from the service alone: an item may come from anywhere.
 */
export function readTasks(reading: ItemReading): ItemResult[] {
	const { context, client } = reading;
	const items = context.getInputData().map((input, itemIndex) => {
		return { input, itemIndex, about: aboutOf(reading, itemIndex, input.json) };
	});
	const search = searchFor(client, map(items, 'about'));
	const unconfirmed = new Set<TaskKind>();
	const ofAll: TaskReading = { ...reading, search, unconfirmed };
	const results = items.map(({ input, itemIndex, about }) =>
		itemResultOf(ofAll, { input, itemIndex }, about),
	);
	for (const kind of unconfirmed) {
		const path = pathOf(kind);
		const label = path ? pathLabel(path) : '';
		warnInOutput(context, getTaskMessages.filesNotConfirmed(kind.label, label));
	}
	return results;
}

/**
 * The result of an item: open where the service has to be asked, finished or passed on where it need not be asked,
 * failed where it cannot be read.
 */
function itemResultOf(reading: TaskReading, item: AskingItem, about: About): ItemResult {
	try {
		switch (about.is) {
			case 'task':
				return openOrFinished(reading, openTaskItem(reading, item, about));
			case 'finished':
				return itemAsItIs(item, about.task);
			case 'none':
				return { is: 'passedThrough', ...item };
			case 'wrong':
				throw asError(about.error);
		}
	} catch (error) {
		return { ...failedItem(item, error), isAsInput: true };
	}
}

/** What an item is about, by its field 'Task ID' and by what the item itself says. */
function aboutOf(reading: ItemReading, itemIndex: number, json: IDataObject): About {
	try {
		const entered = reading.context.getNodeParameter('taskId', itemIndex, '', {
			extractValue: true,
		});
		const mention = mentionOf(json, enteredTaskId(entered));
		if (mention.of === 'none') return { is: 'none' };
		if (mention.taskId !== '') return aboutTask(reading, itemIndex, { ...mention, json });
		// An item with an error is passed on; of any other, the user expects a task.
		if (json.error) return { is: 'none' };
		throw new PackError(getTaskMessages.missingId, { item: itemIndex });
	} catch (error) {
		return { is: 'wrong', error };
	}
}

/**
 * What an item is about that names a task: of the kind that the user has chosen,
 * or else of the one that the item names.
 *
 * @param mention the ID of the task, what the item says of it (`fields`), and the whole item (`json`)
 * @throws PackError where the kind is none that the service can be asked about
 */
function aboutTask(
	{ context, taskKind }: ItemReading,
	itemIndex: number,
	mention: { taskId: string; fields: IDataObject; json: IDataObject },
): About {
	const { taskId, fields, json } = mention;
	const entered = context.getNodeParameter('taskKind', itemIndex, AUTOMATIC);
	const chosen = optionValue(taskKind, entered) ?? AUTOMATIC;
	if (chosen !== AUTOMATIC) return { is: 'task', taskId, kind: kinds[chosen], fields };
	const finished = finishedForGood(json, taskId);
	if (finished) return { is: 'finished', task: finished };
	const named = optionValue(taskKind, fields.taskKind) ?? AUTOMATIC;
	// Undefined for 'auto', which is no kind.
	return { is: 'task', taskId, kind: kinds[named], fields };
}

/**
 * Which task an item names. An item with an error has its own task in the details of that error; beside the error may
 * stand the input of the node that failed, which can be about another task.
 *
 * @param entered the ID that the field holds, by default that of the item; empty for none
 */
function mentionOf(json: IDataObject, entered: string): Mention {
	const inField: Mention = { of: 'itsTask', taskId: entered, fields: json };
	const reported = reportedError(json);
	// Undefined for an item without an error, and for an error of another node.
	const details = reported.is === 'withDetails' ? reported.details : undefined;
	const isInItem = [json, details].some((fields) => plainText(fields?.taskId) === entered);
	const isNamedByUser = entered !== '' && !isInItem;
	if (isNamedByUser) return inField;
	if (details) {
		return { of: 'failedTask', taskId: enteredTaskId(details.taskId), fields: details };
	}
	return isTaskOfInput(json) ? { of: 'none' } : inField;
}

/**
 * Whether the task beside an error is that of the node's input: so it is in the error output of an older n8n, and after
 * other nodes, which put the error with a message beside their input.
 */
function isTaskOfInput(json: IDataObject): boolean {
	if (!json.error || json.message === undefined) return false;
	return taskIn(omit(json, 'error')) !== undefined;
}

/**
 * The finished task that an item reports, if the service cannot be asked about it: a custom voice, or one of a kind
 * that this version of the pack does not know. Undefined for any other item.
 */
function finishedForGood(json: IDataObject, taskId: string): Task | undefined {
	const task = taskIn(json);
	const isFinishedTask = task?.taskId === taskId && task.taskKind !== '' && isFinal(task);
	if (!isFinishedTask) return undefined;
	const kind = kinds[task.taskKind];
	const canBeAsked = kind !== undefined && kind.asked !== 'never';
	return canBeAsked ? undefined : task;
}

/**
 * What asks about the tasks whose kind nobody names: as AI creations, which takes one request for many, and among the
 * other kinds for which the credential has the path, if they need one. Where there is no such task, the paths in the
 * credential are not read, because a wrong one is an error.
 */
function searchFor(client: ServiceClient, abouts: readonly About[]): KindSearch {
	const isNeeded = abouts.some((about) => about.is === 'task' && !about.kind);
	if (!isNeeded) return new KindSearch(aiCreation, []);
	const others = Object.values(kinds).filter((kind) => kind !== aiCreation);
	const withPath = others.filter((kind) => canLookUp(client.paths, kind));
	return new KindSearch(aiCreation, withPath);
}

/** The item of a task that the service is asked about. @throws PackError about the name of its files */
function openTaskItem(
	{ context, isOneCheck, search }: TaskReading,
	{ input, itemIndex }: AskingItem,
	about: AskedTask,
): OpenItem {
	const { fileName, violations } = readFileName(context, itemIndex);
	if (violations.length > 0) throw refusalWithNote(context, itemIndex, { violations, note: '' });
	const { taskId, kind = search } = about;
	const { reported, kept } = saidByItem(about);
	const known = knownBy(reported, Boolean(input?.json.error), isOneCheck);
	let task: Task = { ...submittedTask(kind.name, taskId), ...kept };
	if (known.by === 'report') task = known.task;
	const watched = { kind, taskId, createdAfter: timeByService(reported), known };
	return { is: 'open', input, itemIndex, fileName, kept, watched, task, isElsewhere: false };
}

/**
 * What an item says of the task that is asked about: the task as it `reported` it, and what is `kept` of its submit.
 * Nothing where the user has named another task than that of the item, or another kind.
 */
function saidByItem({ taskId, kind, fields }: AskedTask): Pick<OpenItem, 'kept'> & {
	reported?: Task;
} {
	// Also where neither the user nor the item names a kind.
	const isSameKind = fields.taskKind === kind?.name;
	const isOfItem = fields.taskId === taskId && isSameKind;
	if (!isOfItem) return { kept: {} };
	return { reported: taskIn(fields), kept: keptIn(fields) };
}

/** When a task was created, in Unix seconds; undefined where the service has not said it. */
function timeByService(reported: Task | undefined): number | undefined {
	// Without a status of the service, the time in the item may be that of a row in a table.
	if (reported?.serviceStatus === undefined) return undefined;
	return createdAt(reported);
}

/**
 * How it is known that a task exists.
 *
 * @param reported the task as its item reports it; undefined where the item only names it
 * @param hasError whether the item has an error: what comes with it is looked up again
 * @param isOneCheck whether the task is checked once; then one that an item reports counts as shown before
 */
function knownBy(reported: Task | undefined, hasError: boolean, isOneCheck: boolean): KnownBy {
	if (!reported) return { by: 'id' };
	if (!hasError && isFinal(reported)) return { by: 'report', task: reported };
	const wasSeen = reported.serviceStatus !== undefined;
	return { by: wasSeen || isOneCheck ? 'service' : 'id' };
}

/**
 * An item that does not report the end of its task stays open; one that does is finished, as it is. That one stays open
 * too if its files are wanted and the service can confirm them; if it cannot, they are not downloaded, and the kind is
 * noted in `unconfirmed`.
 */
function openOrFinished(
	{ client, withFiles, unconfirmed }: TaskReading,
	open: OpenItem,
): ItemResult {
	const { known } = open.watched;
	if (known.by !== 'report') return open;
	const { task } = known;
	const asItIs = itemAsItIs(pick(open, ['input', 'itemIndex', 'fileName']), task);
	// Undefined for a kind that this version of the pack does not know.
	const kind = kinds[task.taskKind];
	const wantsFiles = withFiles && task.state === 'succeeded';
	if (!kind || !wantsFiles) return asItIs;
	if (canLookUp(client.paths, kind)) return open;
	const hasFiles = task.outputUrls !== undefined && task.outputUrls.length > 0;
	// The caller tells the user which path the credential lacks. For a kind that is never asked about, none would help.
	if (hasFiles && kind.asked !== 'never') unconfirmed.add(kind);
	return asItIs;
}

/** The item of a task that is passed on as the input reports it, with its files. */
function itemAsItIs(
	item: Pick<FinishedItem, 'input' | 'itemIndex' | 'fileName'>,
	task: Task,
): FinishedItem {
	return { is: 'finished', ...item, task, isAsInput: true, files: item.input?.binary };
}
