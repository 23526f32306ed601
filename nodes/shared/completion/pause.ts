import { keyBy, mapValues, min, omit, pick, uniq } from 'lodash';
import type {
	IBinaryKeyData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { readCredential } from '../api/credential';
import { countedWord } from '../tasks/kinds';
import type { Cost, ItemResult, OpenItem } from '../model/itemResult';
import { createdAt, isFinal, keptIn, type Task, taskIn } from '../model/task';
import type { TaskKind } from '../model/taskKind';
import type { StatusOf, TaskStatus, WatchedTask } from '../model/taskStatus';
import { noteResumeAddress, runIndexOf, storedItems } from '../n8n/capabilities';
import { formatTime } from '../util/text';
import { Callback, forgetOldest } from '../callbacks/callback';
import {
	type callbacksOf,
	callbackWebhook,
	provenAddress,
	unreachableHost,
	verifyProof,
} from '../callbacks/address';
import { ask } from './complete';
import type { SubmitMemory } from '../submit/memory';
import type { readSettings } from '../output/options';
import {
	hasErrorOutput,
	hintOfTasks,
	isAwaited,
	type OutputSettings,
	refuseAsTool,
	settledItem,
	warnInOutput,
} from '../output/output';
import { atTimeLimit, settledItems } from './resultFiles';
import { errorText } from '../util/errors';

/** One run of a node that submits work. */
export interface Run
	extends Partial<ReturnType<typeof callbacksOf>>,
		Partial<Awaited<ReturnType<typeof preparePause>>> {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: ReturnType<typeof readSettings>;
	memory: SubmitMemory;
	/** Whether the service can be asked about the tasks. */
	canCheck: boolean;
}

/** Kept in the execution: at a callback, expressions would read the tasks in place of the input. */
interface PauseState {
	/** The run of the node that has parked the execution. */
	runIndex: number;
	/** Recognizes the proof in the address that the service was given. */
	proofHash: string;
	/** When n8n resumes the execution itself, in milliseconds since the epoch. */
	until: number;
	settings: OutputSettings;
	/** Unix seconds before which none of the tasks was created. */
	createdAfter?: number;
	/** What the items do not say of their results, by the index of the input item. */
	known?: Record<number, { fileName?: string; cost?: Cost; binary?: IBinaryKeyData }>;
}

/** Whether this very run of the node has parked the execution already. */
export function isParkedHere(context: IExecuteFunctions): boolean {
	const { parked } = context.getContext('node') as { parked?: PauseState };
	return parked?.runIndex === runIndexOf(context);
}

/**
 * What the editor shows on a node that pauses. n8n evaluates it without items; all it offers of the
 * pause is the resume address (since n8n 2.14), so the sentence is its fragment.
 */
export const waitingNodeTooltip =
	'={{ $execution.resumeUrl.includes("#") ? decodeURIComponent($execution.resumeUrl.split("#")[1]) : "Waiting for the tasks to finish" }}';

/**
 * Notes for the editor: "Waiting for 3 of 10 composed videos since 2026-03-01 14:05:30".
 *
 * @param open items whose tasks are in progress
 * @param all number of items, with those that have finished
 * @param since in milliseconds since the epoch
 */
export function waitingFor(
	context: IExecuteFunctions,
	open: INodeExecutionData[],
	all: number,
	since = Date.now(),
): void {
	const names = uniq(open.map(({ json }) => String(json.taskKind)));
	const count = open.length < all ? `${open.length} of ${all}` : open.length;
	const time = formatTime(new Date(since).toISOString(), context.getTimezone());
	const text = `Waiting for ${count} ${countedWord(names, all)} since ${time}`;
	noteResumeAddress(context, `#${encodeURIComponent(text)}`);
}

/** @throws Error where a pause is not possible; nothing has been submitted */
export async function preparePause(context: IExecuteFunctions, kind: TaskKind, canCheck: boolean) {
	refuseAsTool(
		context,
		'Pause Until Finished',
		"Nothing was submitted. Choose 'Wait for Result', or 'Return Task ID' with 'Digital Human Get Task' as a second tool.",
	);
	if (!canCheck && context.getInputData().length > 1) {
		throw new Error(
			`'Pause Until Finished' needs a 'Person Detail Path' in the credential for several items. Nothing was submitted. Without that path, the status of a ${kind.label} cannot be checked, so the node can only pause for one at a time. Turn on 'Paths From the Provider' in the credential and enter the path, add a 'Loop Over Items' node before this one, or choose 'Return Task ID' with a workflow in 'When Finished, Start Workflow'`,
		);
	}
	const { accessToken, baseUrl } = await readCredential(context);
	const proven = provenAddress(context, accessToken);
	const host = unreachableHost(proven.resumeAddress, baseUrl);
	if (host !== undefined) {
		warnInOutput(
			context,
			`The service calls n8n back at ${host}, which cannot be reached from the internet. If no callback arrives, the tasks are output as inProgress at the time limit. Set N8N_WEBHOOK_URL (in older n8n WEBHOOK_URL) to the public address of n8n, or choose 'Wait for Result'`,
		);
	}
	return proven;
}

/**
 * Parks the execution until the service calls back. n8n stores what this node outputs now: the
 * tasks of all items, which the node's webhook checks.
 *
 * @returns the items as they are now, which are the output when no task is open; undefined when the
 * node has to wait instead, because a callback goes to the execution that this one retries
 */
export async function pause(run: Run, submitted: ItemResult[]) {
	const { context, settings, canCheck } = run;
	// A callback that arrives before the execution is parked is lost, so all tasks are checked once.
	const results = canCheck ? await checkOnce(run, submitted) : submitted;
	hintOfTasks(context, results, settings.timeLimitMs);
	const open = results.filter(isOpen);
	const lost = open.filter(({ isElsewhere }) => isElsewhere);
	if (lost.length > 0) {
		const ids = lost.map(({ task }) => task.taskId).join(', ');
		warnInOutput(
			context,
			`This execution is a retry, and the service calls the original execution back for what that one submitted (task IDs: ${ids}). ${
				canCheck
					? 'The node therefore waits for the results with status checks instead of pausing'
					: "The execution may therefore be paused until 'Limit Wait Time (Minutes)'. Fetch the result with 'Digital Human Get Task'"
			}`,
		);
		if (canCheck) return undefined;
	}
	return open.length > 0
		? await park(run, results)
		: await settledItems(context, results, settings);
}

function isOpen(result: ItemResult): result is OpenItem {
	return result.is === 'open';
}

async function park({ context, settings, proofHash = '' }: Run, results: ItemResult[]) {
	const items = results.map((result) => settledItem(context, result, settings));
	// What is stored is output at the time limit. With an error output, n8n empties what is returned.
	const atLimit = items.map((item) => atTimeLimit(item, settings));
	// n8n resumes by disabling the node, which is also that of a branch that waits for its turn.
	Object.assign(context.getExecuteData(), { data: { main: [atLimit] }, node: context.getNode() });
	const until = Date.now() + settings.timeLimitMs;
	const parked: PauseState = {
		runIndex: runIndexOf(context),
		proofHash,
		until,
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField', 'includeInput']),
		createdAfter: min(results.filter(isOpen).map(({ watched }) => watched.createdAfter)),
		known: mapValues(keyBy(results, 'itemIndex'), ({ fileName, cost, input }) => ({
			fileName,
			cost,
			// The files of the input belong to an item that fails.
			...(hasErrorOutput(context) && pick(input, 'binary')),
		})),
	};
	context.getContext('node').parked = parked;
	waitingFor(context, items.filter(isAwaited), items.length);
	await context.putExecutionToWait(new Date(until));
	return items;
}

/** Time for the check before the execution is parked: until then, n8n lets no callback in. */
const CHECK_MS = 20_000;

/** All tasks are charged by now, so a status that cannot be read is only shown. */
async function checkOnce(run: Run, submitted: ItemResult[]): Promise<ItemResult[]> {
	const { context, client } = run;
	const results = await ask({ ...run, client: client.with({ withinMs: CHECK_MS }) }, submitted);
	const failed = results.flatMap((result, index) => {
		return result.is === 'failed' && submitted[index]?.is === 'open' ? [result] : [];
	});
	if (failed[0]) {
		const reason = errorText(failed[0].error);
		warnInOutput(context, `The tasks could not be checked before the pause. ${reason}`);
	}
	return results.map((result, index) => {
		const before = submitted[index];
		return result.is === 'failed' && before?.is === 'open'
			? { ...before, task: result.task ?? before.task }
			: result;
	});
}

/** What was kept, for the node's webhook; undefined when it has not parked the execution. */
function pauseStateOf(context: IWebhookFunctions): PauseState | undefined {
	// n8n would take braces for the end of the expression, and some signs for that of the line.
	const node = JSON.stringify(context.getNode().name).replace(
		/[^ -|]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const parked: unknown = context.evaluateExpression(`{{ $node[${node}].context.parked }}`);
	return parked as PauseState | undefined;
}

/** What the description of a node says that can pause. */
export const pausable = {
	// For version 1, n8n evaluates an expression of its own at each call, which fails for a paused
	// node in workflows with the newer binary mode.
	version: 1.1,
	waitingNodeTooltip,
	webhooks: [{ ...callbackWebhook, isFullPath: true, restartWebhook: true }],
} satisfies Partial<INodeTypeDescription>;

/** The method of a node that answers the callbacks for paused executions. */
export function resumeWhenFinished(kind: TaskKind) {
	return async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await Callback.answer(this, async (call) => {
			const state = pauseStateOf(this);
			return state && verifyProof(call.query, state.proofHash)
				? await new PausedExecution(this, call, kind, state).answer()
				: call.refuse(401, 'The address does not contain the right proof');
		});
	};
}

/** Files that have not arrived so long before n8n resumes the execution itself are left out. */
const FILES_BEFORE_MS = 5_000;

/** n8n takes a moment to resume, and does not notice if it has just done so itself. */
const ITEMS_BEFORE_MS = 2_000;

const TOO_LATE = 'The time limit was reached; the workflow continues without the results';

const GOES_ON = 'All tasks are finished; the workflow continues';

/** Runs of nodes that this process has resumed: n8n may have let a second callback in before. */
const resumed = new Set<string>();

/**
 * A paused execution that is called back. Whatever the call says, one with the proof that only the
 * service was given prompts a check of all open tasks; when all are final, the execution continues,
 * with one item per task. Not every n8n checks a token of its own before.
 *
 * Only for a custom person that cannot be looked up, the callback itself counts.
 */
class PausedExecution {
	constructor(
		private readonly context: IWebhookFunctions,
		private readonly call: Callback,
		private readonly kind: TaskKind,
		private readonly state: PauseState,
		/** As n8n has stored them, one for each input item. */
		private readonly items = storedItems(context),
		private readonly awaited = items.filter(isAwaited).map(({ json }) => json as unknown as Task),
	) {}

	async answer(): Promise<IWebhookResponseData> {
		const { kind, call, items, awaited } = this;
		if (this.isTooLate) return call.refuse(200, TOO_LATE);
		// A task that the call names may be ahead of the service's lists.
		const mayFollow = ({ is, task }: TaskStatus) => is !== 'seen' || call.names(task.taskId);
		const confirmed = await this.check(mayFollow);
		const found = confirmed ?? this.reported();
		if (!found) {
			return awaited.length > 1
				? call.refuse(
						503,
						"The tasks cannot be checked: 'Person Detail Path' of the credential is missing or wrong",
					)
				: call.refuse(400, 'This is not the callback of the awaited task');
		}
		const all = awaited.map(({ taskId }) => found(kind, taskId));
		const open = all.filter(({ task }) => !isFinal(task));
		if (open.length === 0) return await this.resume(found, confirmed !== undefined);
		return open.some(mayFollow)
			? call.reply(503, 'The service does not report all tasks as finished yet')
			: call.reply(200, `${items.length - open.length} of ${items.length} tasks are finished`);
	}

	/** @returns undefined when the service cannot be asked; a path that is wrong counts as none */
	private async check(mayFollow: (status: TaskStatus) => boolean): Promise<StatusOf | undefined> {
		const { kind, awaited, state } = this;
		const tasks = awaited.map((task): WatchedTask => {
			return {
				kind,
				taskId: task.taskId,
				known: { by: task.serviceStatus === undefined ? 'id' : 'service' },
				createdAfter: createdAt(task) ?? state.createdAfter,
			};
		});
		const statusOf = await this.call.ask(kind, tasks, mayFollow);
		const isUnknown = awaited.every(({ taskId }) => statusOf?.(kind, taskId).is === 'unknown');
		return kind.detailPath && isUnknown ? undefined : statusOf;
	}

	/** What the call itself says of the one awaited person. */
	private reported(): StatusOf | undefined {
		const { task } = this.call;
		const [{ taskId } = { taskId: '' }, ...others] = this.awaited;
		const isIt = task?.taskId === taskId && task.taskKind === this.kind.name;
		return isIt && others.length === 0 ? () => ({ is: 'seen', task }) : undefined;
	}

	/** Hands the finished tasks to n8n, once, which continues the execution and gives the answer. */
	private async resume(found: StatusOf, isConfirmed: boolean): Promise<IWebhookResponseData> {
		const { context, call, awaited } = this;
		const key = [context.getExecutionId(), ...awaited.map(({ taskId }) => taskId)].join(' ');
		if (resumed.has(key)) return call.reply(200, GOES_ON);
		const response = context.getResponseObject();
		if (!response.closed) forgetOldest(resumed.add(key));
		response.once('close', () => {
			// The next callback may do it.
			if (response.statusCode >= 400 || !response.writableFinished) resumed.delete(key);
		});
		const items = await this.itemsOf(found, isConfirmed);
		if (this.isTooLate) return call.refuse(200, TOO_LATE);
		return { workflowData: [items], webhookResponse: { message: GOES_ON } };
	}

	/** The items with which the execution continues, with their files. */
	private async itemsOf(found: StatusOf, isConfirmed: boolean): Promise<INodeExecutionData[]> {
		const { settings, until, known } = this.state;
		const results = this.items.map((item, itemIndex): ItemResult => {
			const { json } = item;
			const { fileName, cost, binary } = known?.[itemIndex] ?? {};
			const input = { ...item, binary: item.binary ?? binary };
			// At the time limit, it would be output as what it is not now.
			const finished = json.timedOut === true ? omit(json, ['timedOut', 'error']) : json;
			const task = isAwaited(item)
				? { ...found(this.kind, String(json.taskId)).task, ...keptIn(json) }
				: taskIn(finished);
			const ofItem = { itemIndex, fileName, cost, input };
			return task
				? { is: 'finished', ...ofItem, task, isAsInput: false }
				: { is: 'passedThrough', ...ofItem };
		});
		const delivery = { endsAt: until - FILES_BEFORE_MS, isUnconfirmed: !isConfirmed };
		return await settledItems(this.context, results, settings, delivery);
	}

	/** Whether n8n has resumed the execution at its time limit, or is about to. */
	private get isTooLate(): boolean {
		return Date.now() > this.state.until - ITEMS_BEFORE_MS;
	}
}
