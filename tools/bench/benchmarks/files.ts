/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { request } from 'undici';

import { pseudoRandom } from '../../../demo-service';
import { byId } from '../../n8n/presenterWorkflow';
import type { Rest } from '../../n8n/rest';
import { chain, httpRequest, manualTrigger, type NodeSpec, packNode } from '../../n8n/workflows';
import type { Execution } from '../../n8n/executions';
import { credentialFor, runWorkflow, timingOf } from '../lib/workflows';
import { type Benchmark, median, type Result } from '../lib/benchmark';
import { MemoryWatch, MIB } from '../lib/memory';
import { openPlace, type Place } from '../lib/place';
import { ask } from '../lib/service';
import type { Setting } from '../lib/setting';

/** A file of some size, wherever a contender wants it. */
interface Task {
	title: string;
	mib: number;
	/** Where the file is on the web, and the result of a task. */
	from: Place;
	/** Where it is uploaded to. */
	to: Place;
	/** The file in n8n's storage, as the files of an item. */
	binary?: IBinaryKeyData;
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

const httpDownload = (url: string): NodeSpec =>
	httpRequest(MEASURED, {
		authentication: 'none',
		url,
		options: { response: { response: { responseFormat: 'file' } } },
	});

/** An address for one PUT. */
async function uploadAddress(to: Place): Promise<string> {
	const path = 'common/create_upload_url?service=ai_creation&name=file.mp4';
	return (await ask<{ sign_url: string }>(to, path)).sign_url;
}

const httpUpload = async ({ to }: Task): Promise<NodeSpec> =>
	httpRequest(`${MEASURED} 2`, {
		authentication: 'none',
		method: 'PUT',
		url: await uploadAddress(to),
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Content-Type', value: 'video/mp4' }] },
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: {},
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
		nodes: async ({ from }) => [uploadFile({ fileSource: 'url', fileUrl: from.source })],
	},
	{
		name: 'HTTP Request node twice, download and upload',
		nodes: async (task) => [httpDownload(task.from.source), await httpUpload(task)],
	},
];

/** The result file of a task comes into n8n's storage. */
const downloads: Contender[] = [
	{
		name: 'Get Task, Download Result',
		nodes: async ({ from }) => [
			packNode('digitalHumanGetTask', MEASURED, {
				operation: 'get',
				taskId: byId(from.taskId),
				downloadResult: true,
			}),
		],
	},
	{
		name: 'HTTP Request node, file response',
		nodes: async ({ from }) => [httpDownload(from.result)],
	},
];

/** Saves the workflow of a contender, in which upload addresses can be used once, and runs it. */
async function runContender(rest: Rest, contender: Contender, task: Task): Promise<Execution> {
	const nodes = await contender.nodes(task);
	const file = chain(`Benchmark: ${contender.name}`, manualTrigger, ...nodes);
	const pinData = { [manualTrigger.name]: [{ json: {}, binary: task.binary }] };
	return await runWorkflow(
		rest,
		Object.assign(file, { pinData }),
		await credentialFor(rest, task.to),
	);
}

const RUNS = 3;

/** Runs with a small file in which n8n loads all code, and its heap grows most. */
const WARM_UPS = 3;

/**
 * Medians of several runs of each contender, each on an n8n that is started again. Extra memory is the most by which n8n grows
 * while the nodes run: what it takes to start an execution counts for nobody.
 */
async function measureAll(
	setting: Setting,
	contenders: Contender[],
	task: Task,
	warmUp: Task,
): Promise<Result[]> {
	const results: Result[] = [];
	for (const contender of contenders) {
		const runs: Array<Record<'milliseconds' | 'extraMib' | 'processorSeconds', number>> = [];
		while (runs.length < (setting.runs ?? RUNS)) {
			const rest = await setting.afresh();
			for (const small of Array<Task>(WARM_UPS).fill(warmUp)) {
				await runContender(rest, contender, small);
			}
			const watch = new MemoryWatch(setting.n8n.processId);
			const execution = await runContender(rest, contender, task);
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
			task: task.title,
			figures: {
				milliseconds,
				speed: task.mib / (milliseconds / 1000),
				extraMib: median(runs.map((run) => run.extraMib)),
				processorSeconds: median(runs.map((run) => run.processorSeconds)),
			},
		});
	}
	return results;
}

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
		const resultOf = async (mib: number): Promise<Task> => {
			const place = await openPlace(mib * MIB);
			return { title: `${mib} MiB`, mib, from: place, to: place };
		};
		return await measureAll(setting, downloads, await resultOf(500), await resultOf(1));
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
		const to = await openPlace(1);
		const offer = async (mib: number): Promise<Task> => {
			const from = await openPlace(mib * MIB);
			const read = chain('Benchmark: read', manualTrigger, httpDownload(from.source));
			const rest = await setting.afresh();
			const execution = await runWorkflow(rest, read, await credentialFor(rest, to));
			const [item] = execution.items(MEASURED);
			return { title: `${mib} MiB`, mib, from, to, binary: item?.binary };
		};
		const warmUp = await offer(1);
		const results: Result[] = [];
		for (const mib of [100, 1024]) {
			const task = await offer(mib);
			const byUrl = { ...task, title: `${mib} MiB by URL` };
			const fromMemory = async () => Readable.from(pseudoRandom(mib * MIB));
			const fromWeb = async () => (await request(task.from.source)).body;
			results.push(await bareLimit(setting, task, fromMemory));
			results.push(...(await measureAll(setting, uploads, task, warmUp)));
			results.push(await bareLimit(setting, byUrl, fromWeb));
			results.push(...(await measureAll(setting, passings, byUrl, warmUp)));
		}
		return results;
	},
};

/** What is possible without n8n: one request, as fast as Node can; the median of several runs. */
async function bareLimit(
	{ runs = RUNS }: Setting,
	{ title, mib, to }: Task,
	open: () => Promise<Readable>,
): Promise<Result> {
	const times: number[] = [];
	while (times.length < runs) {
		const url = await uploadAddress(to);
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
