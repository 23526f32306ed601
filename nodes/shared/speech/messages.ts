import { catalogue, type Message } from '../util/catalogue';

function wrongText(title: string, advice: string): Message {
	return { code: 'wrongField', title, advice };
}

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

	/** A `place` is a field as messages name it: `'Text'`. */
	nothingLeft: (place: string) =>
		wrongText(
			`${place} has nothing that a voice could say`,
			"'Text Cleanup' removes emoji, URLs and blocks of code, and there was nothing else. Enter words, or choose 'As It Is'.",
		),
	tooLong: (place: string, length: number, most: number) =>
		wrongText(`${place} has ${length} characters, but may have at most ${most}`, ''),
	/** @param more kinds of emoji beside the named ones; 0 or less for none */
	hasEmoji: (place: string, emoji: string, more: number) =>
		wrongText(
			`${place} contains the emoji ${emoji}${more > 0 ? ` and ${more} more` : ''}, which the service does not accept`,
			"Remove all emoji, or choose 'For Speech' in 'Text Cleanup'.",
		),
});
