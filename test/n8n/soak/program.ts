/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { startService } from '../../../demo-service';
import { build } from '../../../tools/n8n/pack';
import { saveCredential } from '../../../tools/n8n/rest';
import { installHost } from '../../../tools/n8n/install';
import { startInstance } from '../../../tools/n8n/n8n';
import { dataFolder, onShutdown, progress, runProgram, say } from '../../../tools/n8n/program';
import { freePort } from '../../../tools/n8n/processes';
import {
	activateWorkflow,
	saveWorkflow,
	type StoredWorkflow,
	withCredential,
} from '../../../tools/n8n/workflows';
import { startCollector } from './collector';
import { drive, failed, unfinished } from './driver';
import { soakFate } from './fates';
import { inspectable, MemoryCourse } from './memory';
import { judge } from './verdict';
import { loads as allLoads } from './workflows';

const MIB = 1024 ** 2;
const DEFAULT_MINUTES = 5;
/** Share of the time that is left out of the memory's course: n8n fills its caches. */
const WARM_UP = 0.2;
/** Longest wait for what is under way when the load ends; parked executions are checked once a minute. */
const DRAIN_MS = 300_000;
const folder = join(dataFolder, 'soak');

/** `npm run test:soak`: mixed workflows at the limits of the service, for minutes or hours, then the books are checked. */
runProgram(async () => {
	const minutes = wantedMinutes();
	await build();
	const host = await installHost();
	rmSync(folder, { recursive: true, force: true });
	const service = await startService();
	onShutdown(async () => await service.close());
	service.fate(soakFate);
	service.callbacks.plan({ copies: 2 });
	const collector = await startCollector();
	onShutdown(() => collector.close());
	const inspector = await freePort();
	const { n8n, rest } = await progress('Starting n8n', async () => {
		return await startInstance({ host, userFolder: folder, env: inspectable(inspector) });
	});
	onShutdown(async () => await n8n.stop());
	const access = { baseUrl: service.url, accessToken: service.token };
	const credential = await saveCredential(rest, access);
	const loads = allLoads({
		collector: collector.url,
		n8n: n8n.url,
		large: service.storage.source({ bytes: 12 * MIB, name: 'large.mp4' }).url,
		small: service.storage.source({ bytes: 200_000, name: 'small.mp4' }).url,
	});
	const workflows: StoredWorkflow[] = [];
	for (const { file } of loads) {
		const workflow = await saveWorkflow(rest, withCredential(file, credential), false);
		await activateWorkflow(rest, workflow);
		workflows.push(workflow);
	}

	const length = minutes * 60_000;
	const until = Date.now() + length;
	const course = delay(length * WARM_UP).then(() => new MemoryCourse(inspector));
	const started = await progress(`Mixed workflows for ${minutes} minutes`, async () => {
		return await Promise.all(loads.map(async (load) => await drive(n8n.url, load, until)));
	});
	await delay(Math.max(0, until - Date.now()));
	const growth = await (await course).stop();
	const left = await progress('Waiting for what is under way', async () => {
		const deadline = Date.now() + DRAIN_MS;
		for (;;) {
			const ids = await unfinished(rest, workflows);
			if (ids.length === 0 || Date.now() > deadline) return ids;
			await delay(1000);
		}
	});
	const verdict = judge({
		loads,
		started,
		collector,
		service,
		growth,
		unfinished: left,
		failed: await failed(rest),
	});
	say(`\n${verdict.text}\n`);
	for (const problem of verdict.problems) say(`WRONG: ${problem}`);
	if (verdict.problems.length === 0) say('All is well.');
	return verdict.problems.length === 0 ? 0 : 1;
});

function wantedMinutes(): number {
	const { values } = parseArgs({
		args: process.argv.slice(3),
		options: { minutes: { type: 'string' }, hours: { type: 'string' } },
	});
	const minutes = Number(values.hours ?? 0) * 60 + Number(values.minutes ?? 0);
	if (Number.isNaN(minutes) || minutes < 0)
		throw new Error('Usage: npm run test:soak -- --minutes 5');
	return minutes || DEFAULT_MINUTES;
}
