import uniq from 'lodash/uniq';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import {
	answerAt,
	askTogether,
	bodyOf,
	idIn,
	inLog,
	readCallback,
	refuse,
	reply,
} from '../shared/run/callback';
import { REFERENCE } from '../shared/run/callbackAddress';
import type { OutputSettings } from '../shared/run/options';
import { withFilesOf, withoutFilesOf } from '../shared/run/resultFiles';
import { createClient } from '../shared/service/client';
import { toNodeError } from '../shared/service/messages';
import { kinds } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/list';
import { hasOutcome, isFinal, type Outcome, type Task } from '../shared/tasks/task';
import { asError } from '../shared/util/async';
import { inOneText } from '../shared/util/text';
import { callbackKindOptions } from './fields';
import { claimTask, isSeen, type Claim } from './seenTasks';
import { isAdmitted, readSettings, type Settings } from './setup';

const CALLED_BACK = callbackKindOptions.map(({ value }) => String(value));

/**
 * Fetches the first finished task of the service's list as a test event, while the editor listens for one. In production there is
 * nothing to fetch.
 *
 * @param kindNames kinds of task; empty for all
 */
async function fetchSample(
	context: IWebhookFunctions,
	kindNames: string[],
	outcome: Outcome,
): Promise<{ task: Task } | { status: number; message: string }> {
	if (context.getMode() !== 'manual') {
		return { status: 405, message: 'Callbacks are sent with POST' };
	}
	try {
		const names = kindNames.length > 0 ? kindNames : CALLED_BACK;
		const listed = names.flatMap((name) => kinds[name] ?? []);
		const tasks = await sampleTasks(await createClient(context), listed, outcome);
		const [task] = tasks.sort((a, b) => timeOf(b) - timeOf(a));
		if (task) return { task };
	} catch (error) {
		const { message, description } = toNodeError(context.getNode(), error);
		return { status: 502, message: inOneText(message, description) };
	}
	return {
		status: 404,
		message:
			'There is no finished task to show. Custom persons and voices cannot be listed. n8n keeps listening for a real callback',
	};
}

function timeOf({ createdAt }: Task): number {
	return Date.parse(createdAt ?? '') || 0;
}

/** The answer to a call that starts nothing. */
interface Refusal {
	status: number;
	message: string;
}

/** A task that starts the workflow, and whether the service itself has confirmed it. */
interface Finding {
	task: Task;
	confirmed: boolean;
	/** The trigger is set not to ask the service. */
	canVerify?: true;
}

/** What a call says. */
interface Report {
	taskId: string;
	/** The task, where the body has a documented shape. */
	reported?: Task;
}

const NO_CALLBACK = 'This is not a completion callback of the service';
const SEEN = 'This callback was already received';

/**
 * Handles one call of the trigger's address, whatever happens: with an error that is thrown here, n8n would start the
 * workflow with an empty item.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await take(context);
	} catch (error) {
		context.logger.error(`A callback could not be processed: ${inLog(asError(error).message)}`);
		return reply(context, 503, 'The task cannot be checked at the moment');
	}
}

/**
 * Starts the workflow for a genuine, finished task of a chosen kind, once; everything else is answered and starts
 * nothing. 2xx is only answered when nothing is left to do.
 */
async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const endsAt = answerAt();
	const settings = settingsOf(context);
	if (!settings) return reply(context, 500, 'The trigger is not set up correctly');
	if (context.getWebhookName() === 'setup') {
		const sample = await fetchSample(context, settings.kindNames, settings.outcome);
		if (!('task' in sample)) return reply(context, sample.status, sample.message);
		return await start(context, { task: sample.task, confirmed: true }, settings.output);
	}
	const body = await bodyOf(context);
	const refusal = await admit(context, settings);
	if (refusal) return refuse(context, refusal.status, refusal.message, body);
	const reported = readCallback(body);
	const taskId = reported?.taskId ?? idIn(body);
	if (taskId === undefined) return refuse(context, 400, NO_CALLBACK, body);
	const { kindNames, outcome } = settings;
	if (reported && kindNames.length > 0 && !kindNames.includes(reported.taskKind)) {
		return reply(context, 200, 'The trigger ignores this kind of task');
	}
	// While the editor listens, each call is a test event.
	const isTest = context.getMode() === 'manual';
	if (reported && !isTest && isSeen(context, reported)) return reply(context, 200, SEEN);

	const found = await confirm(context, { taskId, reported }, settings, endsAt);
	if (!('task' in found)) return refuse(context, found.status, found.message, body);
	if (!isFinal(found.task)) return reply(context, 200, 'The task is not finished');
	const claim = isTest ? undefined : claimTask(context, found.task);
	if (!isTest && !claim) return reply(context, 200, SEEN);
	if (hasOutcome(found.task, outcome)) return await start(context, found, settings.output, claim);
	claim?.keep();
	return reply(context, 200, 'The trigger ignores tasks with this outcome');
}

function settingsOf(context: IWebhookFunctions): Settings | undefined {
	try {
		return readSettings(context);
	} catch (error) {
		context.logger.error(`The trigger is not set up correctly: ${asError(error).message}`);
		return undefined;
	}
}

/** Starts the workflow. The answer is given before: n8n then saves what the trigger remembers, and starts after that. */
async function start(
	context: IWebhookFunctions,
	finding: Finding,
	settings: OutputSettings,
	claim?: Claim,
): Promise<IWebhookResponseData> {
	let items: INodeExecutionData[] | undefined;
	try {
		items = await outputOf(context, finding, settings);
		claim?.keep();
	} finally {
		if (!items) claim?.release();
	}
	return { workflowData: [items], ...reply(context, 200, 'The workflow has been started') };
}

async function admit(context: IWebhookFunctions, settings: Settings): Promise<Refusal | undefined> {
	try {
		if (await isAdmitted(context, settings)) return undefined;
		return { status: 403, message: 'The address does not contain the right secret' };
	} catch (error) {
		context.logger.error(`The trigger cannot read its credential: ${asError(error).message}`);
		return { status: 500, message: 'The trigger has no usable credential' };
	}
}

/**
 * What the service reports about the task, which is looked for among the kinds that the trigger is set to, first where
 * the body belongs. Where it cannot be asked, a secret in the address vouches for the body.
 *
 * @throws Error when the service does not tell
 */
async function confirm(
	context: IWebhookFunctions,
	{ taskId, reported }: Report,
	{ verifies, from, kindNames }: Settings,
	endsAt: number,
): Promise<Finding | Refusal> {
	if (!verifies) {
		return reported
			? { task: reported, confirmed: false, canVerify: true }
			: { status: 400, message: NO_CALLBACK };
	}
	const chosen = kindNames.length > 0 ? kindNames : CALLED_BACK;
	let isAsked = false;
	for (const name of uniq([reported?.taskKind ?? [], chosen].flat())) {
		const seen = await ask(context, name, { taskId, reported }, endsAt);
		isAsked ||= seen !== undefined;
		const task = seen?.get(taskId);
		if (task && isFinal(task)) return { task, confirmed: true };
		if (task) {
			return { status: 503, message: 'The service does not report the task as finished yet' };
		}
		if (seen || name !== reported?.taskKind) continue;
		return from === 'none'
			? { status: 422, message: 'This kind of task cannot be checked' }
			: { task: reported, confirmed: false };
	}
	return isAsked
		? { status: 404, message: 'The service has no task with this ID' }
		: { status: 400, message: NO_CALLBACK };
}

async function ask(
	context: IWebhookFunctions,
	kindName: string,
	{ taskId, reported }: Report,
	endsAt: number,
): Promise<Map<string, Task> | undefined> {
	const kind = kinds[kindName];
	if (!kind) return undefined;
	return await askTogether(context, {
		kind,
		ids: [taskId],
		group: `trigger ${context.getWorkflow().id ?? ''} ${context.getNode().id}`,
		endsAt,
		isFound(seen) {
			const task = seen.get(taskId);
			return task !== undefined && isFinal(task);
		},
		// One that the service does not know may be anybody's, and one that is said to be in progress is not awaited.
		goesOn: (seen, looks) =>
			looks < 2 || (seen.has(taskId) && (reported === undefined || isFinal(reported))),
	});
}

async function outputOf(
	context: IWebhookFunctions,
	{ task, confirmed, canVerify }: Finding,
	settings: OutputSettings,
): Promise<INodeExecutionData[]> {
	const reference = (context.getQueryData() as Record<string, unknown>)[REFERENCE];
	const output = typeof reference === 'string' && reference !== '' ? { ...task, reference } : task;
	const results = [{ itemIndex: 0, task: output }];
	return confirmed
		? await withFilesOf(context, results, settings)
		: withoutFilesOf(context, results, settings, canVerify);
}
