/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import { pick } from 'lodash';

import { remove } from '../folders';
import { type Rest, saveCredential, type ServiceAccess } from './rest';
import { isWhole } from './dialect';
import {
	downloadBinary,
	type Execution,
	finishedExecution,
	mediaKind,
	startExecution,
} from './executions';
import { dataFolder, onShutdown, progress, root, say } from './program';
import { loadExamples } from './demoExamples';
import { readExample, saveWorkflow, triggerOf, withCredential } from './workflows';
import { claim, freePort, isHeld } from './processes';
import { startService } from '../../demo-service';
import { build } from './pack';
import { installHost } from './install';
import { startInstance } from './n8n';

const example = 'image-then-video';

/** How long it may take on a slow computer. */
const RUN_SECONDS = 15 * 60;

/** The nodes of the example that make something, and what they make. */
const expected = { 'Create Image': 'png', 'Create Video': 'mp4' } as const;

/** Runs an example and saves its files in a folder, which is emptied first. @returns the exit code: 0 if every file is complete */
export async function runDemo(rest: Rest, access: ServiceAccess, folder: string): Promise<number> {
	const credential = await saveCredential(rest, access);
	const file = withCredential(readExample(example), credential);
	const workflow = await saveWorkflow(rest, { ...file, name: `${file.name} (demo)` }, true);
	const execution = await progress(`Running the workflow "${workflow.name}"`, async () => {
		const id = await startExecution(rest, workflow.id, triggerOf(workflow));
		return await finishedExecution(rest, id, RUN_SECONDS);
	});
	show(execution);
	if (execution.status !== 'success') return 1;
	return await saveFiles(rest, execution, folder);
}

/** What is shown of a file. */
const FILE_FIELDS = ['fileName', 'mimeType', 'fileSize'];

function show(execution: Execution): void {
	for (const node of execution.nodes) {
		say(`\n${node}:`);
		for (const { json, binary } of execution.items(node)) {
			say(`  ${inspect(binary?.data ? pick(binary.data, FILE_FIELDS) : json)}`);
		}
	}
	const { status, error } = execution;
	say(
		status === 'success'
			? '\nThe workflow finished successfully.'
			: `\nThe workflow did not finish successfully (${status}). ${error?.message ?? ''}`,
	);
}

/** @returns the exit code: 0 if every expected file was downloaded completely */
async function saveFiles(rest: Rest, execution: Execution, folder: string): Promise<number> {
	remove(folder);
	mkdirSync(folder, { recursive: true });
	let code = 0;
	for (const [node, kind] of Object.entries(expected)) {
		const data = execution.items(node)[0]?.binary?.data;
		const content = data ? await downloadBinary(rest, data) : Buffer.alloc(0);
		const arrived = data && mediaKind(content) === kind && isWhole(rest, data, content);
		if (!arrived) code = 1;
		const path = join(folder, `${node.replaceAll(' ', '-').toLowerCase()}.${kind}`);
		writeFileSync(path, content);
		const saved = `${relative(root, path)} (${content.length} bytes)`;
		say(arrived ? `Saved ${saved}` : `${saved} is not a complete ${kind.toUpperCase()} file`);
	}
	return code;
}

/** Where to find what `npm start` has started. */
export interface Running {
	url: string;
	access: ServiceAccess;
}

/** The lock of the process that has the n8n of this checkout; contains where n8n is, once that is ready. */
const lock = join(dataFolder, 'running');
const noted = join(lock, 'running.json');

/** What a living `npm start` of this checkout has noted, once n8n was ready. */
export function findRunning(): Running | undefined {
	if (!isHeld(lock) || !existsSync(noted)) return undefined;
	return JSON.parse(readFileSync(noted, 'utf8')) as Running;
}

const SERVICE_PORT = 8787;
const STORAGE_PORT = 8788;
const EDITOR_PORT = 5678;

/** The unpublished paths of the demo service, so that the ready-made credential can do all that nodes can. */
export const UNPUBLISHED_PATHS = {
	videoDetailPath: 'demo/video',
	personDetailPath: 'demo/person',
	personListPath: 'demo/persons',
	voiceListPath: 'demo/voices',
};

const userFolder = join(dataFolder, 'n8n');

/** Tasks, files and persons of the demo service. */
const serviceFolder = join(dataFolder, 'demo-service');

/**
 * Starts the demo service and an n8n that uses it: pack, owner, credential and examples in place. User folder, workflows, and what
 * was made with the demo service stay from one start to the next. Everything started here is stopped by `shutDown`.
 */
export async function startLocal() {
	const release = claim(lock);
	if (!release)
		throw new Error('The n8n of this checkout is being started; wait for it or end it.');
	onShutdown(release);
	await build();
	const host = await installHost();
	const port = await portFor('the demo service', SERVICE_PORT);
	const storagePort = await portFor('its object storage', STORAGE_PORT);
	const service = await startService({
		port,
		storagePort,
		folder: serviceFolder,
		...UNPUBLISHED_PATHS,
	});
	onShutdown(async () => await service.close());
	const access = { baseUrl: service.url, accessToken: service.token, ...UNPUBLISHED_PATHS };
	const editorPort = await portFor('n8n', EDITOR_PORT);
	const starting = async () => await startInstance({ host, userFolder, port: editorPort });
	const instance = await progress('Starting n8n', starting);
	onShutdown(async () => await instance.n8n.stop());
	await progress('Preparing the examples', async () => await loadExamples(instance.rest, access));
	const running: Running = { url: instance.n8n.url, access };
	writeFileSync(noted, JSON.stringify(running));
	return { ...instance, access };
}

async function portFor(user: string, requested: number): Promise<number> {
	const port = await freePort(requested);
	if (port !== requested)
		say(`Port ${requested} is used by another program, so ${user} uses port ${port}.`);
	return port;
}
