import { beforeEach, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { downloadBinary, type Execution, finishedExecution } from '../../../tools/n8n/executions';
import { MAX_STORED_MIB } from '../../support/n8n/queueMode';
import { chain, manualTrigger, type NodeSpec, packNode } from '../../../tools/n8n/workflows';
import { workersOf } from '../../support/n8n/cluster';
import { arrivedAt, startExample } from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { createImage } from '../../../tools/n8n/presenterWorkflow';

const MIB = 1024 ** 2;

const bench = setUpWorkbench();
beforeEach(() => bench.service.reset());

async function run(...nodes: NodeSpec[]): Promise<Execution> {
	const id = await startExample(bench, chain('Storage', manualTrigger, ...nodes));
	const execution = await finishedExecution(bench.rest, id, 280);
	expect(workersOf(id)).toHaveLength(1);
	return execution;
}

const image = () => createImage({ refPrompt: 'A fox', downloadResult: true });

const upload = (parameters: INodeParameters) =>
	packNode('digitalHumanUploadFile', 'Upload', { purpose: 'video_translation', ...parameters });

test('a result goes into the database and comes out again, in parts, as it was', async () => {
	bench.service.fate({ bytes: 23 * MIB });
	const execution = await run(
		image(),
		upload({ purpose: 'ai_creation', fileSource: 'inputFile', options: { method: 'multipart' } }),
	);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	const file = execution.items('Create')[0]?.binary?.data;
	expect(file?.id).toMatch(/^database:/);
	const [url = ''] = execution.json('Create')[0]?.outputUrls as string[];
	const expected = bench.service.storage.expected(url);
	expect(file?.bytes).toBe(23 * MIB);
	expect(arrivedAt(bench)).toMatchObject([{ service: 'ai_creation', sha256: expected?.sha256 }]);
	expect(await downloadBinary(bench.rest, file ?? { data: '', mimeType: '' })).toHaveLength(
		23 * MIB,
	);
});

test('a result above the limit of the database: a clear message, the task ID, and one download', async () => {
	bench.service.fate({ bytes: (MAX_STORED_MIB + 2) * MIB });
	const execution = await run(image());
	expect(execution.status).toBe('error');
	const [task] = bench.service.tasks();
	const said = JSON.stringify(execution.error);
	expect(said).toContain(task?.id);
	expect(execution.error?.message).toContain("n8n's file storage");
	expect(said).toContain('N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE');
	const download = { side: 'storage', endpoint: 'result', status: 200 } as const;
	expect(bench.service.journal.count(download)).toBe(1);
	expect(bench.service.journal.accepted('ai_creation/task/submit')).toBe(1);
});

test('a file of 1 GB goes from its URL to the service without the database', async () => {
	const source = bench.service.storage.source({ bytes: 1_000_000_000, name: 'long.mp4' });
	const execution = await run(upload({ fileSource: 'url', fileUrl: source.url }));
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	// The demo service only counts the bytes of so large a file.
	const [file] = bench.service.storage.files.all();
	expect(file).toMatchObject({ service: 'video_translation', received: { bytes: 1_000_000_000 } });
});
