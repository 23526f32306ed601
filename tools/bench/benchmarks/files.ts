/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import type { INode, INodeParameters } from 'n8n-workflow';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { request } from 'undici';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { credentialType, type Rest } from '../../n8n/rest';
import { packName } from '../../n8n/pack';
import { chain, manualTrigger, type NodeSpec, type WorkflowFile } from '../../n8n/workflows';
import {
	arrivedSha256,
	finishedTask,
	offerSource,
	type Sinks,
	startSinks,
	uploadAddress,
	type WebSource,
} from '../lib/service';
import type { Execution } from '../../n8n/executions';
import { runWorkflow, timingOf } from '../lib/workflows';
import { type Benchmark, median, type Result } from '../lib/benchmark';
import { MemoryWatch, MIB, residentBytes } from '../lib/memory';
import { type Credentials, credentialsFor, type Setting } from '../lib/setting';
import { pseudoRandom, sha256 } from '../../../demo-service/media/bytes';

/** What a run needs to know. */
interface Task {
	sinks: Sinks;
	/** Path of the file below the folder that n8n may read. */
	file: string;
	/** A file of the same size on the web. */
	source: WebSource;
	/** A finished task with the file as its result. */
	taskId?: string;
}

/** One way to move a file with n8n. */
interface Contender {
	name: string;
	/** Whether it is a node of this pack. */
	own?: true;
	/** Whether the workflow reads the file into n8n's storage first. */
	reads: boolean;
	/** The nodes that do the work, one after the other; their time counts. */
	nodes(task: Task, credentials: Credentials): Promise<Array<Partial<INode>>>;
}

/** What the names of these nodes begin with in the workflow. */
const MEASURED = 'Measured';

/** A node of this pack. */
const ours = (
	type: string,
	parameters: INodeParameters,
	credentials: Credentials,
): Array<Partial<INode>> => [
	{
		type: `${packName}.${type}`,
		typeVersion: 1,
		parameters,
		credentials: { [credentialType]: credentials[credentialType] ?? { id: '', name: '' } },
	},
];

const uploadFile = (parameters: INodeParameters, credentials: Credentials) =>
	ours(
		'digitalHumanUploadFile',
		{ purpose: 'ai_creation', ...parameters, options: { waitUntilUsable: false } },
		credentials,
	);

const httpRequest = (parameters: INodeParameters): Partial<INode> => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters,
});

const httpDownload = ({ source }: Task): Partial<INode> =>
	httpRequest({
		url: source.url,
		options: { response: { response: { responseFormat: 'file' } } },
	});

const httpUpload = async ({ sinks }: Task): Promise<Partial<INode>> =>
	httpRequest({
		method: 'PUT',
		url: await uploadAddress(sinks),
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
		own: true,
		reads: true,
		nodes: async (_task, credentials) => uploadFile({ fileSource: 'inputFile' }, credentials),
	},
	{
		name: 'HTTP Request node, binary body',
		reads: true,
		nodes: async (task) => [await httpUpload(task)],
	},
	{
		name: 'AWS S3 node, multipart',
		reads: true,
		nodes: async (_task, credentials) => [
			{
				type: 'n8n-nodes-base.awsS3',
				typeVersion: 2,
				parameters: {
					operation: 'upload',
					bucketName: 'bench.bucket',
					fileName: 'file.mp4',
					additionalFields: {},
					tagsUi: {},
				},
				credentials: { aws: credentials.aws ?? { id: '', name: '' } },
			},
		],
	},
];

/** A file on the web goes to the service's storage. */
const passings: Contender[] = [
	{
		name: 'Upload File, by URL',
		own: true,
		reads: false,
		nodes: async ({ source }, credentials) =>
			uploadFile({ fileSource: 'url', fileUrl: source.url }, credentials),
	},
	{
		name: 'HTTP Request node twice, download and upload',
		reads: false,
		nodes: async (task) => [httpDownload(task), await httpUpload(task)],
	},
];

/** The result file of a task comes into n8n's storage. */
const downloads: Contender[] = [
	{
		name: 'Get Task, Download Result',
		own: true,
		reads: false,
		nodes: async ({ taskId = '' }, credentials) =>
			ours(
				'digitalHumanGetTask',
				{
					operation: 'get',
					taskId: { __rl: true, mode: 'id', value: taskId },
					downloadResult: true,
				},
				credentials,
			),
	},
	{
		name: 'HTTP Request node, file response',
		reads: false,
		nodes: async (task) => [httpDownload(task)],
	},
];

/** The workflow of a contender: a trigger, the file where one is read, and the nodes that are measured. */
async function workflowOf(
	contender: Contender,
	task: Task,
	credentials: Credentials,
): Promise<WorkflowFile> {
	const read: NodeSpec = {
		name: 'Read',
		type: 'n8n-nodes-base.readWriteFile',
		typeVersion: 1,
		parameters: { fileSelector: task.file, options: {} },
	};
	const nodes = await contender.nodes(task, credentials);
	const measured = nodes.map(
		(node, index): NodeSpec => ({
			type: '',
			typeVersion: 1,
			parameters: {},
			...node,
			name: `${MEASURED} ${index + 1}`,
		}),
	);
	return chain(
		`Benchmark: ${contender.name}`,
		manualTrigger,
		...(contender.reads ? [read] : []),
		...measured,
	);
}

/** Saves the workflow of a contender, in which upload addresses can be used once, and runs it. */
async function runContender(
	rest: Rest,
	contender: Contender,
	task: Task,
	credentials: Credentials,
): Promise<Execution> {
	return await runWorkflow(rest, await workflowOf(contender, task, credentials));
}

/** Figures of a file that is moved. */
const fileFigures = {
	speed: { heading: 'MiB/s' },
	extraMib: { heading: 'Extra memory, MiB' },
	processorSeconds: { heading: 'CPU, s', digits: 1 },
	milliseconds: { heading: 'ms' },
};

/** A file to be moved, and a small one with which n8n loads all code before. */
interface Tasks {
	mib: number;
	task: Task;
	warmUp: Task;
}

/**
 * Medians of several runs of one contender, on an n8n that is started again. Extra memory is the most that n8n has
 * during the run beyond what it has after doing the same with a file of 1 MiB.
 */
async function measureFile(
	setting: Setting,
	contender: Contender,
	{ mib, task, warmUp }: Tasks,
	credentials: Credentials,
): Promise<Result> {
	const rest = await setting.afresh();
	const processId = setting.processId();
	const times: number[] = [];
	const extras: number[] = [];
	const processor: number[] = [];
	await runContender(rest, contender, warmUp, credentials);
	const warm = residentBytes(processId);
	for (let run = 0; run < (setting.runs ?? 3); run++) {
		const watch = new MemoryWatch(processId);
		const execution = await runContender(rest, contender, task, credentials);
		watch.stop();
		const timings = execution.nodes
			.filter((node) => node.startsWith(MEASURED))
			.map((node) => timingOf(execution, node));
		times.push(timings.reduce((sum, { executionTime }) => sum + executionTime, 0));
		const from = Math.min(...timings.map(({ startTime }) => startTime));
		const until = Math.max(...timings.map((timing) => timing.startTime + timing.executionTime));
		extras.push((watch.peak(from, until) - warm) / MIB);
		processor.push(watch.processor(from, until) / 1000);
	}
	return fileResult(contender, mib, median(times), {
		extraMib: median(extras),
		processorSeconds: median(processor),
	});
}

/** @param milliseconds for the whole file */
function fileResult(
	{ name, own }: Pick<Contender, 'name' | 'own'>,
	mib: number,
	milliseconds: number,
	more: Result['figures'] = {},
): Result {
	return {
		contender: name,
		own,
		task: `${mib} MiB`,
		figures: { milliseconds, speed: mib / (milliseconds / 1000), ...more },
	};
}

/** A result file into n8n's storage. */
export const download: Benchmark = {
	name: 'download',
	title: 'Result files into n8n',
	about:
		'The result of a finished task is downloaded into the storage of n8n (files). The time of Get Task includes the status check.',
	figures: fileFigures,
	compared: { 'HTTP Request': 'milliseconds' },
	async run(setting) {
		const sinks = await startSinks('count');
		const credentials = await credentialsFor(await setting.afresh(), sinks);
		const results: Result[] = [];
		const resultOf = async (mib: number): Promise<Task> => {
			const { taskId, url } = await finishedTask(sinks, mib * MIB);
			return { sinks, file: '', source: { url, sha256: '' }, taskId };
		};
		const warmUp = await resultOf(1);
		for (const mib of setting.mib ?? [500]) {
			const task = await resultOf(mib);
			for (const contender of downloads.filter(({ name }) => name.includes(setting.only))) {
				setting.report(`${mib} MiB: ${contender.name}`);
				results.push(await measureFile(setting, contender, { mib, task, warmUp }, credentials));
			}
		}
		return results;
	},
};

/** Sends a file in one request: as fast as Node can. Returns milliseconds. */
async function sendWithUndici(
	bytes: number,
	url: string,
	open: () => Promise<Readable>,
): Promise<number> {
	const started = performance.now();
	const { statusCode, body } = await request(url, {
		method: 'PUT',
		headers: { 'content-type': 'video/mp4', 'content-length': String(bytes) },
		body: await open(),
	});
	await body.dump();
	if (statusCode !== 200) throw new Error(`undici: HTTP ${statusCode}`);
	return performance.now() - started;
}

/** The same with `curl -T`; undefined where there is no curl. */
async function sendWithCurl(file: string, url: string): Promise<number | undefined> {
	const started = performance.now();
	const flags = ['--fail', '--silent', '--output', '/dev/null', '-T', file];
	const child = spawn('curl', [...flags, '-H', 'Content-Type: video/mp4', url]);
	const code = await new Promise<number | null>((resolve) => {
		child.once('error', () => resolve(null));
		child.once('close', resolve);
	});
	return code === 0 ? performance.now() - started : undefined;
}

const WARM_UP_MIB = 1;
const RUNS = 3;

/** The same file by several ways. */
export const upload: Benchmark = {
	name: 'upload',
	title: 'Files to the service',
	about:
		'One file is uploaded to the storage of the demo service: from the storage of n8n, or by URL from another server. `undici` and `curl` show what is possible without n8n. Before the measurements, the files that this package uploads are compared with the originals, byte for byte.',
	explained:
		'A file by URL comes over a connection that reads into the same memory again and again. Without that, Node.js takes fresh memory for every 64 KiB, once to read it and once to copy it out of the HTTP message, and the request layer of n8n passes it on in the same small pieces: collecting that garbage took three quarters of the processor time (512 MiB: 3.3 s instead of 0.8 s). An input file is read in pieces of 1 MiB that are freed immediately. In both cases several parts are sent at once, so it can be faster than a single connection. Extra memory is above all these parts: three of 10 MiB for an input file, two for a file by URL. The rest is what n8n has not collected yet.',
	figures: fileFigures,
	compared: { 'HTTP Request': 'milliseconds', 'AWS S3': 'milliseconds', undici: 'milliseconds' },
	async run(setting) {
		const counting = await startSinks('count');
		const hashing = await startSinks('disk');
		// A process of its own, so that the source and the destination of a file do not hold each other up.
		const web = await startSinks('count');
		const rest = await setting.afresh();
		const credentials = await credentialsFor(rest, counting);
		const checking = await credentialsFor(rest, hashing, 'Checks');
		const offer = async (mib: number) => ({
			file: await writeFile(setting.readable, mib),
			source: await offerSource(web, mib * MIB),
		});
		const warmUp: Task = { ...(await offer(WARM_UP_MIB)), sinks: counting };
		const results: Result[] = [];
		for (const mib of setting.mib ?? [100, 1024]) {
			const large = await offer(mib);
			setting.report(`${mib} MiB: does it arrive whole?`);
			await checkWhole(await setting.afresh(), { ...large, sinks: hashing }, checking, mib);
			const task: Task = { ...large, sinks: counting };
			for (const group of [uploads, passings]) {
				results.push(...(await bareLimits(group === uploads, task, mib, setting.runs ?? RUNS)));
				for (const contender of group.filter(({ name }) => name.includes(setting.only))) {
					setting.report(`${mib} MiB: ${contender.name}`);
					const result = await measureFile(setting, contender, { mib, task, warmUp }, credentials);
					results.push(group === uploads ? result : { ...result, task: `${mib} MiB by URL` });
				}
			}
			rmSync(large.file);
		}
		return results;
	},
};

/** What is possible without n8n: medians of several runs. */
async function bareLimits(
	fromDisk: boolean,
	{ file, source, sinks }: Task,
	mib: number,
	runs: number,
): Promise<Result[]> {
	const bytes = mib * MIB;
	const ways: Record<string, (to: string) => Promise<number | undefined>> = fromDisk
		? {
				'undici, straight from disk': async (to) =>
					await sendWithUndici(bytes, to, async () => createReadStream(file)),
				'curl -T': async (to) => await sendWithCurl(file, to),
			}
		: {
				'undici, passed on': async (to) =>
					await sendWithUndici(bytes, to, async () => (await request(source.url)).body),
			};
	const results: Result[] = [];
	for (const [name, send] of Object.entries(ways)) {
		const times: number[] = [];
		for (let run = 0; run < runs; run++) {
			const time = await send(await uploadAddress(sinks));
			if (time !== undefined) times.push(time);
		}
		if (times.length === 0) continue;
		const result = fileResult({ name }, mib, median(times));
		results.push(fromDisk ? result : { ...result, task: `${mib} MiB by URL` });
	}
	return results;
}

async function writeFile(folder: string, mib: number): Promise<string> {
	const file = join(folder, `${randomUUID()}.mp4`);
	await pipeline(Readable.from(pseudoRandom(mib * MIB)), createWriteStream(file));
	return file;
}

/** Uploads by the ways of this pack and compares what arrived, byte for byte. */
async function checkWhole(
	rest: Rest,
	task: Task,
	credentials: Credentials,
	mib: number,
): Promise<void> {
	for (const contender of [...uploads, ...passings].filter(({ own }) => own)) {
		const execution = await runContender(rest, contender, task, credentials);
		const [uploaded] = execution.json(`${MEASURED} 1`);
		const expected = contender.reads ? sha256(pseudoRandom(mib * MIB)) : task.source.sha256;
		const arrived = await arrivedSha256(task.sinks, uploaded?.fileId);
		if (arrived !== expected) throw new Error(`${contender.name}: the file arrived damaged`);
	}
}
