/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Execution } from '../lib/executions';
import { finishedExecution, startExecution } from '../lib/executions';
import { filesBelow } from '../lib/files';
import { testCredential } from '../lib/credentials';
import type { NodeSpec } from '../support/build';
import { chain, httpRequest, manualTrigger, packNode } from '../support/build';
import type { Workbench } from '../support/shared';
import { openWorkbench, sharedUserFolder } from '../support/shared';

let bench: Workbench;

beforeAll(async () => {
	bench = await openWorkbench();
});
afterAll(async () => await bench.close());

const submit = 'ai_creation/task/submit';

const create = packNode('digitalHumanAiCreate', 'Create', {
	operation: 'createImage',
	modelCode: 'modelf-4.0',
	refPrompt: 'A lighthouse',
	completion: 'wait',
});

async function run(name: string, node: NodeSpec): Promise<Execution> {
	const workflow = await bench.load(chain(name, manualTrigger, node));
	const id = await startExecution(bench.rest, workflow.id, 'Start');
	return await finishedExecution(bench.rest, id);
}

/** Files of n8n, database and logs among them, that hold a text. */
function filesWith(text: string): string[] {
	return filesBelow(sharedUserFolder()).filter((file) => readFileSync(file).includes(text));
}

test('the token is in no stored execution, no log and no other file of n8n', async () => {
	const { service, rest, credential } = bench;
	await testCredential(rest, credential);
	const executions = [await run('success', create)];
	const [{ taskId } = {}] = executions[0]?.json('Create') ?? [];

	const faults = [
		{ kind: 'code', code: 10400 },
		{ kind: 'code', code: 40000 },
		{ kind: 'html', status: 502 },
		{ kind: 'resetAfter' },
		{ kind: 'wrongTypes' },
	] as const;
	for (const fault of faults) {
		service.faults.add({ operation: submit, fault });
		executions.push(await run(fault.kind, create));
	}
	const ask = { method: 'POST', url: `${service.url}/open/v1/${submit}` };
	executions.push(await run('refused', httpRequest('Ask', ask)));
	service.faults.add({ operation: submit, fault: { kind: 'html', status: 502 } });
	executions.push(await run('broken', httpRequest('Ask', ask)));

	expect(executions.map(({ status }) => status)).toEqual([
		'success',
		...faults.map(() => 'error'),
		'success',
		'error',
	]);
	expect(service.journal.count({ token: service.token })).toBeGreaterThan(executions.length);
	for (const { stored } of executions) expect(stored).not.toContain(service.token);
	expect(filesWith(String(taskId)).join()).toContain('database.sqlite');
	expect(filesWith(service.token)).toEqual([]);
	expect(service.journal.leaks()).toEqual([]);
});
