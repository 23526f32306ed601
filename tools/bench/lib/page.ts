/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

import { root } from '../../n8n/paths';
import { tableOf, type Benchmark, type Result } from './benchmark';
import type { Setting } from './setting';
import { markdownTable } from './tables';

export interface Surroundings {
	n8n: string;
	node: string;
	cores: number;
	memoryGib: number;
	date: string;
}

/** What one run of a benchmark has shown, and where. */
export interface Measured {
	where: Surroundings;
	results: Result[];
}

/** Where and when something is measured. */
export function surroundings({ n8n }: Setting): Surroundings {
	return {
		n8n: n8n.host.version,
		node: execFileSync(n8n.host.node.executable, ['--version']).toString().trim().slice(1),
		cores: cpus().length,
		memoryGib: Math.round(totalmem() / 1024 ** 3),
		date: new Date().toISOString().slice(0, 10),
	};
}

const page = join(root, 'docs/benchmarks.md');
const store = join(root, 'docs/benchmarks.json');

/** Writes the results into docs/benchmarks.json, where those of other benchmarks remain, and from all of them docs/benchmarks.md. */
export function writePage(benchmarks: Benchmark[], measured: Record<string, Measured>): void {
	const earlier = existsSync(store)
		? (JSON.parse(readFileSync(store, 'utf8')) as Record<string, Measured>)
		: {};
	const all = { ...earlier, ...measured };
	const shown = benchmarks.flatMap((benchmark) => {
		const found = all[benchmark.name];
		return found ? [{ benchmark, ...found }] : [];
	});
	writeFileSync(store, `${JSON.stringify(all, null, '\t')}\n`);
	writeFileSync(page, `${INTRO}\n\n${shown.map(sectionOf).join('\n')}`);
}

const INTRO =
	'# Benchmarks\n\nMeasured with a real n8n and the demo service, all on one machine, and written by `npm run bench -- --write`. A column with × is the ratio to the named contender, for the same task in the same run. Absolute figures depend on the machine.';

type Shown = Measured & { benchmark: Benchmark };

function sectionOf({ benchmark, where, results }: Shown): string {
	const { title, about, name, explained } = benchmark;
	const { n8n, node, cores, memoryGib, date } = where;
	return `${[
		`## ${title}`,
		`${about} \`npm run bench ${name}\``,
		markdownTable(tableOf(benchmark, results)),
		`n8n ${n8n} on Node.js ${node}, ${cores} processor cores, ${memoryGib} GiB of memory, ${date}.`,
		...(explained ? [explained] : []),
	].join('\n\n')}\n`;
}
