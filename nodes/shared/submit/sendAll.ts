import { unclearFailure } from '../api/serviceError';
import { taskId as taskIdSchema } from '../api/schemas';
import { failedItem, type ItemResult, type OpenItem } from '../model/itemResult';
import { submittedTask } from '../model/task';
import type { KnownBy } from '../model/taskStatus';
import { eachItem, type ItemOutcome, valuesOfItems } from '../output/items';
import { noteCreated } from '../tasks/justCreated';
import { CancelledError } from '../util/async';
import { PackError } from '../util/errors';
import { errorOfPart } from './itemParts';
import { logAccepted, logUnclear } from './log';
import { bodyWithFiles } from './bodyToSend';
import { type Created, type CreatedTask, isNew, type SubmitState } from './memory/submission';
import type { BodyRequest, OperationInRun, SubmitOf } from './submitOperation';

/*
 * Sends the requests of all items. Each is noted before it leaves, and its tasks as soon as the service has answered
 * (`memory/memory.ts`), because from then on they are charged.
 */

/**
 * Submits under way at once, with the uploads of their files. Fewer requests are: the client keeps the limits of the
 * endpoints, and sends videos, persons and animated images one after the other (`concurrencyWaitSeconds`).
 */
const PARALLEL_SUBMITS = 10;

/** The submit of one item in a run. */
interface Sending<Request extends BodyRequest> extends OperationInRun<Request> {
	submit: SubmitOf<Request>;
}

/**
 * Sends the items that have no task yet. Where errors stop the workflow, nothing further is sent when one fails.
 *
 * @returns for each item, in their order, its tasks, which are not checked yet, with an error for each that the
 *   service did not create; or the error of the item. In the place of one that was not begun after an error, there is
 *   nothing
 */
export async function sendAll<Request extends BodyRequest>(
	running: OperationInRun<Request>,
	submits: ReadonlyArray<ItemOutcome<SubmitOf<Request>>>,
): Promise<Array<ItemOutcome<ItemResult[]>>> {
	const { run, halt } = running;
	const stopOnError = !run.context.continueOnFail();
	// So that items can be noted ahead of their turn, in one write.
	run.memory.store.announce(valuesOfItems(submits));
	const sendUnlessAccepted = async (submit: SubmitOf<Request>) => {
		const sending = { ...running, submit };
		const { state } = submit;
		if (state.is === 'accepted') return resultsOfAccepted(sending, state);
		return await sendItem(sending);
	};
	return await eachItem(submits, sendUnlessAccepted, {
		concurrency: PARALLEL_SUBMITS,
		haltOnError: halt,
		// After Stop, nothing further is sent either way.
		endsRun: (error) => stopOnError || error instanceof CancelledError,
	});
}

/**
 * Uploads the files of all items that will be sent. Where errors stop the workflow, this comes before the first of them
 * is submitted, because a file that cannot be loaded costs nothing then. Where errors continue, it does nothing: no
 * item depends on another, so the files of each are uploaded when its turn comes.
 *
 * @returns the same submits, with the errors of items whose files cannot be used; undefined in the place of one that
 *   was not begun after an error
 */
export async function uploadBeforeSubmits<Request extends BodyRequest>(
	{ run, halt, client }: OperationInRun<Request>,
	submits: ReadonlyArray<ItemOutcome<SubmitOf<Request>>>,
): Promise<ReadonlyArray<ItemOutcome<SubmitOf<Request>>>> {
	const { context, files } = run;
	if (context.continueOnFail()) return submits;
	const uploadIfNew = async (submit: SubmitOf<Request>, itemIndex: number) => {
		// What is uploaded is remembered in `files`, and found there when the request is sent.
		if (isNew(submit))
			await bodyWithFiles(run, submit.request, { context, itemIndex, client, files });
		return submit;
	};
	return await eachItem(submits, uploadIfNew, {
		concurrency: PARALLEL_SUBMITS,
		haltOnError: halt,
		endsRun: () => true,
	});
}

/** The results of an item that was accepted before this try of the run. */
function resultsOfAccepted<Request extends BodyRequest>(
	sending: Sending<Request>,
	{ created, by }: Extract<SubmitState, { is: 'accepted' }>,
): ItemResult[] {
	// A task of this execution certainly exists, even if the service shows it late. One of another execution may have
	// been deleted since, so only its ID is known.
	const knownBy = by === 'thisExecution' ? 'submit' : 'id';
	return resultsOfCreated(sending, created, { known: { by: knownBy } });
}

/**
 * Sends one item, and remembers what has become of it.
 *
 * @returns its tasks, as items that are not finished, with an error for each task that the service did not create
 * @throws the error of the call, or what is wrong with the item's files
 */
async function sendItem<Request extends BodyRequest>(
	sending: Sending<Request>,
): Promise<ItemResult[]> {
	const { run, operation, submit } = sending;
	const { context, memory } = run;
	const { itemIndex } = submit;
	const logged = { context, itemIndex, kind: operation.kind };
	try {
		const submittedAt = Date.now();
		const created = await callService(sending);
		// Whoever asks about a new task within a minute may not be shown it yet.
		for (const { taskId } of created.tasks) noteCreated({ taskKind: operation.kind.name, taskId });
		logAccepted(logged, created);
		memory.noteAccepted(submit, created);
		return resultsOfCreated(sending, created, { known: { by: 'submit' }, submittedAt });
	} catch (error) {
		// Undefined for an error after which there is certainly no task.
		const failure = unclearFailure(error);
		if (failure) logUnclear(logged, failure);
		memory.noteSubmitFailed(submit, error);
		throw errorOfPart(error, submit.request.part);
	}
}

/**
 * Uploads the files of an item and sends its request, which is noted each time before it leaves.
 *
 * @returns the tasks that the service has created
 * @throws PackError or ServiceError where a file cannot be used, or the service gives no task; CancelledError when
 *   the execution is stopped
 */
async function callService<Request extends BodyRequest>({
	run,
	client,
	operation,
	submit,
}: Sending<Request>): Promise<Created> {
	const { context, files, memory } = run;
	const { endpoint, creation } = operation;
	const { itemIndex, request } = submit;
	const body = await bodyWithFiles(run, request, { context, itemIndex, client, files });
	// It notes the submit before each of its requests, and no longer while it waits to repeat one.
	const observer = {
		beforeRequest: async () => await memory.noteSend(submit),
		beforeWait: async () => await memory.store.noteWait(submit),
	};
	const notingClient = client.with({ observer });
	if (creation) return await creation.create(notingClient, body);
	const id = await notingClient.call(endpoint, { body }, taskIdSchema);
	return { tasks: [{ taskId: id }], missing: [] };
}

/** How the tasks of an item are known. */
interface KnownTasks {
	/** By what it is known that they exist. */
	known: KnownBy;
	/**
	 * When their submit began, with the uploads of its files, in milliseconds by n8n's clock;
	 * undefined for what was submitted before this try.
	 */
	submittedAt?: number;
}

/**
 * The results of an item: its tasks, as open items, and an error for each task that was asked for and does not exist.
 */
function resultsOfCreated<Request extends BodyRequest>(
	sending: Sending<Request>,
	{ tasks, missing }: Created,
	known: KnownTasks,
): ItemResult[] {
	const { itemIndex } = sending.submit;
	const item = { itemIndex, input: sending.run.context.getInputData()[itemIndex] };
	const openItems = tasks.map((task) => openItem(sending, task, known));
	const failedItems = missing.map((message) => failedItem(item, new PackError(message)));
	return [...openItems, ...failedItems];
}

/**
 * A task as an item that is not finished. What only the submit knows of the task, because the service does not return
 * it later, such as its language and which part of the item it is, is kept beside it, and stands in the task, too.
 */
function openItem<Request extends BodyRequest>(
	{ run, operation, submit }: Sending<Request>,
	{ taskId, ...knownFields }: CreatedTask,
	{ known, submittedAt }: KnownTasks,
): OpenItem {
	const { itemIndex, request, state } = submit;
	const { kind, forecast } = operation;
	const kept = { ...knownFields, ...request.part };
	return {
		is: 'open',
		itemIndex,
		input: run.context.getInputData()[itemIndex],
		fileName: request.fileName,
		cost: forecast?.costOf?.(request.body),
		submittedElsewhere: state.is === 'accepted' && state.by === 'anotherExecution',
		watched: { kind, taskId, known, submittedAt },
		kept,
		task: { ...submittedTask(kind.name, taskId), ...kept },
	};
}
