/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

import type { Setting } from './setting';
import { table } from '../../docs/table';
import { root } from '../../n8n/program';

/** What one contender needed for one task. */
export interface Result {
	contender: string;
	/** What was to be done, such as `100 MiB`. */
	task: string;
	/** By the keys of the benchmark's figures; those that could not be measured are absent. */
	figures: Record<string, number | undefined>;
}

export interface Figure {
	heading: string;
	/** Digits behind the point; none unless given. */
	digits?: number;
}

/** One question about speed or memory, answered by measuring both sides in one run. */
export interface Benchmark {
	name: string;
	title: string;
	/** What is compared how, for the page of results. */
	about: string;
	/** What the results come from, below them on the page. */
	explained?: string;
	figures: Record<string, Figure>;
	/** Contenders against which ratios are printed (by a part of their names), and the key of the figure of each. */
	compared?: Record<string, string>;
	run(setting: Setting): Promise<Result[]>;
}

/** Results of one benchmark as a table in Markdown; ratios are to the contender of the same task. */
export function tableOf({ figures, compared = {} }: Benchmark, results: Result[]): string {
	const keys = Object.keys(figures).filter((key) =>
		results.some((result) => result.figures[key] !== undefined),
	);
	const yardsticks = Object.keys(compared).filter((name) =>
		results.some(({ contender }) => contender.includes(name)),
	);
	const ratio = (result: Result, name: string): string => {
		const isOther = ({ contender, task }: Result) =>
			task === result.task && contender.includes(name);
		const other = results.find(isOther);
		const [own, others] = [result, other].map((one) => one?.figures[compared[name] ?? '']);
		return !own || !others || result === other ? '' : (own / others).toFixed(2);
	};
	const headings = [
		'',
		'Task',
		...keys.map((key) => figures[key]?.heading ?? key),
		...yardsticks.map((name) => `× ${name}`),
	];
	const rows = results.map((result) => [
		result.contender,
		result.task,
		...keys.map((key) => result.figures[key]?.toFixed(figures[key]?.digits ?? 0) ?? ''),
		...yardsticks.map((name) => ratio(result, name)),
	]);
	return table(headings, rows, 2);
}

/** What one run of a benchmark has shown, and where. */
export interface Measured {
	where: ReturnType<typeof surroundings>;
	results: Result[];
}

/** Where and when something is measured. */
export function surroundings({ n8n }: Setting) {
	return {
		n8n: n8n.host.version,
		node: execFileSync(n8n.host.node.executable, ['--version']).toString().trim().slice(1),
		cores: cpus().length,
		memoryGib: Math.round(totalmem() / 1024 ** 3),
		date: new Date().toISOString().slice(0, 10),
	};
}

const page = join(root, 'docs/developers/benchmarks.md');
const store = join(root, 'docs/developers/benchmarks.json');

/** Writes the results into docs/developers/benchmarks.json, where those of other benchmarks remain, and from all of them docs/developers/benchmarks.md. */
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

function sectionOf({ benchmark, where, results }: Measured & { benchmark: Benchmark }): string {
	const { title, about, name, explained } = benchmark;
	const { n8n, node, cores, memoryGib, date } = where;
	return `${[
		`## ${title}`,
		`${about} \`npm run bench ${name}\``,
		tableOf(benchmark, results),
		`n8n ${n8n} on Node.js ${node}, ${cores} processor cores, ${memoryGib} GiB of memory, ${date}.`,
		...(explained ? [explained] : []),
	].join('\n\n')}\n`;
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const upper = sorted[Math.floor(middle)] ?? NaN;
	return Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
}
