/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
	const words = heading.trim().toLowerCase();
	return words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}

/** The anchors of a Markdown text. */
export function anchorsOf(markdown: string): string[] {
	const text = markdown.replace(/^```[^]*?^```/gm, '');
	return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}
