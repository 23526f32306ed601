import { describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { DigitalHumanTaskPollTrigger } from '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import type { OddRow } from '../../demo-service/server/faults';
import { outputOf, pollOnce, type Poll } from '../support/engine/poll';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { quickTime } from '../support/quickTime';

quickTime();

const node = new DigitalHumanTaskPollTrigger();

describe('Task Poll Trigger', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);

	const trigger = (staticData: IDataObject, parameters: INodeParameters = {}): Poll => ({
		node,
		credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
		staticData,
		parameters: { triggerOn: 'finished', taskKinds: ['lipSync'], options: {}, ...parameters },
	});
	/** One check of n8n, with what it has stored for the workflow. */
	const poll = async (
		staticData: IDataObject,
		parameters?: INodeParameters,
	): Promise<INodeExecutionData[]> => await pollOnce(trigger(staticData, parameters));
	const ids = (items: INodeExecutionData[]) => items.map(({ json }) => json.taskId);

	it('starts with the tasks that become final after the activation, each once', async () => {
		const old = await submits.lipSync();
		setup.service.settle(old);
		setup.service.fate({ seconds: Infinity });
		const open = await submits.lipSync();
		const stored: IDataObject = {};
		expect(await poll(stored)).toEqual([]);
		const next = await submits.lipSync();
		expect(await poll(stored)).toEqual([]);
		setup.service.settle(open, { outcome: 30, errMsg: 'no mouth' });
		setup.service.settle(next);
		expect(await poll(stored)).toMatchObject([
			{ json: { taskId: open, taskKind: 'lipSync', state: 'failed', errorMessage: 'no mouth' } },
			{ json: { taskId: next, taskKind: 'lipSync', state: 'succeeded' } },
		]);
		expect(await poll(JSON.parse(JSON.stringify(stored)) as IDataObject)).toEqual([]);
	});

	it.each([
		['lipSync', () => submits.lipSync()],
		['composedVideo', () => submits.composedVideo()],
		['aiCreation', () => submits.aiCreation()],
		['motion', () => submits.motion()],
	])('knows %s tasks', async (kind, submit) => {
		const stored: IDataObject = {};
		const parameters = { taskKinds: [kind] };
		await poll(stored, parameters);
		setup.service.fate({ seconds: Infinity });
		const id = await submit();
		await poll(stored, parameters);
		setup.service.settle(id);
		const items = await poll(stored, parameters);
		expect(items.filter(({ json }) => json.taskId === id)).toMatchObject([
			{ json: { taskKind: kind, state: 'succeeded', outputUrls: [expect.any(String)] } },
		]);
	});

	it('keeps to the requested state', async () => {
		const stored: IDataObject = {};
		await poll(stored);
		const [good, bad] = [await submits.lipSync(), await submits.lipSync()];
		setup.service.settle(good);
		setup.service.settle(bad, { outcome: 30 });
		expect(ids(await poll(stored, { triggerOn: 'failed' }))).toEqual([bad]);
	});

	it.each([false, 'False'])("brings the service's own record along: %j", async (simple) => {
		const stored: IDataObject = {};
		await poll(stored);
		const id = await submits.lipSync();
		setup.service.settle(id);
		const items = await poll(stored, { options: { simple } });
		expect(items).toMatchObject([{ json: { taskId: id, raw: expect.any(Object) } }]);
	});

	it('loses nothing when the service is away, and does not hold up other kinds', async () => {
		const stored: IDataObject = {};
		const both = { taskKinds: ['lipSync', 'aiCreation'] };
		await poll(stored, both);
		const [video, image] = [await submits.lipSync(), await submits.aiCreation()];
		setup.service.settle(video);
		setup.service.settle(image);
		const remove = setup.service.faults.add({
			operation: 'video_lip_sync/list',
			times: 100,
			fault: { kind: 'code', code: 40000 },
		});
		expect(ids(await poll(stored, both))).toEqual([image]);
		await expect(poll(stored)).rejects.toThrow(/refused a field/);
		remove();
		expect(ids(await poll(stored, both))).toEqual([video]);
	});

	it('a query that the service refuses over an old open task does not hold up the newer ones', async () => {
		const stored: IDataObject = {};
		const parameters = { taskKinds: ['aiCreation'] };
		setup.service.fate({ seconds: Infinity });
		const old = await submits.aiCreation();
		await poll(stored, parameters);
		const next = await submits.aiCreation();
		const idsIn = ({ body }: { body?: unknown }) => (body as IDataObject).unique_ids as string[];
		setup.service.faults.add({
			operation: 'ai_creation/task/page',
			times: Infinity,
			when: (request) => idsIn(request).length === 0,
			fault: {
				kind: 'answer',
				change: (right) => {
					const answer = right as { data: { list: Array<{ unique_id: string }> } };
					const list = answer.data.list.filter(({ unique_id }) => unique_id !== old);
					return { ...answer, data: { ...answer.data, list } };
				},
			},
		});
		const ofOld = { times: Infinity, fault: { kind: 'code', code: 40000 } } as const;
		const path = 'ai_creation/task';
		setup.service.faults.add({
			operation: `${path}/page`,
			when: (request) => idsIn(request).includes(old),
			...ofOld,
		});
		setup.service.faults.add({
			operation: path,
			when: ({ query }) => query.unique_id === old,
			...ofOld,
		});
		setup.service.settle(next);
		expect(ids(await poll(stored, parameters))).toEqual([next]);
		expect(JSON.stringify(stored)).toContain(old);
		const real = Date.now;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + 25 * 3600_000);
		expect(await poll(stored, parameters)).toEqual([]);
		clock.mockRestore();
		expect(JSON.stringify(stored)).not.toContain(old);
	});

	it.each<[OddRow]>([['nullStatus'], ['noStatus'], ['null'], ['nullId']])(
		'an odd record (%s) takes nothing from the others, and is caught up with once it can be read',
		async (row) => {
			const stored: IDataObject = {};
			await poll(stored);
			const [first, second] = [await submits.lipSync(), await submits.lipSync()];
			setup.service.settle(first);
			setup.service.settle(second);
			const remove = setup.service.faults.add({
				operation: 'video_lip_sync/list',
				times: Infinity,
				fault: { kind: 'oddRow', row },
			});
			expect(ids(await poll(stored))).toEqual([first]);
			remove();
			expect(ids(await poll(stored))).toEqual([second]);
		},
	);

	it('loses nothing when it cannot read what to output', async () => {
		const stored: IDataObject = {};
		await poll(stored);
		const id = await submits.lipSync();
		setup.service.settle(id);
		await expect(poll(stored, { downloadResult: 'perhaps' })).rejects.toThrow(/Download Result/);
		await expect(poll(stored, { options: { simple: 'no' } })).rejects.toThrow(/'Simplify' must/);
		expect(ids(await poll(stored))).toEqual([id]);
	});

	it('starts again with a kind that was not checked for a while', async () => {
		const stored: IDataObject = {};
		const both = { taskKinds: ['lipSync', 'aiCreation'] };
		await poll(stored, both);
		await poll(stored, { taskKinds: ['aiCreation'] });
		setup.service.settle(await submits.lipSync());
		expect(await poll(stored, both)).toEqual([]);
		const id = await submits.lipSync();
		setup.service.settle(id);
		expect(ids(await poll(stored, both))).toEqual([id]);
	});

	it('two checks at the same time output a task once', async () => {
		const stored: IDataObject = {};
		await poll(stored);
		const id = await submits.lipSync();
		setup.service.settle(id);
		const both = await Promise.all([poll(stored), poll(stored)]);
		expect(ids(both.flat())).toEqual([id]);
	});

	it('a test event of the editor is a finished task and changes nothing', async () => {
		const stored: IDataObject = {};
		await poll(stored);
		const id = await submits.lipSync();
		setup.service.settle(id);
		const before = JSON.stringify(stored);
		expect(ids(await outputOf(trigger(stored)))).toEqual([id]);
		expect(JSON.stringify(stored)).toBe(before);
		expect(ids(await poll(stored))).toEqual([id]);
	});
});

describe('Task Poll Trigger after another credential was chosen', () => {
	const [FIRST, SECOND] = ['token-of-the-first', 'token-of-the-second'];
	const setup = setUp({ limits: false, tokens: [FIRST, SECOND] });
	const first = new Submits(() => setup.service, FIRST);
	const second = new Submits(() => setup.service, SECOND);

	const poll = async (staticData: IDataObject, accessToken: string, credentialId: string) => {
		const items = await pollOnce({
			node,
			credential: { baseUrl: setup.service.url, accessToken },
			credentialId,
			workflowId: 'both applications',
			staticData,
			parameters: { triggerOn: 'finished', taskKinds: ['lipSync'], options: {} },
		});
		return items.map(({ json }) => json.taskId);
	};
	const ofFirst = async (data: IDataObject) => await poll(data, FIRST, '1');
	const ofSecond = async (data: IDataObject) => await poll(data, SECOND, '2');
	const open = async (submits: Submits) => await submits.fated('lipSync', { seconds: Infinity });
	const finished = async (submits: Submits, id?: string) => {
		const record = id === undefined ? undefined : { id };
		const task = await submits.fated('lipSync', { seconds: 0, record });
		return id ?? task;
	};

	it('reports the tasks of that application that are in progress by then, however old', async () => {
		const old = await open(second);
		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3600_000);
		await open(first);
		const stored: IDataObject = {};
		expect(await ofFirst(stored)).toEqual([]);
		expect(await ofSecond(stored)).toEqual([]);
		setup.service.settle(old);
		expect(await ofSecond(stored)).toEqual([old]);
		expect(await ofSecond(stored)).toEqual([]);
		clock.mockRestore();
	});

	it('does not start with tasks of that application that are finished by then', async () => {
		await open(first);
		const stored: IDataObject = {};
		await ofFirst(stored);
		await finished(second);
		expect(await ofSecond(stored)).toEqual([]);
		const next = await finished(second);
		expect(await ofSecond(stored)).toEqual([next]);
	});

	it('reports a task with an ID that the other application used too', async () => {
		const id = '3100000000000099999';
		const stored: IDataObject = {};
		await ofFirst(stored);
		await finished(first, id);
		expect(await ofFirst(stored)).toEqual([id]);
		await ofSecond(stored);
		await finished(second, id);
		expect(await ofSecond(stored)).toEqual([id]);
	});

	it('continues with the same credential when its token was renewed', async () => {
		const stored: IDataObject = {};
		await poll(stored, FIRST, '1');
		const id = await finished(second);
		expect(await poll(stored, SECOND, '1')).toEqual([id]);
	});

	it('continues with what was stored before the credential was noted', async () => {
		const stored: IDataObject = {};
		await ofFirst(stored);
		const running = await open(first);
		await ofFirst(stored);
		const { lipSync } = stored['node:Tested'] as IDataObject;
		const before: IDataObject = { 'node:Tested': { lipSync } };
		setup.service.settle(running);
		expect(await ofFirst(before)).toEqual([running]);
		await finished(second);
		expect(await ofSecond(before)).toEqual([]);
	});
});
