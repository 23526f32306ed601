import type { Changes } from './changes';
import { withoutEntities } from './entities';
import { lastEndsOf, type Tag, htmlTagsIn, type Treatment, TREATMENTS } from './htmlTags';

/*
 * HTML, as it stands in feeds, pages and newsletters, as Markdown: headings, list items and tables get its signs, so
 * that one stage (`markdown.ts`) decides how they are read. All else becomes plain text.
 */

/** A tag that was escaped, as many feeds have all their HTML. */
const ESCAPED_TAG = /&lt;\/?(?:p|div|span|br|a|b|i|em|strong|ul|ol|li|h[1-6]|img)[\s/&]/iu;

/** Turns the HTML of a text into Markdown and plain text; one without any tag only loses its entities. */
export function fromHtml(given: string, changes: Changes): string {
	const text = ESCAPED_TAG.test(given) ? withoutEntities(given, changes) : given;
	const page = withReadablePowers(withoutComments(text));
	return withoutEntities(withoutTags(page, changes), changes);
}

/** What XML and HTML say about themselves, and the marks of plain text within. */
const PROLOG = /<!doctype[^<>]*>|<\?xml[^<>]*>|<!\[CDATA\[|\]\]>/giu;

/** What stands above the line: a power, or the number of a note. */
const POWER = /<sup>([23])<\/sup>/giu;
const OTHER_POWER = /(?<=\d)<sup>(-?\d{1,3})<\/sup>/giu;
const NOTE = /<sup[^<>]*>\s*(?:<a\s[^<>]*>[^<>]{1,8}<\/a>|\[\d{1,3}\])\s*<\/sup>/giu;

function withReadablePowers(text: string): string {
	return text
		.replace(POWER, (_element, digit: string) => (digit === '2' ? '²' : '³'))
		.replace(OTHER_POWER, '^$1')
		.replace(NOTE, '');
}

/** Removes comments, of which one that does not end is read, and what is not of the text. */
function withoutComments(text: string): string {
	const [first = '', ...rest] = text.replace(PROLOG, '').split('<!--');
	let plain = first;
	for (const part of rest) {
		const end = part.indexOf('-->');
		plain += end < 0 ? part : part.slice(end + 3);
	}
	return plain;
}

/** What is known of the part of the page that was read so far. */
interface PageSoFar {
	changes: Changes;
	/** The number of the next item of each list that is open; undefined in a list without numbers. */
	lists: Array<number | undefined>;
	/** Whether a cell of a table is open, whose row may not be broken. */
	isInCell: boolean;
	/** Whether the row has cells that are headings; in each table, the first such row is followed by a line. */
	row: 'none' | 'plain' | 'headings';
}

function withoutTags(page: string, changes: Changes): string {
	const lastEnds = lastEndsOf(page);
	const soFar: PageSoFar = { changes, lists: [], isInCell: false, row: 'none' };
	let plain = '';
	let from = 0;
	/** The element whose content is left out at present. */
	let leftOut: string | undefined;
	for (const tag of htmlTagsIn(page)) {
		const treatment = treatmentOf(tag, lastEnds);
		if (treatment === undefined) continue;
		changes.html ||= 1;
		if (leftOut === undefined) {
			plain += page.slice(from, tag.start) + replacement(tag, treatment, soFar);
			from = tag.end;
			if (isLeftOut(tag, treatment, lastEnds)) leftOut = tag.name;
		} else if (tag.isEnd && tag.name === leftOut) {
			from = tag.end;
			leftOut = undefined;
		}
	}
	return plain + page.slice(from);
}

/** What becomes of a tag; undefined for a word in brackets, such as <name>, which has no end as an element has. */
function treatmentOf({ name }: Tag, lastEnds: ReadonlyMap<string, number>): Treatment | undefined {
	return TREATMENTS.get(name) ?? (lastEnds.has(name) ? 'inline' : undefined);
}

/** Elements that are left out with their content. */
const LEFT_OUT: ReadonlySet<Treatment> = new Set(['gone', 'code']);

/** Whether a tag begins an element that is left out with its content; one without an end is not. */
function isLeftOut(
	{ name, isEnd, isWhole, start }: Tag,
	treatment: Treatment,
	lastEnds: ReadonlyMap<string, number>,
): boolean {
	if (isEnd || isWhole || !LEFT_OUT.has(treatment)) return false;
	return (lastEnds.get(name) ?? -1) > start;
}

/** What a tag of each treatment becomes, outside of the cells of a table. */
const REPLACEMENTS: Readonly<Record<Treatment, (tag: Tag, soFar: PageSoFar) => string>> = {
	inline: () => '',
	gone: () => '',
	struckOut: () => '~~',
	block: () => '\n\n',
	code: () => '\n\n',
	break: () => '\n',
	link: () => '',
	heading: ({ isEnd }) => (isEnd ? '\n\n' : '\n\n# '),
	list: listMark,
	item: ({ isEnd }, soFar) => (isEnd ? '' : itemMark(soFar)),
	table: tableMark,
	row: rowMark,
	cell: cellMark,
};

/** What may stand in the cell of a table; all else would break its row. */
const IN_CELL: ReadonlySet<Treatment> = new Set([
	'inline',
	'gone',
	'struckOut',
	'link',
	'row',
	'cell',
]);

/**
 * What stands in the text for a tag. Links are counted at their end, code at its start, because its content and its end are left
 * out.
 */
function replacement(tag: Tag, treatment: Treatment, soFar: PageSoFar): string {
	if (treatment === 'link' && tag.isEnd) soFar.changes.links += 1;
	if (treatment === 'code' && !tag.isEnd) soFar.changes.codeBlocks += 1;
	if (soFar.isInCell && !IN_CELL.has(treatment)) return ' ';
	return REPLACEMENTS[treatment](tag, soFar);
}

function listMark({ name, isEnd }: Tag, { lists }: PageSoFar): string {
	if (isEnd) lists.pop();
	else lists.push(name === 'ol' ? 1 : undefined);
	return lists.length > 0 ? '\n' : '\n\n';
}

function itemMark({ lists }: PageSoFar): string {
	const number = lists.at(-1);
	if (number === undefined) return '\n- ';
	lists[lists.length - 1] = number + 1;
	return `\n${number}. `;
}

/** Each table has headings of its own. */
function tableMark(_tag: Tag, soFar: PageSoFar): string {
	soFar.row = 'none';
	return '\n\n';
}

/** A row as Markdown has it: its cells between bars, and a line below the row of the headings. */
function rowMark({ isEnd }: Tag, soFar: PageSoFar): string {
	soFar.isInCell = false;
	if (!isEnd) return '\n| ';
	if (soFar.row !== 'headings') return '';
	soFar.row = 'plain';
	return '\n|---|';
}

function cellMark({ name, isEnd }: Tag, soFar: PageSoFar): string {
	soFar.isInCell = !isEnd;
	if (name === 'th' && soFar.row === 'none') soFar.row = 'headings';
	return isEnd ? ' |' : '';
}
