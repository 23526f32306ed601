/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Rest } from '../../n8n/rest';
import { pseudoRandom, sha256 } from '../../../demo-service/media/bytes';
import { passOnWithUndici, sendWithCurl, sendWithUndici } from '../lib/bare';
import type { Benchmark, Result } from '../lib/benchmark';
import { MEASURED, passings, uploads, type Credentials, type Task } from '../lib/contenders';
import { fileFigures, fileResult, measureFile } from '../lib/files';
import { MIB } from '../lib/memory';
import { arrivedSha256, offerSource, startSinks, uploadAddress } from '../lib/service';
import { credentialsFor } from '../lib/setting';
import { median } from '../lib/stats';
import { readyWorkflow } from '../lib/workflowRun';

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
	const ways: Record<string, (to: string) => Promise<number | undefined>> = fromDisk
		? {
				'undici, straight from disk': async (to) => await sendWithUndici(file, to),
				'curl -T': async (to) => await sendWithCurl(file, to),
			}
		: { 'undici, passed on': async (to) => await passOnWithUndici(source.url, mib * MIB, to) };
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
		const workflow = await readyWorkflow(rest, contender, task, credentials);
		const [uploaded] = (await workflow.run()).json(`${MEASURED} 1`);
		const expected = contender.reads ? sha256(pseudoRandom(mib * MIB)) : task.source.sha256;
		const arrived = await arrivedSha256(task.sinks, uploaded?.fileId);
		if (arrived !== expected) throw new Error(`${contender.name}: the file arrived damaged`);
	}
}
