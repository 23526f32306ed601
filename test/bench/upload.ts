/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Rest } from '../n8n/lib/rest';
import { runProgram } from '../n8n/lib/shutdown';
import { pseudoRandom, sha256 } from '../service/media/bytes';
import { uploads, type Credentials, type Task } from './lib/contenders';
import { measure, measureBare, type Result } from './lib/measure';
import { MIB } from './lib/memory';
import { arrivedSha256, offerSource, startSinks } from './lib/service';
import { credentialsFor, openSetting } from './lib/setting';
import { readyWorkflow } from './lib/workflowRun';

const SMALL_MIB = 1;

/** `npm run bench upload`: the same file by several ways, on a real n8n, in one run. */
runProgram(async () => {
	const {
		n8n,
		rest,
		runs,
		mib: sizes,
		only,
		readable,
		tell,
		tellResults,
	} = await openSetting('100,1024');
	const counting = await startSinks('count');
	const hashing = await startSinks('disk');
	// A process of its own, so that the source and the destination of a file do not hold each other up.
	const web = await startSinks('count');
	const results: Result[] = [];
	const offer = async (mib: number) => ({
		file: await writeFile(readable, mib),
		source: await offerSource(web, mib * MIB),
	});
	const small = await offer(SMALL_MIB);
	for (const mib of sizes) {
		const large = await offer(mib);
		tell(`${mib} MiB: does it arrive whole?`);
		const check: Task = { ...large, sinks: hashing };
		await checkWhole(rest, check, await credentialsFor(rest, hashing), mib);

		const task: Task = { ...large, sinks: counting };
		const warmUp: Task = { ...small, sinks: counting };
		const credentials = await credentialsFor(rest, counting);
		results.push(...(await measureBare(task, mib, runs)));
		for (const contender of uploads.filter(({ name }) => name.includes(only))) {
			tell(`${mib} MiB: ${contender.name}`);
			results.push(await measure(n8n, contender, { mib, task, warmUp }, credentials, runs));
		}
		rmSync(large.file);
	}
	tellResults(results);
	return 0;
});

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
	for (const contender of uploads.filter(({ own }) => own)) {
		const workflow = await readyWorkflow(rest, contender, task, credentials);
		const [uploaded] = (await workflow.run()).json('Measured');
		const expected = contender.reads ? sha256(pseudoRandom(mib * MIB)) : task.source.sha256;
		const arrived = await arrivedSha256(task.sinks, uploaded?.fileId);
		if (arrived !== expected) throw new Error(`${contender.name}: the file arrived damaged`);
	}
}
