import type { Fault } from '../../../demo-service';
import { onBench } from '../lib/bench';
import { runCell } from '../lib/cell';
import type { FaultCase } from '../lib/faults';
import type { Step } from '../lib/step';
import { driftProblems } from './judge';
import type { Mutation } from './mutations';

/** Whether the first answer of a run drifts, or all of them. */
export type Often = 'once' | 'always';

/** What the service answers to the request of a step, without drift. */
export async function rightAnswer(step: Step): Promise<{ answer: string; problems: string[] }> {
	const unchanged: Mutation = { name: 'none', change: (right) => right };
	const { answers, problems } = await runDrift(step, unchanged, 'always');
	return { answer: answers[0] ?? '', problems };
}

/**
 * Runs a step once while an answer drifts, for an application of its own.
 *
 * @returns the answers to the request of the step, and everything that must never happen but did
 */
export async function runDrift(
	step: Step,
	mutation: Mutation,
	often: Often,
): Promise<{ answers: string[]; problems: string[] }> {
	const answers: string[] = [];
	const change = (right: string): string => {
		const isRight = often === 'once' && answers.length > 0;
		const text = isRight ? right : (mutation.change?.(right) ?? right);
		// Whether a node still read an answer that came after its time limit is open.
		if (!mutation.endless) answers.push(text);
		return text;
	};
	const drift: FaultCase = {
		name: mutation.name,
		at: 'service',
		endless: mutation.endless,
		fault: (service): Fault =>
			mutation.fault?.(service) ?? { kind: 'text', change, delayMs: mutation.delayMs },
	};
	const isUnfinished = mutation.endless === true || mutation.delayMs !== undefined;
	return await onBench(isUnfinished, async (bench) => {
		// A changed text counts itself, so that the later answers are known too.
		const { problems } = await runCell(bench, step, drift, mutation.change ? 'always' : often, {
			judge: (_, report) => driftProblems(bench, report, answers),
		});
		return { answers, problems };
	});
}
