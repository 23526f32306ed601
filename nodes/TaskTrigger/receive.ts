import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { claimTask, type Claim } from '../shared/callbacks/duplicates';
import { readCallback } from '../shared/callbacks/parse';
import { reply } from '../shared/callbacks/reply';
import { REFERENCE } from '../shared/callbacks/secret';
import { askService, canLookUp } from '../shared/callbacks/verify';
import { withFilesOf } from '../shared/completion/finish';
import { taskItem } from '../shared/completion/items';
import { outputSettings } from '../shared/completion/settings';
import { asError } from '../shared/service/failure';
import { kinds } from '../shared/tasks/kinds';
import { hasOutcome, type Outcome } from '../shared/tasks/outcome';
import { isFinal, type Task } from '../shared/tasks/task';
import { fetchSample } from './sample';
import { isAdmitted, type SecretFrom } from './setup';

/** A task that starts the workflow, or the answer to a call that does not. */
type Judgement = { task: Task; claim?: Claim } | { status: number; message: string };

/** What the trigger is set to. */
interface Settings {
	from: SecretFrom;
	verifies: boolean;
	wanted: string[];
	outcome: Outcome;
}

/**
 * Takes one call of the trigger's address. It starts the workflow for a genuine, finished task of a wanted
 * kind, once; everything else is answered and starts nothing.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings: Settings = {
		from: context.getNodeParameter('secretFrom') as SecretFrom,
		verifies: context.getNodeParameter('verify') as boolean,
		wanted: context.getNodeParameter('taskKinds') as string[],
		outcome: context.getNodeParameter('triggerOn') as Outcome,
	};
	const judgement: Judgement =
		context.getWebhookName() === 'setup'
			? await fetchSample(context, settings.wanted, settings.outcome)
			: await judge(context, settings);
	if (!('task' in judgement)) return reply(context, judgement.status, judgement.message);
	const items = await outputOf(context, judgement.task);
	// After an answer of our own, n8n saves what the node remembers before it begins the start.
	if (context.getResponseObject().headersSent) {
		return { workflowData: [items], noWebhookResponse: true };
	}
	void judgement.claim?.keepWhileStarting();
	return { workflowData: [items] };
}

async function judge(context: IWebhookFunctions, settings: Settings): Promise<Judgement> {
	const refusal = await refuse(context, settings.from);
	if (refusal) return refusal;
	const told = readCallback(context.getBodyData());
	if (!told) return { status: 400, message: 'This is no completion callback of the service' };
	if (!isFinal(told)) return { status: 200, message: 'The task is not finished' };
	if (settings.wanted.length > 0 && !settings.wanted.includes(told.taskKind)) {
		return { status: 200, message: 'The trigger is not for this kind of task' };
	}
	const claim = isTest(context) ? undefined : claimTask(context, told);
	if (!claim && !isTest(context)) {
		return { status: 200, message: 'This callback has arrived before' };
	}
	const judgement = await confirm(context, told, settings);
	if (!('task' in judgement)) {
		claim?.release();
		return judgement;
	}
	claim?.keep();
	return hasOutcome(judgement.task, settings.outcome)
		? { ...judgement, claim }
		: { status: 200, message: 'The trigger is not for this state of the task' };
}

async function refuse(
	context: IWebhookFunctions,
	from: SecretFrom,
): Promise<Judgement | undefined> {
	try {
		if (await isAdmitted(context, from)) return undefined;
		return { status: 403, message: 'The address does not carry the right secret' };
	} catch (error) {
		context.logger.error(`The trigger cannot read its credential: ${asError(error).message}`);
		return { status: 500, message: 'The trigger has no credential that it can use' };
	}
}

/** What the service says about the task. Where it cannot be asked, a secret in the address vouches for it. */
async function confirm(
	context: IWebhookFunctions,
	told: Task,
	{ verifies, from }: Settings,
): Promise<Judgement> {
	if (!verifies) return { task: told };
	try {
		const kind = kinds[told.taskKind];
		if (!kind || !(await canLookUp(context, kind))) {
			return from === 'none'
				? { status: 422, message: 'The service cannot be asked about this kind of task' }
				: { task: told };
		}
		const group = `trigger ${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		const task = (await askService(context, kind, [told.taskId], group)).get(told.taskId);
		if (!task) return { status: 404, message: 'The service does not know this task' };
		if (isFinal(task)) return { task };
		return { status: 409, message: 'The task is not finished, says the service' };
	} catch (error) {
		context.logger.error(
			`The callback of task ${told.taskId} could not be verified: ${asError(error).message}`,
		);
		return { status: 503, message: 'The service cannot be asked about the task now' };
	}
}

/** Files may take long, so the caller is answered before they are fetched. */
async function outputOf(context: IWebhookFunctions, task: Task): Promise<INodeExecutionData[]> {
	const settings = outputSettings(context.getNodeParameter('options', {}) as IDataObject);
	const reference = (context.getQueryData() as Record<string, unknown>)[REFERENCE];
	const told = typeof reference === 'string' && reference !== '' ? { ...task, reference } : task;
	if (settings.downloadField !== undefined) reply(context, 202, 'Taken; the files are fetched');
	return await withFilesOf(context, [taskItem(told, 0, settings.simple)], settings);
}

function isTest(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual';
}
