/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

import type { Fault, LocalService } from '../../../demo-service';
import { type Execution, finishedExecution } from '../../../tools/n8n/executions';
import { filesBelow } from '../../../tools/n8n/processes';
import { testCredential } from '../../../tools/n8n/rest';
import {
	chain,
	httpRequest,
	manualTrigger,
	type NodeSpec,
	packNode,
} from '../../../tools/n8n/workflows';
import { startExample } from '../../support/n8n/exampleRun';
import { sharedUserFolder } from '../../support/n8n/shared';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { createImage } from '../../../tools/n8n/presenterWorkflow';

const bench = setUpWorkbench();

const submit = 'ai_creation/task/submit';

const create = createImage({ refPrompt: 'A lighthouse' });

const voices = packNode('digitalHumanLibrary', 'Voices', {
	resource: 'publicVoice',
	operation: 'getAll',
	limit: 1,
});

/** What an error is made of in different ways; some repeat the token, as careless servers do. */
function submitFaults({ token, url }: LocalService): Fault[] {
	return [
		{ kind: 'code', code: 10400, msg: `The token ${token} is not valid` },
		{ kind: 'status', status: 503, body: token },
		{ kind: 'resetAfter' },
		{ kind: 'truncated' },
		{ kind: 'redirect', location: `${url}/elsewhere`, status: 307 },
	];
}

/** A read ends at once only with a refusal; after the others it is tried again. */
function readFaults({ token }: LocalService): Fault[] {
	return [
		{ kind: 'code', code: 10400, msg: `The token ${token} is not valid` },
		{ kind: 'status', status: 500, body: token },
	];
}

async function run(name: string, node: NodeSpec): Promise<Execution> {
	const id = await startExample(bench, chain(name, manualTrigger, node));
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

	for (const fault of submitFaults(service)) {
		service.faults.add({ endpoint: submit, fault });
		executions.push(await run(`submit, ${fault.kind}`, create));
	}
	for (const fault of readFaults(service)) {
		service.faults.add({ endpoint: 'list_common_audio', fault });
		executions.push(await run(`read, ${fault.kind}`, voices));
	}
	const ask = { method: 'POST', url: `${service.url}/open/v1/${submit}` };
	executions.push(await run('refused', httpRequest('Ask', ask)));
	service.faults.add({ endpoint: submit, fault: { kind: 'html', status: 502 } });
	executions.push(await run('broken', httpRequest('Ask', ask)));

	expect(executions.map(({ status }) => status)).toEqual([
		'success',
		...submitFaults(service).map(() => 'error'),
		...readFaults(service).map(({ kind }) => (kind === 'code' ? 'error' : 'success')),
		'success',
		'error',
	]);
	expect(service.journal.count({ token: service.token })).toBeGreaterThan(executions.length);
	for (const { stored } of executions) expect(stored).not.toContain(service.token);
	expect(filesWith(String(taskId)).join()).toContain('database.sqlite');
	expect(filesWith(service.token)).toEqual([]);
	expect(service.journal.leaks()).toEqual([]);
});
