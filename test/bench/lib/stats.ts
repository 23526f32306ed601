/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const upper = sorted[Math.floor(middle)] ?? NaN;
	return Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
}

/** Rows under headings, in columns. */
export function table(headings: string[], rows: string[][]): string {
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: string[]) =>
		cells
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join('  ');
	return [
		line(headings),
		widths.map((width) => '-'.repeat(width)).join('  '),
		...rows.map(line),
	].join('\n');
}
