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
import { shown } from '../shared/util/text';
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
				name: 'As the Input Item Says',
				value: AUTOMATIC,
				description:
					'Take it from the field taskKind, which every Digital Human node puts out; without it, an AI image or video',
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
		description: 'The task, as another Digital Human node puts it out',
	}),
];

/**
 * Reads which task each input item is about; one that is final already is taken as it is.
 *
 * @param withFiles whether result files are fetched. Their addresses are then taken from the service alone: an item
 *   may come from anywhere, so that a task that it presents as succeeded is looked up.
 */
export async function readTasks(
	context: IExecuteFunctions,
	withFiles: boolean,
): Promise<SubmittedItem[]> {
	const readItem = async (json: IDataObject, itemIndex: number): Promise<SubmittedItem> => {
		try {
			const kind = readKind(context, itemIndex, json);
			const taskId = readId(context, itemIndex);
			const before = reportedBefore(json, kind, taskId);
			if (!withFiles || before.finalTask?.state !== 'succeeded') {
				return { itemIndex, kind, taskIds: [taskId], ...before };
			}
			await requireConfirmation(context, kind);
			return { itemIndex, kind, taskIds: [taskId], kept: pick(before.finalTask, KEPT) };
		} catch (error) {
			return { itemIndex, error };
		}
	};
	return await Promise.all(
		context.getInputData().map(async ({ json }, itemIndex) => await readItem(json, itemIndex)),
	);
}

/**
 * Refuses to fetch files for a task that the service cannot be asked about.
 *
 * @throws NodeOperationError that says what is missing and what can be done instead
 */
async function requireConfirmation(context: IExecuteFunctions, kind: TaskKind): Promise<void> {
	if (await canLookUp(context, kind)) return;
	const path = kind.detailPath === 'personDetailPath' ? 'Person' : 'Video';
	throw new NodeOperationError(
		context.getNode(),
		`The result files of this ${kind.label} cannot be fetched without a '${path} Detail Path' in the credential`,
		{
			description:
				"Result files are only fetched for tasks that the service has just confirmed. Ask the provider of the service for the path and enter it in the credential, or remove 'Download Result' to pass the task on as it came.",
		},
	);
}

function readKind(context: IExecuteFunctions, itemIndex: number, json: IDataObject): TaskKind {
	const chosen = context.getNodeParameter('taskKind', itemIndex, AUTOMATIC) as string;
	const name = chosen === AUTOMATIC ? (json.taskKind ?? aiCreation.name) : chosen;
	const kind = typeof name === 'string' ? kinds[name] : undefined;
	if (kind) return kind;
	throw new NodeOperationError(
		context.getNode(),
		`'${shown(String(name))}' is no kind of task that this node knows`,
		{
			description: `Choose the 'Task Kind' from the list. An expression has to give one of: ${Object.keys(kinds).join(', ')}.`,
			itemIndex,
		},
	);
}

function readId(context: IExecuteFunctions, itemIndex: number): string {
	const value = context.getNodeParameter('taskId', itemIndex, '', { extractValue: true });
	const taskId = enteredId(value, 'Task ID');
	if (taskId !== '') return taskId;
	throw new NodeOperationError(context.getNode(), "'Task ID' is empty", {
		description:
			"Every item needs the ID of a task. Connect a Digital Human node before this one, or fill in 'Task ID'.",
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
