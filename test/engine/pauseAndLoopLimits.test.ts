import { describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';
import { NodeHelpers, Workflow, type INode, type INodeParameters } from 'n8n-workflow';

import { DigitalHumanGetTask } from '../../nodes/GetTask/DigitalHumanGetTask.node';
import { DETAILS } from '../support/engine/getTask';
import { left, loop } from '../support/engine/loop';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { quickTime } from '../support/quickTime';

quickTime();

const PAGE = 'ai_creation/task/page';

describe('Get Task, Pause and Loop, limits', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const openTask = async () => await submits.fated('aiCreation', { seconds: Infinity });

	it('gives up through Failed at the time limit, which counts over all rounds', async () => {
		const taskId = await openTask();
		const node = loop([{ taskId }], { timeLimit: 30 });
		const started = Date.now();
		let { run } = await setup.engine.run(node);
		const clock = jest.spyOn(Date, 'now');
		// The next pause would reach beyond the limit.
		clock.mockReturnValue(started + 29 * 60_000);
		({ run } = await setup.engine.resume(node, run));
		expect(run.status).toBe('waiting');
		const limit = run.waitTill?.getTime() ?? 0;
		expect(limit - started).toBeLessThanOrEqual(30 * 60_000 + 5_000);
		clock.mockReturnValue(started + 31 * 60_000);
		({ run } = await setup.engine.resume(node, run));
		clock.mockRestore();
		expect(run.status).toBe('success');
		expect(left(run, 2)).toEqual([
			expect.objectContaining({ taskId, state: 'inProgress', timedOut: true }),
		]);
	});

	it('checks again at the time that the user sets', async () => {
		const taskId = await openTask();
		const before = Date.now();
		const { run } = await setup.engine.run(loop([{ taskId }], { checkEvery: 600 }));
		const inMs = (run.waitTill?.getTime() ?? 0) - before;
		expect(inMs).toBeGreaterThanOrEqual(600_000);
		expect(inMs).toBeLessThan(620_000);
	});

	it('continues waiting while the service cannot be reached', async () => {
		const taskId = await openTask();
		setup.service.faults.add({
			operation: PAGE,
			fault: { kind: 'status', status: 503 },
			times: Infinity,
		});
		const { run } = await setup.engine.run(loop([{ taskId }]));
		expect(run.status).toBe('waiting');
	}, 60_000);

	it('does not give up at once on a task that is not in the list yet', async () => {
		const node = loop([{ taskId: '404' }]);
		const started = Date.now();
		const first = await setup.engine.run(node);
		expect(first.run.status).toBe('waiting');
		const clock = jest.spyOn(Date, 'now').mockReturnValue(started + 90_000);
		const { error } = await setup.engine.resume(node, first.run);
		clock.mockRestore();
		expect(error?.message).toContain("has no AI task with the ID '404'");
	});
});

describe('Get Task, Pause and Loop, with tasks that each take a request', () => {
	const setup = setUp({ limits: false, videoDetailPath: DETAILS.translation });

	it('checks fifty in each round, in turn, and all of them at their time limit', async () => {
		const submits = new Submits(() => setup.service);
		const ids: string[] = [];
		for (let n = 0; n < 60; n++) {
			ids.push(await submits.fated('translation', { seconds: Infinity }));
		}
		const items = ids.map((taskId) => ({ taskId, taskKind: 'translation' }));
		const node = loop(items, { timeLimit: 30 });
		let { run } = await setup.engine.run(node);
		/** Which of the tasks the next round asks for. */
		const nextRound = async () => {
			setup.service.journal.clear();
			({ run } = await setup.engine.resume(node, run));
			const asked = setup.service.journal.entries({ operation: DETAILS.translation });
			return asked.map(({ query }) => ids.indexOf(String(query.id))).sort((a, b) => a - b);
		};
		expect(await nextRound()).toEqual([...range(0, 40), ...range(50, 60)]);
		expect(run.status).toBe('waiting');

		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 20 * 60_000);
		// The others wait for their turn, so the pause does not grow with the time waited.
		await nextRound();
		expect((run.waitTill?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(30_000);

		clock.mockImplementation(() => now() + 31 * 60_000);
		setup.service.settle(ids[45] ?? '');
		expect(await nextRound()).toEqual(range(60));
		expect(run.status).toBe('success');
		expect(left(run, 1).map(({ taskId }) => taskId)).toEqual([ids[45]]);
		expect(left(run, 2)).toHaveLength(59);
	});
});

describe('Get Task, Pause and Loop, with more tasks than one round covers', () => {
	const setup = setUp({ limits: false, videoDetailPath: DETAILS.translation });

	it('keeps each item paired to its input over the pauses', async () => {
		const submits = new Submits(() => setup.service);
		const items = [];
		for (const row of range(60)) {
			const taskId = await submits.fated('translation', { seconds: Infinity });
			items.push({ taskId, taskKind: 'translation', row });
		}
		const node = loop(items);
		let { run } = await setup.engine.run(node);
		for (const pause of range(2)) {
			expect(run.status).toBe('waiting');
			({ run } = await setup.engine.resume(node, run));
			const { Tested = [], Input = [] } = run.data.resultData.runData;
			// What the pause has passed through 'In Progress': n8n has paired it by its place.
			const passed = Tested[pause]?.data?.main?.[0] ?? [];
			const input = Input[0]?.data?.main?.[0] ?? [];
			expect(passed).toHaveLength(60);
			for (const { json, pairedItem } of passed) {
				const { item } = pairedItem as { item: number };
				expect(input[item]?.json.row).toBe(json.row);
			}
		}
	}, 60_000);
});

describe('Outputs of Get Task', () => {
	const namesOf = (parameters: INodeParameters, onError?: INode['onError']) => {
		const type = new DigitalHumanGetTask();
		const node: INode = {
			id: '1',
			name: 'Get Task',
			type: 'digitalHumanGetTask',
			typeVersion: 1,
			position: [0, 0],
			parameters,
			onError,
		};
		const nodeTypes = {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		};
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		return NodeHelpers.getNodeOutputs(workflow, node, type.description).map((output) =>
			typeof output === 'string' ? output : output.displayName,
		);
	};

	it.each([
		[{ operation: 'get', whenNotFinished: 'now' }, ['main']],
		[{ operation: 'get', whenNotFinished: 'wait' }, ['main']],
		[{ operation: 'getAll', whenNotFinished: 'pauseAndLoop' }, ['main']],
		[{ operation: 'get', whenNotFinished: 'pauseAndLoop' }, ['In Progress', 'Succeeded', 'Failed']],
	])('with %j are %j', (parameters, names) => {
		expect(namesOf(parameters)).toEqual(names);
	});

	it("have n8n's own error output behind them", () => {
		const parameters = { operation: 'get', whenNotFinished: 'pauseAndLoop' };
		expect(namesOf(parameters, 'continueErrorOutput')).toHaveLength(4);
	});
});
