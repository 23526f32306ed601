import { catalogue } from '../util/catalogue';

/** The texts about what is spoken. */
export const speechMessages = catalogue({
	/** What *Text Cleanup* did, once for all texts of a run. */
	cleaned: (texts: number, removed: string) =>
		`Removed from ${texts === 1 ? 'the text' : `${texts} texts`}: ${removed}`,
	emoji: (count: number) => `${count} emoji`,
	markdown: 'Markdown',
	html: 'HTML',
	links: (count: number) => (count === 1 ? '1 link' : `${count} links`),
	codeBlocks: (count: number) => (count === 1 ? '1 block of code' : `${count} blocks of code`),
	tables: (count: number) =>
		count === 1
			? '1 table, which is read row by row'
			: `${count} tables, which are read row by row`,
	signs: 'signs that a voice reads badly',
});
