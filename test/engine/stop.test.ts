/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	Workflow,
} from 'n8n-workflow';
import { asWritten } from '../support/changedTexts';
import {
	animate,
	chosen,
	compose,
	CREATE,
	createImage,
	goingOn,
	MIB,
	PAGES,
	redFox,
	translate,
	uploadFrom,
	uploadOf,
} from '../support/engine/runs';
import { SUBMIT } from '../support/engine/submits';
import { setUp } from '../support/engine/setup';
import { storedFile } from '../support/engine/binaries';
import { additionalDataOf, type NodeRun } from '../support/engine/engine';
import { pause } from '../../demo-service/server/tasks';
import { setTimeout as delay } from 'node:timers/promises';
import { BinaryDataService, Container, ExecuteContext } from '../support/engine/core';
import { planned, registry } from '../support/engine/nodes';
import { createWorkflowEngine, loopOver } from '../support/engine/workflowEngine';

const PAGE = PAGES.aiCreation;
const ANIMATE = SUBMIT.motion;
const video = { endpoint: PAGES.composedVideo };

describe('Stop ends AI Create within a second', () => {
	const setup = setUp();
	const { submits } = setup;

	const options = { checkEvery: 1 };

	const stopAt = async (node: NodeRun, endpoint: string, requests = 1) =>
		await setup.stop(node, async () => await setup.service.journal.waitFor({ endpoint }, requests));

	it('while it waits for the task', async () => {
		setup.service.fate({ seconds: Infinity });
		expect(await stopAt(createImage({ options }), PAGE)).toBeLessThan(1_000);
		const checks = setup.count(PAGE);
		await setup.service.journal
			.waitFor({ endpoint: PAGE }, checks + 1, 1_500)
			.catch(() => undefined);
		expect(setup.count(PAGE)).toBe(checks);
	});

	it('while the file of the result is on its way', async () => {
		setup.service.fate({ bytes: 20 * MIB });
		setup.fault('result', { kind: 'slow', bytesPerSecond: 50_000 });
		const download = { downloadResult: true, options };
		expect(await stopAt(createImage(download), 'result')).toBeLessThan(1_000);
		expect(setup.count('result')).toBe(1);
	});

	it('while a task waits for another one to end', async () => {
		const taskId = await submits.fated('aiCreation', { seconds: 0 });
		setup.service.fate({ seconds: Infinity });
		const node = animate({}, { items: [{ taskId }, { taskId }] });
		expect(await stopAt(node, ANIMATE, 2)).toBeLessThan(1_000);
		expect(setup.accepted(ANIMATE)).toBe(1);
	});
});

describe('Stop ends an upload within a second', () => {
	const setup = setUp({ partBytes: MIB });
	const inParts = { options: { method: 'multipart' } };

	const slow = (endpoint: string) =>
		setup.fault(endpoint, { kind: 'slow', bytesPerSecond: 100_000 }, { times: 1000 });

	const files = async (...sizes: number[]) =>
		await Promise.all(sizes.map(async (bytes, seed) => await storedFile({ bytes, seed })));

	type Case = [when: string, endpoint: string, requests: number, () => Promise<NodeRun> | NodeRun];

	it.each<Case>([
		['parts are on their way', 'part', 2, async () => uploadOf(await files(8 * MIB), inParts)],
		['one piece is on its way', 'single', 1, async () => uploadOf(await files(5 * MIB))],
		[
			'a slow source is read',
			'part',
			2,
			() => uploadFrom(setup.service.storage.source({ bytes: 8 * MIB }).url, inParts),
		],
		['the file is reviewed', 'common/file_detail', 1, async () => uploadOf(await files(10))],
		[
			'further files wait for their turn',
			'single',
			3,
			async () => uploadOf(await files(MIB, MIB, MIB, MIB, MIB)),
		],
	])('while %s, and no request follows', async (_when, endpoint, requests, make) => {
		setup.service.fate({ seconds: Infinity });
		slow('part');
		slow('single');
		const afterMs = await setup.stop(
			await make(),
			async () => await setup.service.journal.waitFor({ endpoint }, requests),
		);
		expect(afterMs).toBeLessThan(1000);
		const sent = setup.count();
		await pause(600, new AbortController().signal);
		expect([setup.count(), setup.count(endpoint)]).toEqual([sent, requests]);
	});
});

/** Compose Video as the tool of an agent, which calls it with the conversation and the values of the call. */
function tool(parameters: IDataObject = {}, settings?: Partial<INode>): NodeRun {
	return {
		...compose({ downloadResult: true, ...parameters } as NodeRun['parameters']),
		type: 'digitalHumanComposeVideoTool',
		items: [{ chatInput: 'Make a video', text: 'Welcome.', toolCallId: 'call_1' }],
		settings,
	};
}

describe('The answer of a tool', () => {
	const setup = setUp({ limits: false });

	it('is a finished task in few words, without its file', async () => {
		const { outputs } = await setup.engine.run(tool());
		expect(outputs).toEqual([[{ json: expect.anything(), pairedItem: expect.anything() }]]);
		const answer = outputs[0]?.[0]?.json;
		expect(answer).toMatchObject({
			taskId: expect.any(String),
			state: 'succeeded',
			url: expect.stringMatching(/^http/),
			outputUrls: [expect.stringMatching(/^http/)],
		});
		expect(answer).not.toHaveProperty('nextStep');
		expect(JSON.stringify(answer).length).toBeLessThan(1_000);
	});

	it.each([
		['at the time limit', { completion: 'wait', options: { timeLimit: 0.01 } }],
		['with Return Task ID', { completion: 'return' }],
	])('says how to go on with an unfinished task: %s', async (_, parameters) => {
		setup.service.fate({ seconds: Infinity });
		const { json } = await setup.engine.run(tool(parameters));
		expect(json).toMatchObject([
			{
				taskId: expect.any(String),
				taskKind: 'composedVideo',
				state: 'inProgress',
				nextStep: expect.stringMatching(
					/Do not submit it again\. Check it later by its taskId.*its kind is '\w+'/,
				),
			},
		]);
	});

	it('says so once for several tasks', async () => {
		const videoId = chosen(await setup.submits.fated('composedVideo', { seconds: 0 }));
		const node = translate({ videoId, targetLanguages: ['de', 'fr'] });
		const items = [{ toolCallId: 'call_1' }];
		const { json } = await setup.engine.run({ ...node, type: `${node.type}Tool`, items });
		expect(json.map(({ state }) => state)).toEqual(['inProgress', 'inProgress']);
		expect(json.map((item) => 'nextStep' in item)).toEqual([true, false]);
	});

	it('is an error with what to do in its message, which is all that n8n passes on', async () => {
		setup.fault(CREATE, { kind: 'resetAfter' });
		const { error } = await setup.fails(
			tool(),
			/^Could not .*\. The task may still have been created\. /,
		);
		expect(error?.description ?? '').toBe('');
		expect(setup.accepted(CREATE)).toBe(1);
	});

	it('is an item with the same text and without the conversation where errors continue', async () => {
		setup.service.fate({ seconds: 1, outcome: 40, errMsg: 'The text is not allowed' });
		const { json } = await setup.engine.run(tool({}, goingOn.settings));
		expect(json).toEqual([
			{
				error: expect.stringMatching(/^The task failed: .*Task ID: \d+.*not resubmitted/),
				taskId: expect.stringMatching(/^\d+$/),
				taskKind: 'composedVideo',
				state: 'failed',
				errorMessage: expect.any(String),
				serviceStatus: expect.any(String),
				createdAt: expect.any(String),
				progress: expect.any(Number),
			},
		]);
	});

	it('is never the arguments of the call where the whole node is refused', async () => {
		const { json } = await setup.engine.run(tool({ completion: 'pause' }, goingOn.settings));
		const error = /^'Pause Until Finished' cannot be used in a tool .*Choose 'Wait for Result'/;
		expect(json).toEqual([{ error: expect.stringMatching(error) }]);
		expect(setup.accepted(CREATE)).toBe(0);
	});

	it.each(['fromAI', 'fromai'])('names what the agent left out (%s)', async (name) => {
		const text = `={{ /*n8n-auto-generated-fromAI-override*/ $${name}('what_to_say', \`\`, 'string') }}`;
		const { json } = await setup.engine.run(tool({ text }, goingOn.settings));
		const error = /^'Text' is missing\. The agent gave no value for 'what_to_say'\. Nothing/;
		expect(json).toMatchObject([{ error: expect.stringMatching(error) }]);
	});

	it('is none when the execution is stopped, also where errors continue', async () => {
		setup.service.fate({ seconds: Infinity });
		await setup.stop(
			tool({}, goingOn.settings),
			async () => await setup.service.journal.waitFor(video),
		);
		expect(setup.accepted(CREATE)).toBe(1);
	});

	it('is asked for with a setting with which n8n would drop it: nothing is sent', async () => {
		const { error, stored } = await setup.engine.run(tool({}, { onError: 'continueErrorOutput' }));
		expect(error?.message ?? stored).toContain(
			"'On Error' of this tool is set to its error output",
		);
		expect(setup.accepted(CREATE)).toBe(0);
	});
});

const image = {
	...redFox,
	refPrompt: '={{ $json.prompt }}',
	completion: 'wait',
	downloadResult: false,
	options: { checkEvery: 1 },
};

/** Each call of a tool has a memory of its own. */
describe('Calls of a tool by an AI agent', () => {
	const setup = setUp({ limits: false });
	beforeAll(async () => {
		await Container.get(BinaryDataService).init();
	});

	const tried = { retryOnFail: true, maxTries: 3 };

	/** What n8n's makeHandleToolInvocation does for each call of one execution, with 'Retry On Fail'. */
	const agent = (settings: INodeParameters = {}, tries: Partial<INode> = tried) => {
		const parameters = { ...image, ...settings };
		const node: INode = { ...planned('Tool', 'digitalHumanAiCreateTool', parameters), ...tries };
		const parts = { nodes: [node], connections: {}, nodeTypes: registry };
		const workflow = new Workflow({ id: 'w', ...parts, active: false });
		const runData = createRunExecutionData({});
		const additionalData = additionalDataOf(setup.credential);
		let runIndex = 0;
		return async (prompt: string): Promise<INodeExecutionData[] | string> => {
			const call = { prompt };
			for (let count = 1; ; count++) {
				const items = [{ json: call }];
				const data = { main: [items] };
				const context = new ExecuteContext(
					workflow,
					workflow.getNode('Tool') as INode,
					additionalData,
					'trigger',
					runData,
					runIndex++,
					items,
					data,
					{ node, data, source: null },
					[],
				);
				try {
					const type = registry.getByNameAndVersion(node.type);
					return ((await type.execute?.call(context)) as INodeExecutionData[][])[0] ?? [];
				} catch (error) {
					if (count === (node.maxTries ?? 1)) return asWritten((error as Error).message);
					await delay(200);
				}
			}
		};
	};

	const firstFails = () =>
		setup.service.fate(({ index }) => ({
			seconds: 0,
			...(index === 0 ? { outcome: 'Error', errMsg: 'no' } : {}),
		}));

	const outcomes = (answers: Array<INodeExecutionData[] | string>) =>
		answers.map((answer) => (typeof answer === 'string' ? answer : answer[0]?.json.state)).sort();

	it('one after another for the same, which is not finished in time: each waits as long as its limit says', async () => {
		setup.service.fate({ seconds: 1_800 });
		const options = { timeLimit: 1, onTimeLimit: 'fail' };
		const call = agent({ completion: 'wait', options }, {});
		expect(outcomes([await call('A fox')])).toEqual([expect.stringContaining('time limit')]);
		await delay(10_000);
		expect(outcomes([await call('A fox')])).toEqual(['succeeded']);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(1);
	});

	it('two at once for the same, of which the task of one fails: 2 submits', async () => {
		setup.service.fate(({ index }) =>
			index === 0 ? { seconds: 0 } : { seconds: 40, outcome: 'Error', errMsg: 'no' },
		);
		const call = agent();
		const answers = await Promise.all([call('A fox'), call('A fox')]);
		const failed = expect.stringContaining('The task failed: no');
		expect(outcomes(answers)).toEqual([failed, 'succeeded']);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	});

	it('one whose answer is lost is not submitted again, neither by n8n nor by another call', async () => {
		setup.service.fate({ seconds: 0 });
		setup.fault(SUBMIT.aiCreation, { kind: 'resetAfter' });
		const call = agent();
		expect(await call('A fox')).toContain('may still have been created');
		expect(await call('A fox')).toContain('may still have been created');
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(1);
	});

	it('a repeated one for a task that is still in progress answers with that task, and is a new one afterwards', async () => {
		setup.service.fate({ seconds: Infinity });
		const options = { timeLimit: 0.05, onTimeLimit: 'output' };
		for (const settings of [{ completion: 'return' }, { completion: 'wait', options }]) {
			const before = setup.accepted(SUBMIT.aiCreation);
			const call = agent(settings);
			const [first, again, other] = [await call('A fox'), await call('A fox'), await call('A cat')];
			const taskOf = (answer: INodeExecutionData[] | string) =>
				typeof answer === 'string' ? answer : answer[0]?.json.taskId;
			expect(taskOf(again)).toBe(taskOf(first));
			expect(outcomes([first, again, other])).toEqual(Array(3).fill('inProgress'));
			expect(setup.accepted(SUBMIT.aiCreation) - before).toBe(2);
		}
		setup.service.fate({ seconds: 0 });
		const call = agent();
		await call('A fox');
		await call('A fox');
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(6);
	});

	it('one whose task failed is not submitted again by n8n, but by the next call for the same', async () => {
		firstFails();
		const call = agent();
		expect(await call('A fox')).toContain('The task failed: no');
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(1);
		expect(outcomes([await call('A fox')])).toEqual(['succeeded']);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	});

	it('as a node with Retry On Fail, a failed task is submitted again by the next call', async () => {
		firstFails();
		// As n8n's newer agents run tools: as nodes of the workflow, one call after another.
		const calls = ['1', '2'].map((toolCallId) => ({ prompt: 'A fox', toolCallId }));
		const settings = { ...tried, waitBetweenTries: 0, ...goingOn.settings };
		const tool = { name: 'Tool', type: 'digitalHumanAiCreateTool', parameters: image, settings };
		const engine = await createWorkflowEngine(setup.credential);
		const { data } = await engine.start({ workflow: loopOver(calls, tool), id: 'x' }).done;
		const runs = data.resultData.runData.Tool ?? [];
		expect(runs.map((run) => run.data?.main?.[0]?.[0]?.json)).toEqual([
			expect.objectContaining({ error: expect.stringContaining('The task failed: no') }),
			expect.objectContaining({ state: 'succeeded' }),
		]);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	});
});
