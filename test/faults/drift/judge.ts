import type { INodeExecutionData } from 'n8n-workflow';

import type { Bench } from '../lib/bench';
import type { Report } from '../lib/report';

/** What the service answered in a run, as text. */
export interface Answers {
	/** To the request whose answers drift. */
	drifted: string[];
	/** To the same request, after most of its time limits. Whether a node still read one is open. */
	late: string[];
	/** To all others. */
	right: string[];
}

/** The status that is the success of a kind (service.md 3). */
const SUCCESS: Readonly<Record<string, string>> = {
	aiCreation: 'Success',
	motion: 'Success',
	composedVideo: '30',
	translation: '30',
	lipSync: '20',
	person: '2',
};

/** Kinds whose detail is not published, so that nothing is known of the ID in it (service.md 4.10). */
const UNPUBLISHED: ReadonlySet<string> = new Set(['translation', 'person']);

/** Nodes that do nothing but look up tasks. */
const LOOKS = /^(Get Task|Triggers)$/;

/** Of numbers that are only shown, such as a duration, nothing depends. */
const LONG_TEXT = /"\d{16,}"/g;
const LONG_NUMBER = /(?<![\d.])\d{16,}/g;

/** How a message says where to find a task whose ID the service did not return. */
const HOW_TO_FIND = /may (still )?have been (created|started).*Find it/;

/** Text that cannot be told from an ID. */
const ID_LIKE = /^\d{8,}$/;

/** Everything that an odd answer must not lead to, whatever is odd about it. */
export function driftProblems(bench: Bench, report: Report, answers: Answers): string[] {
	const { step, outcome } = report;
	return [
		...outcome.items.flatMap((item) => [
			...wrongSuccess(bench, answers, item),
			...(LOOKS.test(step.node) || step.limitMinutes ? blindWait(item) : []),
		]),
		...wrongFiles(bench, outcome.items),
		...lostIds(report, answers),
		...roundedNumbers(bench, report, answers),
		...withoutAdvice(report),
	];
}

/** An error says what happened, and then what to do; in lists, both in one text. */
function withoutAdvice({ outcome: { error } }: Report): string[] {
	return !error || error.description !== '' || /\. \p{Lu}/u.test(error.message)
		? []
		: [`an error without advice: ${error.message}`];
}

/** A success needs an answer that says so of this very task, and the addresses that the books have for it. */
function wrongSuccess(bench: Bench, answers: Answers, { json }: INodeExecutionData): string[] {
	if (json.state !== 'succeeded') return [];
	const {
		taskId,
		taskKind,
		outputUrls = [],
	} = json as {
		taskId: string;
		taskKind: string;
		outputUrls?: string[];
	};
	const said = Object.values(answers)
		.flat()
		.flatMap(objectsIn)
		.some((values) => {
			const needed = [
				SUCCESS[taskKind] ?? '',
				...(UNPUBLISHED.has(taskKind) ? [] : [taskId]),
				...outputUrls,
			];
			return needed.every((value) => values.has(value));
		});
	const task = bench.service.tasks().find(({ id }) => id === taskId);
	const results = `${bench.service.storage.url}/results/`;
	const strange = outputUrls.filter(
		(url) => !url.startsWith(results) || (task && !url.includes(`/${taskId}`)),
	);
	const failed = task && (task.fate.outcome !== undefined || task.endsAt === Infinity);
	return [
		...(said ? [] : [`a success that no answer tells of: ${JSON.stringify(json)}`]),
		...(failed ? [`a success of a task that has none: ${JSON.stringify(json)}`] : []),
		...(strange.length > 0 ? [`results that are not in the books: ${strange.join(', ')}`] : []),
	];
}

/** The values of each object in a JSON text, as text; those of lists in it included. */
function objectsIn(text: string): Array<Set<string>> {
	const found: Array<Set<string>> = [];
	const collect = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		const entries: unknown[] = Object.values(value);
		if (!Array.isArray(value)) {
			const own = entries.flatMap((entry) =>
				Array.isArray(entry) ? (entry as unknown[]) : [entry],
			);
			found.push(
				new Set(
					own.filter((one) => /string|number/.test(typeof one)).map((one) => String(one).trim()),
				),
			);
		}
		entries.forEach(collect);
	};
	collect(parsed(text));
	return found;
}

function parsed(text: string): unknown {
	try {
		const exact = text.replace(/^\uFEFF/, '').replace(/(?<=[:[,]\s*)\d{16,}(?=[\s,\]}])/g, '"$&"');
		return JSON.parse(exact);
	} catch {
		return undefined;
	}
}

/** A task that is still open says which status it has, or why that could not be read. */
function blindWait({ json }: INodeExecutionData): string[] {
	const isOpen = json.state === 'inProgress' && json.taskId !== undefined;
	return !isOpen || json.serviceStatus || json.statusUnknownReason
		? []
		: [`nothing says why the task is still open: ${JSON.stringify(json)}`];
}

/** Files are those of tasks that succeeded, and nothing else was fetched. */
function wrongFiles({ service }: Bench, items: INodeExecutionData[]): string[] {
	const fetched = service.journal
		.entries({ operation: 'result' })
		.filter(({ path }) => !service.tasks().some(({ id }) => path.includes(id)));
	const unfit = items.filter(
		({ json, binary }) => binary && json.taskId && json.state !== 'succeeded',
	);
	return [
		...fetched.map(({ path }) => `a file of no task was fetched: ${path}`),
		...unfit.map(({ json }) => `a file of a task without success: ${JSON.stringify(json)}`),
	];
}

/** The ID of a created task comes out wherever the answer held it; otherwise the error says that it may exist. */
function lostIds({ step, accepted, outcome }: Report, answers: Answers): string[] {
	const { items, error } = outcome;
	const said = `${JSON.stringify(items)} ${error?.message} ${error?.description}`;
	const lost = accepted.filter((id) => !said.includes(id));
	const known = step.kind === 'submit' ? answers.drifted : answers.right;
	// The answer had another ID in the place of this one, as good as any.
	const exchanged = items.filter(
		({ json: { taskId } }) => ID_LIKE.test(String(taskId)) && !accepted.includes(String(taskId)),
	);
	return lost.slice(exchanged.length).flatMap((id) => {
		if (known.some((text) => text.includes(id))) return [`the ID ${id} is lost: ${said}`];
		return HOW_TO_FIND.test(said) ? [] : [`nothing says that the task may exist: ${said}`];
	});
}

/** No ID is rounded: every long number that comes out stands in an answer or in the books. */
function roundedNumbers({ service }: Bench, { outcome }: Report, answers: Answers): string[] {
	const known = [
		...Object.values(answers).flat(),
		...service.tasks().map(({ id }) => id),
		JSON.stringify(service.journal.entries().map(({ path, query, body }) => [path, query, body])),
	].join(' ');
	const { items, error } = outcome;
	const ids = JSON.stringify(items).match(LONG_TEXT) ?? [];
	const numbers =
		`${ids.join(' ')} ${error?.message} ${error?.description}`.match(LONG_NUMBER) ?? [];
	return [...new Set(numbers)]
		.filter((number) => !known.includes(number))
		.map((number) => `a number that the service did not send: ${number}`);
}
