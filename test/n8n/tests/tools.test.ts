import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type {
	IDataObject,
	INodeParameters,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { packName } from '../../../tools/n8n/pack';
import { chain, type NodeSpec, packNode, type WorkflowFile } from '../../../tools/n8n/workflows';
import { McpClient } from '../../support/n8n/mcp';
import { isLive } from '../../../tools/n8n/presenterWorkflow';
import { waitFor } from '../../../tools/n8n/program';
import { setUpWorkbench } from '../../support/n8n/workbench';

const SUBMIT = 'ai_creation/task/submit';

const bench = setUpWorkbench({ limits: false });
let agent: McpClient;

const trigger = (path: string): NodeSpec => ({
	name: 'Tools',
	type: '@n8n/n8n-nodes-langchain.mcpTrigger',
	typeVersion: 2,
	parameters: { path },
	webhookId: path,
});

/** A workflow with tools for agents. */
function withTools(path: string, tools: NodeSpec[]): WorkflowFile {
	const toTrigger = { ai_tool: [[{ node: 'Tools', type: 'ai_tool' as const, index: 0 }]] };
	return {
		...chain('Agent', trigger(path), ...tools),
		connections: Object.fromEntries(tools.map(({ name }) => [name, toTrigger])),
	};
}

/** AI Create as a tool, for which the agent fills in the prompt. */
function createImage(): NodeSpec {
	const tool = packNode('digitalHumanAiCreateTool', 'Create Image', {
		resource: 'image',
		operation: 'generate',
		modelCode: 'modelf-4.0',
		refPrompt: "={{ $fromAI('prompt', 'What is to be seen', 'string') }}",
		completion: 'wait',
		options: { checkEvery: 1 },
	});
	return { ...tool, retryOnFail: true, waitBetweenTries: 100 };
}

async function agentWith(...tools: NodeSpec[]): Promise<McpClient> {
	const path = randomUUID();
	await bench.live(withTools(path, tools));
	const address = `${bench.webhookUrl}/mcp/${path}`;
	await isLive(address);
	const client = new McpClient(address);
	await client.open();
	return client;
}

/** Has the agent create an image. @returns the task that the tool answers, or its text */
async function create(prompt: string): Promise<IDataObject | string> {
	const text = await agent.call('Create_Image', { prompt });
	const [task] = text.startsWith('[') ? (JSON.parse(text) as IDataObject[]) : [];
	return task ?? text;
}

const chosen: INodeParameters = { __rl: true, mode: 'id', value: '1' };

/** What n8n demands before it publishes a workflow. */
const required = {
	personId: chosen,
	voiceId: chosen,
	fileId: chosen,
	name: 'Anna',
	text: 'Welcome.',
	targetLanguages: ['ja'],
};

/** Every operation of every node that n8n offers as a tool, with its own description. */
async function allOperations(): Promise<NodeSpec[]> {
	const types = (await (await bench.rest.fetch('/types/nodes.json')).json()) as Array<
		Pick<INodeTypeDescription, 'name' | 'properties'>
	>;
	const own = types.filter(({ name }) => name.startsWith(packName) && name.endsWith('Tool'));
	return own.flatMap(({ name, properties }) => {
		const type = name.slice(packName.length + 1);
		const chosen = properties
			.filter((property) => property.name === 'operation')
			.flatMap(({ options = [], displayOptions }) =>
				(options as INodePropertyOptions[])
					// n8n adds it to every node with operations; it opens the HTTP Request node.
					.filter(({ value }) => value !== '__CUSTOM_API_CALL__')
					.map(({ value: operation }) => ({
						resource: displayOptions?.show?.resource?.[0] as string,
						operation,
					})),
			);
		return (chosen.length === 0 ? [{}] : chosen).map((parameters) =>
			packNode(type, [type, ...Object.values(parameters)].join(' '), {
				...required,
				...(parameters as INodeParameters),
			}),
		);
	});
}

beforeAll(async () => {
	agent = await agentWith(createImage());
});

test('every operation says for itself what it does, what it costs and what it returns', async () => {
	const tools = await (await agentWith(...(await allOperations()))).tools();
	const texts = tools.map(({ description }) => description);
	expect(tools.filter(({ description }, index) => texts.indexOf(description) < index)).toEqual([]);
	expect(tools).toHaveLength(20);
	for (const { description } of tools) {
		expect(description).toMatch(/^[A-Z][a-z]+s .*(costs|charges|Costs no) credits/);
		expect(description.length).toBeLessThanOrEqual(1_024);
	}
});

test('with Retry On Fail, a call whose answer was cut off is paid once, and the agent learns it', async () => {
	const before = bench.service.journal.count({ endpoint: SUBMIT });
	bench.service.faults.add({ endpoint: SUBMIT, fault: { kind: 'resetAfter' } });
	expect(await create('A horse')).toContain('may still have been created');
	expect(bench.service.journal.count({ endpoint: SUBMIT })).toBe(before + 1);
});

test('a call goes on when its client gives up, and the same call again is another task, as the documents say', async () => {
	const { service } = bench;
	service.reset();
	service.fate({ seconds: Infinity });
	await expect(agent.call('Create_Image', { prompt: 'A slow owl' }, 4_000)).rejects.toThrow();
	const again = agent.call('Create_Image', { prompt: 'A slow owl' });
	const [first, second] = await waitFor(() => service.tasks().length === 2 && service.tasks());
	for (const task of service.tasks()) service.settle(task.id);
	const [task] = JSON.parse(await again) as IDataObject[];
	expect(task).toMatchObject({ taskId: second?.id, state: 'succeeded' });
	expect(task?.taskId).not.toBe(first?.id);
	expect(service.journal.accepted(SUBMIT)).toBe(2);
});
