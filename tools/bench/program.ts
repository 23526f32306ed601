/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { parseArgs } from 'node:util';

import { runProgram, say } from '../n8n/program';
import { measuringNeeds } from '../platform';
import { executions } from './benchmarks/executions';
import { download, upload } from './benchmarks/files';
import { lateness } from './benchmarks/lateness';
import { paused } from './benchmarks/paused';
import { queue } from './benchmarks/queue';
import { scale } from './benchmarks/scale';
import { submits } from './benchmarks/submits';
import { trigger } from './benchmarks/trigger';
import {
	type Benchmark,
	markdownTable,
	type Measured,
	surroundings,
	tableOf,
	writePage,
} from './lib/benchmark';
import { openSetting } from './lib/setting';

const benchmarks: Benchmark[] = [
	upload,
	download,
	trigger,
	scale,
	submits,
	executions,
	paused,
	lateness,
	queue,
];

/** `npm run bench`: all benchmarks, or those that are named, on one real n8n. */
runProgram(async () => {
	const needs = measuringNeeds();
	if (needs !== undefined) {
		say(needs);
		return 2;
	}
	const { values, positionals } = parseArgs({
		args: process.argv.slice(2),
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
	const setting = await openSetting({
		runs: values.runs === undefined ? undefined : Number(values.runs),
		report: say,
	});
	const where = surroundings(setting);
	const measured: Record<string, Measured> = {};
	for (const benchmark of chosen) {
		setting.report(`\n${benchmark.title}`);
		const results = await benchmark.run(setting);
		measured[benchmark.name] = { where, results };
		if (values.write) writePage(benchmarks, measured);
		setting.report(`\n${markdownTable(tableOf(benchmark, results))}\n`);
	}
	return 0;
});
