import { catalogue, wrongField } from '../util/catalogue';

/** A number of changes of one kind in words: "1 link", "2 links". */
function countedChange(count: number, singular: string, plural: string): string {
	return `${count} ${count === 1 ? singular : plural}`;
}

/** The texts about what is spoken. */
export const speechMessages = catalogue({
	/** What *Text Cleanup* did, once for all texts of a run. */
	cleaned: (texts: number, removed: string) =>
		`Removed from ${texts === 1 ? 'the text' : `${texts} texts`}: ${removed}`,
	emoji: (count: number) => `${count} emoji`,
	markdown: 'Markdown',
	html: 'HTML',
	struckOut: (count: number) => countedChange(count, 'struck-out text', 'struck-out texts'),
	hashtags: (count: number) => countedChange(count, 'line of hashtags', 'lines of hashtags'),
	links: (count: number) => countedChange(count, 'link', 'links'),
	codeBlocks: (count: number) => countedChange(count, 'block of code', 'blocks of code'),
	tables: (count: number) =>
		countedChange(count, 'table, which is read row by row', 'tables, which are read row by row'),
	json: 'the names and signs of JSON',
	directions: (count: number) => countedChange(count, 'stage direction', 'stage directions'),
	remarks: (count: number) =>
		countedChange(count, 'remark of a language model', 'remarks of a language model'),
	signs: 'signs that a voice reads badly',

	/** A `place` is a field as messages name it: `'Text'`. */
	nothingLeft: (place: string) =>
		wrongField(
			`${place} has nothing that a voice could say`,
			"'Text Cleanup' removes emoji, URLs, code and stage directions, and there was nothing else. Enter words, or choose 'As It Is'.",
		),
	/** @param answer the beginning of the text */
	noScript: (place: string, answer: string) =>
		wrongField(
			`${place} has no script: the language model refused, or asks for something`,
			`It answered: '${answer}'. Check its prompt, and whether a field in it was empty. If the answer is to be said, choose 'As It Is' in 'Text Cleanup'.`,
		),
	/** @param error the beginning of the text. Also said of a prompt. */
	isError: (place: string, error: string) =>
		wrongField(
			`${place} is the error of a service: ${error}`,
			"Check the node that gave it. With n8n's If node before this one, leave out items that failed.",
		),
	placeholder: (place: string, placeholder: string) =>
		wrongField(
			`${place} still has the placeholder ${placeholder}`,
			"It would be said as it stands. Fill it in before this node, or tell the language model what to write there. If it is to be said, choose 'As It Is' in 'Text Cleanup'.",
		),
	severalVersions: (place: string) =>
		wrongField(
			`${place} has several versions of a script, which would all be said and charged`,
			"Ask the language model for one version, or keep one, for example with n8n's Edit Fields node before this one. If all of them are to be said, choose 'As It Is' in 'Text Cleanup'.",
		),
	/** @param parts the videos that could be made of it */
	tooLong: (place: string, length: number, most: number, parts: number) =>
		wrongField(
			`${place} has ${length} characters, but may have at most ${most}`,
			`Shorten it, or choose 'Make Several Videos' in 'If Text Is Too Long' for ${parts} videos.`,
		),
	/** Where it cannot be split, as within one very long word. */
	tooLongToSplit: (place: string, length: number, most: number) =>
		wrongField(
			`${place} has ${length} characters, but may have at most ${most}`,
			'Shorten it: it cannot be split, because a word or an element of SSML alone is longer.',
		),
	/** Where it would become more videos than one item may have. */
	tooManyParts: (place: string, length: number, most: number, parts: number) =>
		wrongField(
			`${place} has ${length} characters and would become more than ${parts} videos`,
			`One item makes at most ${parts} videos of at most ${most} characters each. Split the text into several items before this node, for example one for each chapter.`,
		),
	/** What is said about texts that become several videos. */
	split: (texts: number, videos: number) =>
		`${texts === 1 ? 'A text is' : `${texts} texts are`} too long for one video and ${texts === 1 ? 'becomes' : 'become'} ${videos} videos`,
	ownLines: (place: string) =>
		wrongField(
			`${place} cannot be used for a text that becomes several videos`,
			"Remove it, so that the service writes the subtitles, or choose 'Refuse' in 'If Text Is Too Long'.",
		),
	/** @param more kinds of emoji beside the named ones; 0 or less for none */
	hasEmoji: (place: string, emoji: string, more: number) =>
		wrongField(
			`${place} contains the emoji ${emoji}${more > 0 ? ` and ${more} more` : ''}, which the service does not accept`,
			"Remove all emoji, or choose 'For Speech' in 'Text Cleanup'.",
		),
});
