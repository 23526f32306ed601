import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import {
	answerAt,
	answeringInTime,
	askUntilFinal,
	handOver,
	readCallback,
	reply,
} from '../shared/run/callback';
import { REFERENCE } from '../shared/run/callbackAddress';
import type { OutputSettings } from '../shared/run/options';
import { taskItem } from '../shared/run/output';
import { withFilesOf, withoutFilesOf } from '../shared/run/resultFiles';
import { createClient } from '../shared/service/client';
import { canLookUp } from '../shared/service/credential';
import { toNodeError } from '../shared/service/messages';
import { kinds } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/list';
import { hasOutcome } from '../shared/tasks/task';
import { type Outcome, isFinal, type Task } from '../shared/tasks/task';
import { asError } from '../shared/util/async';
import { inOneText } from '../shared/util/text';
import { callbackKindOptions } from './fields';
import { claimTask, type Claim } from './seenTasks';
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

const STARTED = 'The workflow has been started';

/**
 * Handles one call of the trigger's address. It starts the workflow for a genuine, finished task of a chosen
 * kind, once; everything else is answered and starts nothing. 2xx is only answered when nothing is left to do.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const endsAt = answerAt();
	const settings = settingsOf(context);
	if (!settings) return reply(context, 500, 'The trigger is not set up correctly');
	if (context.getWebhookName() === 'setup') {
		const sample = await fetchSample(context, settings.kindNames, settings.outcome);
		if (!('task' in sample)) return reply(context, sample.status, sample.message);
		return await start(context, { task: sample.task, confirmed: true }, settings.output, endsAt);
	}
	const refusal = await refuse(context, settings);
	if (refusal) return reply(context, refusal.status, refusal.message);
	const reported = readCallback(context.getBodyData());
	if (!reported) return reply(context, 400, 'This is not a completion callback of the service');
	if (!isFinal(reported)) return reply(context, 200, 'The task is not finished');
	if (settings.kindNames.length > 0 && !settings.kindNames.includes(reported.taskKind)) {
		return reply(context, 200, 'The trigger ignores this kind of task');
	}
	// While the editor listens, each call is a test event.
	if (context.getMode() === 'manual') return await take(context, reported, settings, endsAt);
	const claim = await claimTask(context, reported, endsAt);
	if (claim === 'done') return reply(context, 200, 'This callback was already received');
	if (claim === 'busy') return reply(context, 503, 'This task is being checked');
	try {
		return await take(context, reported, settings, endsAt, claim);
	} finally {
		claim.release();
	}
}

function settingsOf(context: IWebhookFunctions): Settings | undefined {
	try {
		return readSettings(context);
	} catch (error) {
		context.logger.error(`The trigger is not set up correctly: ${asError(error).message}`);
		return undefined;
	}
}

/** Checks a callback, and starts the workflow for it. */
async function take(
	context: IWebhookFunctions,
	reported: Task,
	settings: Settings,
	endsAt: number,
	claim?: Claim,
): Promise<IWebhookResponseData> {
	const found = await confirm(context, reported, settings);
	if (!('task' in found)) return reply(context, found.status, found.message);
	if (hasOutcome(found.task, settings.outcome)) {
		return await start(context, found, settings.output, endsAt, claim);
	}
	claim?.keep();
	return reply(context, 200, 'The trigger ignores tasks with this outcome');
}

async function start(
	context: IWebhookFunctions,
	finding: Finding,
	settings: OutputSettings,
	endsAt: number,
	claim?: Claim,
): Promise<IWebhookResponseData> {
	const items = await answeringInTime(
		context,
		outputOf(context, finding, settings),
		endsAt,
		'The files of the task are being downloaded',
	);
	return claim ? claim.start(items, STARTED) : handOver(context, items, STARTED, () => {});
}

async function refuse(
	context: IWebhookFunctions,
	settings: Settings,
): Promise<Refusal | undefined> {
	try {
		if (await isAdmitted(context, settings)) return undefined;
		return { status: 403, message: 'The address does not contain the right secret' };
	} catch (error) {
		context.logger.error(`The trigger cannot read its credential: ${asError(error).message}`);
		return { status: 500, message: 'The trigger has no usable credential' };
	}
}

/** What the service reports about the task. Where it cannot be asked, a secret in the address vouches for it. */
async function confirm(
	context: IWebhookFunctions,
	reported: Task,
	{ verifies, from }: Settings,
): Promise<Finding | Refusal> {
	if (!verifies) return { task: reported, confirmed: false, canVerify: true };
	try {
		const kind = kinds[reported.taskKind];
		if (!kind || !(await canLookUp(context, kind))) {
			return from === 'none'
				? { status: 422, message: 'This kind of task cannot be checked' }
				: { task: reported, confirmed: false };
		}
		const { taskId } = reported;
		const group = `trigger ${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		const tasks = await askUntilFinal(context, { kind, taskId, own: false, group });
		const task = tasks.get(taskId);
		if (!task) return { status: 404, message: 'The service has no task with this ID' };
		if (isFinal(task)) return { task, confirmed: true };
		return { status: 503, message: 'The service does not report the task as finished yet' };
	} catch (error) {
		context.logger.error(
			`The callback of task ${reported.taskId} could not be verified: ${asError(error).message}`,
		);
		return { status: 503, message: 'The task cannot be checked at the moment' };
	}
}

async function outputOf(
	context: IWebhookFunctions,
	{ task, confirmed, canVerify }: Finding,
	settings: OutputSettings,
): Promise<INodeExecutionData[]> {
	const reference = (context.getQueryData() as Record<string, unknown>)[REFERENCE];
	const output = typeof reference === 'string' && reference !== '' ? { ...task, reference } : task;
	const items = [taskItem(output, 0, settings.simple)];
	return confirmed
		? await withFilesOf(context, items, settings)
		: withoutFilesOf(context, items, settings, canVerify);
}
