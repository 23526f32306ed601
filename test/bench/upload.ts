/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { build } from '../n8n/lib/build';
import { credentialType, saveCredential } from '../n8n/lib/credentials';
import { installHost } from '../n8n/lib/install';
import { startInstance } from '../n8n/lib/instance';
import { dataFolder } from '../n8n/lib/paths';
import { say } from '../n8n/lib/progress';
import type { Rest } from '../n8n/lib/rest';
import { onShutdown, runProgram } from '../n8n/lib/shutdown';
import { pseudoRandom, sha256 } from '../service/media/bytes';
import { contenders, type Credentials, type Task } from './lib/contenders';
import { measure, measureBare, report, type Result } from './lib/measure';
import { MIB } from './lib/memory';
import { arrivedSha256, offerSource, startSinks, type Sinks } from './lib/service';
import { readyWorkflow } from './lib/workflowRun';

const folder = join(dataFolder, 'bench');
const userFolder = join(folder, 'n8n');
const readable = join(userFolder, '.n8n-files');

/** `npm run bench upload`: the same file by several ways, on a real n8n, in one run. */
runProgram(async () => {
	const { values } = parseArgs({
		args: process.argv.slice(3),
		options: {
			json: { type: 'boolean', default: false },
			runs: { type: 'string', default: '3' },
			mib: { type: 'string', default: '100,1024' },
			only: { type: 'string', default: '' },
		},
	});
	const tell = values.json ? () => undefined : say;
	await build();
	const host = await installHost();
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(readable, { recursive: true });
	onShutdown(() => rmSync(folder, { recursive: true, force: true }));
	const env = { N8N_RESTRICT_FILE_ACCESS_TO: readable };
	const { n8n, rest } = await startInstance({ host, userFolder, env });
	onShutdown(async () => await n8n.kill());

	const counting = await startSinks('count');
	const hashing = await startSinks('disk');
	const results: Result[] = [];
	for (const mib of values.mib.split(',').map(Number)) {
		const file = join(readable, `${mib}.mp4`);
		await pipeline(Readable.from(pseudoRandom(mib * MIB)), createWriteStream(file));
		tell(`${mib} MiB: does it arrive whole?`);
		await checkWhole(rest, await taskFor(hashing, file, mib), await credentialsFor(rest, hashing));

		const task = await taskFor(counting, file, mib);
		const credentials = await credentialsFor(rest, counting);
		results.push(...(await measureBare(task, mib, Number(values.runs))));
		for (const contender of contenders.filter(({ name }) => name.includes(values.only))) {
			tell(`${mib} MiB: ${contender.name}`);
			const runs = Number(values.runs);
			results.push(await measure(n8n, contender, task, credentials, mib, runs));
		}
		rmSync(file);
	}
	say(
		values.json
			? JSON.stringify({ runs: values.runs, results }, null, 2)
			: `\n${report(results)}\n`,
	);
	return 0;
});

async function taskFor(sinks: Sinks, file: string, mib: number): Promise<Task> {
	return { sinks, file, source: await offerSource(sinks, mib * MIB) };
}

async function credentialsFor(rest: Rest, { url, token, s3 }: Sinks): Promise<Credentials> {
	const own = await saveCredential(rest, { baseUrl: url, accessToken: token });
	const aws = await rest.post<{ id: string; name: string }>('credentials', {
		name: 'Benchmark S3',
		type: 'aws',
		data: {
			region: 'us-east-1',
			accessKeyId: 'benchmark',
			secretAccessKey: 'benchmark',
			customEndpoints: true,
			s3Endpoint: s3,
		},
	});
	return { [credentialType]: own, aws };
}

/** Uploads by the ways of this pack and compares what arrived, byte for byte. */
async function checkWhole(rest: Rest, task: Task, credentials: Credentials): Promise<void> {
	const bytes = Number(/(\d+)\.mp4$/.exec(task.file)?.[1]) * MIB;
	for (const contender of contenders.filter(({ own }) => own)) {
		const workflow = await readyWorkflow(rest, contender, task, credentials);
		const [uploaded] = (await workflow.run()).json('Measured');
		const expected = contender.reads ? sha256(pseudoRandom(bytes)) : task.source.sha256;
		const arrived = await arrivedSha256(task.sinks, uploaded?.fileId);
		if (arrived !== expected) throw new Error(`${contender.name}: the file arrived damaged`);
	}
}
