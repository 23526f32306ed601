/** A Markdown table. @param texts columns to the left; those behind them are numbers, to the right */
export function table(heading: string[], rows: string[][], texts = Infinity): string {
	const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
	const rule = heading.map((_, column) => (column < texts ? '---' : '--:'));
	return [heading, rule, ...rows].map(line).join('\n');
}

/** Text as it may stand in a cell: the editor's links lose their tags. */
function cell(text: string): string {
	return text
		.replace(/<(?!br>)[^>]*>/g, '')
		.replace(/\s+/g, ' ')
		.replace(/\|/g, '\\|')
		.trim();
}
