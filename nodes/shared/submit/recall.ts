import { difference, map, partition, uniq } from 'lodash';

import { createEndpoint, endpoints } from '../api/endpoints';
import { asServiceError, ServiceError, unclearFailure } from '../api/serviceError';
import { isListed } from '../model/taskKind';
import { warnInOutput } from '../output/outputHints';
import { eachItem, type ItemOutcome, shortList, valuesOfItems } from '../output/items';
import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { findAcceptedTasks, type FoundTasks } from './findTasks';
import { logUnclear } from './log';
import { stateAfter, isNew, type ItemSubmit } from './memory/submission';
import type { Match } from './memory/earlierRuns';
import type { StoreAnswer } from './memory/store';
import { submitMessages } from './submitMessages';
import type {
	BodyRequest,
	ItemRequest,
	RequestSubmit,
	Run,
	SubmitOperation,
} from './submitOperation';

/**
 * Finds out what is known of the submits of all items, before anything is sent: from an earlier try of this execution, or
 * from a run that was cut off or is retried.
 *
 * An item whose task is known continues with that task. One whose task may exist and is not known, or of which a retry
 * cannot say that it is sent for the first time, has an error: nothing is sent for it.
 */
export async function recallAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
	prepared: ReadonlyArray<ItemOutcome<ItemRequest<Request>>>,
): Promise<Array<ItemOutcome<RequestSubmit<Request>>>> {
	const { memory, context } = run;
	const items = prepared.map((item, place) => {
		if ('error' in item) return item;
		const { itemIndex, value } = item;
		return { itemIndex, value: memory.submitOf(itemIndex, value, place) };
	});
	const submits = valuesOfItems(items);
	const known = await memory.store.known(submits, submits.filter(isNew));
	if (known.is === 'read') await pickUp(run, operation, known);
	refuseUncertain(run, known, submits.filter(isNew));
	return await eachItem(items, async (submit, itemIndex) => {
		const { state } = submit;
		if (state.is !== 'unclear' && state.is !== 'refused') return submit;
		const failure = unclearFailure(state.error);
		if (failure) logUnclear({ context, itemIndex, kind: operation.kind }, failure);
		throw asError(state.error);
	});
}

type ReadKnown = Extract<StoreAnswer, { is: 'read' }>;

/** Takes over the tasks of earlier runs, and tells of those that are not found. */
async function pickUp(
	run: Run,
	operation: Pick<SubmitOperation, 'kind' | 'endpoint'>,
	{ matches }: ReadKnown,
): Promise<void> {
	const [accepted, unanswered] = partition(matches, { noted: 'accepted' });
	await takeOverAccepted(run, operation, accepted);
	for (const { submit, noted } of unanswered) {
		// The user was told by the execution that is retried, and asked to look for the task first.
		if (noted === 'told' && submit.wasTold) continue;
		const detail = submitMessages.noRecord;
		const failure = { endpoint: operation.endpoint, cause: 'noResponse', detail } as const;
		run.memory.tell(submit, new ServiceError(failure));
	}
}

/**
 * Finds the tasks of submits that an earlier run noted as accepted. One that is found is taken over, and one that is not is an
 * error of its item. If the search itself fails, all are in doubt.
 */
async function takeOverAccepted(
	run: Run,
	{ kind, endpoint }: Pick<SubmitOperation, 'kind' | 'endpoint'>,
	accepted: readonly Match[],
): Promise<void> {
	const { client, memory } = run;
	const { store } = memory;
	const list = isListed(kind) ? kind.list : undefined;
	let found: FoundTasks[];
	try {
		found = await findAcceptedTasks({ client, list, store, matches: accepted });
	} catch (thrown) {
		const error = asServiceError(thrown);
		// Gives up the claim of this run on them, so that the next run searches again.
		await store.leaveToOthers(accepted);
		for (const { submit } of accepted) {
			submit.state = stateAfter(submit.state, { type: 'recallDoubt', error });
		}
		return;
	}
	for (const { match, tasks } of found) memory.takeOver(match.submit, { tasks, missing: [] });
	hintOfFound(run, found);
	const { action } = endpoints[endpoint];
	const lookUp = createEndpoint(endpoint)?.lookUp ?? '';
	for (const { submit } of difference(accepted, map(found, 'match'))) {
		memory.tell(submit, new PackError(submitMessages.acceptedBefore(action, lookUp)));
	}
}

/** In a retry, does not send what may have been sent before: no warning comes after the payment. */
function refuseUncertain({ memory }: Run, known: StoreAnswer, open: readonly ItemSubmit[]): void {
	if (!memory.store.isRetry) return;
	const refuse = (error: PackError) => {
		for (const submit of open) submit.state = stateAfter(submit.state, { type: 'refuse', error });
	};
	if (known.is === 'unreadable') refuse(new PackError(submitMessages.storeUnreadable()));
	else if (known.unidentified > 0) {
		refuse(new PackError(submitMessages.otherContent(known.unidentified)));
	}
}

/** Says which items continue with tasks that are paid already. */
function hintOfFound({ context, memory }: Run, found: readonly FoundTasks[]): void {
	if (found.length === 0) return;
	const executionIds = uniq(found.flatMap(({ match }) => match.by.executionId || []));
	const isOriginal = found.some(({ match }) => match.by.executionId === '');
	const executions = isOriginal
		? submitMessages.ofOriginal
		: submitMessages.ofExecution(shortList(executionIds));
	warnInOutput(context, submitMessages.pickedUp(found.length, executions));
	if (isOriginal && !memory.store.isExact) {
		const ids = found.flatMap(({ tasks }) => map(tasks, 'taskId'));
		warnInOutput(context, submitMessages.mayBeOther(shortList(ids)));
	}
}
