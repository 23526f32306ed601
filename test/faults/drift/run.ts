import { type Bench, onBench } from '../lib/bench';
import { runCell } from '../lib/cell';
import type { FaultCase } from '../lib/faults';
import type { Report } from '../lib/report';
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
		const text = isRight ? right : mutation.change(right);
		answers.push(text);
		return text;
	};
	const fault = { kind: 'text', change } as const;
	const drift: FaultCase = { name: mutation.name, at: 'service', fault };
	return await onBench(false, async (bench) => {
		// A changed text counts itself, so that the later answers are known too.
		const judge = (_: Bench, report: Report) => driftProblems(bench, report, answers);
		const { problems } = await runCell(bench, step, drift, 'always', judge);
		return { answers, problems };
	});
}
