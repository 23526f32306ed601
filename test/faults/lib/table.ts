import { groupBy } from 'lodash';

import type { FaultCase } from './faults';
import { LEGEND, NO_SUCH_THING, OFTEN } from './words';
import type { Step } from './step';

/** What came of each fault, where it happened once, and where it happened every time. */
type Outcomes = Map<string, { once: string; always: string }>;

/** The outcomes of each request. */
export type Cells = Map<Step, Outcomes>;

/** The whole document: the legend, and by node the outcomes of its requests, each with the faults that lead to it. */
export function tableOf(
	steps: readonly Step[],
	faults: readonly FaultCase[],
	cells: Cells,
): string {
	const sections = Object.entries(groupBy(steps, ({ node }) => node)).map(([node, ofNode]) => {
		const alike = Object.entries(groupBy(ofNode, (step) => outcomesOf(cells.get(step), faults)));
		const parts = alike.map(([outcomes, requests]) => {
			return `### ${requests.map(({ name }) => name).join(', ')}\n\n${outcomes}`;
		});
		return `## ${node}\n\n${parts.join('\n\n')}`;
	});
	return `${HEAD}\n\n${legend()}\n\n${sections.join('\n\n')}\n`;
}

const HEAD = `# The outcome of every fault

Written by \`npm run test:faults\`; not to be edited by hand. Below the requests of a node's operations, each outcome with the
faults that lead to it. What is not listed does not exist in the answer to that request.`;

function legend(): string {
	return grid([['Outcome', 'Meaning'], ...Object.entries({ ...LEGEND, ...OFTEN })]);
}

/** A line for each outcome of a request: '- error: code 10400; redirect'. */
function outcomesOf(rows: Outcomes | undefined, faults: readonly FaultCase[]): string {
	const known = faults.flatMap(({ name }) => {
		const cell = rows?.get(name);
		return cell ? [{ name, outcome: outcomeOf(cell) }] : [];
	});
	return Object.entries(groupBy(known, ({ outcome }) => outcome))
		.filter(([outcome]) => outcome !== NO_SUCH_THING)
		.map(([outcome, same]) => `- ${outcome}: ${same.map(({ name }) => name).join('; ')}`)
		.join('\n');
}

function outcomeOf({ once, always }: { once: string; always: string }): string {
	return once === always ? once : `${once} / ${always}`;
}

/** A table whose columns are padded, as the project's formatter writes it. */
function grid(rows: string[][]): string {
	const [head = [], ...body] = rows;
	const widths = head.map((_, column) =>
		Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
