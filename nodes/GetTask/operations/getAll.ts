import { updateDisplayOptions, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { simplifyOption } from '../../shared/output/completionProperties';
import { clientOf } from '../../shared/run/runSubmit';
import { hintOfWarnings } from '../../shared/output/unreadStatus';
import { chosenOption } from '../../shared/fields/optionValue';
import { shown } from '../../shared/util/text';
import type { NodeOperation } from '../../shared/run/nodeOperation';
import { perItem, readLimit, returnAllProperties } from '../../shared/run/perItem';
import { toolDescription } from '../../shared/run/toolDescription';
import { aiCreation } from '../../shared/tasks/aiCreation';
import type { TaskFilter } from '../../shared/tasks/kind';
import { kinds, listedKindOptions } from '../../shared/tasks/kinds';
import { listTasks } from '../../shared/tasks/lookUpTasks';
import { taskJson } from '../../shared/tasks/task';

const listKind: INodeProperties = {
	displayName: 'Task Kind',
	name: 'listKind',
	type: 'options',
	options: listedKindOptions,
	default: 'aiCreation',
	description:
		'What to list. Custom persons and translations cannot be listed: look them up by ID, with the operation Get.',
};

const properties: INodeProperties[] = [
	toolDescription(
		'Lists earlier tasks with their taskId, state and, once succeeded, the URLs of their files in outputUrls. Use it if the taskId is not known, for example after a call that may have created a task. Costs no credits.',
	),
	listKind,
	...returnAllProperties,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Only Successful',
				name: 'onlySuccessful',
				type: 'boolean',
				default: true,
				description: 'Whether to leave out tasks that are in progress or have failed',
			},
			{
				displayName: 'Type',
				name: 'type',
				type: 'options',
				displayOptions: { show: { '/listKind': [aiCreation.name] } },
				options: [
					{ name: 'Image', value: 3 },
					{ name: 'Video', value: 4 },
				],
				default: 3,
				description: 'What the task creates',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [simplifyOption],
	},
];

/** Lists the tasks of the application, of one kind (service.md 4.2, 4.4, 4.7, 4.8). */
export const getAll: NodeOperation = {
	properties: updateDisplayOptions({ show: { operation: ['getAll'] } }, properties),
	async execute(context) {
		const client = await clientOf(context);
		const items = await perItem(context, async (itemIndex) => {
			const { list, filter, limit, simple } = readParameters(context, itemIndex);
			const tasks = await listTasks(client, list, filter, limit);
			return tasks.map((task) => taskJson(task, simple));
		});
		hintOfWarnings(context, client);
		return [items];
	},
};

function readParameters(context: IExecuteFunctions, itemIndex: number) {
	const read = <T>(name: string, without: T) =>
		context.getNodeParameter(name, itemIndex, without) as T;
	const given = String(read('listKind', ''));
	const name = given in kinds ? given : chosenOption(listKind, given);
	const list = kinds[name]?.list;
	if (!list) {
		throw new Error(
			`'Task Kind' is '${shown(name)}', which cannot be listed. Choose another kind, or look the task up by its ID with the operation Get`,
		);
	}
	return {
		list,
		filter: filterOf(read('filters', {})),
		limit: readLimit(context, itemIndex),
		simple: read<{ simple?: boolean }>('options', {}).simple ?? true,
	};
}

/** The filter as the service knows it; an expression may give texts in the place of numbers. */
function filterOf({
	type,
	onlySuccessful,
}: {
	type?: unknown;
	onlySuccessful?: unknown;
}): TaskFilter {
	const filter = { onlySuccessful: onlySuccessful === true || onlySuccessful === 'true' };
	if (type === undefined || type === null || type === '') return filter;
	if (![3, 4].includes(Number(type))) {
		throw new Error(`'Type' must be 3 for images or 4 for videos, but is ${shown(type)}`);
	}
	return { ...filter, type: Number(type) };
}
