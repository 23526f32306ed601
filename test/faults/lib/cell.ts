import { problemsOf } from './checks';
import type { FaultCase } from './faults';
import { type Bench, outcomeOfRun } from './bench';
import type { Often, Report } from './report';
import type { Step } from './step';
import { type FastTime, inFastTime, inRealTime } from '../../support/fastTime';
import { linesLogged } from '../../support/engine/core';
import { SUBMIT } from '../../support/engine/submits';

/** Pauses of half a minute in all are no minute, whatever the real time between them was. */
const GRACE_MS = 20_000;

/** Real time after which a run counts as one that never ends. */
const HANG_MS = 120_000;

/**
 * Runs a step once with a fault.
 *
 * @param often whether the first request is hit, all of them, or none
 * @param judge finds what must never happen
 * @returns what came of it, and everything that must never happen but did
 */
export async function runCell(
	bench: Bench,
	step: Step,
	fault: FaultCase,
	often: Often,
	judge = problemsOf,
): Promise<{ report: Report; problems: string[] }> {
	const { service } = bench;
	// The clock of one cell never goes back.
	const time: FastTime = { aheadMs: 0, shortLimits: false };
	const prepared = await inFastTime(time, async () => await step.prepare(bench));
	const begunMs = time.aheadMs;
	time.shortLimits = fault.endless === true;
	const run =
		'run' in prepared ? prepared.run : async () => outcomeOfRun(await bench.engine.run(prepared));
	const before = new Set(service.tasks().map(({ id }) => id));
	service.journal.clear();
	const armed = arm(bench, step, fault, often);
	const logged: string[] = [];
	const outcome = await inRealTime(
		linesLogged(logged, async () => await inFastTime(time, run)),
		HANG_MS,
		`${step.node}, ${step.name}, ${fault.name}`,
	);
	const report: Report = {
		step,
		fault,
		often,
		outcome,
		...armed.seen(),
		minutes: Math.max(0, Math.round((time.aheadMs - begunMs - GRACE_MS) / 60_000)),
		accepted: service.tasks().flatMap(({ id }) => (before.has(id) ? [] : id)),
		submits: service.journal.count(({ endpoint, code }) => code === 0 && SUBMITS.has(endpoint)),
		logged,
	};
	const problems = judge(bench, report);
	service.faults.clear();
	if ('again' in prepared && outcome.items.length === 0) {
		time.shortLimits = false;
		const later = await inFastTime(time, prepared.again);
		if (later.items.length === 0)
			problems.push('is lost: nothing comes of it when the fault is gone');
	}
	return { report, problems };
}

const SUBMITS = new Set(Object.values(SUBMIT));

function arm({ service }: Bench, { request }: Step, { fault }: FaultCase, often: Often) {
	const real = typeof fault === 'function' ? fault(service) : fault;
	let changed = real.kind !== 'answer';
	const watched =
		real.kind === 'answer'
			? {
					...real,
					change(right: unknown) {
						const wrong = real.change(right);
						changed ||= JSON.stringify(wrong) !== JSON.stringify(right);
						return wrong;
					},
				}
			: real;
	if (often !== 'never') {
		const times = often === 'once' ? 1 : Infinity;
		service.faults.add({ endpoint: request, times, fault: watched });
	}
	return {
		seen: () => ({
			changed,
			requests: service.journal.count({ endpoint: request }),
			hits: service.journal.count(
				(entry) => entry.endpoint === request && entry.fault !== undefined,
			),
		}),
	};
}
