import pick from 'lodash/pick';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { canLookUp } from '../shared/callbacks/verify';
import type { SubmittedItem, SubmittedTask } from '../shared/run/submit';
import { locator } from '../shared/lookups';
import { warnInOutput } from '../shared/output/unreadStatus';
import { missing, shown } from '../shared/util/text';
import { enteredId } from '../shared/service/serviceId';
import { aiCreation } from '../shared/tasks/aiCreation';
import type { TaskKind } from '../shared/tasks/kind';
import { kindOptions, kinds } from '../shared/tasks/kinds';
import type { Task, TaskState } from '../shared/tasks/task';

const AUTOMATIC = 'auto';

const FINAL_STATES: ReadonlySet<unknown> = new Set<TaskState>(['succeeded', 'failed', 'cancelled']);

/** What the service does not know of a task. */
const KEPT = ['reference', 'targetLanguage', 'translationId'] as const;

/** Which task an item is about. */
export const taskProperties: INodeProperties[] = [
	{
		displayName: 'Task Kind',
		name: 'taskKind',
		type: 'options',
		options: [
			{
				name: 'From Input Item',
				value: AUTOMATIC,
				description:
					'Use the field taskKind, which every Digital Human node outputs with a task. If the item has none, the task is treated as an AI task.',
			},
			...kindOptions,
		],
		default: AUTOMATIC,
		description: 'What kind of task the ID belongs to. Items of different kinds may be mixed.',
	},
	locator({
		name: 'taskId',
		displayName: 'Task ID',
		searchMethod: 'searchTasks',
		startingId: '={{ $json.taskId }}',
		required: true,
		description: 'The task to look up. By default, the task of the input item.',
	}),
];

/**
 * Reads which task each input item is about; one that is final already is used as it is.
 *
 * @param withFiles whether result files are fetched. Their addresses are then taken from the service alone: an item
 *   may come from anywhere, so that a task that it presents as succeeded is looked up.
 */
export async function readTasks(
	context: IExecuteFunctions,
	withFiles: boolean,
): Promise<SubmittedItem[]> {
	const unconfirmed = new Set<TaskKind>();
	const readItem = async (json: IDataObject, itemIndex: number): Promise<SubmittedItem> => {
		try {
			const kind = readKind(context, itemIndex, json);
			const taskId = readId(context, itemIndex);
			const before = reportedBefore(json, kind, taskId);
			const { finalTask: reported } = before;
			const item = { itemIndex, kind, taskIds: [taskId] };
			const unchanged = { ...item, ...before };
			if (!withFiles || reported?.state !== 'succeeded') return unchanged;
			if (await canLookUp(context, kind)) {
				return { ...item, reported, kept: pick(reported, KEPT) };
			}
			if (reported.outputUrls?.length) unconfirmed.add(kind);
			return unchanged;
		} catch (error) {
			return { itemIndex, error };
		}
	};
	const items = await Promise.all(
		context.getInputData().map(async ({ json }, itemIndex) => await readItem(json, itemIndex)),
	);
	hintOfUnconfirmed(context, unconfirmed);
	return items;
}

/** Shows in the output panel that files were not downloaded, because the service cannot be asked about their tasks. */
function hintOfUnconfirmed(context: IExecuteFunctions, kinds: ReadonlySet<TaskKind>): void {
	for (const { label, detailPath } of kinds) {
		const path = detailPath === 'personDetailPath' ? 'Person' : 'Video';
		warnInOutput(
			context,
			`The result files of this ${label} were not downloaded: that needs the '${path} Detail Path' in the credential, because only files that the service has just confirmed are downloaded. Enter the path, or turn off 'Download Result'`,
		);
	}
}

function readKind(context: IExecuteFunctions, itemIndex: number, json: IDataObject): TaskKind {
	const chosen = context.getNodeParameter('taskKind', itemIndex, AUTOMATIC) as string;
	const name = chosen === AUTOMATIC ? (json.taskKind ?? aiCreation.name) : chosen;
	const kind = typeof name === 'string' ? kinds[name] : undefined;
	if (kind) return kind;
	throw new NodeOperationError(
		context.getNode(),
		`'Task Kind' is '${shown(name)}', which is not a known kind of task`,
		{
			description: `Choose the 'Task Kind' from the list. An expression must return one of: ${Object.keys(kinds).join(', ')}.`,
			itemIndex,
		},
	);
}

function readId(context: IExecuteFunctions, itemIndex: number): string {
	const value = context.getNodeParameter('taskId', itemIndex, '', { extractValue: true });
	const taskId = enteredId(value, 'Task ID');
	if (taskId !== '') return taskId;
	throw new NodeOperationError(context.getNode(), missing('Task ID'), {
		description:
			"Every item needs the ID of a task. Connect a Digital Human node before this one, or enter the 'Task ID'.",
		itemIndex,
	});
}

/**
 * What an item of this pack reports of its task: a final one cannot change any more; of others, the
 * user's reference and the language of a translation are not known to the service.
 */
function reportedBefore(
	json: IDataObject,
	kind: TaskKind,
	taskId: string,
): Pick<SubmittedTask, 'finalTask' | 'kept'> {
	if (json.taskId !== taskId || json.taskKind !== kind.name) return {};
	if (FINAL_STATES.has(json.state)) return { finalTask: json as unknown as Task };
	return { kept: pick(json as unknown as Task, KEPT) };
}
