import { type IExecuteFunctions, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { createClient } from '../shared/api/client';
import { complete } from '../shared/completion/complete';
import { earlierTriesOf } from '../shared/completion/earlierTries';
import { pauseAndLoop } from '../shared/completion/pauseAndLoop';
import { downloadResultProperty, taskOptions } from '../shared/fields/completion';
import { collectionOf } from '../shared/fields/properties';
import { locator } from '../shared/fields/locators';
import { refusalWithNote } from '../shared/fields/readRequest';
import type { ItemResult } from '../shared/model/itemResult';
import { showHint } from '../shared/output/outputHints';
import type { NodeOperation } from '../shared/output/nodeOperations';
import { outputItem } from '../shared/output/outputItem';
import { readForAll, readCompletionSettings } from '../shared/output/settings';
import { toolDescription } from '../shared/output/tools';
import { kindOptions } from '../shared/tasks/kinds';
import { getTaskMessages } from './getTask.messages';
import { AUTOMATIC, readTasks } from './readTasks';

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

/** What can be chosen in 'When Not Finished': check once; wait; or check once in each round of a loop. */
type WhenNotFinished = 'now' | 'wait' | 'pauseAndLoop';

/** The condition under which an option is shown: one of these choices in 'When Not Finished'. */
const when = (...choices: WhenNotFinished[]) => ({ show: { '/whenNotFinished': choices } });

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
				'Time between status checks. If not set, it grows from 3 to 15 seconds, or from 30 seconds to 5 minutes with Pause and Loop. n8n continues a loop about once a minute at most.',
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
		const isOneCheck = choice === 'now';
		const isLoop = choice === 'pauseAndLoop';
		// In each round of a loop, the tasks are checked once, as with 'Return Now'. The loop ends after a day, unless the
		// user sets another limit.
		const { violations, ...settings } = isLoop
			? readCompletionSettings(context, 'now', DAY_MINUTES)
			: readCompletionSettings(context, choice);
		if (violations.length > 0) {
			throw refusalWithNote(context, 0, { violations, note: getTaskMessages.correctField });
		}
		const withFiles = settings.downloadField !== undefined;
		const items = readTasks({ context, client, taskKind, withFiles, isOneCheck });
		if (isLoop) {
			// Failed and unfinished tasks leave through an output of their own, so no option says what to do with them.
			const asOutput = { onTaskFailure: 'output', onTimeLimit: 'output' } as const;
			return await pauseAndLoop({ context, client, settings: { ...settings, ...asOutput } }, items);
		}
		// What earlier tries of 'Retry On Fail' have waited and downloaded; undefined for a tool, which has no such tries.
		const tries = earlierTriesOf(context);
		const results = await complete({ context, client, settings, tries }, items);
		if (isOneCheck) showHintOfOpen(context, results);
		const output = results.map((result) => outputItem(context, result, settings));
		// Where an item has an error, n8n may try again, and what is remembered stays for that try.
		tries?.endUnlessFailed(output);
		return [output];
	},
};

/** Tells the user how many tasks are still in progress, and how to wait for them. Shows nothing where none is. */
function showHintOfOpen(context: IExecuteFunctions, results: readonly ItemResult[]): void {
	const open = results.filter(({ is }) => is === 'open').length;
	if (open === 0) return;
	const { oneStillOpen, someStillOpen } = getTaskMessages;
	showHint(context, results.length === 1 ? oneStillOpen : someStillOpen(open, results.length));
}
