/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Rest, StoredCredential } from '../../n8n/rest';
import { chain, httpRequest, manualTrigger, type NodeSpec, packNode } from '../../n8n/workflows';
import { finishedTask, offerSource, type Sinks, startSinks, uploadAddress } from '../lib/service';
import type { Execution } from '../../n8n/executions';
import { runWorkflow, timingOf } from '../lib/workflows';
import { type Benchmark, median, type Result } from '../lib/benchmark';
import { MemoryWatch, MIB } from '../lib/memory';
import { credentialFor, type Setting } from '../lib/setting';
import { pseudoRandom } from '../../../demo-service/media/bytes';

/** A file of some size, wherever a contender wants it. */
interface Task {
	sinks: Sinks;
	/** Path on the disk of n8n. */
	file: string;
	/** The same in n8n's storage, as the files of an item. */
	binary?: IBinaryKeyData;
	/** Address of such a file on the web; for downloads, of the result. */
	url: string;
	/** A finished task with the file as its result. */
	taskId: string;
}

/** One way to move a file with n8n. */
interface Contender {
	name: string;
	/** The nodes that do the work, one after the other; their time counts. */
	nodes(task: Task): Promise<NodeSpec[]>;
}

/** What the names of these nodes begin with in the workflow. */
const MEASURED = 'Measured';

const uploadFile = (parameters: INodeParameters): NodeSpec =>
	packNode('digitalHumanUploadFile', MEASURED, {
		purpose: 'ai_creation',
		...parameters,
		options: { waitUntilUsable: false },
	});

const plainRequest = (name: string, parameters: INodeParameters): NodeSpec =>
	httpRequest(name, { authentication: 'none', ...parameters });

const httpDownload = ({ url }: Task): NodeSpec =>
	plainRequest(MEASURED, { url, options: { response: { response: { responseFormat: 'file' } } } });

const httpUpload = async ({ sinks }: Task): Promise<NodeSpec> =>
	plainRequest(`${MEASURED} 2`, {
		method: 'PUT',
		url: await uploadAddress(sinks),
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Content-Type', value: 'video/mp4' }] },
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: {},
	});

/** Has n8n take a file of its disk into its storage. */
const readFile = (file: string): NodeSpec => ({
	name: 'Read',
	type: 'n8n-nodes-base.readWriteFile',
	typeVersion: 1,
	parameters: { fileSelector: file, options: {} },
});

/** A file of the input item goes to the service's storage. */
const uploads: Contender[] = [
	{
		name: 'Upload File, from input file',
		nodes: async () => [uploadFile({ fileSource: 'inputFile' })],
	},
	{ name: 'HTTP Request node, binary body', nodes: async (task) => [await httpUpload(task)] },
];

/** A file on the web goes to the service's storage. */
const passings: Contender[] = [
	{
		name: 'Upload File, by URL',
		nodes: async ({ url }) => [uploadFile({ fileSource: 'url', fileUrl: url })],
	},
	{
		name: 'HTTP Request node twice, download and upload',
		nodes: async (task) => [httpDownload(task), await httpUpload(task)],
	},
];

/** The result file of a task comes into n8n's storage. */
const downloads: Contender[] = [
	{
		name: 'Get Task, Download Result',
		nodes: async ({ taskId }) => [
			packNode('digitalHumanGetTask', MEASURED, {
				operation: 'get',
				taskId: { __rl: true, mode: 'id', value: taskId },
				downloadResult: true,
			}),
		],
	},
	{ name: 'HTTP Request node, file response', nodes: async (task) => [httpDownload(task)] },
];

/** Saves the workflow of a contender, in which upload addresses can be used once, and runs it. */
async function runContender(
	rest: Rest,
	contender: Contender,
	task: Task,
	credential: StoredCredential,
): Promise<Execution> {
	const nodes = await contender.nodes(task);
	const file = chain(`Benchmark: ${contender.name}`, manualTrigger, ...nodes);
	const pinData = { [manualTrigger.name]: [{ json: {}, binary: task.binary }] };
	return await runWorkflow(rest, Object.assign(file, { pinData }), credential);
}

/** A file to be moved, and a small one with which n8n loads all code before. */
interface Tasks {
	title: string;
	mib: number;
	task: Task;
	warmUp: Task;
}

/**
 * Medians of several runs of each contender, each on an n8n that is started again: the heap of n8n grows with every
 * execution, most with the first ones. It has done the same with a file of 1 MiB before, a few times. Extra memory is the
 * most by which it grows while the nodes run: what it takes to start an execution counts for nobody.
 */
async function measureAll(
	setting: Setting,
	contenders: Contender[],
	{ title, mib, task, warmUp }: Tasks,
	credential: StoredCredential,
): Promise<Result[]> {
	const results: Result[] = [];
	for (const contender of contenders) {
		setting.report(`${title}: ${contender.name}`);
		const runs: Array<Record<'milliseconds' | 'extraMib' | 'processorSeconds', number>> = [];
		while (runs.length < (setting.runs ?? RUNS)) {
			const rest = await setting.afresh();
			const processId = setting.processId();
			for (const small of Array<Task>(WARM_UPS).fill(warmUp)) {
				await runContender(rest, contender, small, credential);
			}
			const watch = new MemoryWatch(processId);
			const execution = await runContender(rest, contender, task, credential);
			watch.stop();
			const timings = execution.nodes
				.filter((node) => node.startsWith(MEASURED))
				.map((node) => timingOf(execution, node));
			const from = Math.min(...timings.map(({ startTime }) => startTime));
			const until = Math.max(...timings.map((timing) => timing.startTime + timing.executionTime));
			runs.push({
				milliseconds: timings.reduce((sum, { executionTime }) => sum + executionTime, 0),
				extraMib: watch.growth(from, until) / MIB,
				processorSeconds: watch.processor(from, until) / 1000,
			});
		}
		const milliseconds = median(runs.map((run) => run.milliseconds));
		results.push({
			contender: contender.name,
			task: title,
			figures: {
				milliseconds,
				speed: mib / (milliseconds / 1000),
				extraMib: median(runs.map((run) => run.extraMib)),
				processorSeconds: median(runs.map((run) => run.processorSeconds)),
			},
		});
	}
	return results;
}

const RUNS = 3;

const WARM_UPS = 3;

/** Figures of a file that is moved. */
const figures = {
	speed: { heading: 'MiB/s' },
	extraMib: { heading: 'Extra memory, MiB' },
	processorSeconds: { heading: 'CPU, s', digits: 1 },
	milliseconds: { heading: 'ms' },
};

/** A result file into n8n's storage. */
export const download: Benchmark = {
	name: 'download',
	title: 'Result files into n8n',
	about:
		'The result of a finished task is downloaded into the storage of n8n (files). The time of Get Task includes the status check.',
	figures,
	compared: { 'HTTP Request': 'milliseconds' },
	async run(setting) {
		const sinks = await startSinks();
		const credential = await credentialFor(await setting.afresh(), sinks);
		const resultOf = async (mib: number): Promise<Task> => {
			return { sinks, file: '', ...(await finishedTask(sinks, mib * MIB)) };
		};
		const warmUp = await resultOf(1);
		const mib = 500;
		const tasks = { title: `${mib} MiB`, mib, task: await resultOf(mib), warmUp };
		return await measureAll(setting, downloads, tasks, credential);
	},
};

/** The same file by several ways. */
export const upload: Benchmark = {
	name: 'upload',
	title: 'Files to the service',
	about:
		'One file is uploaded to the storage of the demo service: from the storage of n8n, or by URL from another server. `undici` is without n8n.',
	explained:
		'Several parts are sent at once, so it can be faster than one connection. Extra memory is above all these parts: two of 10 MiB.',
	figures,
	compared: { 'HTTP Request': 'milliseconds', undici: 'milliseconds' },
	async run(setting) {
		const sinks = await startSinks();
		// A process of its own, so that the source and the destination of a file do not hold each other up.
		const web = await startSinks();
		const credential = await credentialFor(await setting.afresh(), sinks);
		const offer = async (mib: number): Promise<Task> => {
			const file = await writeFile(setting.readable, mib);
			const read = chain('Benchmark: read', manualTrigger, readFile(file));
			const [item] = (await runWorkflow(await setting.afresh(), read, credential)).items('Read');
			const url = await offerSource(web, mib * MIB);
			return { sinks, file, binary: item?.binary, url, taskId: '' };
		};
		const warmUp = await offer(1);
		const results: Result[] = [];
		for (const mib of [100, 1024]) {
			const task = await offer(mib);
			for (const [title, contenders, open] of [
				[`${mib} MiB`, uploads, async () => createReadStream(task.file)],
				[`${mib} MiB by URL`, passings, async () => (await request(task.url)).body],
			] as const) {
				const tasks = { title, mib, task, warmUp };
				results.push(await bareLimit(tasks, setting.runs ?? RUNS, open));
				results.push(...(await measureAll(setting, contenders, tasks, credential)));
			}
			rmSync(task.file);
		}
		return results;
	},
};

/** What is possible without n8n: one request, as fast as Node can; the median of several runs. */
async function bareLimit(
	{ title, mib, task }: Tasks,
	runs: number,
	open: () => Promise<Readable>,
): Promise<Result> {
	const times: number[] = [];
	while (times.length < runs) {
		const url = await uploadAddress(task.sinks);
		const started = performance.now();
		const { statusCode, body } = await request(url, {
			method: 'PUT',
			headers: { 'content-type': 'video/mp4', 'content-length': String(mib * MIB) },
			body: await open(),
		});
		await body.dump();
		if (statusCode !== 200) throw new Error(`undici: HTTP ${statusCode}`);
		times.push(performance.now() - started);
	}
	const milliseconds = median(times);
	const speed = mib / (milliseconds / 1000);
	return { contender: 'undici, one request', task: title, figures: { milliseconds, speed } };
}

async function writeFile(folder: string, mib: number): Promise<string> {
	const file = join(folder, `${randomUUID()}.mp4`);
	await pipeline(Readable.from(pseudoRandom(mib * MIB)), createWriteStream(file));
	return file;
}
