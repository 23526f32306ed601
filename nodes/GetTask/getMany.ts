import sortBy from 'lodash/sortBy';
import { DateTime } from 'luxon';
import { type IExecuteFunctions, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { taskOptions } from '../shared/fields/completion';
import { chosenOption, optionValue } from '../shared/fields/values';
import { type NodeOperation, readLimit, returnAllProperties } from '../shared/run/operation';
import { perItem } from '../shared/run/items';
import { simplifies } from '../shared/run/options';
import { hintOfWarnings, warnInOutput, toolDescription } from '../shared/run/output';
import { createClient, type ServiceClient } from '../shared/service/client';
import { aiCreation } from '../shared/tasks/aiCreation';
import { kinds, listedKindOptions } from '../shared/tasks/kinds';
import { listTasks } from '../shared/tasks/lookUp';
import {
	createdAt,
	type Task,
	type TaskFilter,
	taskJson,
	type TaskKind,
} from '../shared/tasks/task';
import { alphabetical, formatValue, plainText } from '../shared/util/text';

/** Tasks whose creation time is not known cannot be told apart by it. */
const IN_DOUBT = 'Tasks whose creation time the service does not report are always included.';

const createdAfter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description: `Only tasks created at this time or later, in the time zone of the workflow. If empty, tasks of any age. ${IN_DOUBT}`,
};

const createdBefore: INodeProperties = {
	displayName: 'Created Before',
	name: 'createdBefore',
	type: 'dateTime',
	default: '',
	description: `Only tasks created earlier than this time, in the time zone of the workflow. If empty, up to the newest task. ${IN_DOUBT}`,
};

/** Unix seconds have fewer digits than milliseconds, for all times that a task can have. */
const FIRST_MILLISECONDS = 1e11;

/**
 * Reads the time in which the listed tasks were created.
 *
 * @param zone time zone of the workflow, for times that name none
 * @throws Error that names the field, when it is no time, or when nothing lies between the two
 */
function readCreatedWindow(
	given: Filters,
	zone: string,
): Pick<TaskFilter, 'createdAfter' | 'createdBefore'> {
	const after = secondsOf(createdAfter, given.createdAfter, zone);
	const before = secondsOf(createdBefore, given.createdBefore, zone);
	if (after !== undefined && before !== undefined && before <= after) {
		throw new Error("'Created Before' must be later than 'Created After'. Swap or correct the two");
	}
	return { createdAfter: after, createdBefore: before };
}

function secondsOf(
	{ displayName }: INodeProperties,
	given: unknown,
	zone: string,
): number | undefined {
	if (given === undefined || given === null || given === '') return undefined;
	const seconds = timeOf(given, zone);
	if (Number.isFinite(seconds)) return seconds;
	throw new Error(
		`'${displayName}' must be a date and time, such as 2026-03-01 14:30, but is ${formatValue(given)}`,
	);
}

/** The field gives a text; an expression may give a time of any form. NaN for what is none. */
function timeOf(given: unknown, zone: string): number {
	if (DateTime.isDateTime(given) || given instanceof Date) return Number(given) / 1000;
	const text = plainText(given);
	if (/^\d{9,}$/.test(text)) {
		const time = Number(text);
		return time < FIRST_MILLISECONDS ? time : time / 1000;
	}
	const time = DateTime.fromISO(text, { zone });
	return (time.isValid ? time : DateTime.fromSQL(text, { zone })).toSeconds();
}

const ALL_KINDS = 'all';

const listKind: INodeProperties = {
	displayName: 'Task Kind',
	name: 'listKind',
	type: 'options',
	options: [
		...listedKindOptions,
		{
			name: 'All Kinds',
			value: ALL_KINDS,
			description: 'All kinds that can be listed, the newest task first',
		},
	].sort((a, b) => alphabetical.compare(a.name, b.name)),
	default: 'aiCreation',
	description:
		'What to list. Custom persons and translations cannot be listed: look them up by ID, with the operation Get.',
};

const onlySuccessfulFilter: INodeProperties = {
	displayName: 'Only Successful',
	name: 'onlySuccessful',
	type: 'boolean',
	default: true,
	description: 'Whether to leave out tasks that are in progress or have failed',
};

const typeFilter: INodeProperties = {
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
		options: [createdAfter, createdBefore, onlySuccessfulFilter, typeFilter],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [taskOptions.simple],
	},
];

/** Lists the tasks of the application, of one kind or of all (service.md 4.2, 4.4, 4.7, 4.8). */
export const getAll: NodeOperation = {
	properties: updateDisplayOptions({ show: { operation: ['getAll'] } }, properties),
	async execute(context) {
		const client = await createClient(context);
		const undated: Task[] = [];
		const items = await perItem(context, async (itemIndex) => {
			const { listed, filter, limit, simple } = readParameters(context, itemIndex);
			const tasks = await listKinds(client, listed, filter, limit);
			const { createdAfter: after, createdBefore: before } = filter;
			if (after !== undefined || before !== undefined) {
				undated.push(...tasks.filter((task) => createdAt(task) === undefined));
			}
			return tasks.map((task) => taskJson(task, simple));
		});
		hintOfUndated(context, undated.length);
		hintOfWarnings(context, client);
		return [items];
	},
};

/** One kind in the order of the service, several kinds from the newest to the oldest. */
async function listKinds(
	client: ServiceClient,
	listed: readonly TaskKind[],
	filter: TaskFilter,
	limit: number,
): Promise<Task[]> {
	const lists: Task[][] = [];
	for (const { list } of listed) {
		if (list) lists.push(await listTasks(client, list, filter, limit));
	}
	if (lists.length === 1) return lists.flat();
	return sortBy(lists.flat(), (task) => -(createdAt(task) ?? 0)).slice(0, limit);
}

/** Says which tasks are output without being known to belong there. */
function hintOfUndated(context: IExecuteFunctions, count: number): void {
	if (count === 0) return;
	const tasks = count === 1 ? 'one task' : `${count} tasks`;
	warnInOutput(
		context,
		`The service does not report when ${tasks} of the output ${count === 1 ? 'was' : 'were'} created: included, whatever 'Created After' and 'Created Before' say`,
	);
}

function readParameters(context: IExecuteFunctions, itemIndex: number) {
	const read = <T>(name: string, without: T) =>
		context.getNodeParameter(name, itemIndex, without) as T;
	const filters = read<Filters>('filters', {});
	const listed = readKinds(read<unknown>('listKind', ''));
	return {
		listed,
		filter: {
			onlySuccessful: optionValue<boolean>(onlySuccessfulFilter, filters.onlySuccessful) ?? false,
			// Of several kinds, only one has a type.
			type: listed.length > 1 ? undefined : optionValue<number>(typeFilter, filters.type),
			...readCreatedWindow(filters, context.getTimezone()),
		},
		limit: readLimit(context, itemIndex),
		simple: simplifies(read<{ simple?: unknown }>('options', {}).simple),
	};
}

/** @throws Error for a kind that the service cannot list */
function readKinds(given: unknown): TaskKind[] {
	const isKind = typeof given === 'string' && given in kinds;
	const name = isKind ? given : chosenOption(listKind, given);
	if (name === ALL_KINDS) return Object.values(kinds).filter(({ list }) => list);
	const kind = kinds[name];
	if (kind?.list) return [kind];
	throw new Error(
		`'Task Kind' is '${formatValue(name)}', which cannot be listed. Choose another kind, or look the task up by its ID with the operation Get`,
	);
}

interface Filters {
	type?: unknown;
	onlySuccessful?: unknown;
	createdAfter?: unknown;
	createdBefore?: unknown;
}
