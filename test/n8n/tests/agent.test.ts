import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../../../tools/n8n/rest';
import { type Execution, finishedExecution, startExecution } from '../../../tools/n8n/executions';
import {
	readExample,
	type StoredWorkflow,
	triggerOf,
	withCredential,
	type WorkflowFile,
} from '../../../tools/n8n/workflows';
import { kindAt } from '../../support/n8n/exampleRun';
import {
	type Conversation,
	type Decision,
	type ModelServer,
	startModelServer,
	textOf,
} from '../../support/n8n/modelServer';
import { setUpWorkbench } from '../../support/n8n/workbench';

const SUBMIT = 'ai_creation/task/submit';
const example = readExample('agent-image-then-video');

/** What a tool answers about a task. */
interface Answer {
	taskId: string;
	state: string;
	outputUrls: string[];
	nextStep?: string;
}

const bench = setUpWorkbench({ limits: false });
let model: ModelServer;
let account: StoredCredential;

beforeAll(async () => {
	model = await startModelServer();
	const data = { apiKey: model.apiKey, url: model.url };
	const name = `Model ${randomUUID()}`;
	account = await bench.rest.post('credentials', { name, type: 'openAiApi', data });
});
beforeEach(() => {
	bench.service.reset();
	model.asked.length = 0;
});
afterAll(() => model.close());

/** The example with other parameters of its tools. */
function withTools(parameters: INodeParameters): WorkflowFile {
	const change = (tool: INode) => ({ ...tool, parameters: { ...tool.parameters, ...parameters } });
	const nodes = example.nodes.map((node) => (node.type.endsWith('Tool') ? change(node) : node));
	return { ...example, nodes };
}

async function load(file: WorkflowFile = example): Promise<StoredWorkflow> {
	return await bench.load(withCredential(file, account));
}

/** Sends a message as the chat of the editor does, and waits for the answer. */
async function chat(
	{ id }: StoredWorkflow,
	chatInput: string,
	sessionId: string = randomUUID(),
): Promise<Execution> {
	const workflow = await bench.rest.get<StoredWorkflow>(`workflows/${id}`);
	const trigger = triggerOf(workflow);
	const pinData = { [trigger]: [{ json: { chatInput, sessionId, action: 'sendMessage' } }] };
	await bench.rest.patch(`workflows/${id}`, { ...workflow, pinData });
	const execution = await finishedExecution(
		bench.rest,
		await startExecution(bench.rest, id, trigger),
	);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	return execution;
}

const answerOf = (execution: Execution) => String(execution.json('AI Agent')[0]?.output);

/** What the tools answered the model, one task each. */
function answersIn({ results }: Pick<Conversation, 'results'>): Answer[] {
	return results.map((result) => {
		expect(JSON.stringify(result).length).toBeLessThan(1_500);
		expect(result).toHaveLength(1);
		return (result as [Answer])[0];
	});
}

const image = (prompt = 'A lighthouse at dawn'): Decision & { call: unknown } => ({
	call: [{ tool: 'Create_Image', with: { prompt, aspectRatio: '16:9' } }],
});

/** Uses nothing but what the tools have answered. */
function imageThenVideo(conversation: Conversation): Decision {
	const [made, video] = answersIn(conversation);
	if (!made) return image();
	const [imageUrl = ''] = made.outputUrls;
	if (!video) {
		return { call: [{ tool: 'Create_Video', with: { prompt: 'The light turns', imageUrl } }] };
	}
	return { say: `The image: ${imageUrl} The video: ${video.outputUrls[0]}` };
}

/** Calls for an image, as often as there are decisions, and repeats what the tools said. */
function calling(...decisions: Decision[]): (conversation: Conversation) => Decision {
	return (conversation) => {
		const { results } = conversation;
		return decisions[results.length] ?? { say: JSON.stringify(answersIn(conversation)) };
	};
}

const submitted = () =>
	bench.service.journal.entries({ endpoint: SUBMIT }).map(({ body }) => body as IDataObject);

describe('an AI agent', () => {
	test('makes an image, then a video of it, and tells the addresses of both', async () => {
		model.follow(imageThenVideo);
		const execution = await chat(await load(), 'A lighthouse at dawn, and a video of it');
		const [, imageUrl = '', videoUrl = ''] =
			/The image: (\S+) The video: (\S+)/.exec(answerOf(execution)) ?? [];
		expect(await kindAt(imageUrl)).toBe('png');
		expect(await kindAt(videoUrl)).toBe('mp4');
		expect(submitted()).toMatchObject([
			{ ref_prompt: 'A lighthouse at dawn', aspect_ratio: '16:9' },
			{ ref_prompt: 'The light turns', start_frame: imageUrl },
		]);
		expect(bench.service.journal.accepted(SUBMIT)).toBe(2);
		const { messages = [] } = model.asked.at(-1) ?? {};
		const steps = messages.map(({ role, tool_calls: calls }) => calls?.[0]?.function.name ?? role);
		expect(steps.slice(1)).toEqual([
			'user',
			'Create_Image',
			'tool',
			'Create_Video',
			'tool',
			'assistant',
		]);
	});

	test('gets the results of several calls at once, each with its own', async () => {
		const prompts = ['A cat', 'A dog', 'A cat'];
		const call = prompts.flatMap((prompt) => image(prompt).call as never[]);
		model.follow((conversation) => {
			const answers = answersIn(conversation);
			return answers.length === 0
				? { call }
				: { say: answers.map(({ taskId }) => taskId).join(' ') };
		});
		const ids = answerOf(await chat(await load(), 'Two cats and a dog')).split(' ');
		expect(submitted().map(({ ref_prompt: prompt }) => prompt)).toEqual(prompts);
		expect(new Set(ids).size).toBe(3);
	});

	test('learns of a task that takes longer how to go on, and asks for it in a later message', async () => {
		bench.service.fate({ seconds: Infinity });
		const workflow = await load(withTools({ options: { timeLimit: 0.02 } }));
		const session = randomUUID();
		model.follow((conversation) => {
			const [task] = answersIn(conversation);
			if (!task) return image();
			expect(task).toMatchObject({ state: 'inProgress', timedOut: true });
			expect(task.nextStep).toContain('Do not submit it again. Check it later by its taskId');
			return { say: `Not finished yet. Task ID: ${task.taskId}` };
		});
		const first = answerOf(await chat(workflow, 'A lighthouse', session));
		const [taskId = ''] = /\d{10,}/.exec(first) ?? [];
		bench.service.settle(taskId, { outcome: 'Success' });

		model.follow((conversation) => {
			const [task] = answersIn(conversation);
			if (task) return { say: `${task.state}: ${task.outputUrls[0]}` };
			const said = conversation.messages.map(textOf).join('\n');
			const [known = ''] = /(?<=Task ID: )\d+/.exec(said) ?? [];
			return { call: [{ tool: 'Get_Task', with: { taskId: known } }] };
		});
		const second = answerOf(await chat(workflow, 'Is it finished?', session));
		expect(second).toMatch(/^succeeded: http/);
		expect(bench.service.journal.accepted(SUBMIT)).toBe(1);
	});

	test('survives a tool that waits for more than a minute', async () => {
		bench.service.fate({ seconds: 65 * bench.service.clock.speed });
		model.follow(calling(image()));
		const began = Date.now();
		const said = answerOf(await chat(await load(), 'A lighthouse'));
		expect(JSON.parse(said)).toMatchObject([{ state: 'succeeded' }]);
		expect(Date.now() - began).toBeGreaterThan(60_000);
	});
});
