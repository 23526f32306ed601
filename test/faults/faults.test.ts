/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { openBench } from './lib/bench';
import { runCell } from './lib/cell';
import type { Often } from './lib/report';
import { installFastTime } from '../support/fastTime';
import { FAULTS, hits, type FaultCase } from './lib/faults';
import { installLog } from '../support/engine/logs';
import type { Step } from './lib/step';
import { tableOf, type Cells } from './lib/table';
import { inWords } from './lib/words';
import { STEPS } from './steps/all';

const TABLE = join(__dirname, 'table.md');

/** Runs at once; in the longest ones nothing happens but waiting for an answer that is held back. */
const LANES = 6;

const cells: Cells = new Map();

beforeAll(() => {
	installFastTime();
	installLog();
});

/** One run on a bench of its own, for an application of its own. */
async function cell(step: Step, fault: FaultCase, often: Often) {
	const bench = await openBench(`access-token-${Math.random().toString(36).slice(2)}`);
	try {
		return await runCell(bench, step, fault, often);
	} finally {
		await bench.service.close();
	}
}

const named = STEPS.map((step) => [step.node, step.name, step] as const);

describe('Whatever goes wrong, there is a result or a clear error', () => {
	it.each(named)('%s: %s', async (_node, _name, step) => {
		const faults = FAULTS.filter((fault) => hits(fault, step));
		const { report: usual, problems } = await cell(step, faults[0] as FaultCase, 'never');
		expect({ problems, error: usual.outcome.error }).toEqual({ problems: [], error: undefined });

		const rows = new Map(faults.map(({ name }) => [name, { once: '', always: '' }]));
		const queue = faults.flatMap((fault) =>
			(['once', 'always'] as const).map((often) => ({ fault, often })),
		);
		const lane = async () => {
			for (let next = queue.shift(); next; next = queue.shift()) {
				const { fault, often } = next;
				const seen = await cell(step, fault, often);
				Object.assign(rows.get(fault.name) ?? {}, {
					[often]: inWords(seen.report, usual.requests),
				});
				problems.push(...seen.problems.map((problem) => `${fault.name}, ${often}: ${problem}`));
			}
		};
		await Promise.all(Array.from({ length: LANES }, lane));
		cells.set(step, rows);
		expect(problems).toEqual([]);
	});
});

it('the table is the one that is written down', () => {
	expect(cells.size).toBe(STEPS.length);
	const table = tableOf(STEPS, FAULTS, cells);
	console.log(table);
	const written = readFileSync(TABLE, 'utf8');
	writeFileSync(TABLE, table);
	expect(table).toBe(written);
});
