/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { closeBenches, onBench } from './bench';
import { runCell } from './cell';
import { FAULTS, hits, type FaultCase } from './faults';
import type { Often } from './report';
import type { Step } from './step';
import { tableOf, type Cells } from './table';
import { inWords } from './words';
import { fastTime } from '../../support/fastTime';
import { inLanes } from '../../../tools/n8n/program';
import { installLog } from '../../support/engine/core';

const TABLES = join(__dirname, '..', 'tables');

/** Runs at once; in the longest ones nothing happens but waiting for an answer that is held back. */
const LANES = 12;

const cell = async (step: Step, fault: FaultCase, often: Often) =>
	await onBench(fault.endless === true, async (bench) => await runCell(bench, step, fault, often));

/**
 * The tests of some steps under every fault, and of the table of their outcomes, which each run writes anew.
 *
 * @param name of the table, without its ending
 */
export function testFaults(name: string, steps: readonly Step[]): void {
	const cells: Cells = new Map();

	fastTime();
	beforeAll(installLog);
	afterAll(closeBenches);

	it.each(steps)(
		'Whatever goes wrong, there is a result or a clear error: $node, $name',
		async (step) => {
			const { rows, problems } = await rowsOf(step);
			cells.set(step, rows);
			expect(problems).toEqual([]);
		},
	);

	it('the table is the one that is written down', () => {
		expect(cells.size).toBe(steps.length);
		const table = tableOf(steps, FAULTS, cells);
		const file = join(TABLES, `${name}.md`);
		const written = readFileSync(file, 'utf8');
		writeFileSync(file, table);
		expect(table).toBe(written);
	});
}

async function rowsOf(step: Step) {
	const faults = FAULTS.filter((fault) => hits(fault, step));
	const { report: usual, problems } = await cell(step, faults[0] as FaultCase, 'never');
	expect({ problems, error: usual.outcome.error }).toEqual({ problems: [], error: undefined });

	const rows = new Map(faults.map(({ name }) => [name, { once: '', always: '' }]));
	const queue = faults.flatMap((fault) =>
		(['once', 'always'] as const).map((often) => ({ fault, often })),
	);
	await inLanes(LANES, queue, async ({ fault, often }) => {
		const seen = await cell(step, fault, often);
		Object.assign(rows.get(fault.name) ?? {}, { [often]: inWords(seen.report, usual.requests) });
		problems.push(...seen.problems.map((problem) => `${fault.name}, ${often}: ${problem}`));
	});
	return { rows, problems };
}
