/** A Markdown table. */
export function table(heading: string[], rows: string[][]): string {
	return [heading, heading.map(() => '---'), ...rows].map(line).join('\n');
}

function line(cells: string[]): string {
	return `| ${cells.map(cell).join(' | ')} |`;
}

/** Text as it may stand in a cell: the editor's links lose their tags. */
function cell(text: string): string {
	return text
		.replace(/<(?!br>)[^>]*>/g, '')
		.replace(/\s+/g, ' ')
		.replace(/\|/g, '\\|')
		.trim();
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
	return heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replace(/ /g, '-');
}

/** The anchors of a Markdown text. */
export function anchorsOf(markdown: string): string[] {
	const text = markdown.replace(/^```[^]*?^```/gm, '');
	return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}
