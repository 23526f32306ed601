interface Table {
	headings: string[];
	rows: string[][];
}

/** Rows under headings, in columns, for a terminal. */
export function textTable({ headings, rows }: Table): string {
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: string[]) =>
		cells
			.map((cell, column) =>
				column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join('  ');
	return [
		line(headings),
		widths.map((width) => '-'.repeat(width)).join('  '),
		...rows.map(line),
	].join('\n');
}

/** The same in Markdown; numbers to the right. */
export function markdownTable({ headings, rows }: Table): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const rule = headings.map((_, column) => (column < 2 ? '---' : '--:'));
	return [line(headings), line(rule), ...rows.map(line)].join('\n');
}
