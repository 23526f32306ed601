import { chunk, groupBy } from 'lodash';

import type { FaultCase } from './faults';
import { LEGEND, OFTEN } from './words';
import type { Step } from './step';

/** What came of a fault that happens once, and of one that happens every time. */
export type Cells = Map<Step, Map<string, { once: string; always: string }>>;

/** Most columns side by side. */
const COLUMNS = 4;

/** The whole document: the legend, and the outcomes by node, each fault a row. */
export function tableOf(
	steps: readonly Step[],
	faults: readonly FaultCase[],
	cells: Cells,
): string {
	const sections = Object.entries(groupBy(steps, ({ node }) => node)).map(([node, ofNode]) => {
		const kinds = groupBy(ofNode, ({ kind }) => kind === 'upload' || kind === 'download');
		const tables = Object.values(kinds)
			.flatMap((alike) => chunk(alike, COLUMNS))
			.map((columns) => part(columns, faults, cells));
		return `## ${node}\n\n${tables.join('\n\n')}`;
	});
	return `${HEAD}\n\n${legend()}\n\n${sections.join('\n\n')}\n`;
}

const HEAD = `# The outcome of every fault

Written by \`npm run test:faults\`; not to be edited by hand. A row is a fault, a column a request of a node's
operation that it happens to.`;

function legend(): string {
	return grid([['Outcome', 'Meaning'], ...Object.entries({ ...LEGEND, ...OFTEN })]);
}

function part(steps: readonly Step[], faults: readonly FaultCase[], cells: Cells): string {
	const rows = faults
		.filter(({ name }) => steps.some((step) => cells.get(step)?.has(name)))
		.map(({ name }) => [name, ...steps.map((step) => cellOf(cells.get(step)?.get(name)))]);
	return grid([['Fault', ...steps.map(({ name }) => name)], ...rows]);
}

function cellOf(cell: { once: string; always: string } | undefined): string {
	if (!cell) return '–';
	return cell.once === cell.always ? cell.once : `${cell.once} / ${cell.always}`;
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
