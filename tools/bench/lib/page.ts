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
const readme = join(root, 'README.md');
const store = join(root, 'docs/benchmarks.json');
const MARKS = [
	'<!-- benchmarks: written by `npm run bench -- --write` -->',
	'<!-- /benchmarks -->',
];

/**
 * Writes the results into docs/benchmarks.json, where those of other benchmarks stay as they are, and from all of them
 * docs/benchmarks.md and the summary in README.md between its marks.
 */
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
	const text = readFileSync(readme, 'utf8');
	const [start = '', end = ''] = MARKS;
	const from = text.indexOf(start);
	const until = text.indexOf(end);
	if (from < 0 || until < 0) throw new Error(`README.md has no ${start} … ${end}`);
	const summary = `${start}\n\n${summaryOf(shown)}\n\n`;
	writeFileSync(readme, text.slice(0, from) + summary + text.slice(until));
}

const INTRO =
	'# Benchmarks\n\nWritten by `npm run bench -- --write`. A column with × is the ratio to the contender whose name follows, of the same task in the same run; absolute figures depend on the machine, and everything ran on one.';

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

/** One line for each contender of this package and each of the others: the main figure, and the ratio. */
function summaryOf(shown: Shown[]): string {
	return markdownTable({
		headings: ['This package', 'Task', 'Figure', 'Compared with', 'Ratio'],
		rows: shown.flatMap(({ benchmark, results }) =>
			results.filter(({ own }) => own).flatMap((result) => rowsOf(benchmark, results, result)),
		),
	});
}

function rowsOf({ figures, compared }: Benchmark, results: Result[], own: Result): string[][] {
	const key = compared?.figure ?? '';
	const value = own.figures[key];
	return (compared?.with ?? []).flatMap((name) => {
		const other = results.find(
			({ contender, task }) => task === own.task && contender.includes(name),
		);
		const others = other?.figures[key];
		if (value === undefined || others === undefined || other === own) return [];
		const figure = `${value.toFixed(figures[key]?.digits ?? 0)} ${figures[key]?.heading ?? ''}`;
		return [[own.contender, own.task, figure, other?.contender ?? '', (value / others).toFixed(2)]];
	});
}
