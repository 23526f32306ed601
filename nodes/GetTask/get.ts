import { once, uniq } from 'lodash';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	updateDisplayOptions,
} from 'n8n-workflow';

import { downloadResultProperty, taskOptions } from '../shared/fields/completion';
import { collectionOf, optionValue } from '../shared/fields/field';
import { locator } from '../shared/fields/locators';
import { refusal } from '../shared/fields/request';
import { complete } from '../shared/completion/complete';
import {
	enteredId,
	type NodeOperation,
	readForAll,
	readFileName,
	readSettings,
} from '../shared/output/options';
import { hint, outputItem, warnInOutput, toolDescription } from '../shared/output/output';
import { createClient } from '../shared/api/client';
import { canLookUp, pathLabel } from '../shared/api/credential';
import { isTransient, keepsWaiting } from '../shared/api/failure';
import { aiCreation } from '../shared/tasks/aiCreation';
import { kindOptions, kinds } from '../shared/tasks/kinds';
import { failedItem, type ItemResult, type OpenItem } from '../shared/model/itemResult';
import { createdAt, isFinal, keptIn, submittedTask, taskIn } from '../shared/model/task';
import type { Answers, TaskKind } from '../shared/model/taskKind';
import type { KnownBy } from '../shared/model/taskStatus';
import { isObject, safeJson, missing, plainText } from '../shared/util/text';
import { pauseAndLoop } from './loop';
import { type ServiceError } from '../shared/api/serviceError';

const AUTOMATIC = 'auto';

const taskKind: INodeProperties = {
	displayName: 'Task Kind',
	name: 'taskKind',
	type: 'options',
	options: [
		{
			name: 'From Input Item',
			value: AUTOMATIC,
			description:
				'The field taskKind that comes with each task. If the item has none, all kinds are searched for the ID.',
		},
		...kindOptions,
	],
	default: AUTOMATIC,
	description: 'What kind of task the ID belongs to. Items of different kinds may be mixed.',
};

const taskId = locator({
	name: 'taskId',
	displayName: 'Task ID',
	searchMethod: 'searchTasks',
	startingId: '={{ $json.taskId }}',
	required: true,
	description: 'The task to look up. By default, the task of the input item.',
});

/**
 * Reads which task each input item is about; one that is final already is used as it is. With
 * files, their addresses are taken from the service alone: an item may come from anywhere.
 *
 * @param isOneCheck whether each is checked once: a list may not show a task yet that a node has output
 */
async function readTasks(context: IExecuteFunctions, withFiles: boolean, isOneCheck: boolean) {
	const unconfirmed = new Set<TaskKind>();
	const unnamed = once(async () => {
		const others = Object.values(kinds).filter((kind) => kind !== aiCreation);
		const can = await Promise.all(others.map(async (kind) => await canLookUp(context, kind)));
		return unnamedKind(others.filter((_, index) => can[index]));
	});
	const readItem = async (input: INodeExecutionData, itemIndex: number): Promise<ItemResult> => {
		const { json, binary } = input;
		try {
			const named = namedIn(context, itemIndex, json);
			if (!named) return { is: 'passedThrough', itemIndex, input };
			const { taskId, source } = named;
			const kind = named.kind ?? (await unnamed());
			const { fileName, violations } = readFileName(context, itemIndex);
			if (violations.length > 0) throw refusal(context, itemIndex, violations, '');
			const isAbout = source.taskId === taskId && source.taskKind === kind.name;
			const reported = isAbout ? taskIn(source) : undefined;
			const kept = isAbout ? keptIn(source) : {};
			// Without a status of the service, the time may be that of a row in a table.
			const isShown = reported?.serviceStatus !== undefined;
			const createdAfter = isShown ? createdAt(reported) : undefined;
			const wasSeen = isShown || (isOneCheck && reported !== undefined);
			const known: KnownBy = { by: wasSeen ? 'service' : 'id' };
			const ofItem = { itemIndex, input, fileName };
			const open: OpenItem = {
				is: 'open',
				...ofItem,
				kept,
				watched: { kind, taskId, createdAfter, known },
				task: { ...submittedTask(kind.name, taskId), ...kept },
				isElsewhere: false,
			};
			// What comes with an error is looked up again.
			if (!reported || json.error || !isFinal(reported)) return open;
			const needsFiles = withFiles && reported.state === 'succeeded';
			if (needsFiles && (await canLookUp(context, kind))) {
				const watched = { ...open.watched, known: { by: 'report', task: reported } as const };
				return { ...open, task: reported, watched };
			}
			if (needsFiles && reported.outputUrls?.length) unconfirmed.add(kind);
			return { is: 'finished', ...ofItem, task: reported, files: binary, isAsInput: true };
		} catch (error) {
			return { ...failedItem({ itemIndex, input }, error), isAsInput: true };
		}
	};
	const items = await Promise.all(context.getInputData().map(readItem));
	for (const { label, detailPath } of unconfirmed) {
		warnInOutput(
			context,
			`The result files of this ${label} were not downloaded: that needs the '${detailPath && pathLabel(detailPath)}' in the credential, because only files that the service has just confirmed are downloaded. Enter the path, or turn off 'Download Result'`,
		);
	}
	return items;
}

/**
 * Which task an item is about, its kind where the user or the item says it, and where the item
 * speaks of it. One with an error has its own task in its details; beside the error
 * stands its input, which may be about another task, unless the error names that.
 *
 * @returns undefined for an item with an error whose task is not known
 */
function namedIn(context: IExecuteFunctions, itemIndex: number, json: IDataObject) {
	const given = context.getNodeParameter('taskId', itemIndex, '', { extractValue: true });
	const entered = enteredId(given, 'Task ID');
	// Tables have an empty one.
	const error = json.error || undefined;
	const details = isObject(json.details) ? (json.details as IDataObject) : undefined;
	const inItem = [json, details].map((one) => plainText(one?.taskId));
	const isItsOwn = error !== undefined && (entered === '' || inItem.includes(entered));
	const source = (isItsOwn && details) || json;
	const taskId = source === json ? entered : enteredId(source.taskId, 'Task ID');
	const isTask = json.state !== undefined && !details;
	const isInput = isItsOwn && isTask && !safeJson([error, json.message]).includes(taskId);
	if (taskId !== '' && !isInput) {
		const chosen = context.getNodeParameter('taskKind', itemIndex, AUTOMATIC);
		const name = optionValue(taskKind, chosen === AUTOMATIC ? source.taskKind : chosen);
		return { taskId, kind: kinds[name ?? AUTOMATIC], source };
	}
	if (error !== undefined) return undefined;
	throw new Error(
		`${missing('Task ID')}. Every item needs the ID of a task. Connect a Digital Human node before this one, or choose a task in 'Task ID'`,
	);
}

const when = (...choices: WhenNotFinished[]) => ({ show: { '/whenNotFinished': choices } });

type WhenNotFinished = 'now' | 'wait' | 'pauseAndLoop';

const DAY_MINUTES = 24 * 60;

const whenNotFinished: INodeProperties = {
	displayName: 'When Not Finished',
	name: 'whenNotFinished',
	type: 'options',
	options: [
		{
			name: 'Return Now',
			value: 'now',
			description: 'Return the task in its current state',
		},
		{
			name: 'Wait',
			value: 'wait',
			description: 'Continue when all tasks have finished. The execution keeps running until then.',
		},
		{
			name: 'Pause and Loop',
			value: 'pauseAndLoop',
			displayOptions: { hide: { '@tool': [true] } },
			description:
				'For long tasks: pause the execution between status checks, and output each task once it has finished',
		},
	],
	default: 'now',
	description: 'What to do with tasks that are still in progress',
};

const properties: INodeProperties[] = [
	toolDescription(
		'Looks up a task by its taskId: its state (inProgress, succeeded, failed or cancelled) and, once it has succeeded, the URLs of its files in outputUrls. Use it for a task that another tool has submitted. Costs no credits.',
	),
	taskKind,
	taskId,
	whenNotFinished,
	{
		displayName:
			"Connect the output 'In Progress' back to the input of this node. 'Execute step' checks once; use 'Execute workflow'. The execution sleeps between status checks, even if n8n restarts. Place the nodes after 'Succeeded' and 'Failed' higher on the canvas than this one: n8n runs higher nodes first, so results are passed on right away.",
		name: 'loopNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { whenNotFinished: ['pauseAndLoop'] } },
	},
	downloadResultProperty,
	collectionOf('Option', [
		{
			...taskOptions.checkEvery,
			displayOptions: when('wait', 'pauseAndLoop'),
			description:
				'Time between status checks. If not set, it grows from 5 to 15 seconds, or from 30 seconds to 5 minutes with Pause and Loop. n8n continues a loop about once a minute at most.',
		},
		taskOptions.includeInput,
		{
			...taskOptions.timeLimit,
			displayOptions: when('wait', 'pauseAndLoop'),
			description:
				'Maximum wait for the results. If not set, one hour, or a day with Pause and Loop, where unfinished tasks then leave through Failed. Tasks keep running at the service.',
		},
		{ ...taskOptions.onTaskFailure, displayOptions: when('now', 'wait') },
		{ ...taskOptions.onTimeLimit, displayOptions: when('wait') },
		taskOptions.outputFileName,
		taskOptions.outputField,
		taskOptions.simple,
	]),
];

/** Looks up the task of every input item, by kinds (service.md 4.2, 4.4, 4.7–4.9). */
export const get: NodeOperation = {
	name: 'Get',
	action: 'Get task',
	description: 'Look up the task of each input item',
	properties: updateDisplayOptions({ show: { operation: ['get'] } }, properties),
	async execute(context) {
		const client = await createClient(context);
		const choice = readForAll<WhenNotFinished>(context, { ...whenNotFinished, required: true });
		const isLoop = choice === 'pauseAndLoop';
		const read = isLoop ? readSettings(context, 'now', DAY_MINUTES) : readSettings(context, choice);
		const { violations, ...settings } = read;
		if (violations.length > 0) {
			throw refusal(context, 0, violations, 'Correct the field, then run the node again.');
		}
		const withFiles = settings.downloadField !== undefined;
		const items = await readTasks(context, withFiles, choice === 'now');
		// A loop has outputs of its own for what the options say otherwise.
		const outputs = { onTaskFailure: 'output', onTimeLimit: 'output' } as const;
		if (isLoop) return await pauseAndLoop(context, client, items, { ...settings, ...outputs });
		const results = await complete({ context, client, settings }, items);
		if (choice === 'now') hintOfOpen(context, results);
		return [results.map((result) => outputItem(context, result, settings))];
	},
};

function hintOfOpen(context: IExecuteFunctions, results: readonly ItemResult[]): void {
	const open = results.filter(({ is }) => is === 'open').length;
	if (open === 0) return;
	const all = results.length;
	const many = all === 1 ? 'The task is' : `Of ${all} items, ${open} ${open === 1 ? 'is' : 'are'}`;
	hint(
		context,
		`${many} still in progress. To continue with the results, choose 'Wait' in 'When Not Finished'`,
	);
}

/** How long other kinds are searched where one cannot be asked now. */
const MAX_SEARCH_MS = 60_000;

/**
 * The kind of tasks whose kind nobody names: AI tasks, or another kind, which is looked for once,
 * unless a kind cannot be asked then.
 *
 * @param others the kinds that the service can be asked about
 */
function unnamedKind(others: readonly TaskKind[]): TaskKind {
	const kindOf = new Map<string, TaskKind>();
	let isSearched = false;
	return {
		...aiCreation,
		// A guess is not what the next node is told.
		name: '',
		async lookUp(client, ids, createdAfter) {
			const begun = Date.now();
			const all: Answers = { tasks: new Map(), refusals: new Map() };
			const kindFor = (id: string) => kindOf.get(id) ?? aiCreation;
			for (const kind of uniq(ids.map(kindFor))) {
				const own = ids.filter((id) => kindFor(id) === kind);
				const { tasks, refusals, failure } = await kind.lookUp(client, own, createdAfter);
				tasks.forEach((task, id) => all.tasks.set(id, task));
				refusals.forEach((error, id) => all.refusals.set(id, error));
				all.failure ??= failure;
			}
			let isAway = isPassing(all.failure);
			for (const kind of isSearched ? [] : others) {
				const missing = ids.filter((id) => !all.tasks.has(id));
				const withinMs = isAway ? begun + MAX_SEARCH_MS - Date.now() : Infinity;
				if (missing.length === 0 || withinMs <= 0) break;
				const { tasks, refusals, failure } = await kind.lookUp(client.with({ withinMs }), missing);
				for (const id of missing) {
					const task = tasks.get(id);
					const error = refusals.get(id) ?? failure;
					if (task) {
						kindOf.set(id, kind);
						all.tasks.set(id, task);
					} else if (error && isPassing(error)) {
						// That there is one of this kind is only a guess, but one that is not answered now.
						all.refusals.set(id, error);
						isAway = true;
					}
				}
			}
			isSearched = !isAway;
			return all;
		},
	};
}

/** Whether another kind cannot be asked now: a wrong path and what is not documented do not pass. */
function isPassing(error?: ServiceError): boolean {
	return error !== undefined && keepsWaiting(error.failure) && isTransient(error.failure);
}
