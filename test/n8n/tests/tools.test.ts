import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../../tools/n8n/workflows';
import { activateWorkflow } from '../../../tools/n8n/workflows';
import { chain, packNode, type NodeSpec } from '../../../tools/n8n/buildWorkflow';
import { McpClient } from '../../support/n8n/mcp';
import { isLive, presenter } from '../../../tools/n8n/presenterWorkflow';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

const SUBMIT = 'ai_creation/task/submit';
const TOOL = 'Create_Image';

let bench: Workbench;
let agent: McpClient;

const trigger = (path: string): NodeSpec => ({
	name: 'Tools',
	type: '@n8n/n8n-nodes-langchain.mcpTrigger',
	typeVersion: 2,
	parameters: { path },
	webhookId: path,
});

/** A workflow with one tool for agents. */
function withTool(path: string, tool: NodeSpec): WorkflowFile {
	return {
		...chain('Agent', trigger(path), tool),
		connections: { [tool.name]: { ai_tool: [[{ node: 'Tools', type: 'ai_tool', index: 0 }]] } },
	};
}

/** AI Create as a tool, for which the agent fills in the prompt. */
function createImage(): NodeSpec {
	const tool = packNode('digitalHumanAiCreateTool', 'Create Image', {
		descriptionType: 'manual',
		toolDescription: 'Creates an image from a text and returns its URL. Each call costs credits.',
		resource: 'image',
		operation: 'generate',
		modelCode: 'modelf-4.0',
		refPrompt: "={{ $fromAI('prompt', 'What is to be seen', 'string') }}",
		completion: 'wait',
		options: { checkEvery: 1 },
	});
	return { ...tool, retryOnFail: true, waitBetweenTries: 100 };
}

async function agentWith(tool: NodeSpec): Promise<McpClient> {
	const path = randomUUID();
	const workflow = await bench.load(withTool(path, tool));
	await activateWorkflow(bench.rest, workflow);
	const address = `${bench.webhookUrl}/mcp/${path}`;
	expect(await isLive(address)).toBe(true);
	const client = new McpClient(address);
	await client.open();
	return client;
}

async function create(prompt: string): Promise<IDataObject | string> {
	const { content } = await agent.call(TOOL, { prompt });
	const text = content[0]?.text ?? '';
	const [task] = text.startsWith('[') ? (JSON.parse(text) as IDataObject[]) : [];
	return task ?? text;
}

beforeAll(async () => {
	bench = await openWorkbench({ limits: false });
	agent = await agentWith(createImage());
});
afterAll(async () => await bench.close());

test('an agent learns what the tool costs and what to fill in', async () => {
	expect(await agent.tools()).toMatchObject([
		{
			name: TOOL,
			description: expect.stringContaining('costs credits'),
			inputSchema: { properties: { prompt: { description: 'What is to be seen' } } },
		},
	]);
});

test('several calls at once each give the address of their own image', async () => {
	const prompts = ['A cat', 'A dog', 'A fox'];
	const answers = await Promise.all(prompts.map(create));
	expect(answers).toMatchObject(
		prompts.map(() => ({ state: 'succeeded', outputUrls: [expect.stringMatching(/^http/)] })),
	);
	const ids = answers.map((answer) => (answer as IDataObject).taskId);
	expect(new Set(ids).size).toBe(3);
	expect(bench.service.journal.accepted(SUBMIT)).toBe(3);
});

test('with Retry On Fail, a call whose answer was cut off is paid once, and the agent learns it', async () => {
	const before = bench.service.journal.count({ operation: SUBMIT });
	bench.service.faults.add({ operation: SUBMIT, fault: { kind: 'resetAfter' } });
	expect(await create('A horse')).toContain('may still have been created');
	expect(bench.service.journal.count({ operation: SUBMIT })).toBe(before + 1);
});

test('with Retry On Fail, a call that was refused once is made again', async () => {
	const before = bench.service.journal.accepted(SUBMIT);
	bench.service.faults.add({ operation: SUBMIT, fault: { kind: 'code', code: 40000 } });
	expect(await create('A crow')).toMatchObject({ state: 'succeeded' });
	expect(bench.service.journal.accepted(SUBMIT)).toBe(before + 1);
});

test('a tool does not pause, since the agent waits for it, and says so before anything is paid', async () => {
	const compose = presenter('pause');
	const paused = await agentWith({ ...compose, type: `${compose.type}Tool` });
	const { content } = await paused.call('Compose', {});
	expect(content[0]?.text).toContain("'Pause Until Finished' cannot be used in a tool");
	expect(bench.service.journal.count({ operation: 'create_video' })).toBe(0);
});
