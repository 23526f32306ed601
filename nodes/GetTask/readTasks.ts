import pick from 'lodash/pick';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import type { SubmittedItem, SubmittedTask } from '../shared/completion/submit';
import { locator } from '../shared/lookups';
import { shown } from '../shared/models/wording';
import { aiCreation } from '../shared/tasks/aiCreation';
import type { TaskKind } from '../shared/tasks/kind';
import { kindOptions, kinds } from '../shared/tasks/kinds';
import type { Task, TaskState } from '../shared/tasks/task';

const AUTOMATIC = 'auto';

const FINAL_STATES: ReadonlySet<unknown> = new Set<TaskState>(['succeeded', 'failed', 'cancelled']);

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

/** Reads which task each input item is about; one that is final already is taken as it is. */
export function readTasks(context: IExecuteFunctions): SubmittedItem[] {
	return context.getInputData().map(({ json }, itemIndex) => {
		try {
			const kind = readKind(context, itemIndex, json);
			const taskId = readId(context, itemIndex);
			return { itemIndex, kind, taskIds: [taskId], ...toldBefore(json, kind, taskId) };
		} catch (error) {
			return { itemIndex, error };
		}
	});
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
	const taskId = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (taskId !== '') return taskId;
	throw new NodeOperationError(context.getNode(), "'Task ID' is empty", {
		description:
			"Every item needs the ID of a task. Connect a Digital Human node before this one, or fill in 'Task ID'.",
		itemIndex,
	});
}

/**
 * What an item that this pack put out tells of its task: a final one cannot change any more; of others, the
 * user's reference and the language of a translation are not known to the service.
 */
function toldBefore(
	json: IDataObject,
	kind: TaskKind,
	taskId: string,
): Pick<SubmittedTask, 'known' | 'kept'> {
	if (json.taskId !== taskId || json.taskKind !== kind.name) return {};
	if (FINAL_STATES.has(json.state)) return { known: json as unknown as Task };
	return { kept: pick(json as unknown as Task, ['reference', 'targetLanguage', 'translationId']) };
}
