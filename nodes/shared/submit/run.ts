import { uniq } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { completionProperty, pausableCompletionProperty, taskOptions } from '../fields/completion';
import {
	type ItemParameters,
	type PendingFile,
	type PendingItem,
	withFiles,
} from '../fields/files';
import { NOTHING_SUBMITTED, parametersOf, refusal } from '../fields/request';
import type { FileRef } from '../model/fileRef';
import { requireFile } from '../files/upload';
import { createClient, type ServiceClient } from '../api/client';
import { API_PREFIX, canLookUp, detailPath, readCredential } from '../api/credential';
import { endpoints, type EndpointName } from '../api/endpoints';
import { type Failure } from '../api/failure';
import { taskId } from '../api/schemas';
import { type Cost, failedItem, type ItemResult, type OpenItem } from '../model/itemResult';
import { submittedTask } from '../model/task';
import type { TaskKind } from '../model/taskKind';
import type { WatchedTask } from '../model/taskStatus';
import { asError, CancelledError, throwIfCancelled } from '../util/async';
import { inLog } from '../util/text';
import { hiddenSecrets } from '../callbacks/address';
import { callbacksOf } from '../callbacks/fields';
import { complete } from '../completion/complete';
import {
	eachItem,
	type Item,
	othersNote,
	outputOfItems,
	prepareAll,
	throwFirstError,
} from '../output/items';
import { refuseEndless, requireLoopsAfter } from '../completion/loops';
import { type Created, type Submit, SubmitMemory } from './memory';
import { type Completion, readFileName, readForAll, readSettings } from '../output/options';
import { executeNode, hint, outputItem, warnInOutput } from '../output/output';
import { pause, preparePause, type Run } from '../completion/pause';
import { isParkedHere } from '../completion/pauseState';
import { ServiceError, unclearFailure } from '../api/serviceError';
import { toNodeError } from '../output/nodeError';

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
	endpoint: EndpointName;
	/** Reads one item and sends nothing: its request, or every violation of the service's rules. */
	prepare(parameters: ItemParameters): Request | { violations: string[]; advice?: string };
	/** Checks and completes a request by what the service knows; throws an Error if it is wrong. */
	lookUp?(request: Request, item: PendingItem): Promise<Request>;
	/** Sends the body of one item, where there is more to say of its tasks than one ID. */
	create?(client: ServiceClient, body: IDataObject): Promise<Created>;
	/** What a body costs, where the service publishes it. */
	costOf?(body: object): Cost | undefined;
}

/** The method of a node that has no other operation. */
export const executeSubmit = <Request extends BodyRequest>(operation: SubmitOperation<Request>) =>
	executeNode(async (context) => [await runSubmit(context, operation)]);

/**
 * Runs an operation that submits work, for all items together: check all, submit all, then complete
 * all as the user chose. With 'Validate Only', nothing is submitted.
 *
 * @returns one output item per task, paired to its input item, in the order of the input
 */
export async function runSubmit<Request extends BodyRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { kind } = operation;
	const isCalledBack = kind.pauseMinutes !== undefined;
	const property = isCalledBack ? pausableCompletionProperty : completionProperty;
	const completion = readForAll<Completion>(context, { ...property, required: true });
	// "Retry On Fail" runs a node again whose first item is an error; its input is replaced then.
	if (completion === 'pause' && isParkedHere(context)) return [...context.getInputData()];
	// Before: what is wrong with the credential itself is no matter of the completion.
	const client = await createClient(context);
	// With "Retry On Fail", n8n may begin a further try after Stop.
	throwIfCancelled(client.signal);
	const canCheck = completion === 'return' || (await canAsk(context, kind, completion));
	const defaultMinutes = completion === 'pause' ? kind.pauseMinutes : kind.waitMinutes;
	const run: Run = {
		context,
		client,
		canCheck,
		settings: readSettings(context, completion, defaultMinutes),
		...(completion === 'pause' ? await preparePause(context, kind, canCheck) : {}),
		...(completion === 'return' && isCalledBack
			? callbacksOf(context, await readCredential(context))
			: {}),
		memory: new SubmitMemory(context),
	};
	try {
		return await new Submission(run, operation).output();
	} finally {
		await run.memory.release(() => client.signal?.aborted === true);
	}
}

const NOTE = `${NOTHING_SUBMITTED}. You can also choose 'Return Task ID' in 'Completion', but these nodes cannot look up the task then.`;

/** @throws NodeOperationError that says what the credential lacks, or what is wrong there */
async function canAsk(context: IExecuteFunctions, kind: TaskKind, completion: Completion) {
	try {
		const can = await canLookUp(context, kind);
		if (!can && kind.detailPath && completion === 'wait') detailPath({}, kind.detailPath);
		return can;
	} catch (error) {
		throw toNodeError(context.getNode(), error, undefined, NOTE);
	}
}

/** Items about which the service is asked at once. */
const LOOK_UPS_AT_ONCE = 10;

/** Submits under way at once; the limits of the service are kept by the pacing. */
const PARALLEL_SUBMITS = 10;

/** By how much the clocks of n8n and of the service may differ. */
const CLOCK_DIFFERENCE_SECONDS = 3600;

class Submission<Request extends BodyRequest> {
	constructor(
		private readonly run: Run,
		private readonly operation: SubmitOperation<Request>,
		private readonly context = run.context,
		private readonly stopOnError = !context.continueOnFail(),
	) {}

	async output(): Promise<INodeExecutionData[]> {
		const { context, run } = this;
		if (readForAll<boolean>(context, taskOptions.validateOnly, 'options.validateOnly')) {
			return outputOfItems(context, await this.validateAll());
		}
		requireLoopsAfter(context);
		refuseEndless(context, this.operation.kind);
		const submitted = await this.submitAll();
		const parked = run.settings.completion === 'pause' ? await pause(run, submitted) : undefined;
		const output =
			parked ??
			(await complete(run, submitted)).map((result) => outputItem(context, result, run.settings));
		run.memory.forgetUnlessFailed(output);
		return output;
	}

	/**
	 * Submits all items: checks all, looks up what has to be known, then sends them. With stop on
	 * error, nothing is sent when one is wrong, and nothing further when one fails.
	 *
	 * @throws NodeOperationError naming the item, and all tasks that were submitted before it
	 */
	private async submitAll(): Promise<ItemResult[]> {
		const { context, stopOnError } = this;
		const { memory, settings } = this.run;
		const requireAll = <T>(items: Array<Item<T>>): Array<Item<T>> => {
			if (stopOnError) throwFirstError(context, items, memory.note() ?? othersNote(items));
			return items;
		};
		const remembered = await eachItem(await this.prepareAll(), async (request, itemIndex) => {
			const submit = memory.of(itemIndex, request);
			if (submit.error) throw submit.error;
			return submit;
		});
		const resumed = await this.resume(requireAll(remembered));

		const halt = new AbortController();
		const client = this.run.client.with({ signal: halt.signal });
		const ready = await eachItem(
			requireAll(resumed),
			async (submit, itemIndex) => {
				const item = { context, itemIndex, client };
				if (!submit.accepted) submit.request = await this.lookUp(submit.request, item);
				return submit;
			},
			{ concurrency: LOOK_UPS_AT_ONCE, haltOnError: halt },
			// The service would hardly tell more of the others.
			(error) => stopOnError && error instanceof ServiceError,
		);
		const submitted = await eachItem(
			requireAll(ready),
			async (submit) => await this.submit(submit, client),
			{ concurrency: PARALLEL_SUBMITS, haltOnError: halt },
			(error) => stopOnError || error instanceof CancelledError,
		);
		if (halt.signal.aborted) throwFirstError(context, submitted, memory.note());
		// Before a wait; else the node ends now.
		if (settings.completion !== 'return') await memory.store.flush();
		const inputs = context.getInputData();
		return submitted.flatMap((item) =>
			'value' in item
				? item.value
				: [failedItem({ itemIndex: item.itemIndex, input: inputs[item.itemIndex] }, item.error)],
		);
	}

	/** Reads and checks the requests of all items, and says what there is to say about them, once. */
	private async prepareAll(): Promise<Array<Item<Request>>> {
		const prepared = await prepareAll(this.context, (itemIndex) => this.prepare(itemIndex));
		const hints = prepared.flatMap((item) => ('value' in item ? (item.value.hint ?? []) : []));
		for (const text of uniq(hints)) hint(this.context, text);
		return prepared;
	}

	/** @throws NodeOperationError that names everything that is wrong with the item */
	private prepare(itemIndex: number): Request {
		const { context } = this;
		const { settings, callbackOf } = this.run;
		const request = this.operation.prepare(parametersOf(context, itemIndex));
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
	 * In a retry by hand, finds the tasks that the original execution has submitted before it was
	 * stopped or died. An item that may have been submitted, and whose task is not found, has an error.
	 */
	private async resume(items: Array<Item<Submit<Request>>>): Promise<Array<Item<Submit<Request>>>> {
		const { context } = this;
		const { memory, client } = this.run;
		const isKnown = memory.beginRun();
		if (context.getMode() !== 'retry') return items;
		const open = items.flatMap((item) =>
			'value' in item && !item.value.accepted ? [item.value] : [],
		);
		const left = await memory.resume(client, this.operation, open);
		const count = open.length - left.length;
		if (count > 0 && !isKnown) {
			const lost = count === 1 ? 'one item' : `${count} items`;
			warnInOutput(
				context,
				`This execution is a retry. n8n has no record that the original execution submitted ${lost}, so the node submits them. To be sure, search n8n's log for '${ACCEPTED}': it has a line for each task, and 'Digital Human Get Task' can fetch their results`,
			);
		}
		return await eachItem(items, async (submit, itemIndex) => {
			if (!submit.error) return submit;
			const failure = unclearFailure(submit.error);
			logSubmit(context, itemIndex, this.operation.kind, { failure });
			throw submit.error;
		});
	}

	/** Asks whether files that were chosen by ID can be used, and completes the request by look-ups. */
	private async lookUp(request: Request, item: PendingItem): Promise<Request> {
		const { signal } = item.client;
		this.run.refuseOwnWorkflow?.(request.body, item.itemIndex);
		for (const { ref, use } of request.files) {
			throwIfCancelled(signal);
			if (ref.source === 'fileId') await requireFile(item.client, { ref, use });
		}
		throwIfCancelled(signal);
		return (await this.operation.lookUp?.(request, item)) ?? request;
	}

	/** The body of a request as it is sent, with its files uploaded. */
	private async bodyOf({ body, files }: Request, item: PendingItem): Promise<IDataObject> {
		const { resumeAddress: callback } = this.run;
		return await withFiles(item, callback === undefined ? body : { ...body, callback }, files);
	}

	private async submit(submit: Submit<Request>, client: ServiceClient): Promise<ItemResult[]> {
		if (submit.accepted) return this.resultsOf(submit);
		const { context } = this;
		const { memory } = this.run;
		const { kind, endpoint, create } = this.operation;
		const { itemIndex, request } = submit;
		try {
			const body = await this.bodyOf(request, { context, itemIndex, client });
			const createdAfter = Date.now() / 1000 - CLOCK_DIFFERENCE_SECONDS;
			const noting = client.with({ before: async () => await memory.begin(submit) });
			const created = create
				? await create(noting, body)
				: { tasks: [{ taskId: await noting.call(endpoint, { body }, taskId) }] };
			logSubmit(context, itemIndex, kind, created);
			memory.accept(submit, created);
			return this.resultsOf(submit, createdAfter);
		} catch (error) {
			logSubmit(context, itemIndex, kind, { failure: unclearFailure(error) });
			memory.failed(submit, error);
			throw asError(error);
		}
	}

	/** The tasks of an item, which are not checked yet, and the errors of those that do not exist. */
	private resultsOf(submit: Submit<Request>, createdAfter?: number): ItemResult[] {
		const { itemIndex, request, accepted, isElsewhere = false } = submit;
		const { kind, costOf } = this.operation;
		const item = { itemIndex, input: this.context.getInputData()[itemIndex] };
		const { fileName } = request;
		const cost = costOf?.(request.body);
		const { tasks = [], missing = [] } = accepted ?? {};
		return [
			...tasks.map(({ taskId, ...kept }): OpenItem => {
				const known: WatchedTask['known'] = { by: isElsewhere ? 'id' : 'submit' };
				const watched = { kind, taskId, known, createdAfter };
				const task = { ...submittedTask(kind.name, taskId), ...kept };
				return { is: 'open', ...item, fileName, cost, isElsewhere, watched, kept, task };
			}),
			...missing.map((sentence) => failedItem(item, new Error(sentence))),
		];
	}

	/**
	 * Checks all items as a real run does, and gives each request as it would be sent, with the files
	 * that would be uploaded for it. Nothing is uploaded or submitted.
	 */
	private async validateAll(): Promise<Array<Item<IDataObject[]>>> {
		const { context } = this;
		const { endpoint, costOf } = this.operation;
		const { method, path } = endpoints[endpoint];
		const client = this.run.client.with({ before: refuseChange });
		const plan = async (prepared: Request, itemIndex: number): Promise<IDataObject[]> => {
			const uploads: IDataObject[] = [];
			const item = { context, itemIndex, client, uploads };
			const body = await this.bodyOf(await this.lookUp(prepared, item), item);
			const estimatedCost = costOf?.(body);
			const planned = {
				method,
				path: `${API_PREFIX}/${path}`,
				request: hiddenSecrets(body),
				...(uploads.length > 0 ? { uploads } : {}),
				...(estimatedCost ? { estimatedCost } : {}),
			};
			return [planned as unknown as IDataObject];
		};
		const concurrency = LOOK_UPS_AT_ONCE;
		const planned = await eachItem(await this.prepareAll(), plan, { concurrency });
		if (this.stopOnError || client.signal?.aborted) throwFirstError(context, planned);
		warnInOutput(
			context,
			"'Validate Only' is on: nothing was uploaded or submitted. Turn it off to run the node",
		);
		return planned;
	}
}

/** Lets a client with 'Validate Only' read, and nothing else. */
async function refuseChange(name: EndpointName): Promise<void> {
	const { effect, action } = endpoints[name];
	if (effect === 'read') return;
	throw new Error(
		`'Validate Only' is on, so the node did not ${action}. Turn it off to run the node`,
	);
}

/** The beginning of the line for each accepted task, by which it is found in n8n's log. */
const ACCEPTED = 'Digital Human task accepted';

/**
 * Writes a line for each task that was accepted, or that may exist after an error: n8n stores nothing
 * of a node that is stopped or dies.
 */
export function logSubmit(
	context: IExecuteFunctions,
	itemIndex: number,
	kind: TaskKind,
	{ tasks = [], failure }: Partial<Created> & { failure?: Failure },
): void {
	const item = `node=${inLog(context.getNode().name)} item=${itemIndex} kind=${kind.name}`;
	const execution = `execution=${context.getExecutionId()}`;
	for (const { taskId: id } of tasks) {
		const task = /^[\w.:-]+$/.test(id) ? id : inLog(id);
		context.logger.info(`${ACCEPTED}: ${item} task=${task} ${execution}`);
	}
	if (!failure) return;
	const reason = inLog(failure.detail);
	context.logger.warn(`Digital Human task may exist: ${item} ${execution} reason=${reason}`);
}
