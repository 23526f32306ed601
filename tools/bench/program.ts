/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { parseArgs } from 'node:util';

import { progress, runProgram, say } from '../n8n/program';
import { measuringNeeds } from '../platform';
import { download, upload } from './benchmarks/files';
import { lateness } from './benchmarks/lateness';
import { scale } from './benchmarks/scale';
import { trigger } from './benchmarks/trigger';
import { type Benchmark, type Measured, surroundings, tableOf, writePage } from './lib/benchmark';
import { openSetting } from './lib/setting';

const benchmarks: Benchmark[] = [upload, download, trigger, scale, lateness];

/** `npm run bench`: all benchmarks, or those that are named, on one real n8n. */
runProgram(async () => {
	const needs = measuringNeeds();
	if (needs !== undefined) {
		say(needs);
		return 2;
	}
	const { values, positionals } = parseArgs({
		args: process.argv.slice(3),
		allowPositionals: true,
		options: {
			write: { type: 'boolean', default: false },
			runs: { type: 'string' },
		},
	});
	const chosen = benchmarks.filter(
		({ name }) => positionals.length === 0 || positionals.includes(name),
	);
	if (chosen.length < positionals.length) {
		const names = benchmarks.map(({ name }) => name).join('|');
		say(`Usage: npm run bench [${names} …] [-- --write --runs N]`);
		return 2;
	}
	const setting = await openSetting(values.runs === undefined ? undefined : Number(values.runs));
	const where = surroundings(setting);
	const measured: Record<string, Measured> = {};
	for (const benchmark of chosen) {
		const work = async () => await benchmark.run(setting);
		const results = await progress(`\n${benchmark.title}`, work);
		measured[benchmark.name] = { where, results };
		if (values.write) writePage(benchmarks, measured);
		say(`\n${tableOf(benchmark, results)}\n`);
	}
	return 0;
});
