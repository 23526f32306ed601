import { withoutEntities } from '../util/entities';
import { type Replacement, withReplacements } from '../util/text';
import type { Changes } from './changes';
import { HtmlMarks } from './htmlMarks';
import { htmlTagsIn, lastEndsOf, type Tag, type Treatment, TREATMENTS } from './htmlTags';

/*
 * HTML, as it stands in feeds, pages and newsletters, as Markdown: headings, list items and tables get its signs, so
 * that one stage (`markdown.ts`) decides how they are read. All else becomes plain text.
 */

/** A tag that was escaped: "&lt;p&gt;". Many feeds escape all their HTML. */
const ESCAPED_TAG = /&lt;\/?(?:p|div|span|br|a|b|i|em|strong|ul|ol|li|h[1-6]|img)[\s/&]/iu;

/**
 * Turns the HTML of a text into Markdown and plain text. A text without any tag only loses its comments, its entities
 * and what XML says about itself. Feeds escape all their HTML, so that one escaped tag means that all is escaped.
 *
 * @param changes whose `html` becomes 1, if it was 0, where a tag or an entity is replaced; links and blocks of code
 *   are added
 */
export function fromHtml(given: string, changes: Changes): string {
	const hasEscapedTags = ESCAPED_TAG.test(given);
	const text = hasEscapedTags ? withoutEntities(given) : given;
	const page = withReplacements(withoutComments(text.replace(THOUGHTS, '')), ABOVE_LINE);
	const words = withoutTags(page, changes);
	const plain = withoutEntities(words);
	// Counted once, because a text has HTML or has none.
	if (hasEscapedTags || plain !== words) changes.html ||= 1;
	return plain;
}

/**
 * All before the end tag of a language model's thoughts, `</think>`, where their start tag is missing. With both tags,
 * they are an element, which is left out later.
 */
const THOUGHTS = /^(?:(?!<think(?:ing)?>)[^])*<\/think(?:ing)?>/iu;

/** What XML and HTML say about themselves, and the marks of plain text in them: "<!DOCTYPE html>", "<![CDATA[". */
const PROLOG = /<!doctype[^<>]*>|<\?xml[^<>]*>|<!\[CDATA\[|\]\]>/giu;

/** Removes comments, and what XML and HTML say about themselves. The words of a comment that does not end stay. */
function withoutComments(text: string): string {
	const [beforeComments = '', ...partsWithComment] = text.replace(PROLOG, '').split('<!--');
	let plain = beforeComments;
	// Each part begins with the words of a comment, which end with "-->".
	for (const part of partsWithComment) {
		const end = part.indexOf('-->');
		plain += end < 0 ? part : part.slice(end + '-->'.length);
	}
	return plain;
}

/** What a page shows above the line, as powers and numbers of notes, and what is read instead. */
const ABOVE_LINE: readonly Replacement[] = [
	/** Powers: "m<sup>2</sup>" is "m²", "10<sup>-6</sup>" is "10^-6". */
	[/<sup>2<\/sup>/giu, '²'],
	[/<sup>3<\/sup>/giu, '³'],
	[/(?<=\d)<sup>(-?\d{1,3})<\/sup>/giu, '^$1'],
	/** The number of a note: "<sup>[1]</sup>", "<sup><a href="#note">1</a></sup>". */
	[/(?<=\p{L}{4}|[.,;:!?"”»)])<sup[^<>]*>\s*\d{1,3}\s*<\/sup>/giu, ''],
	[/<sup[^<>]*>\s*(?:<a\s[^<>]*>[^<>]{1,8}<\/a>|\[\d{1,3}\])\s*<\/sup>/giu, ''],
];

/** An element that is left out with its content. */
interface LeftOut {
	name: string;
	/** How many elements of that name are open: the element itself, and those within it. */
	depth: number;
}

/**
 * The text of a page, in which tags are replaced by signs of Markdown or by nothing, and elements that nobody reads are
 * left out with their content. What only looks like a tag stays.
 */
function withoutTags(page: string, changes: Changes): string {
	const lastEnds = lastEndsOf(page);
	const marks = new HtmlMarks(changes);
	let plain = '';
	/** What comes before this place of the page is in `plain`, or is left out. */
	let done = 0;
	/** The element that is being left out; undefined where none is. */
	let leftOut: LeftOut | undefined;
	for (const tag of htmlTagsIn(page)) {
		const treatment = treatmentOf(tag, lastEnds);
		// What only looks like a tag stays among the words.
		if (treatment === undefined) continue;
		// Counted once, because a text has HTML or has none.
		changes.html ||= 1;
		if (leftOut) {
			leftOut.depth += depthChangeBy(tag, leftOut.name);
			// Where the page lacks an end tag, the last one of that name ends the element.
			const isLastEnd = tag.name === leftOut.name && tag.start === lastEnds.get(tag.name);
			if (leftOut.depth > 0 && !isLastEnd) continue;
			leftOut = undefined;
		} else {
			plain += marks.wordsOf(page.slice(done, tag.start)) + marks.markFor(tag, treatment);
			if (beginsLeftOut(tag, treatment, { page, lastEnds })) leftOut = { name: tag.name, depth: 1 };
		}
		done = tag.end;
	}
	return plain + marks.wordsOf(page.slice(done));
}

/** Elements that hold text alone, so that what looks like another one of them within it is a part of that text. */
const TEXT_ONLY: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title']);

/**
 * By how much a tag changes the number of open elements of a name: 1 for a start tag of that name, -1 for an end tag; 0
 * for any other tag, for a whole element such as `<br/>`, and for what looks like a start tag in `TEXT_ONLY`.
 */
function depthChangeBy(tag: Tag, name: string): number {
	if (tag.name !== name || tag.isWhole) return 0;
	if (tag.isEnd) return -1;
	return TEXT_ONLY.has(name) ? 0 : 1;
}

/**
 * What becomes of a tag; undefined for what is no tag, but a word in brackets, such as <name>. Where the text has an
 * end tag of that name, it is a tag.
 *
 * @param lastEnds where the last end tag of each name is
 */
function treatmentOf({ name }: Tag, lastEnds: ReadonlyMap<string, number>): Treatment | undefined {
	return TREATMENTS.get(name) ?? (lastEnds.has(name) ? 'inline' : undefined);
}

/** Elements that are left out with their content. */
const LEFT_OUT: ReadonlySet<Treatment> = new Set(['gone', 'code']);

/**
 * Whether a tag begins an element that is left out with its content. An element whose end tag is missing is read,
 * because nobody knows where it ends.
 *
 * @param lastEnds where the last end tag of each name is
 */
function beginsLeftOut(
	tag: Tag,
	treatment: Treatment,
	{ page, lastEnds }: { page: string; lastEnds: ReadonlyMap<string, number> },
): boolean {
	if (tag.isEnd || tag.isWhole) return false;
	if (!tag.isHidden && !LEFT_OUT.has(treatment)) return false;
	const lastEnd = lastEnds.get(tag.name);
	if (lastEnd === undefined || lastEnd < tag.start) return false;
	if (tag.name !== 'script') return true;
	// A language model that was asked for a script puts it into this element as well.
	const content = page
		.slice(tag.end, lastEnd)
		.split(/<\/script/iu, 1)
		.join();
	return CODE.test(content);
}

/** What code has and a text for a voice has not. */
const CODE = /[{}=;<]|[\w$]\(|\bhttps?:/u;
