import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { readChoice } from '../../shared/run/choice';
import { complete } from '../../shared/run/complete';
import {
	checkEveryOption,
	downloadResultProperty,
	onTaskFailureOption,
	onTimeLimitOption,
	outputFieldOption,
	simplifyOption,
	timeLimitOption,
} from '../../shared/output/completionProperties';
import { clientOf } from '../../shared/run/runSubmit';
import { readSettings } from '../../shared/run/settings';
import type { NodeOperation } from '../../shared/run/nodeOperation';
import { notingDelivered } from '../collected';
import { toolDescription } from '../../shared/run/toolDescription';
import { pauseAndLoop } from '../pauseAndLoop';
import { readTasks, taskProperties } from '../readTasks';

const when = (...choices: WhenNotFinished[]) => ({
	show: { '/whenNotFinished': choices },
});

type WhenNotFinished = 'now' | 'wait' | 'pauseAndLoop';

const LOOP_TIME_LIMIT_MINUTES = 24 * 60;

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
	...taskProperties,
	whenNotFinished,
	{
		displayName:
			"Connect the output 'In Progress' back to the input of this node. The execution sleeps between status checks, even if n8n restarts. Place the nodes after 'Succeeded' and 'Failed' higher on the canvas than this one: n8n runs higher nodes first, so results are passed on right away.",
		name: 'loopNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { whenNotFinished: ['pauseAndLoop'] } },
	},
	downloadResultProperty,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				...checkEveryOption,
				displayOptions: when('wait', 'pauseAndLoop'),
				description:
					'Time between status checks. If not set, it grows from 5 to 15 seconds, or from 30 seconds to 5 minutes with Pause and Loop. n8n continues a loop about once a minute at most.',
			},
			{
				...timeLimitOption,
				displayOptions: when('wait', 'pauseAndLoop'),
				description:
					'Maximum wait for the results. If not set, one hour, or a day with Pause and Loop. Tasks keep running at the service.',
			},
			{ ...onTaskFailureOption, displayOptions: when('now', 'wait') },
			{ ...onTimeLimitOption, displayOptions: when('wait') },
			outputFieldOption,
			simplifyOption,
		],
	},
];

/** Looks up the task of every input item, the items of one kind together (service.md 4.2, 4.4, 4.7–4.9). */
export const get: NodeOperation = {
	properties: updateDisplayOptions({ show: { operation: ['get'] } }, properties),
	async execute(context) {
		const client = await clientOf(context);
		const choice = readChoice<WhenNotFinished>(context, whenNotFinished);
		const isLoop = choice === 'pauseAndLoop';
		const settings = isLoop
			? readSettings(context, 'now', LOOP_TIME_LIMIT_MINUTES)
			: readSettings(context, choice);
		const items = await readTasks(context, settings.downloadField !== undefined);
		return await notingDelivered(context, items, async () => {
			if (isLoop) return await pauseAndLoop(context, client, items, settings);
			const unknownAfter = choice === 'wait' ? 3 : 1;
			return [await complete(context, client, items, { ...settings, unknownAfter })];
		});
	},
};
