import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { does } from '../../../tools/n8n/dialect';
import {
	type Execution,
	finishedExecution,
	mediaKind,
	startExecution,
} from '../../../tools/n8n/executions';
import { stopExecution } from '../../support/n8n/parts';
import { CREATE } from '../../../tools/n8n/presenterWorkflow';
import { readExample, type StoredWorkflow } from '../../../tools/n8n/workflows';
import { DataTable } from '../../support/n8n/dataTable';
import { type Drive, startDrive } from '../../support/n8n/drive';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { idOf } from '../../support/n8n/serviceIds';
import { waitFor } from '../../../tools/n8n/program';

const EXAMPLE = 'sheet-of-scripts-to-batch-of-videos';
const TABLE = 'Video scripts';
const COLUMNS = ['title', 'script', 'presenter', 'state', 'taskId', 'link', 'reason'];
const QUEUE = 'Every 15 Minutes';

const own = setUpOwnInstance('sheet');
let table: DataTable;
let drive: Drive;
let workflow: StoredWorkflow;

beforeAll(async () => {
	drive = await startDrive();
	if (does(own.rest, 'namesDataTables'))
		await run('Set Up Once', await own.load(readExample(EXAMPLE)));
	table = await DataTable.open(() => own.rest, TABLE, COLUMNS);
	const file = drive.replace(
		table.chosenIn(readExample(EXAMPLE)),
		'Your Drive',
		"/videos/{{ encodeURIComponent($('In Progress').item.json.title) }}.mp4",
	);
	workflow = await own.load({ ...file, name: 'The sheet with a drive' });
});
beforeEach(() => {
	own.service.reset();
	drive.files.length = 0;
});
afterAll(() => drive.close());

async function start(trigger: string, of = workflow): Promise<string> {
	return await startExecution(own.rest, of.id, trigger);
}

async function run(trigger: string, of = workflow): Promise<Execution> {
	const execution = await finishedExecution(own.rest, await start(trigger, of));
	if (execution.status !== 'success') throw new Error(JSON.stringify(execution.error));
	return execution;
}

/** Adds pending rows; each title is also what its script says. */
async function addScripts(...titles: string[]): Promise<void> {
	await table.add(
		titles.map((title) => ({ title, script: title, presenter: '', state: 'pending' })),
	);
}

/** The rows with these titles, by title. */
async function rowsOf(...titles: string[]): Promise<Array<IDataObject | undefined>> {
	const rows = await table.rows();
	return titles.map((title) => rows.find((row) => row.title === title));
}

function textOf({ input }: { input: unknown }): string {
	return (input as { audio: { tts: { text: string[] } } }).audio.tts.text.join();
}

/** The books of the service: the text of every task that it has accepted, in alphabetical order. */
function paid(): string[] {
	return own.service.tasks().map(textOf).sort();
}

test(`${EXAMPLE} is set up once, however often that is run`, async () => {
	if (!does(own.rest, 'namesDataTables')) return;
	await run('Set Up Once', await own.load(readExample(EXAMPLE)));
	expect(await table.rows()).toMatchObject(
		['Monday', 'Wednesday', 'Friday'].map((title) => ({ title, state: 'pending' })),
	);
	await table.change('Wednesday', { state: 'skipped' });
	await table.change('Friday', { script: 'See you soon. '.repeat(300) });
	own.service.fate({ outcome: 51, errMsg: 'no speech' });
	await run(QUEUE);
	expect(await table.rows()).toMatchObject([
		{ state: 'failed', taskId: expect.stringMatching(/^\d+$/), reason: 'no speech' },
		{ state: 'skipped' },
		{ state: 'failed', taskId: null, reason: expect.stringContaining('Text') },
	]);
	expect(paid()).toHaveLength(1);
});

test(`${EXAMPLE} takes every script to the drive, and pays for it once, over kills and stops`, async () => {
	const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
	// Rows of an earlier try are no part of this one.
	for (const title of titles)
		await table.change(title, { title: `${title}, before`, state: 'old' });
	await addScripts(...titles);
	await table.change('Two', { presenter: 'denis 2' });
	own.service.fate({ seconds: Infinity });

	// In the moment in which the third one is submitted: the service has accepted it, and n8n never hears of it.
	own.service.faults.add({
		endpoint: CREATE,
		skip: 2,
		times: 1,
		fault: { kind: 'never', processed: true },
	});
	await start(QUEUE);
	await own.service.journal.waitFor({ endpoint: CREATE }, 3);
	await own.killAndRestart();
	expect(paid()).toEqual(['One', 'Three', 'Two']);

	// While the fourth one waits for its answer, the person at the editor presses Stop.
	own.service.faults.clear();
	own.service.faults.add({ endpoint: CREATE, skip: 1, times: 1, fault: { kind: 'never' } });
	const stopped = await start(QUEUE);
	await own.service.journal.waitFor({ endpoint: CREATE }, 5);
	await stopExecution(own.rest, stopped);
	await finishedExecution(own.rest, stopped);
	own.service.faults.clear();

	// While the videos are being made.
	await start(QUEUE);
	await own.service.journal.waitFor({ endpoint: 'video_list' });
	await waitFor(async () => (await rowsOf('Five'))[0]?.state === 'check');
	expect(await rowsOf(...titles)).toMatchObject([
		{ state: 'in progress' },
		{ state: 'in progress' },
		{ state: 'check', taskId: null, reason: expect.stringContaining('Its video may exist') },
		{ state: 'in progress' },
		{ state: 'check', taskId: null },
	]);
	await own.killAndRestart();

	// What the note says about rows to check.
	const lost = own.service.tasks().find((task) => textOf(task) === 'Three');
	await table.change('Three', { state: 'in progress', taskId: lost?.id ?? '' });
	await table.change('Five', { state: 'pending' });
	const last = await start(QUEUE);
	await own.service.journal.waitFor({ endpoint: CREATE }, 6);
	own.service.fate({});
	for (const { id } of own.service.tasks()) own.service.settle(id);
	expect(await finishedExecution(own.rest, last)).toMatchObject({ status: 'success' });

	expect(paid()).toEqual([...titles].sort());
	expect(await rowsOf(...titles)).toMatchObject(
		titles.map((title) => ({ state: 'done', link: drive.linkTo(`/videos/${title}.mp4`) })),
	);
	expect(drive.files.map(({ path }) => path).sort()).toEqual(
		titles.map((title) => `/videos/${title}.mp4`).sort(),
	);
	expect(drive.files.map(({ content }) => mediaKind(content))).toEqual(titles.map(() => 'mp4'));
	const two = own.service.tasks().find((task) => textOf(task) === 'Two');
	expect(two?.input).toMatchObject({
		person: { id: await idOf(own.service, 'list_common_dp', 'Denis 2') },
	});
	await run(QUEUE);
	expect(paid()).toHaveLength(titles.length);
});
