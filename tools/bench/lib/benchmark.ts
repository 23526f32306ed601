import type { Setting } from './setting';

/** What one contender needed for one task. */
export interface Result {
	contender: string;
	/** Whether it is this pack. */
	own?: true;
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

/** Results of one benchmark as rows under headings; ratios are to the contender of the same task. */
export function tableOf(
	{ figures, compared = {} }: Benchmark,
	results: Result[],
): { headings: string[]; rows: string[][] } {
	const keys = Object.keys(figures).filter((key) =>
		results.some((result) => result.figures[key] !== undefined),
	);
	const yardsticks = Object.keys(compared).filter((name) =>
		results.some(({ contender }) => contender.includes(name)),
	);
	const ratio = (result: Result, name: string): string => {
		const key = compared[name] ?? '';
		const other = results.find(
			({ contender, task }) => task === result.task && contender.includes(name),
		);
		const own = result.figures[key];
		const others = other?.figures[key];
		return own === undefined || others === undefined || result === other
			? ''
			: (own / others).toFixed(2);
	};
	return {
		headings: [
			'',
			'Task',
			...keys.map((key) => figures[key]?.heading ?? key),
			...yardsticks.map((name) => `× ${name}`),
		],
		rows: results.map((result) => [
			result.contender,
			result.task,
			...keys.map((key) => result.figures[key]?.toFixed(figures[key]?.digits ?? 0) ?? ''),
			...yardsticks.map((name) => ratio(result, name)),
		]),
	};
}
