import { difference, groupBy, map, uniq } from 'lodash';

import { type EndpointName, endpoints, submitEndpoint } from '../api/endpoints';
import { asServiceError, ServiceError, unclearFailure } from '../api/serviceError';
import { learnContents } from '../files/inputContent';
import { isListed } from '../model/taskKind';
import { warnInOutput } from '../output/outputHints';
import { eachItem, type ItemOutcome, shortList, valuesOfItems } from '../output/items';
import { asError } from '../util/async';
import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { awaitAcceptedTasks, type FoundTasks } from './findTasks';
import { logContinued, logUnclear } from './log';
import type { Match } from './memory/earlierRuns';
import type { StoreAnswer } from './memory/store';
import { applyEvent, isNew, type ItemSubmit } from './memory/submission';
import { submitMessages } from './submitMessages';
import type { BodyRequest, ItemRequest, Run, SubmitOperation, SubmitOf } from './submitOperation';

/*
 * What becomes of an item that was, or may have been, submitted before: in an earlier try of this
 * execution, or by an earlier run of the node that was cut off or is retried. `memory/` remembers what was
 * submitted; here is decided what follows from it. The head of `memory/memory.ts` has a table of all cases.
 *
 * - Its task is known: the item continues with that task, without being sent.
 * - It may have a task that is not known: the item fails, without being sent, and its error says how to find the task.
 * - It is certainly new: it will be sent.
 */

/** What the tasks of a run are, the endpoint that creates them, and what says which of them are missing. */
type RecalledKind = Pick<SubmitOperation, 'kind' | 'endpoint' | 'creation'>;

/**
 * Begins the submits of all items with what is known of them, before anything is sent.
 *
 * @returns in the order of the items: the submits that are new, or accepted with their tasks; and the errors of all
 *   other items, which are not sent
 * @throws CancelledError when the execution is stopped while tasks are searched
 */
export async function recallAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
	prepared: ReadonlyArray<ItemOutcome<ItemRequest<Request>>>,
): Promise<Array<ItemOutcome<SubmitOf<Request>>>> {
	const { context, memory } = run;
	await learnContents(context, filesOf(prepared));
	const items = prepared.map((item, position) => {
		if ('error' in item) return item;
		const { itemIndex, value } = item;
		return { itemIndex, value: memory.beginSubmit(itemIndex, value, position) };
	});
	const submits = valuesOfItems(items);
	// n8n's store is asked about those of which the execution itself knows nothing.
	const earlier = await memory.beginStore(submits);
	// What was found is not new any more after this, unless it may be sent again.
	if (earlier.is === 'read') await continueMatches(run, operation, earlier.matches);
	const stillNew = submits.filter(isNew);
	if (memory.store.isRetry) refuseUncertain(earlier, stillNew);
	return await eachItem(items, async (submit) => requireUsable(run, operation, submit));
}

/** All files in the requests of the items without an error, each with the index of its item. */
function filesOf(prepared: ReadonlyArray<ItemOutcome<ItemRequest>>) {
	return prepared.flatMap((item) => {
		if ('error' in item) return [];
		const { itemIndex, value } = item;
		return value.files.map(({ ref }) => ({ itemIndex, ref }));
	});
}

/**
 * Returns a submit that may be sent or has its tasks.
 *
 * @throws the error of a submit that fails without being sent. If that is a failed call after which a task may exist,
 *   n8n's log says so, too
 */
function requireUsable<Request extends BodyRequest>(
	{ context }: Run,
	{ kind }: RecalledKind,
	submit: SubmitOf<Request>,
): SubmitOf<Request> {
	const { state, itemIndex } = submit;
	const hasFailed = state.is === 'unclear' || state.is === 'refused';
	if (!hasFailed) return submit;
	// Undefined for an error after which there is certainly no task.
	const failure = unclearFailure(state.error);
	if (failure) logUnclear({ context, itemIndex, kind }, failure);
	throw asError(state.error);
}

/**
 * Continues with the tasks of submits that earlier runs have sent, and fails those of which no task is known. A
 * submit whose task the user was asked to look for before the retry stays new.
 *
 * @throws CancelledError when the execution is stopped while tasks are searched
 */
async function continueMatches(
	run: Run,
	operation: RecalledKind,
	matches: readonly Match[],
): Promise<void> {
	const { accepted = [], sent = [], userTold = [] } = groupBy(matches, 'noted');
	await continueAccepted(run, operation, accepted);
	// Where the data of the retried execution also says that the user was told of an item (`userWasTold`), the user has
	// looked for its task before the retry: such an item stays new, and is sent again. The others fail.
	const toFail = sent.concat(userTold.filter(({ submit }) => !submit.userWasTold));
	const { endpoint } = operation;
	for (const { submit } of toFail) {
		// The same words as after a submit that got no answer: they say how to look for the task.
		const failure = { endpoint, cause: 'noResponse', detail: submitMessages.noRecord } as const;
		run.memory.failUnclear(submit, new ServiceError(failure));
	}
}

/**
 * Continues with the tasks of submits that the service has accepted. A submit whose task is not found fails. If the
 * search itself fails, all do whose task was not found before, and the next run searches for these again.
 *
 * @throws CancelledError when the execution is stopped; the next run searches again then, too
 */
async function continueAccepted(
	run: Run,
	operation: RecalledKind,
	accepted: readonly Match[],
): Promise<void> {
	const { client, memory } = run;
	const { kind, endpoint } = operation;
	const list = isListed(kind) ? kind.list : undefined;
	const search = { client, list, notes: memory.store.notes, matches: accepted };
	const continued: FoundTasks[] = [];
	// At once, because n8n may die while the others are searched for.
	const continueWith = async (found: readonly FoundTasks[]) => {
		for (const { match, tasks } of found) {
			const missing = await missingTasks(run, operation, { match, tasks });
			memory.continueWith(match, { tasks, missing });
			const { itemIndex } = match.submit;
			logContinued({ context: run.context, itemIndex, kind }, { tasks }, match.by.executionId);
			continued.push({ match, tasks });
		}
	};
	const notContinued = () => difference(accepted, map(continued, 'match'));
	try {
		await awaitAcceptedTasks(search, continueWith);
		for (const { submit } of notContinued()) {
			memory.failUnclear(submit, acceptedBeforeError(endpoint));
		}
	} catch (thrown) {
		// The list could not be read, or the execution was stopped meanwhile. Unlike by `failUnclear`, nothing is kept of
		// the items, so that the next run finds them again.
		await memory.store.giveBack(notContinued());
		// Throws what is no error of the service, as after Stop.
		const error = asServiceError(thrown);
		for (const { submit } of notContinued()) applyEvent(submit, { type: 'recallDoubt', error });
	}
	warnOfContinued(run, continued);
}

/**
 * What an item has no task for, although the service has accepted it: the messages of the errors that it outputs. Where
 * the error of the earlier run has said so, it is only a hint, because each new run would fail otherwise.
 */
async function missingTasks(
	{ context, memory }: Run,
	operation: RecalledKind,
	{ match, tasks }: FoundTasks,
): Promise<Message[]> {
	// The memory takes any request; that of a run has a body.
	const { body } = match.submit.request as BodyRequest;
	const missing = operation.creation?.missing?.(body, tasks) ?? [];
	const isToldBefore = missing.length > 0 && (await memory.store.notes.wasUserTold(match));
	if (!isToldBefore) return missing;
	for (const { title } of missing) warnInOutput(context, title);
	return [];
}

/** The error of an item that an earlier execution has submitted and whose task is not found. It says how to find it. */
function acceptedBeforeError(endpoint: EndpointName): PackError {
	const { action } = endpoints[endpoint];
	// A sentence that says where such tasks are listed.
	const howToFind = submitEndpoint(endpoint)?.howToFind ?? '';
	return new PackError(submitMessages.acceptedBefore(action, howToFind));
}

/**
 * In a retry, fails new items where it is not certain that the original has not sent them. A mere warning would come
 * too late, because they would be charged by then.
 *
 * @param earlier what n8n's store knows of the items of the retry, or that it cannot be read
 */
function refuseUncertain(earlier: StoreAnswer, newSubmits: readonly ItemSubmit[]): void {
	const doubt = doubtOf(earlier);
	if (!doubt) return;
	const error = new PackError(doubt);
	for (const submit of newSubmits) applyEvent(submit, { type: 'refuse', error });
}

/**
 * Why a retry cannot know what its original has sent: n8n's store cannot be read, or the original has sent items that
 * are not among those of the retry. Undefined where it can.
 */
function doubtOf(earlier: StoreAnswer): Message | undefined {
	if (earlier.is === 'unreadable') return submitMessages.storeUnreadable();
	if (earlier.unidentified > 0) return submitMessages.otherContent(earlier.unidentified);
	return undefined;
}

/**
 * Warns that items continue with tasks which were charged before, and names the executions that submitted these; does
 * nothing where there are no such tasks.
 */
function warnOfContinued({ context, memory }: Run, found: readonly FoundTasks[]): void {
	if (found.length === 0) return;
	const executionIds = uniq(found.map(({ match }) => match.by.executionId));
	// The ID of the original of a retry is not known, and therefore empty.
	const includesOriginal = executionIds.includes('');
	const executions = includesOriginal
		? submitMessages.ofOriginal
		: submitMessages.ofExecution(shortList(executionIds));
	warnInOutput(context, submitMessages.pickedUp(found.length, executions));
	// In an older n8n, what was taken for the original may be another execution with equal items.
	if (includesOriginal && !memory.store.isExact) {
		const ids = found.flatMap(({ tasks }) => map(tasks, 'taskId'));
		warnInOutput(context, submitMessages.mayBeOther(shortList(ids)));
	}
}
