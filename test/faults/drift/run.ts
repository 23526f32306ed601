import type { Fault } from '../../../demo-service';
import { openBench } from '../lib/bench';
import { runCell } from '../lib/cell';
import { usualProblems } from '../lib/checks';
import type { FaultCase } from '../lib/faults';
import type { Step } from '../lib/step';
import { driftProblems, type Answers } from './judge';
import type { Mutation } from './mutations';

/** Whether the first answer of a run drifts, or all of them. */
export type Often = 'once' | 'always';

/** A run without drift: what the service answers, first of all to the request of the step. */
export async function rightAnswer(step: Step): Promise<{ answer: string; problems: string[] }> {
	const unchanged: Mutation = { name: 'none', decisive: true, change: (right) => right };
	const { answers, problems } = await runDrift(step, unchanged, 'always');
	return { answer: answers.drifted[0] ?? '', problems };
}

/**
 * Runs a step once while an answer drifts, for an application of its own.
 *
 * @returns the answers, and everything that must never happen but did
 */
export async function runDrift(
	step: Step,
	mutation: Mutation,
	often: Often,
): Promise<{ answers: Answers; problems: string[] }> {
	const bench = await openBench(`access-token-${Math.random().toString(36).slice(2)}`);
	const answers: Answers = { drifted: [], late: [], right: [] };
	const kept = (texts: string[], text: string): string => {
		texts.push(text);
		return text;
	};
	const change = (right: string): string => {
		if (mutation.endless) return kept(answers.late, right);
		const isRight = often === 'once' && answers.drifted.length > 0;
		return kept(answers.drifted, isRight ? right : (mutation.change?.(right) ?? right));
	};
	const drift: FaultCase = {
		name: mutation.name,
		at: 'service',
		endless: mutation.endless,
		fault: (service): Fault =>
			mutation.fault?.(service) ?? { kind: 'text', change, delayMs: mutation.delayMs },
	};
	const others = {
		times: Infinity,
		when: ({ side }: { side: string }) => side === 'service',
		fault: { kind: 'text' as const, change: (right: string) => kept(answers.right, right) },
	};
	try {
		// A changed text counts itself, so that the later answers are known too.
		const times = mutation.change ? 'always' : often;
		const { problems } = await runCell(bench, step, drift, times, {
			others,
			judge: (_, report) => [
				...usualProblems(bench, report),
				...driftProblems(bench, report, answers),
			],
		});
		return { answers, problems };
	} finally {
		await bench.service.close();
	}
}
