import { memoize, omit, sortBy, without } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { ServiceClient } from '../shared/api/client';
import { pathLabel } from '../shared/api/paths';
import { optionValue } from '../shared/fields/options';
import { refusalWithNote } from '../shared/fields/readRequest';
import {
	failedItem,
	deliveredItem,
	type DeliveredItem,
	type ItemResult,
	type OpenItem,
} from '../shared/model/itemResult';
import {
	createdAtService,
	isFinal,
	keptIn,
	submittedTask,
	type Task,
	taskIn,
} from '../shared/model/task';
import { canLookUp, pathOf, type TaskKind } from '../shared/model/taskKind';
import type { KnownBy } from '../shared/model/taskStatus';
import { reportedError } from '../shared/output/errorOutput';
import { warnInOutput } from '../shared/output/outputHints';
import { readFileName } from '../shared/output/settings';
import { aiCreation } from '../shared/tasks/aiCreation';
import { allKinds, kinds } from '../shared/tasks/kinds';
import { KindSearch } from '../shared/tasks/searchKinds';
import { PackError } from '../shared/util/errors';
import { plainText } from '../shared/util/text';
import { getTaskMessages } from './getTask.messages';
import { enteredTaskId } from './taskId';

/*
 * What each input item of Get Task is about: a task, whose kind the user, the item or a search over all kinds names; or
 * none, if it has an error and its task is not known.
 */

/** The choice in the field of the kind that leaves the kind to the item, or to a search. */
export const AUTOMATIC = 'auto';

/** How Get Task reads its items. */
interface ItemReading {
	context: IExecuteFunctions;
	client: ServiceClient;
	/** The field in which the user chooses the kind. */
	taskKind: INodeProperties;
	/** Whether the result files are wanted. */
	withFiles: boolean;
	/**
	 * Whether each task is checked once, now. Then a task that an earlier node has output counts as one that exists, even
	 * if the check does not show it, because the list of the service may show a new task late.
	 */
	isOneCheck: boolean;
}

/** A task that an item names. */
interface Mention {
	taskId: string;
	/** What the item says of it. */
	fields: IDataObject;
}

/** A task that the service is asked about. */
interface AskedTask extends Mention {
	/** Its kind; undefined where nobody names it. */
	kind?: TaskKind;
}

/** The reading of all items of a run. */
interface TaskReading extends ItemReading {
	/**
	 * Gives what asks about the tasks whose kind nobody names, the same for all items. It is made when it is first asked
	 * for, because it needs the paths in the credential.
	 *
	 * @throws PackError where the credential has a wrong path for one of the kinds
	 */
	searchOfKinds(): KindSearch;
	/**
	 * The kinds whose files are not downloaded, because the service cannot confirm them. A kind is added when an item
	 * with such files is read.
	 */
	unconfirmed: Set<TaskKind>;
}

/** An input item and its place among all of them. */
interface AskingItem {
	input: INodeExecutionData;
	itemIndex: number;
}

/**
 * Reads which task each input item is about. A task whose end the item reports is not asked about again, unless its
 * files are wanted: their addresses are taken from the service alone, because an item may come from anywhere. Where the
 * service cannot confirm files, a warning in the output says why they are not downloaded.
 *
 * @returns a result for each item, in their order: open, where the service has to be asked about the task; failed, with
 *   its error, where something is wrong with the item
 */
export function readTasks(reading: ItemReading): ItemResult[] {
	const { context, client } = reading;
	const searchOfKinds = memoize(() => searchOf(client));
	// Filled while the results are made.
	const unconfirmed = new Set<TaskKind>();
	const taskReading: TaskReading = { ...reading, searchOfKinds, unconfirmed };
	const results = context.getInputData().map((input, itemIndex): ItemResult => {
		const item = { input, itemIndex };
		try {
			return resultOfItem(taskReading, item);
		} catch (error) {
			return { ...failedItem(item, error), isAsInput: true };
		}
	});
	for (const kind of unconfirmed) warnOfMissingFiles(context, kind);
	return results;
}

/**
 * Tells the user why files of a kind are not downloaded: the credential lacks the path at which to ask about it. Of a
 * kind that is never asked about, nothing is said, because no path would help.
 */
function warnOfMissingFiles(context: IExecuteFunctions, kind: TaskKind): void {
	const path = pathOf(kind);
	if (path) warnInOutput(context, getTaskMessages.filesNotConfirmed(kind.label, pathLabel(path)));
}

/**
 * The result of an item: open where the service has to be asked about its task; delivered, or passed through as it
 * came, where it need not be asked.
 *
 * @throws PackError where the ID or the kind of the task, or the name for its files, is missing or cannot be used
 */
function resultOfItem(reading: TaskReading, item: AskingItem): ItemResult {
	const { itemIndex } = item;
	const { json } = item.input;
	const entered = reading.context.getNodeParameter('taskId', itemIndex, '', {
		extractValue: true,
	});
	const mention = mentionOf(json, enteredTaskId(entered));
	if (mention && mention.taskId !== '') return resultOfMention(reading, item, mention);
	// Without an ID, an item with an error is passed on, and any other item is a mistake of the user.
	if (json.error) return { is: 'passedThrough', ...item };
	throw new PackError(getTaskMessages.missingId, { item: itemIndex });
}

/**
 * The result of an item that names a task. The task is of the kind that the user has chosen, or else of the kind that
 * the item names for it; where nobody names a kind, it is searched for.
 *
 * @throws PackError where the chosen or named kind is not one of the choices in the field, or the name for the files of
 *   the task cannot be used
 */
function resultOfMention(reading: TaskReading, item: AskingItem, mention: Mention): ItemResult {
	const { context, taskKind } = reading;
	const { taskId, fields } = mention;
	const entered = context.getNodeParameter('taskKind', item.itemIndex, AUTOMATIC);
	let kindName = optionValue(taskKind, entered) ?? AUTOMATIC;
	if (kindName === AUTOMATIC) {
		const finished = finishedForGood(item.input.json, taskId);
		if (finished) return itemAsReported(item, finished);
		// The kind in an item is that of its own task, and the user may have entered the ID of another one.
		const idInItem = plainText(fields.taskId);
		const isOfOtherTask = idInItem !== '' && idInItem !== taskId;
		if (!isOfOtherTask) kindName = optionValue(taskKind, fields.taskKind) ?? AUTOMATIC;
	}
	// With 'auto', which is the name of no kind, the kind is undefined: the task is searched for.
	const kind = kinds[kindName];
	return openOrDelivered(reading, openTaskItem(reading, item, { ...mention, kind }));
}

/**
 * Which task an item names: the one in the field 'Task ID', by default that of the item. An item with an error has its
 * own task in the details of that error; beside the error may stand the input of the node that failed, which can be
 * about another task. The ID in the field may be that by default, so the details win over it.
 *
 * @param entered the ID that the field holds; empty for none
 * @returns its `taskId` is empty where neither the field nor the details name a task. Undefined where the item has an
 *   error, and what stands beside it is about another task
 * @throws PackError where the ID in the details of the error cannot be that of one task
 */
function mentionOf(json: IDataObject, entered: string): Mention | undefined {
	const taskInField: Mention = { taskId: entered, fields: json };
	const reported = reportedError(json);
	// Undefined for an item without an error, and for an error of another node.
	const details = reported.is === 'withDetails' ? reported.details : undefined;
	const isOfItem = plainText(json.taskId) === entered;
	const isOfDetails = details !== undefined && plainText(details.taskId) === entered;
	// The user has entered an ID that does not come from the item.
	const isNamedByUser = entered !== '' && !isOfItem && !isOfDetails;
	if (isNamedByUser) return taskInField;
	if (details) return { taskId: enteredTaskId(details.taskId), fields: details };
	return hasTaskBesideError(json) ? undefined : taskInField;
}

/**
 * Whether an item has an error and, beside it, a task. That task is the input of the node that failed, and not what the
 * error is about. Such items come from the error output of this pack in an older n8n, and from other nodes, which put
 * the error with a message beside their input.
 */
function hasTaskBesideError(json: IDataObject): boolean {
	const hasErrorWithMessage = Boolean(json.error) && json.message !== undefined;
	// `taskIn` gives no task for an item with an error.
	return hasErrorWithMessage && taskIn(omit(json, 'error')) !== undefined;
}

/**
 * The finished task that an item reports, if it is of a kind about which the service cannot be asked: a custom voice,
 * or a kind that this version of the pack does not know. Undefined for any other item.
 *
 * @param taskId the ID of the task that the item is about; another task in the item does not count
 */
function finishedForGood(json: IDataObject, taskId: string): Task | undefined {
	const task = taskIn(json);
	const isFinishedTask = task?.taskId === taskId && task.taskKind !== '' && isFinal(task);
	if (!isFinishedTask) return undefined;
	// Undefined for a kind that this version of the pack does not know.
	const kind = kinds[task.taskKind];
	const canBeAsked = kind !== undefined && kind.asked !== 'nowhere';
	return canBeAsked ? undefined : task;
}

/**
 * The search for the tasks whose kind nobody names. It asks about them as AI creations first, which takes one request
 * for many tasks, and then as each other kind: the last one is that about which the service may be asked the least, so
 * that tasks of the others do not use its limit up, and do not wait for it. A kind whose path the credential lacks is
 * left out.
 *
 * @throws PackError where the credential has a wrong path for one of the kinds
 */
function searchOf(client: ServiceClient): KindSearch {
	const others = without<TaskKind>(allKinds, aiCreation);
	const askable = others.filter((kind) => canLookUp(client.paths, kind));
	return new KindSearch(aiCreation, sortBy(askable, 'shortestIntervalMs'));
}

/**
 * The item of a task that the service can be asked about.
 *
 * @throws PackError where the name that the user gives its files is not valid
 */
function openTaskItem(
	{ context, isOneCheck, searchOfKinds }: TaskReading,
	{ input, itemIndex }: AskingItem,
	about: AskedTask,
): OpenItem {
	const { fileName, violations } = readFileName(context, itemIndex);
	if (violations.length > 0) throw refusalWithNote(context, itemIndex, { violations, note: '' });
	const { taskId } = about;
	// Where nobody names the kind, the search takes its place. Its name is empty, so that the task has no kind until it
	// is found.
	const kind = about.kind ?? searchOfKinds();
	const { reported, kept } = saidByItem(about);
	const hasError = Boolean(input.json.error);
	const known = knownBy(reported, hasError, isOneCheck);
	let task: Task = { ...submittedTask(kind.name, taskId), ...kept };
	// Until the service has been asked, the task is as the item reports it.
	if (known.by === 'report') task = known.task;
	const watched = { kind, taskId, createdAfter: reported && createdAtService(reported), known };
	return { is: 'open', input, itemIndex, fileName, kept, watched, task, submittedElsewhere: false };
}

/** What an item says of the task that is asked about. */
interface SaidByItem extends Pick<OpenItem, 'kept'> {
	/** The task as the item reports it; undefined where the item does not report it, or only names it. */
	reported?: Task;
}

/**
 * What an item says of the task that is asked about: the task, and what was kept of its submit. Nothing where the user
 * has named another task than that of the item, or another kind.
 */
function saidByItem({ taskId, kind, fields }: AskedTask): SaidByItem {
	// Where neither the user nor the item names a kind, both are undefined, and so the same.
	const isSameKind = fields.taskKind === kind?.name;
	const isSameTask = plainText(fields.taskId) === taskId && isSameKind;
	if (!isSameTask) return { kept: {} };
	return { reported: taskIn(fields), kept: keptIn(fields) };
}

/**
 * How it is known that a task exists: by its ID alone, by the end that its item reports, or because the service has
 * shown it.
 *
 * @param reported the task as its item reports it; undefined where the item only names it
 * @param hasError whether the item has an error: then the end that it reports is not relied on
 * @param isOneCheck as in `ItemReading`
 */
function knownBy(reported: Task | undefined, hasError: boolean, isOneCheck: boolean): KnownBy {
	if (!reported) return { by: 'id' };
	if (!hasError && isFinal(reported)) return { by: 'report', task: reported };
	const wasShownByService = reported.serviceStatus !== undefined;
	const isKnownToService = wasShownByService || isOneCheck;
	return { by: isKnownToService ? 'service' : 'id' };
}

/**
 * The result of an item whose task the service can be asked about.
 *
 * - It stays open where the item does not report the end of the task, and where files are wanted that the service can
 *   confirm.
 * - Otherwise its task is delivered as the item reports it. Files that are wanted and cannot be confirmed are not
 *   downloaded: their kind is added to `unconfirmed`.
 *
 * @throws PackError where files are wanted, and the credential has a wrong path for their kind
 */
function openOrDelivered(
	{ client, withFiles, unconfirmed }: TaskReading,
	open: OpenItem,
): ItemResult {
	const { known } = open.watched;
	if (known.by !== 'report') return open;
	const { task } = known;
	const asReported = itemAsReported(open, task);
	// Undefined for a kind that this version of the pack does not know.
	const kind = kinds[task.taskKind];
	const wantsFiles = withFiles && task.state === 'succeeded';
	if (!kind || !wantsFiles) return asReported;
	const canConfirmFiles = canLookUp(client.paths, kind);
	if (canConfirmFiles) return open;
	const hasFiles = task.outputUrls !== undefined && task.outputUrls.length > 0;
	if (hasFiles) unconfirmed.add(kind);
	return asReported;
}

/** The item of a task that is passed on as the input item reports it, with the files of that item. */
function itemAsReported(
	item: Pick<DeliveredItem, 'input' | 'itemIndex' | 'fileName'>,
	task: Task,
): DeliveredItem {
	return { ...deliveredItem(item, task), isAsInput: true, files: item.input?.binary };
}
