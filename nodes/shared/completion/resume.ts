import type {
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { beginOnce } from '../callbacks/once';
import { readCallback } from '../callbacks/parse';
import { reply } from '../callbacks/reply';
import { askService, canLookUp } from '../callbacks/verify';
import { asError } from '../service/failure';
import type { TaskKind } from '../tasks/kind';
import { isFinal, type Task } from '../tasks/task';
import { withFilesOf } from './finish';
import { isAwaited, settledItem } from './items';
import { parkedSettings } from './parked';

/** The address of a paused execution. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		path: '',
		isFullPath: true,
		restartWebhook: true,
	},
];

/**
 * Takes a callback for a paused execution. It is only a hint to ask the service about all tasks that are
 * open; the execution goes on when all of them are final, with one item per task.
 *
 * A custom person whose kind cannot be looked up is the one exception: there, the callback itself counts.
 * n8n has checked the token of the address by then.
 */
export async function resumeWhenFinished(
	context: IWebhookFunctions,
	kind: TaskKind,
): Promise<IWebhookResponseData> {
	const told = readCallback(context.getBodyData());
	if (!told) return reply(context, 400, 'This is no completion callback of the service');
	const items = context.evaluateExpression('{{ $input.all() }}') as INodeExecutionData[];
	const awaited = items.filter(isAwaited).map(({ json }) => String(json.taskId));
	if (told.taskKind !== kind.name || !awaited.includes(told.taskId)) {
		return reply(context, 200, 'This task is not awaited here');
	}
	if (!isFinal(told)) return reply(context, 200, 'The task is not finished');

	const found = await findTasks(context, kind, awaited, told);
	if (!found) return reply(context, 503, 'The service cannot be asked about the task now');
	const open = awaited.filter((id) => !isFinished(found.get(id)));
	if (open.length > 0) {
		const finished = items.length - open.length;
		return reply(context, 200, `${finished} of ${items.length} tasks are finished`);
	}
	return await goOn(context, items, found, `${context.getExecutionId()} ${awaited.join(' ')}`);
}

/**
 * Only one of the callbacks that arrive together goes on. Files may take long, so its sender is answered before
 * they are fetched.
 */
async function goOn(
	context: IWebhookFunctions,
	items: INodeExecutionData[],
	found: Map<string, Task>,
	pause: string,
): Promise<IWebhookResponseData> {
	const settings = parkedSettings(context);
	if (!beginOnce(pause)) return reply(context, 200, 'The workflow is about to go on');
	const output = items.map((item, index) => {
		const task = isAwaited(item) ? found.get(String(item.json.taskId)) : undefined;
		if (!task) return item;
		const settled = settledItem(context, task, inputOf(item, index), settings);
		// What was stored for the error output.
		return settled.json.error && item.binary ? { ...settled, binary: item.binary } : settled;
	});
	if (settings.downloadField !== undefined) {
		reply(
			context,
			200,
			'All tasks are finished; their files are fetched, then the workflow goes on',
		);
	}
	const complete = await withFilesOf(context, output, settings);
	const answered = context.getResponseObject().headersSent;
	return { workflowData: [complete], ...(answered ? { noWebhookResponse: true } : {}) };
}

async function findTasks(
	context: IWebhookFunctions,
	kind: TaskKind,
	ids: string[],
	told: Task,
): Promise<Map<string, Task> | undefined> {
	try {
		if (!(await canLookUp(context, kind))) return new Map([[told.taskId, told]]);
		return await askService(context, kind, ids, `execution ${context.getExecutionId()}`);
	} catch (error) {
		context.logger.warn(
			`A callback for the paused execution could not be checked: ${asError(error).message}`,
		);
		return undefined;
	}
}

function isFinished(task: Task | undefined): boolean {
	return task !== undefined && isFinal(task);
}

function inputOf({ pairedItem }: INodeExecutionData, index: number): number {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : index;
}
