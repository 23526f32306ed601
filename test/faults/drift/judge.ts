import type { Bench } from '../lib/bench';
import { usualProblems } from '../lib/checks';
import type { Report } from '../lib/report';

/** How a message says where to find a task whose ID the service did not return. */
const HOW_TO_FIND = /may (still )?have been (created|started).*Find it/;

/**
 * What no changed answer may lead to. No crash: the run ends with a result, or with an error that says what happened and what to
 * do. No secret anywhere. No second payment. The answer is told: a task that was created is named where its ID stands in its
 * documented place; otherwise the message says where to find it.
 *
 * @param answers what the service answered to the changed request, as text
 */
export function driftProblems(bench: Bench, report: Report, answers: string[]): string[] {
	const { step, accepted, outcome } = report;
	const { items, error } = outcome;
	const said = `${JSON.stringify(items)} ${error?.message} ${error?.description}`;
	const withoutAdvice = error?.description === '' && !/\. \p{Lu}/u.test(error.message);
	const lost = accepted.filter((id) => !said.includes(id));
	// The answer had another ID in the place of this one.
	const exchanged = items.filter(
		({ json: { taskId } }) =>
			taskId &&
			!accepted.includes(String(taskId)) &&
			answers.some((text) => text.includes(String(taskId))),
	);
	const documented = step.kind === 'submit' ? answers.flatMap(idsIn) : accepted;
	return [
		...usualProblems(bench, report),
		...(withoutAdvice ? [`an error without advice: ${error.message}`] : []),
		...lost
			.slice(exchanged.length)
			.filter((id) => documented.includes(id) || !HOW_TO_FIND.test(said))
			.map((id) => `the task ${id} is lost: ${said}`),
	];
}

/** The IDs of new tasks in the places that the specification names (service.md 1 and 4.9). */
function idsIn(answer: string): string[] {
	try {
		const { data } = JSON.parse(answer) as { data?: { tasks?: unknown } };
		const tasks = Array.isArray(data?.tasks) ? (data.tasks as unknown[]) : [];
		const ids = tasks.map(
			(task) => (task as { language_task_id?: unknown } | null)?.language_task_id,
		);
		return [data, ...ids].filter((id) => typeof id === 'string').map((id) => id.trim());
	} catch {
		return [];
	}
}
