import { expect, test } from '@jest/globals';

import { readExample } from '../../../tools/n8n/workflows';
import { switchWorkflow } from '../../../tools/n8n/dialect';
import {
	downloadBinary,
	finishedExecution,
	mediaKind,
	startExecution,
} from '../../../tools/n8n/executions';
import { CREATE, presenter, createImage } from '../../../tools/n8n/presenterWorkflow';
import { executionsOf } from '../../support/n8n/executionList';
import { withParameters } from '../../support/n8n/exampleRun';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { waitFor } from '../../../tools/n8n/program';
import { startCalled } from '../../support/n8n/called';

const SUBMITS = ['ai_creation/task/submit', CREATE];

const own = setUpOwnInstance('recovered');

const submits = () =>
	SUBMITS.reduce((sum, endpoint) => sum + own.service.journal.count({ endpoint }), 0);

/** Starts two executions that wait, one for pictures and one for videos, and kills n8n. */
async function killWhileBothWait(): Promise<void> {
	const items = ['One', 'Two'];
	const { journal } = own.service;
	const pictures = await startCalled(own, 'Pictures', items, createImage());
	await journal.waitFor({ endpoint: 'ai_creation/task/page' });
	const compose = presenter('wait', { downloadResult: true });
	const videos = await startCalled(own, 'Videos', items, compose);
	await journal.waitFor({ endpoint: 'video_list' });
	await own.killAndRestart();
	for (const { id } of [pictures, videos]) {
		expect((await finishedExecution(own.rest, id)).status).toBe('crashed');
	}
}

test('recover-lost-tasks: after n8n was killed, each task is fetched once with its file, and none is submitted again', async () => {
	own.service.fate({ seconds: Infinity });
	await killWhileBothWait();
	const tasks = own.service.tasks().map(({ id }) => id);
	expect(tasks).toHaveLength(4);
	const submitted = submits();
	expect(submitted).toBe(4);

	// Some have finished by the time that they are found, others finish while they are awaited.
	for (const id of [tasks[0], tasks[2]]) own.service.settle(id ?? '');
	own.service.journal.clear();
	const often = { rule: { interval: [{ field: 'seconds', secondsInterval: 20 }] } };
	const example = readExample('recover-lost-tasks');
	const workflow = await own.live(withParameters(example, 'Every Hour', often));
	const runs = async () => (await executionsOf(own.rest, workflow.id)).sort(byNumber);
	const first = await waitFor(async () => (await runs())[0]);
	await own.service.journal.waitFor({ endpoint: 'ai_creation/task/page' }, 2);
	for (const id of [tasks[1], tasks[3]]) own.service.settle(id ?? '');

	const recovered = await finishedExecution(own.rest, first);
	expect(recovered.status).toBe('success');
	const files = recovered.items('Files');
	expect(files.map(({ json }) => String(json.taskId)).sort()).toEqual([...tasks].sort());
	for (const { json, binary } of files) {
		const data = binary?.data;
		if (data === undefined) throw new Error(`Task ${String(json.taskId)} has no file`);
		const kind = json.taskKind === 'aiCreation' ? 'png' : 'mp4';
		expect(mediaKind(await downloadBinary(own.rest, data))).toBe(kind);
	}

	// Also one that began while the first one waited passes on nothing that was passed on before.
	const next = await waitFor(async () => {
		const after = (await runs()).filter((id) => byNumber(id, first) > 0);
		return after.at(1);
	});
	const again = await finishedExecution(own.rest, next);
	expect(again.status).toBe('success');
	expect(again.json('Fetch Results')).toHaveLength(tasks.length);
	expect(again.json('Files')).toEqual([]);
	await switchWorkflow(own.rest, workflow, false);

	expect(submits()).toBe(0);
	expect(own.service.tasks()).toHaveLength(4);
});

test('recover-lost-tasks: started by hand, it fetches the tasks of the time, and passes each on once', async () => {
	const tasks = own.service.tasks().map(({ id }) => id);
	own.service.journal.clear();
	const workflow = await own.load({
		...readExample('recover-lost-tasks'),
		name: 'Recover by hand',
	});
	for (const passedOn of [tasks, []]) {
		const id = await startExecution(own.rest, workflow.id, 'When Clicking Execute');
		const execution = await finishedExecution(own.rest, id);
		expect(execution.status).toBe('success');
		const files = execution.json('Files').map(({ taskId }) => String(taskId));
		expect(files.sort()).toEqual([...passedOn].sort());
	}
	expect(submits()).toBe(0);
});

function byNumber(one: string, other: string): number {
	return Number(one) - Number(other);
}
