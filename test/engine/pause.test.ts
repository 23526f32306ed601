import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { type LocalService, startService } from '../../demo-service';
import { createEngine, type Engine, type NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import {
	compose,
	CREATE,
	createPerson,
	finishedPerson,
	finishedVideo,
} from '../support/engine/runs';
import { type Answer, callPaused, queryOfCallback } from '../support/engine/webhook';
import {
	createWorkflowEngine,
	type ExecutionPlan,
	storedWithItems,
	type WorkflowPlan,
} from '../support/engine/workflowEngine';
import { planned, to } from '../support/engine/nodes';
import { pairsOf, storedItems } from '../support/engine/outputs';

const OTHER_APPLICATION = 'token-of-their-ends';

const items = (count: number) => range(count).map((index) => ({ text: `Video ${index}` }));

const pausing = (
	{ downloadResult = false, ...options }: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun =>
	compose(
		{ text: '={{ $json.text }}', completion: 'pause', downloadResult, options },
		{ items: items(1), ...more },
	);

/** What n8n does with the items that a webhook resumes with. */
function withItems(run: IRun, { items: resumed = [] }: Answer): IRun {
	const entry = run.data.executionData?.nodeExecutionStack[0];
	if (entry) entry.data.main = [resumed];
	return run;
}

describe('Pause Until Finished', () => {
	const setup = setUp({ limits: false, tokens: ['token-of-pauses', OTHER_APPLICATION] });
	const submitted = () => setup.requests(CREATE).map(({ id }) => id ?? '');
	const call = async (waiting: IRun, body: unknown, node = pausing()) =>
		await callPaused(setup.service, node, waiting, body);
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	it('parks the execution for two hours, with the tasks of all items and its own address', async () => {
		const before = Date.now();
		const { run } = await setup.engine.run(pausing({}, { items: items(2) }));
		expect(run.status).toBe('waiting');
		expect((run.waitTill?.getTime() ?? 0) - before).toBeGreaterThan(2 * 3600_000 - 1);
		expect((run.waitTill?.getTime() ?? 0) - before).toBeLessThan(2 * 3600_000 + 60_000);
		const ids = submitted();
		expect(storedItems(run).map(({ json }) => json.state)).toEqual(['inProgress', 'inProgress']);
		const stored = storedItems(run).map(({ json }) => json.taskId);
		expect(stored.sort()).toEqual([...ids].sort());
		expect(pairsOf([storedItems(run)])).toEqual([0, 1]);
		for (const id of ids) {
			const address = setup.service.callbacks.addressOf(id);
			expect(address).toContain('webhook-waiting/execution/digital-human?');
		}
		// The service is local, too.
		expect(run.data.resultData.runData.Tested?.at(-1)?.hints ?? []).toEqual([]);
	});

	it('notes for the editor how many of the videos it waits for', async () => {
		setup.service.reset();
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		const { run } = await setup.engine.run(pausing({}, { items: items(3) }));
		const { resumeUrl = '' } = run.data.resultData.runData.Tested?.at(-1)?.metadata ?? {};
		expect(decodeURIComponent(resumeUrl)).toMatch(
			/^#Waiting for 2 of 3 composed videos since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
		);
	});

	it('does not park when all tasks are finished by the time of the last submit', async () => {
		setup.service.reset();
		setup.service.fate({ seconds: 0 });
		const { run, json } = await setup.engine.run(pausing());
		expect(run.status).toBe('success');
		expect(json.map(({ state }) => state)).toEqual(['succeeded']);
	});

	it('goes on only when the service says that all tasks are final', async () => {
		const { run } = await setup.engine.run(pausing({}, { items: items(3) }));
		const [one = '', two = '', three = ''] = submitted();
		setup.service.settle(one);
		const message = '1 of 3 tasks are finished';
		expect(await call(run, finishedVideo(one))).toMatchObject({ status: 200, message });
		expect(await call(run, finishedVideo('999'))).toMatchObject({ status: 200 });
		setup.service.settle(two);
		setup.service.settle(three, { outcome: 51, errMsg: 'no face' });
		const answers = await Promise.all(
			range(3).map(async () => await call(run, finishedVideo(two))),
		);
		const going = answers.filter((answer) => answer.items);
		expect(going).toHaveLength(1);
		const node = pausing({}, { items: items(3) });
		const { json, outputs } = await setup.engine.resume(node, withItems(run, going[0] ?? {}));
		expect(json.map(({ state }) => state).sort()).toEqual(['failed', 'succeeded', 'succeeded']);
		expect(JSON.stringify(json)).not.toContain('forged.example');
		expect(pairsOf(outputs)).toEqual([0, 1, 2]);
	});

	it('says what each video cost: of those that finished before the pause, and of those after it', async () => {
		setup.service.reset();
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		const node = pausing({}, { items: [{ text: 'One.' }, { text: 'Two.' }] });
		node.parameters = {
			...node.parameters,
			model: '={{ $itemIndex }}',
			text: '={{ $json.text }}',
		};
		const { run } = await setup.engine.run(node);
		const open = storedItems(run).find(({ json }) => json.state === 'inProgress');
		const id = String(open?.json.taskId);
		setup.service.settle(id);
		const answer = await call(run, finishedVideo(id), node);
		expect(answer).toMatchObject({ items: [expect.anything(), expect.anything()] });
		const { items: resumed = [] } = answer;
		for (const { json } of resumed) {
			const perSecond = json.text === 'One.' ? 1 : 2;
			expect(json.estimatedCredits).toBe(perSecond * Number(json.durationSeconds));
		}
	});

	it('a hint for tasks that the service cannot be asked about now is to be sent again', async () => {
		const { run } = await setup.engine.run(pausing());
		const [id = ''] = submitted();
		setup.service.settle(id);
		const refused = { kind: 'code', code: 40000, msg: 'no' } as const;
		const answerAgain = setup.fault('video_list', refused, { times: Infinity });
		expect(await call(run, finishedVideo(id))).toMatchObject({ status: 503 });
		answerAgain();
		expect((await call(run, finishedVideo(id))).items).toHaveLength(1);
	});

	// Another application: the videos above use up what one may submit in a minute.
	describe('at its end', () => {
		const node = pausing({ downloadResult: true });
		const credential = () => ({ ...setup.credential, accessToken: OTHER_APPLICATION });
		let engine: Engine;
		beforeAll(async () => {
			engine = await createEngine(credential());
		});
		const paused = async () => {
			const { run } = await engine.run(node);
			const [id = ''] = setup.service.tasks().map((task) => task.id);
			const call = async () =>
				await callPaused(setup.service, node, run, finishedVideo(id), { credential: credential() });
			return { id, call };
		};

		it('fetches the files before it acknowledges, and goes on', async () => {
			const { id, call } = await paused();
			setup.service.settle(id);
			const answer = await call();
			expect(answer.status).toBeUndefined();
			expect(answer.message).toBe('All tasks are finished; the workflow continues');
			expect(answer.items?.[0]?.binary?.data).toMatchObject({ mimeType: 'video/mp4' });
		});

		it('fetches a file whose address has expired from its current one', async () => {
			const { id, call } = await paused();
			setup.service.settle(id);
			const change = (right: string) => right.replaceAll('/results/', '/results/old/');
			setup.fault('video_list', { kind: 'text', change });
			const { items: out } = await call();
			expect(out?.[0]?.json).toMatchObject({ taskId: id, state: 'succeeded' });
			expect(out?.[0]?.json.outputUrls).toEqual([expect.not.stringContaining('/old/')]);
			expect(out?.[0]?.binary?.data).toMatchObject({ mimeType: 'video/mp4' });
		});

		it('a file that is gone makes an item with an error, since the node cannot fail any more', async () => {
			const { id, call } = await paused();
			setup.service.settle(id, { result: 'missing' });
			const { items: out } = await call();
			expect(out?.[0]?.json).toMatchObject({ taskId: id, error: expect.stringContaining('file') });
		});

		it('at the time limit the items are output as inProgress with their task IDs', async () => {
			const limited = pausing({ timeLimit: 1 });
			const { run } = await engine.run(limited);
			const { run: after, json } = await engine.resume(limited, run);
			expect(after.status).toBe('success');
			expect(json).toMatchObject([
				{ state: 'inProgress', timedOut: true, taskId: setup.service.tasks()[0]?.id },
			]);
		});
	});
});

describe('Pause Until Finished for a person', () => {
	const setup = setUp({ limits: false });
	const create = createPerson({ completion: 'pause' });
	let service: LocalService;

	beforeAll(async () => {
		service = await startService({ personDetailPath: 'person/detail', tokens: ['other'] });
	});
	afterAll(async () => await service.close());

	it('waits a day for the callback, which counts by itself without a Person Detail Path', async () => {
		setup.service.fate({ seconds: Infinity });
		const before = Date.now();
		const { run } = await setup.engine.run(create);
		expect((run.waitTill?.getTime() ?? 0) - before).toBeGreaterThan(86_400_000 - 1);
		const id = setup.service.tasks()[0]?.id ?? '';
		const call = async (body: IDataObject) => await callPaused(setup.service, create, run, body);
		const record = finishedPerson(id);
		expect((await call({ ...record, id: '1' })).items).toBeUndefined();
		expect((await call({ ...record, status: 1 })).items).toBeUndefined();
		expect((await call(finishedVideo(id))).items).toBeUndefined();
		expect((await call(record)).items).toMatchObject([
			{ json: { taskId: id, taskKind: 'person', state: 'succeeded' }, pairedItem: { item: 0 } },
		]);
	});

	it('refuses a path that cannot be used before anything is submitted', async () => {
		const personDetailPath = 'https://example.com/person';
		const engine = await createEngine({ ...setup.credential, personDetailPath });
		const { error } = await engine.run(create);
		expect(error?.message).toContain("'Person Detail Path' of the credential is not a path");
		expect(setup.count()).toBe(0);
	});

	it('refuses several persons without that path before anything is submitted', async () => {
		const { error } = await setup.engine.run({ ...create, items: [{}, {}] });
		expect(error?.message).toContain('Person Detail Path');
		expect(setup.service.tasks()).toEqual([]);
	});

	it('asks the service about several persons with that path', async () => {
		const personDetailPath = 'person/detail';
		const credential = { baseUrl: service.url, accessToken: 'other', personDetailPath };
		service.fate({ seconds: Infinity });
		const engine = await createEngine(credential);
		const { run } = await engine.run({ ...create, items: [{}, {}] });
		expect(run.status).toBe('waiting');
		const ids = service.tasks().map(({ id }) => id);
		const call = async (id: string) => {
			return await callPaused(service, create, run, finishedPerson(id), { credential });
		};
		service.settle(ids[0] ?? '');
		expect(await call(ids[0] ?? '')).toMatchObject({ status: 200 });
		service.settle(ids[1] ?? '', { outcome: 4, errMsg: 'no face' });
		const { items: out = [] } = await call(ids[1] ?? '');
		expect(out.map(({ json }) => json.state).sort()).toEqual(['failed', 'succeeded']);
		expect(JSON.stringify(out)).not.toContain('forged.example');
	});
});

describe('Pause Until Finished with the error output', () => {
	const setup = setUp({ limits: false });

	it('keeps the files of its input on an item for the error output, not on others', async () => {
		setup.service.fate({ seconds: Infinity });
		const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'script.txt' };
		const item = { json: {}, binary: { script: file } };
		const settings = { onError: 'continueErrorOutput' } as const;
		const node = compose({ completion: 'pause' }, { items: [item, item], settings });
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');

		const [one = '', two = ''] = setup.service.tasks().map(({ id }) => id);
		setup.service.settle(one);
		setup.service.settle(two, { outcome: 51, errMsg: 'no face' });
		const body = finishedVideo(two, { status: 51 });
		const { items = [] } = await callPaused(setup.service, node, run, body);
		expect(items.find(({ json }) => json.state === 'succeeded')).not.toHaveProperty('binary');
		const failed = items.find(({ json }) => json.error);
		expect(failed?.json.error).toContain('no face');
		expect(failed?.binary?.script).toMatchObject({ fileName: 'script.txt' });
	});

	it('leaves a failed task to the regular output when failures are to be output', async () => {
		setup.service.fate({ seconds: Infinity });
		const pausing = { completion: 'pause', options: { onTaskFailure: 'output' } };
		const node = compose(pausing, { settings: { onError: 'continueErrorOutput' } });
		const { run } = await setup.engine.run(node);
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.service.settle(id, { outcome: 51, errMsg: 'no face' });
		const { items } = await callPaused(setup.service, node, run, finishedVideo(id, { status: 51 }));
		expect(items).toMatchObject([{ json: { state: 'failed', errorMessage: 'no face' } }]);
		expect(items?.[0]?.json).not.toHaveProperty('error');
	});
});

describe('Pause Until Finished with expressions in its options', () => {
	const setup = setUp({ limits: false });

	it('keeps to what they said before the tasks took the place of the input', async () => {
		setup.service.fate({ seconds: Infinity });
		const options = { outputField: '={{ $json.field }}' };
		const node = compose(
			{ completion: 'pause', downloadResult: '={{ $json.requested }}', options },
			{ items: [{ field: 'film', requested: true }] },
		);
		const { run } = await setup.engine.run(node);
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.service.settle(id);
		const { items = [] } = await callPaused(setup.service, node, run, finishedVideo(id));
		expect(items[0]?.binary).toHaveProperty('film');
	});
});

const NAMES = ['Anna', 'Ben', 'Cleo'];

const pausingForOne: INodeParameters = {
	name: '={{ $json.name }}',
	completion: 'pause',
	downloadResult: false,
};

const workflow: WorkflowPlan = {
	nodes: [
		planned('Input', 'items', { items: NAMES.map((name) => ({ json: { name } })) }),
		planned('Loop Over Items', 'loopOverItems'),
		planned('Create Person', 'digitalHumanCreatePerson', createPerson(pausingForOne).parameters),
	],
	connections: {
		Input: { main: [to('Loop Over Items')] },
		'Loop Over Items': { main: [[], to('Create Person')] },
		'Create Person': { main: [to('Loop Over Items')] },
	},
};

/** What the node advises that refuses to pause for several items. */
describe("Create Person behind 'Loop Over Items', without a Person Detail Path", () => {
	const setup = setUp({ limits: false });
	const submitted = () =>
		setup.requests('create_customised_person').map(({ body }) => (body as { name?: string }).name);

	it('pauses for one person after the other, and each resumes only its own pause', async () => {
		setup.service.fate({ seconds: Infinity });
		const engine = await createWorkflowEngine(setup.credential);
		const persons: Array<{ id: string; query: Record<string, string> }> = [];
		let plan: ExecutionPlan = { workflow, id: 'execution' };
		for (const [index] of NAMES.entries()) {
			const { status, data } = await engine.start(plan).done;
			expect(status).toBe('waiting');
			expect(submitted()).toEqual(NAMES.slice(0, index + 1));
			plan = { ...plan, stored: JSON.stringify(data) };
			const id = setup.service.tasks().at(-1)?.id ?? '';
			const body = finishedPerson(id);
			for (const { query } of persons) {
				expect(await engine.callBack(plan, { query, body })).toMatchObject({ status: 401 });
			}
			const query = queryOfCallback(setup.service);
			const { items = [] } = await engine.callBack(plan, { query, body });
			plan = { ...plan, stored: storedWithItems(plan.stored ?? '', items) };
			persons.push({ id, query });
		}
		const { status, data } = await engine.start(plan).done;
		expect(status).toBe('success');
		const [done] = data.resultData.runData['Loop Over Items']?.at(-1)?.data?.main ?? [];
		expect(done?.map(({ json }) => json)).toMatchObject(
			persons.map(({ id }) => ({ taskId: id, taskKind: 'person', state: 'succeeded' })),
		);
		expect(submitted()).toEqual(NAMES);
	});
});

const video = compose({ completion: 'pause' }, { items: [{}] });

/** Without a 'Person Detail Path', the service cannot be asked: the callback itself counts. */
const person = createPerson({ completion: 'pause' });

describe('the proof in the address of a paused execution', () => {
	const setup = setUp({ limits: false });
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	const pause = async (node: NodeRun) => {
		const { run, stored } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		const id = setup.service.tasks().at(-1)?.id ?? '';
		return { run, stored, id, query: queryOfCallback(setup.service) };
	};
	const callPerson = async (
		waiting: IRun,
		id: string,
		query: Record<string, string | string[]>,
		accessToken = setup.service.token,
	) => {
		const credential = { ...setup.credential, accessToken };
		const body = finishedPerson(id);
		return await callPaused(setup.service, person, waiting, body, { credential, query });
	};

	it.each<[string, (proof: string) => Record<string, string | string[]>]>([
		['is missing', () => ({})],
		['is empty', () => ({ proof: '' })],
		[
			'is another one',
			(proof) => ({ proof: (proof.startsWith('0') ? '1' : '0') + proof.slice(1) }),
		],
		['is longer', (proof) => ({ proof: `${proof}0` })],
		['is given twice', (proof) => ({ proof: [proof, proof] })],
		['has another name', (proof) => ({ secret: proof, signature: proof })],
	])('refuses a call where it %s, before anything is asked', async (_, change) => {
		const { run, id, query } = await pause(video);
		expect(query.proof).toMatch(/^[0-9a-f]{64}$/);
		const forged = { query: change(query.proof ?? '') };
		setup.service.settle(id);
		setup.service.journal.clear();
		const answer = await callPaused(setup.service, video, run, finishedVideo(id), forged);
		expect(answer).toMatchObject({ status: 401 });
		expect(answer.items).toBeUndefined();
		expect(setup.requests()).toEqual([]);
		expect((await callPaused(setup.service, video, run, finishedVideo(id))).items).toHaveLength(1);
	});

	it('protects a person that cannot be looked up', async () => {
		const { run, id, query } = await pause(person);
		expect(await callPerson(run, id, {})).toMatchObject({ status: 401 });
		expect((await callPerson(run, id, query)).items).toMatchObject([{ json: { taskId: id } }]);
	});

	it('still holds when the access token was replaced while the execution was paused', async () => {
		const { run, id, query } = await pause(person);
		expect((await callPerson(run, id, query, 'another token')).items).toHaveLength(1);
	});

	it('is in nothing that n8n stores', async () => {
		const { run, stored, id, query } = await pause(person);
		expect(query.proof).toBeTruthy();
		expect(stored).not.toContain(query.proof);
		expect(stored).not.toContain(setup.service.token);
		const { items } = await callPerson(run, id, query);
		expect(JSON.stringify(items)).not.toContain(query.proof);
	});
});
