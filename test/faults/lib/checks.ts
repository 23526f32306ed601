import type { Bench, Outcome } from './bench';
import type { Report } from './report';

/**
 * The longest that a node may take, by its own clock: an hour or two where an account's tasks queue, and as
 * long as the addresses of an upload live, or six tries of a large part.
 */
const MAX_MINUTES: Readonly<Record<string, number>> = {
	single: 32,
	part: 61,
	'aigc/motion': 61,
	create_video: 121,
	create_customised_person: 121,
};
const USUAL_MINUTES = 21;

/** A time limit may be passed by the time of one request. */
const LAST_LOOK_MINUTES = 1;

const GARBAGE = /\bundefined\b|\[object \w+\]|\bNaN\b/;

/** Errors in the user's words; anything else is a crash. */
const NODE_ERRORS = new Set(['NodeOperationError', 'NodeApiError']);

/** How a message says where to find a task whose ID the service did not return. */
const HOW_TO_FIND = /may still have been created.*Find it/;

/** Everything that must never happen, whatever goes wrong. */
export function problemsOf(bench: Bench, report: Report): string[] {
	return [...usualProblems(bench, report), ...lostTasks(report)];
}

function lostTasks({ outcome, accepted, submits }: Report): string[] {
	const said = saidBy(outcome);
	const lost = accepted.filter((id) => !said.includes(id));
	return lost.length > 0 && submits > 0 && !HOW_TO_FIND.test(said)
		? [`tasks are lost: ${lost.join(', ')} in ${said}`]
		: [];
}

function saidBy({ items, error }: Outcome): string {
	return error ? `${error.message} ${error.description}` : JSON.stringify(items);
}

/** The same without the question whether a task is lost. */
export function usualProblems(bench: Bench, report: Report): string[] {
	const { step, outcome, submits, minutes, hits, logged } = report;
	const { error } = outcome;
	const problems: string[] = [];
	const said = saidBy(outcome);

	if (hits === 0 && report.often !== 'never')
		problems.push(`the request ${step.request} is not made at all`);
	if (submits > 1) problems.push(`${submits} tasks were submitted`);
	if (error && !NODE_ERRORS.has(error.name)) problems.push(`a crash: ${error.name}: ${said}`);
	if (error && !/^[A-Z'].{15,}/.test(error.message)) problems.push(`an unclear error: ${said}`);
	const { limitMinutes } = step;
	const longest = limitMinutes
		? limitMinutes + LAST_LOOK_MINUTES
		: (MAX_MINUTES[step.request] ?? USUAL_MINUTES);
	if (minutes > longest) problems.push(`it takes ${minutes} minutes`);
	const shown = [outcome.stored, said, ...logged];
	for (const text of shown) {
		const garbage = GARBAGE.exec(withoutStacks(text));
		if (garbage) problems.push(`'${garbage[0]}' in ${around(text, garbage.index)}`);
		const at = text.indexOf(bench.token);
		if (at >= 0)
			problems.push(`the token in ${around(text, at).replaceAll(bench.token, '<token>')}`);
	}
	const leaks = bench.service.journal.leaks();
	if (leaks.length > 0) problems.push(`leaks: ${JSON.stringify(leaks.map(({ leak }) => leak))}`);
	return problems;
}

/** Stacks name functions and places, which are not shown to users. */
function withoutStacks(text: string): string {
	return text.replaceAll(/"stack":"(?:[^"\\]|\\.)*"/g, '"stack":""');
}

function around(text: string, at: number): string {
	return text.slice(Math.max(0, at - 80), at + 80);
}
