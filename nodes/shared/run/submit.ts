import { uniq } from 'lodash';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	type ItemParameters,
	type PendingFile,
	type PendingItem,
	withFiles,
} from '../fields/files';
import { NOTHING_SUBMITTED, parametersOf, refusal } from '../fields/request';
import type { FileRef } from '../files/fileRef';
import { requireFile } from '../files/upload';
import type { ServiceClient } from '../service/client';
import { API_PREFIX } from '../service/credential';
import { operations, type OperationName } from '../service/endpoints';
import { ServiceError, unclearFailure } from '../service/failure';
import { taskId } from '../service/schemas';
import { submittedTask, type TaskKind } from '../tasks/task';
import { asError, CancelledError, throwIfCancelled } from '../util/async';
import { inLog, parsedUrl, SECRETS } from '../util/text';
import { eachItem, type Item, othersNote, prepareAll, throwFirstError } from './items';
import type { Created, Submit, SubmitMemory } from './memory';
import { readFileName, type readSettings } from './options';
import { type Cost, hint, type Result, warnInOutput, withCredits } from './output';

type SubmitItem = Omit<PendingItem, 'client'>;

/** A request as far as it is known without asking the service: all but the ids of its files. */
export interface BodyRequest {
	body: IDataObject;
	files: PendingFile[];
	/** The name of its result files, without extension; undefined for that of the service. */
	fileName?: string;
	/** The file that is worked on, after which the result files are named. */
	source?: FileRef;
	/** What the output panel tells the user about the request, once for all items. */
	hint?: string;
}

/** What an operation that submits work has to say; the rest is the same for all of them. */
export interface SubmitOperation<Request extends BodyRequest = BodyRequest> {
	kind: TaskKind;
	/** What submits the work. */
	endpoint: OperationName;
	/** Whether the body may have the service's field `callback`. */
	acceptsCallback?: true;
	/**
	 * Reads and checks the parameters of one item without sending anything.
	 *
	 * @returns the request, or every violation of the service's rules, and what to do about them
	 */
	prepare(parameters: ItemParameters): Request | { violations: string[]; advice?: string };
	/** Checks and completes a request by what the service knows; throws an Error if it is wrong. */
	lookUp?(client: ServiceClient, request: Request, item: SubmitItem): Promise<Request>;
	/** Sends the body of one item, where there is more to say of its tasks than one ID. */
	create?(client: ServiceClient, body: IDataObject): Promise<Created>;
	/** What a body costs, where the service publishes it. */
	costOf?(body: object): Cost | undefined;
}

/** One run of a node that submits work. */
export interface Run {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: ReturnType<typeof readSettings>;
	memory: SubmitMemory;
	/** Whether the first error ends the run. */
	stopOnError: boolean;
	/** Whether the service can be asked about the tasks. */
	canCheck: boolean;
	/** The user's callback address; throws a NodeOperationError about what is wrong with it. */
	callbackOf?(itemIndex: number): string | undefined;
	/** @throws NodeOperationError when n8n says that nothing listens at the address in a body */
	requireListening?(body: IDataObject, itemIndex: number): Promise<void>;
	/** This execution's address. No part of the remembered request: a retry has another one. */
	resumeAddress?: string;
	/** By which the proof in that address is recognized. */
	proofHash?: string;
}

/** Items about which the service is asked at once. */
const LOOK_UPS_AT_ONCE = 10;

/** Submits under way at once; the limits of the service are kept by the pacing. */
const PARALLEL_SUBMITS = 10;

/** By how much the clocks of n8n and of the service may differ. */
const CLOCK_DIFFERENCE_SECONDS = 3600;

/** The beginning of the line for each accepted task, by which it is found in n8n's log. */
const ACCEPTED = 'Digital Human task accepted';

/** Reads and checks the requests of all items, and says what there is to say about them, once. */
async function prepareRequests<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<Array<Item<Request>>> {
	const { context } = run;
	const prepared = await prepareAll(context, (index) => prepareItem(run, operation, index));
	const hints = prepared.flatMap((item) => ('value' in item ? (item.value.hint ?? []) : []));
	for (const text of uniq(hints)) hint(context, text);
	return prepared;
}

/** @throws NodeOperationError that names everything that is wrong with the item */
function prepareItem<Request extends BodyRequest>(
	{ context, callbackOf, settings }: Run,
	operation: SubmitOperation<Request>,
	itemIndex: number,
): Request {
	const request = operation.prepare(parametersOf(context, itemIndex));
	const isWrong = 'violations' in request;
	const name = readFileName(context, itemIndex, isWrong ? undefined : request.source);
	const own = isWrong ? request.violations : [];
	const violations = [...own, ...settings.violations, ...name.violations];
	if (isWrong || violations.length > 0) {
		const advice = isWrong && request.advice ? `${request.advice} ` : '';
		throw refusal(context, itemIndex, violations, `${advice}${NOTHING_SUBMITTED}.`);
	}
	const callback = callbackOf?.(itemIndex);
	const body = callback === undefined ? request.body : { ...request.body, callback };
	return { ...request, body, fileName: name.fileName };
}

/**
 * Asks whether the files that were chosen by their IDs can be used, and what the operation looks
 * up.
 *
 * @returns the request, completed by what was looked up
 * @throws Error that says what is wrong with the item, or why that is not known
 */
async function lookUpItem<Request extends BodyRequest>(
	{ client, requireListening }: Run,
	operation: SubmitOperation<Request>,
	request: Request,
	item: SubmitItem,
): Promise<Request> {
	await requireListening?.(request.body, item.itemIndex);
	for (const { ref, use } of request.files) {
		throwIfCancelled(client.signal);
		if (ref.source === 'fileId') await requireFile({ client, ...item }, { ref, use });
	}
	throwIfCancelled(client.signal);
	return (await operation.lookUp?.(client, request, item)) ?? request;
}

/** The body of a request as it is sent, with its files uploaded. */
async function bodyOf(
	{ client, resumeAddress: callback }: Run,
	{ body, files }: BodyRequest,
	item: SubmitItem,
): Promise<IDataObject> {
	const complete = callback === undefined ? body : { ...body, callback };
	return await withFiles({ client, ...item }, complete, files);
}

/**
 * Submits all items: checks all, looks up what has to be known, then sends them. With stop on
 * error, nothing is sent when one is wrong, and nothing further when one fails.
 *
 * @returns what became of each input item: its tasks, or its error
 * @throws NodeOperationError naming the item, and all tasks that were submitted before it
 */
export async function submitAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<Result[]> {
	const { context, memory, stopOnError } = run;
	const requireAll = <T>(items: Array<Item<T>>): Array<Item<T>> => {
		if (stopOnError) throwFirstError(context, items, memory.note() ?? othersNote(items));
		return items;
	};
	const prepared = await prepareRequests(run, operation);
	const remembered = await eachItem(prepared, async (request, itemIndex) => {
		const submit = memory.of(itemIndex, request);
		if (submit.error) throw submit.error;
		return submit;
	});
	const resumed = await resumeSubmits(run, operation, requireAll(remembered));

	const halt = new AbortController();
	const submitting = { ...run, client: run.client.with({ signal: halt.signal }) };
	const lookUp = async (submit: Submit<Request>): Promise<Submit<Request>> => {
		const { accepted, request, itemIndex } = submit;
		if (accepted) return submit;
		submit.request = await lookUpItem(submitting, operation, request, { context, itemIndex });
		return submit;
	};
	const ready = await eachItem(
		requireAll(resumed),
		lookUp,
		{ concurrency: LOOK_UPS_AT_ONCE, haltOnError: halt },
		// The service would hardly tell more of the others.
		(error) => stopOnError && error instanceof ServiceError,
	);
	const submitted = await eachItem(
		requireAll(ready),
		async (submit) => await submitOne(submitting, operation, submit),
		{ concurrency: PARALLEL_SUBMITS, haltOnError: halt },
		(error) => stopOnError || error instanceof CancelledError,
	);
	if (halt.signal.aborted) throwFirstError(context, submitted, memory.note());
	// Before a wait; else the node ends now.
	if (run.settings.completion !== 'return') await memory.store.flush();
	const inputs = context.getInputData();
	return submitted.flatMap((item) =>
		'value' in item ? item.value : { ...item, input: inputs[item.itemIndex] },
	);
}

async function submitOne<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
	submit: Submit<Request>,
): Promise<Result[]> {
	const { context, memory } = run;
	const { kind, endpoint } = operation;
	const { itemIndex, request } = submit;
	if (submit.accepted) return resultsOf(context, operation, submit);
	try {
		const body = await bodyOf(run, request, { context, itemIndex });
		const createdAfter = Date.now() / 1000 - CLOCK_DIFFERENCE_SECONDS;
		const noting = run.client.with({ before: async () => await memory.begin(submit) });
		const created = operation.create
			? await operation.create(noting, body)
			: { tasks: [{ taskId: await noting.call(endpoint, { body }, taskId) }] };
		logSubmit(context, itemIndex, kind, created);
		memory.accept(submit, created);
		return resultsOf(context, operation, submit, createdAfter);
	} catch (error) {
		logSubmit(context, itemIndex, kind, { error });
		memory.failed(submit, error);
		throw asError(error);
	}
}

/** The tasks of an item, which are not checked yet, and the errors of those that do not exist. */
function resultsOf<Request extends BodyRequest>(
	context: IExecuteFunctions,
	{ kind, costOf }: SubmitOperation<Request>,
	{ itemIndex, request, accepted, isElsewhere }: Submit<Request>,
	createdAfter?: number,
): Result[] {
	const item = { itemIndex, input: context.getInputData()[itemIndex] };
	const { fileName, body } = request;
	const cost = costOf?.(body);
	const { tasks = [], missing = [] } = accepted ?? {};
	return [
		...tasks.map(({ taskId, ...kept }) => {
			const watched = { kind, taskId, createdAfter };
			const task = withCredits({ ...submittedTask(kind.name, taskId), ...kept }, cost);
			return { ...item, fileName, cost, isElsewhere, watched, kept, task };
		}),
		...missing.map((sentence) => ({ ...item, error: new Error(sentence) })),
	];
}

/**
 * In a retry by hand, finds the tasks that the original execution has submitted before it was
 * stopped or died.
 *
 * @returns the items; one that may have been submitted, and whose task is not found, has an error
 */
async function resumeSubmits<Request extends BodyRequest>(
	{ context, client, memory }: Run,
	operation: SubmitOperation<Request>,
	items: Array<Item<Submit<Request>>>,
): Promise<Array<Item<Submit<Request>>>> {
	const isKnown = memory.beginRun();
	if (context.getMode() !== 'retry') return items;
	const open = items.flatMap((item) =>
		'value' in item && !item.value.accepted ? [item.value] : [],
	);
	const left = await memory.resume(client, operation, open);
	if (left.length < open.length && !isKnown) warnOfRetry(context, open.length - left.length);
	return await eachItem(items, async (submit) => {
		const { itemIndex, error } = submit;
		if (!error) return submit;
		logSubmit(context, itemIndex, operation.kind, { error });
		throw error;
	});
}

/** Where n8n has lost its record, a retry by hand submits again what exists. */
function warnOfRetry(context: IExecuteFunctions, count: number): void {
	const items = count === 1 ? 'one item' : `${count} items`;
	warnInOutput(
		context,
		`This execution is a retry. n8n has no record that the original execution submitted ${items}, so the node submits them. To be sure, search n8n's log for '${ACCEPTED}': it has a line for each task, and 'Digital Human Get Task' can fetch their results`,
	);
}

/**
 * Writes a line for each task that was accepted, or that may exist after an error: n8n stores nothing
 * of a node that is stopped or dies.
 */
export function logSubmit(
	context: IExecuteFunctions,
	itemIndex: number,
	kind: TaskKind,
	{ tasks = [], error }: Partial<Created> & { error?: unknown },
): void {
	const node = inLog(context.getNode().name);
	const item = `node=${node} item=${itemIndex} kind=${kind.name}`;
	const execution = `execution=${context.getExecutionId()}`;
	for (const { taskId: id } of tasks) {
		const task = /^[\w.:-]+$/.test(id) ? id : inLog(id);
		context.logger.info(`${ACCEPTED}: ${item} task=${task} ${execution}`);
	}
	const failure = error === undefined ? undefined : unclearFailure(error);
	if (!failure) return;
	const reason = inLog(failure.detail);
	context.logger.warn(`Digital Human task may exist: ${item} ${execution} reason=${reason}`);
}

/**
 * Checks all items as a real run does, looks up what has to be looked up, and gives each request as
 * it would be sent. Nothing is uploaded or submitted.
 *
 * @throws NodeOperationError when an item would be refused and the workflow stops on errors
 */
export async function validateAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<Array<Item<IDataObject[]>>> {
	const { context, stopOnError, client } = run;
	const reading = client.with({
		before: async (name) => {
			const { effect, action } = operations[name];
			if (effect === 'read') return;
			throw new Error(
				`'Validate Only' is on, so the node did not ${action}. Turn it off to run the node`,
			);
		},
	});
	const checking = { ...run, client: reading };
	const planned = await eachItem(
		await prepareRequests(run, operation),
		async (prepared, itemIndex) => {
			const uploads: IDataObject[] = [];
			const submitItem = { context, itemIndex, uploads };
			const request = await lookUpItem(checking, operation, prepared, submitItem);
			const body = await bodyOf(checking, request, submitItem);
			return [plannedJson(operation, body, uploads)];
		},
		{ concurrency: LOOK_UPS_AT_ONCE },
	);
	if (stopOnError || client.signal?.aborted) throwFirstError(context, planned);
	warnInOutput(
		context,
		"'Validate Only' is on: nothing was uploaded or submitted. Turn it off to run the node",
	);
	return planned;
}

/** The request of an item as it would be sent, with the files that would be uploaded for it. */
function plannedJson(
	{ endpoint, costOf }: Pick<SubmitOperation, 'endpoint' | 'costOf'>,
	body: IDataObject,
	uploads: IDataObject[],
): IDataObject {
	const { method, path } = operations[endpoint];
	const estimatedCost = costOf?.(body);
	return {
		method,
		path: `${API_PREFIX}/${String(path)}`,
		request: hiddenSecrets(body),
		...(uploads.length > 0 ? { uploads } : {}),
		...(estimatedCost ? { estimatedCost } : {}),
	} as unknown as IDataObject;
}

/** A request body without the secrets in its callback address, for outputs. */
export function hiddenSecrets(body: object): object {
	const { callback } = body as { callback?: unknown };
	const url = typeof callback === 'string' ? parsedUrl(callback) : undefined;
	if (!url) return body;
	for (const name of SECRETS) if (url.searchParams.has(name)) url.searchParams.set(name, '***');
	return { ...body, callback: url.href };
}
