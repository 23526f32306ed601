import type { IDataObject } from 'n8n-workflow';

import { DigitalHumanTaskPollTrigger } from '../../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import { DigitalHumanTaskTrigger } from '../../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { finishedLipSync } from '../../support/engine/runs';
import { callWebhook } from '../../support/engine/webhook';
import { outcomeOf } from '../lib/bench';
import type { Step } from '../lib/step';
import { pollOnce } from '../../support/engine/triggers';

/** Triggers: a callback that has to be verified, and a regular check. */
export const triggerSteps: Step[] = [
	{
		node: 'Triggers',
		name: 'Task Trigger: verify a callback',
		kind: 'read',
		request: 'video_lip_sync/detail',
		async prepare({ submits, credential }) {
			const id = await submits.lipSync();
			const staticData: IDataObject = {};
			const call = async () => {
				const { items = [], ...answer } = await callWebhook({
					node: new DigitalHumanTaskTrigger(),
					parameters: { options: { secretFrom: 'none' } },
					credential,
					staticData,
					body: finishedLipSync(id),
				});
				return {
					items,
					answered: answer.status,
					stored: JSON.stringify([items, answer, staticData]),
				};
			};
			return { run: call, again: call };
		},
	},
	{
		node: 'Triggers',
		name: 'Task Poll Trigger: check',
		kind: 'read',
		request: 'video_lip_sync/list',
		async prepare({ submits, credential }) {
			const staticData: IDataObject = {};
			const check = async () =>
				await outcomeOf(
					async () =>
						await pollOnce({
							node: new DigitalHumanTaskPollTrigger(),
							credential,
							staticData,
							parameters: { triggerOn: 'finished', taskKinds: ['lipSync'], options: {} },
						}),
				);
			await check();
			await submits.lipSync();
			return { run: check, again: check };
		},
	},
];
