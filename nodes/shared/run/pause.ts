import pick from 'lodash/pick';
import uniq from 'lodash/uniq';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { pausableCompletionProperty } from '../fields/completion';
import type { ServiceClient } from '../service/client';
import { clientOf } from '../service/client';
import { canLookUp, readCredential } from '../service/credential';
import { toNodeError } from '../service/messages';
import { countedWord } from '../tasks/kinds';
import { isFinal, submittedTask, type TaskKind } from '../tasks/task';
import { type TaskStatus, TaskWatch, type WatchedTask } from '../tasks/watch';
import { noteResumeAddress, runIndexOf } from '../util/capabilities';
import {
	callbackAdder,
	hostNameOf,
	isUnreachable,
	provenAddress,
	type ProvenAddress,
} from './callbackAddress';
import { tasksToWatch } from './complete';
import { submitMemory } from './memory';
import { type OutputSettings, readCompletion, readSettings } from './options';
import { errorItem, isAwaited, settledItem, warnInOutput, withInputFiles } from './output';
import { atTimeLimit, withFilesOf } from './resultFiles';
import { completeAll, runSubmit } from './run';
import { submitAll, type SubmitOperation, type SubmittedItem } from './submit';
import { refuseAsTool } from './tool';
import { validateAll, validatesOnly } from './validate';

/**
 * What a paused node keeps in the execution: by the time of a callback the tasks stand in the place of its
 * input, so that expressions in its settings would read something else.
 */
export interface Parked {
	/** Recognizes the proof in the address that the service was given. */
	seal: string;
	/** When n8n resumes the execution itself, in milliseconds since the epoch. */
	until: number;
	settings: OutputSettings;
}

/** The same, with the run of the node that has parked the execution. */
interface ParkedRun extends Parked {
	runIndex: number;
}

/** Keeps how the node outputs its items, who may resume it, and until when, when its execution is parked. */
export function rememberParked(
	context: IExecuteFunctions,
	{ settings, seal, until }: Parked,
): void {
	const parked: ParkedRun = {
		runIndex: runIndexOf(context),
		seal,
		until,
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField']),
	};
	context.getContext('node').parked = parked;
}

/** Whether this very run of the node has parked the execution already. */
export function isParkedHere(context: IExecuteFunctions): boolean {
	const { parked } = context.getContext('node') as { parked?: ParkedRun };
	return parked?.runIndex === runIndexOf(context);
}

/** What was kept, for the webhook of the paused node; undefined when the node has not parked the execution. */
export function parkedState(context: IWebhookFunctions): Parked | undefined {
	// n8n would take braces in the name for the end of the expression.
	const node = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	return context.evaluateExpression(`{{ $node[${node}].context.parked }}`) as unknown as
		| Parked
		| undefined;
}

/**
 * What the editor shows on a node that pauses. n8n evaluates it without the items of the node; the only value of the
 * pause that it offers is the resume address of the node's metadata (since n8n 2.14), so the sentence is its fragment.
 */
export const waitingNodeTooltip =
	'={{ $execution.resumeUrl.includes("#") ? decodeURIComponent($execution.resumeUrl.split("#")[1]) : "Waiting for the tasks to finish" }}';

/** Notes for the editor what an execution that is about to pause waits for. */
export function waitingFor(
	context: IExecuteFunctions,
	open: INodeExecutionData[],
	all = open.length,
): void {
	noteResumeAddress(context, `#${encodeURIComponent(waitingText(open, all))}`);
}

/**
 * "Waiting for 3 of 10 videos".
 *
 * @param open items whose tasks are in progress
 * @param all number of items, with those that have finished
 */
export function waitingText(open: INodeExecutionData[], all: number): string {
	const names = uniq(open.map(({ json }) => String(json.taskKind)));
	const count = open.length < all ? `${open.length} of ${all}` : String(open.length);
	return `Waiting for ${count} ${countedWord(names, all)}`;
}

/** A request whose body has the service's field `callback`. */
interface CallbackRequest {
	body: IDataObject;
}

/** Like `runSubmit`, for an operation that accepts a callback: it can also pause until all tasks are final. */
export async function runWithPause<Request extends CallbackRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const completion = readCompletion(context, pausableCompletionProperty);
	if (completion === 'pause') return await submitAndPause(context, operation);
	if (completion === 'wait') return await runSubmit(context, operation, completion);
	const { accessToken } = await readCredential(context);
	const callingBack = withBody(operation, callbackAdder(context, accessToken));
	return await runSubmit(context, callingBack, completion);
}

/**
 * Submits all items with the execution's own address as callback and parks the execution. n8n stores what
 * this node outputs after the pause: the tasks of all items, which the node's webhook checks. In a retry by the user, a
 * callback may go to the original execution: the node then waits for all tasks instead.
 *
 * @returns the same items as they are now; they are the output at once when no task is open
 */
async function submitAndPause<Request extends CallbackRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	// n8n runs the node once more when the first item is an error and "Retry On Fail" is on; the input is replaced.
	if (isParkedHere(context)) return [...context.getInputData()];
	refuseAsTool(
		context,
		'Pause Until Finished',
		"Nothing was submitted. Choose 'Wait for Result', or 'Return Task ID' with 'Digital Human Get Task' as a second tool.",
	);
	const { kind } = operation;
	const client = await clientOf(context);
	const settings = readSettings(context, 'pause', kind.pauseMinutes);
	const canCheck = await canAsk(context, kind);
	if (!canCheck && context.getInputData().length > 1) throw onlyOneItem(context, kind);
	const { address, seal } = await ownAddress(context);
	warnIfUnreachable(context, address);

	const withAddress = sentWith(operation, { callback: address });
	if (validatesOnly(context)) return await validateAll(context, client, withAddress);
	const submitted = await submitAll(context, client, withAddress);
	// A callback that arrives before the execution is parked is lost, so all tasks are checked once.
	const sightingOf = canCheck ? await checkOnce(client, submitted) : unseen;
	const lost = tasksToWatch(submitted.filter(isElsewhere)).filter(
		({ kind: one, taskId }) => !isFinal(sightingOf(one, taskId).task),
	);
	if (lost.length > 0) warnInOutput(context, calledBackElsewhere(lost, canCheck));
	if (lost.length > 0 && canCheck) {
		return await completeAll(context, client, submitted, { ...settings, completion: 'wait' });
	}
	const items = submitted.flatMap((item) => {
		const { itemIndex } = item;
		if ('error' in item) return [errorItem(context, item.error, itemIndex)];
		return item.taskIds.map((taskId) =>
			withFilesForErrorOutput(
				context,
				settledItem(context, sightingOf(item.kind, taskId).task, itemIndex, settings),
				itemIndex,
			),
		);
	});
	const memory = submitMemory(context);
	if (!items.some(isAwaited)) {
		const output = await withFilesOf(context, items, settings, { signal: client.signal });
		memory.forgetUnlessFailed(output);
		return output;
	}

	memory.forgetUnlessFailed(items);
	// n8n empties the returned array when the node has an error output; the stored one must be another.
	const stored = items.map((item) => atTimeLimit(item, settings));
	context.getExecuteData().data = { main: [stored] };
	const until = Date.now() + settings.timeLimitMs;
	rememberParked(context, { settings, seal, until });
	waitingFor(context, items.filter(isAwaited), items.length);
	await context.putExecutionToWait(new Date(until));
	return items;
}

/** Whether the callback of an item cannot resume this execution. */
function isElsewhere(item: SubmittedItem): boolean {
	return 'isElsewhere' in item && item.isElsewhere === true;
}

function calledBackElsewhere(lost: WatchedTask[], canCheck: boolean): string {
	const ids = lost.map(({ taskId }) => taskId).join(', ');
	const reason = `This execution is a retry, and the service calls the original execution back for what that one submitted (task IDs: ${ids}).`;
	return canCheck
		? `${reason} The node therefore waits for the results with status checks instead of pausing`
		: `${reason} The execution may therefore be paused until 'Limit Wait Time (Minutes)'. Fetch the result with 'Digital Human Get Task'`;
}

/** The address of this execution, with n8n's own token where n8n has one, and with the proof of this node. */
async function ownAddress(context: IExecuteFunctions): Promise<ProvenAddress> {
	const { accessToken } = await readCredential(context);
	const run = {
		executionId: context.getExecutionId(),
		nodeId: context.getNode().id,
		runIndex: runIndexOf(context),
	};
	const address = context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string;
	return provenAddress(address, run, accessToken);
}

/** An item that goes, or may go after the pause, through the error output, which has the files of the input. */
function withFilesForErrorOutput(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	itemIndex: number,
): INodeExecutionData {
	const concerned = isAwaited(item) || item.json.error !== undefined;
	return concerned && context.getNode().onError === 'continueErrorOutput'
		? withInputFiles(context, item, itemIndex)
		: item;
}

function withBody<Request extends CallbackRequest>(
	operation: SubmitOperation<Request>,
	change: (body: IDataObject, itemIndex: number) => IDataObject,
): SubmitOperation<Request> {
	return {
		...operation,
		prepare(context, itemIndex) {
			const request = operation.prepare(context, itemIndex);
			return { ...request, body: change(request.body, itemIndex) };
		},
	};
}

/**
 * Adds to what is sent, and not to the request by which an item is known again: in a retry by the user, the execution has
 * another address.
 */
function sentWith<Request extends object>(
	operation: SubmitOperation<Request>,
	more: IDataObject,
): SubmitOperation<Request> {
	return {
		...operation,
		async bodyOf(client, request, item) {
			return { ...(await operation.bodyOf(client, request, item)), ...more };
		},
	};
}

async function canAsk(context: IExecuteFunctions, kind: TaskKind): Promise<boolean> {
	try {
		return await canLookUp(context, kind);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

type SightingOf = (kind: TaskKind, taskId: string) => Pick<TaskStatus, 'task'>;

const unseen: SightingOf = (kind, taskId) => ({ task: submittedTask(kind.name, taskId) });

/** Until the execution is parked, n8n refuses callbacks. */
const MAX_CHECK_MS = 20_000;

/** All tasks are charged by now, so a status that cannot be read is no reason to fail. */
async function checkOnce(client: ServiceClient, submitted: SubmittedItem[]): Promise<SightingOf> {
	const tasks = tasksToWatch(submitted);
	const settings = { timeLimitMs: 0, checkLimitMs: MAX_CHECK_MS };
	return await new TaskWatch(client, { tasks, settings, stopOnError: false }).run();
}

function warnIfUnreachable(context: IExecuteFunctions, address: string): void {
	if (!isUnreachable(address)) return;
	warnInOutput(
		context,
		`The service calls n8n back at ${hostNameOf(address) ?? address}, which cannot be reached from the internet. If no callback arrives, the tasks are output as inProgress at the time limit. Set N8N_WEBHOOK_URL (in older n8n WEBHOOK_URL) to the public address of n8n, or choose 'Wait for Result'`,
	);
}

function onlyOneItem(context: IExecuteFunctions, { label }: TaskKind): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`'Pause Until Finished' needs a 'Person Detail Path' in the credential for several items`,
		{
			description: `Nothing was submitted. Without that path, the status of a ${label} cannot be checked, so the node can only pause for one at a time. Enter the path in the credential, add a 'Loop Over Items' node before this one, or choose 'Return Task ID' with a workflow in 'When Finished, Start Workflow'.`,
		},
	);
}
