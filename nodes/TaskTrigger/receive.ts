import { maxBy } from 'lodash';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { createClient } from '../shared/api/client';
import { Callback } from '../shared/callbacks/callback';
import { deliverItems } from '../shared/completion/delivery';
import { deliveredItem } from '../shared/model/itemResult';
import { hasOutcome, isFinal, type Task } from '../shared/model/task';
import { kinds } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/listing';
import { errorText } from '../shared/util/errors';
import { plainText } from '../shared/util/text';
import { confirm, type Finding } from './confirm';
import { readTriggerSettings, type Settings } from './taskTrigger.fields';
import { Marks } from './marks';
import { taskTriggerMessages } from './taskTrigger.messages';
import { isAuthorized } from './secret';

/* What a call of the trigger's address starts, and what is answered. */

/**
 * Handles one call of the trigger's address: a callback of the service, or a browser that asks for a sample. Never
 * throws: where anything fails, the service is answered 503, so that it may call again, and a browser 502.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// The node has a webhook of this name for GET, which browsers send; the service sends POST.
	const isOfBrowser = context.getWebhookName() === 'setup';
	const start = isOfBrowser ? startWithSample : startForTask;
	return await Callback.answer(context, async (call) => await start(context, call));
}

/**
 * Starts the workflow for a finished task of a chosen kind, once, if the caller has the right secret and the service
 * confirms the task; `confirm` decides where the report of the callback is enough. Any other call starts nothing.
 *
 * @returns the answer. The status 200 tells the caller not to repeat the call: the workflow is started, or nothing is
 *   to be started for the task. In two cases, that may turn out to be wrong: another call is still starting the
 *   workflow, which may fail; or only the callback reports the task, and reports it in progress, so that the start is
 *   left to a callback about its end
 * @throws Error when the service refuses for good, or has not answered in time, and what `isAuthorized` and the
 *   settings throw; `receive` answers with 503 then
 */
async function startForTask(
	context: IWebhookFunctions,
	call: Callback,
): Promise<IWebhookResponseData> {
	const settings = readTriggerSettings(context);
	if (!(await isAuthorized(context, call, settings))) {
		return call.refuse(403, taskTriggerMessages.wrongSecret);
	}
	// The task as the body reports it; undefined where that cannot be read, so that only the service can tell.
	const { task: reported } = call;
	if (reported && !settings.kindNames.includes(reported.taskKind)) {
		return call.reply(200, taskTriggerMessages.otherKind);
	}
	const marks = new Marks(context);
	if (reported && marks.has(reported)) {
		return call.reply(200, taskTriggerMessages.alreadyReceived);
	}
	const found = await confirm(call, settings);
	// Without a task, it is the answer to a call that starts nothing.
	const isAnswer = !('task' in found);
	if (isAnswer) return found;
	const { task } = found;
	// Only a task that the service has not confirmed may be in progress here.
	if (!isFinal(task)) return call.reply(200, taskTriggerMessages.notFinished);
	// Another call about the task may have come while the service was asked.
	if (marks.has(task)) return call.reply(200, taskTriggerMessages.alreadyReceived);
	// Marks the task. Where the work fails, the mark is taken back, so that a later call can start the workflow.
	const items = await marks.dealWith(task, async () => {
		// A task that has not ended as the user wants is dealt with, too, so that it is not asked about again.
		if (!hasOutcome(task, settings.outcome)) return undefined;
		return await itemsOfTask({ context, call, settings }, found);
	});
	if (!items) return call.reply(200, taskTriggerMessages.otherOutcome);
	return startWorkflow(call, items);
}

/**
 * Starts a test event with the newest finished task of the service's lists, as a sample. Nothing is started in
 * production, which is answered with 405, where there is no such task (404), and where the settings are wrong or the
 * service cannot be asked (502).
 */
async function startWithSample(
	context: IWebhookFunctions,
	call: Callback,
): Promise<IWebhookResponseData> {
	const isTestEvent = context.getMode() === 'manual';
	if (!isTestEvent) return call.reply(405, taskTriggerMessages.onlyPost);
	try {
		const settings = readTriggerSettings(context);
		const chosenKinds = settings.kindNames.flatMap((name) => kinds[name] ?? []);
		const client = await createClient(context);
		const tasks = await sampleTasks(client, chosenKinds, settings.outcome);
		// Times in ISO 8601 are in the order of their texts. A task without a time comes last.
		const newest = maxBy(tasks, ({ createdAt = '' }) => createdAt);
		if (newest) {
			const items = await itemsOfTask({ context, call, settings }, { task: newest });
			return startWorkflow(call, items);
		}
	} catch (error) {
		return call.reply(502, errorText(error));
	}
	return call.reply(404, taskTriggerMessages.noSample);
}

/** A call of the trigger's address, with the settings of the trigger. */
interface Called {
	context: IWebhookFunctions;
	call: Callback;
	settings: Settings;
}

/**
 * The item of a task, as the only one of a list: with its files, if the user wants them, and with the reference in the
 * address, if there is one. Files of a task that the service has not confirmed are not downloaded. The caller is
 * answered after the downloads.
 */
async function itemsOfTask(
	{ context, call, settings }: Called,
	{ task, isUnconfirmed }: Finding,
): Promise<INodeExecutionData[]> {
	const reference = plainText(call.query.reference);
	const taskOfCall: Task = reference === '' ? task : { ...task, reference };
	// A trigger has no input, so that the item counts as the first one, and is not an input item that is passed on.
	const result = deliveredItem({ itemIndex: 0 }, taskOfCall);
	return await deliverItems(context, [result], { ...settings.output, isUnconfirmed });
}

/**
 * Answers a call with 200, and gives n8n the items with which it starts the workflow. What the trigger remembers has to
 * be stored before, because n8n saves it as soon as it has what this returns.
 */
function startWorkflow(call: Callback, items: INodeExecutionData[]): IWebhookResponseData {
	const response = call.reply(200, taskTriggerMessages.started);
	response.workflowData = [items];
	return response;
}
