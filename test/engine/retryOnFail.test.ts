import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import { compose, CREATE } from '../support/composeVideoCase';
import type { NodeRun } from '../support/engine/engine';
import { callPaused } from '../support/engine/pausedVideo';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

const SUBMIT = 'ai_creation/task/submit';

const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;
const modes = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

const create = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): NodeRun => ({
	type: 'digitalHumanAiCreate',
	parameters: {
		resource: 'image',
		operation: 'generate',
		modelCode: 'modelf-4.0',
		refPrompt: '={{ $json.prompt }}',
		completion: 'return',
		...parameters,
	},
	...more,
});

const prompts = (count: number) => range(count).map((n) => ({ prompt: `Picture ${n}` }));

describe("n8n's Retry On Fail", () => {
	const setup = setUp({ limits: false });
	const accepted = (operation = SUBMIT) => setup.service.journal.accepted(operation);

	it.each<[string, Fault]>([
		['a reset after the task was made', { kind: 'resetAfter' }],
		['an empty answer', { kind: 'empty' }],
		['an internal fault', { kind: 'code', code: 50000 }],
	])('does not repeat a submit that was answered with %s', async (_, fault) => {
		for (const onError of modes) {
			const before = setup.service.journal.count({ operation: SUBMIT });
			setup.service.faults.add({ operation: SUBMIT, fault });
			const { error, outputs } = await setup.engine.run(
				create({}, { items: prompts(1), settings: { ...retried, onError } }),
			);
			const reported = JSON.stringify([error?.description, outputs]);
			expect(reported).toContain('may still have been created');
			expect(setup.service.journal.count({ operation: SUBMIT })).toBe(before + 1);
		}
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'pays for no item again when the first one is wrong (%s)',
		async (onError) => {
			const items = [{ images: 99 }, ...prompts(2)];
			const { outputs } = await setup.engine.run(
				create(
					{ numberOfImages: '={{ $json.images ?? 1 }}' },
					{ items, settings: { ...retried, onError } },
				),
			);
			expect(accepted()).toBe(2);
			const all = outputs.flat();
			expect(all.filter(({ json }) => json.error)).toHaveLength(1);
			expect(all.filter(({ json }) => json.taskId)).toHaveLength(2);
		},
	);

	it('sends no task again that failed at the service', async () => {
		setup.service.fate(({ index }) => (index === 0 ? { outcome: 'Error' } : {}));
		const { outputs } = await setup.engine.run(
			create(
				{ completion: 'wait' },
				{ items: prompts(3), settings: { ...retried, onError: 'continueRegularOutput' } },
			),
		);
		expect(accepted()).toBe(3);
		const states = outputs[0]?.map(({ json }) => json.state ?? 'error');
		expect(states?.sort()).toEqual(['error', 'succeeded', 'succeeded']);
	});

	it('knows an item again whose expression gives something else at each try', async () => {
		setup.service.faults.add({ operation: SUBMIT, skip: 2, fault: { kind: 'code', code: 40000 } });
		const { json, error } = await setup.engine.run(
			create(
				{ refPrompt: '={{ $json.prompt + Math.random() }}' },
				{ items: prompts(3), settings: retried },
			),
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		expect(accepted()).toBe(3);
	});

	it.each(modes)(
		'pays once for a video that is finished before the pause and whose file is gone (%s)',
		async (onError) => {
			setup.service.fate({ seconds: 0, result: 'missing' });
			const settings = { ...retried, onError };
			const { outputs } = await setup.engine.run(
				compose({ completion: 'pause', downloadResult: true }, { settings }),
			);
			expect(accepted(CREATE)).toBe(1);
			const [item, ...others] = outputs.flat();
			expect(others).toEqual([]);
			expect(item?.json.error).toContain('file');
			expect(JSON.stringify(item)).toContain(setup.service.tasks()[0]?.id);
		},
	);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'leaves a paused execution as it is (%s)',
		async (onError) => {
			setup.service.fate({ seconds: Infinity });
			const settings = { ...retried, onError };
			const node = compose(
				{ text: "={{ $json.text ?? 'Again?' }}", completion: 'pause' },
				{ items: [{ text: ' ' }, { text: 'One' }, { text: 'Two' }], settings },
			);
			const { run } = await setup.engine.run(node);
			expect(run.status).toBe('waiting');
			expect(accepted(CREATE)).toBe(2);

			const ids = setup.service.tasks().map(({ id }) => id);
			for (const id of ids) setup.service.settle(id);
			const { items = [] } = await callPaused(setup.service, node, run, {
				id: ids[0],
				status: 30,
				progress: 100,
				video_url: '',
				subtitle_data_url: '',
			});
			expect(items.map(({ json }) => json.state ?? 'error')).toEqual([
				'error',
				'succeeded',
				'succeeded',
			]);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(range(3).map((item) => ({ item })));
		},
	);
});
