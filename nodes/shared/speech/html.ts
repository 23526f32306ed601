import type { Changes } from './changes';

/*
 * HTML, as it stands in feeds, pages and newsletters, as Markdown: headings, list items and tables get its signs, so
 * that one stage (`markdown.ts`) decides how they are read. All else becomes plain text.
 */

/** What an element becomes. */
type Treatment =
	/** Its tags go, its content stays in the line. */
	| 'inline'
	/** A paragraph of its own. */
	| 'block'
	/** Its tags and its content go: nobody reads it. */
	| 'gone'
	| 'break'
	| 'heading'
	| 'list'
	| 'item'
	| 'link'
	| 'code'
	| 'row'
	| 'cell';

const NAMES: Readonly<Record<Treatment, string>> = {
	inline:
		'abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label map mark meter nobr output picture progress q rp rt ruby s samp small source span strike strong sub sup time track tt u var wbr',
	block:
		'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hr html legend main nav p section summary table tbody tfoot thead',
	gone: 'audio canvas head iframe math noscript object script select style svg template textarea video',
	break: 'br',
	heading: 'h1 h2 h3 h4 h5 h6 title',
	list: 'ol ul menu',
	item: 'li',
	link: 'a',
	code: 'pre',
	row: 'tr',
	cell: 'td th',
};

const TREATMENTS = new Map(
	Object.entries(NAMES).flatMap(([treatment, names]) =>
		names.split(' ').map((name): [string, Treatment] => [name, treatment as Treatment]),
	),
);

const TAG = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/giu;

/** A tag that was escaped, as many feeds have all their HTML. */
const ESCAPED_TAG = /&lt;\/?(?:p|div|span|br|a|b|i|em|strong|ul|ol|li|h[1-6]|img)[\s/&]/iu;

/** What a tag becomes in the text, in a table that is being read. */
interface Reading {
	changes: Changes;
	/** The number of the next item of each list that is open; undefined in a list without numbers. */
	lists: Array<number | undefined>;
	/** Whether a cell of a table is open, whose row may not be broken. */
	isInCell: boolean;
	/** Whether the row has cells that are headings; the first such row is followed by a line. */
	row: 'none' | 'plain' | 'headings';
}

/** Turns the HTML of a text into Markdown and plain text; one without any tag only loses its entities. */
export function fromHtml(given: string, changes: Changes): string {
	const text = ESCAPED_TAG.test(given) ? withoutEntities(given, changes) : given;
	const page = withoutComments(text);
	const tags = [...page.matchAll(TAG)];
	const known = tags.filter(([, , name = '']) => TREATMENTS.has(name.toLowerCase()));
	if (known.length > 0) changes.html += 1;
	return withoutEntities(readTags(page, known, changes), changes);
}

/** What XML and HTML say about themselves, and the marks of plain text within. */
const PROLOG = /<!doctype[^<>]*>|<\?xml[^<>]*>|<!\[CDATA\[|\]\]>/giu;

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

function readTags(text: string, tags: RegExpExecArray[], changes: Changes): string {
	const reading: Reading = { changes, lists: [], isInCell: false, row: 'none' };
	const lastEnds = endsByName(tags);
	let plain = '';
	let from = 0;
	for (const [at, tag] of tags.entries()) {
		// A tag inside an element that is left out with its content.
		if (tag.index < from) continue;
		plain += text.slice(from, tag.index);
		plain += replacement(tag, reading);
		from = endOfTag(isLeftOut(tag, lastEnds) ? endTag(tags, at) : tag);
	}
	return plain + text.slice(from);
}

/** Where the last end tag of each element stands. */
function endsByName(tags: readonly RegExpExecArray[]): Map<string, number> {
	const ends = new Map<string, number>();
	for (const { 1: slash, 2: name = '', index } of tags) {
		if (slash === '/') ends.set(name.toLowerCase(), index);
	}
	return ends;
}

/** Whether a tag begins an element that is left out with its content; one without an end is not. */
function isLeftOut(
	{ 0: opening, 1: slash, 2: name = '', index }: RegExpExecArray,
	lastEnds: ReadonlyMap<string, number>,
): boolean {
	const element = name.toLowerCase();
	const treatment = TREATMENTS.get(element);
	if (treatment !== 'gone' && treatment !== 'code') return false;
	return slash !== '/' && !opening.endsWith('/>') && (lastEnds.get(element) ?? -1) > index;
}

/** The tag that ends the element which the tag at this place begins. */
function endTag(tags: readonly RegExpExecArray[], at: number): RegExpExecArray | undefined {
	const name = tags[at]?.[2]?.toLowerCase();
	for (let other = at + 1; other < tags.length; other += 1) {
		const tag = tags[other];
		if (tag?.[1] === '/' && tag[2]?.toLowerCase() === name) return tag;
	}
	return undefined;
}

function endOfTag(tag: RegExpExecArray | undefined): number {
	return tag ? tag.index + tag[0].length : Infinity;
}

/** A tag in the text. */
interface Tag {
	/** In lower case. */
	name: string;
	isEnd: boolean;
}

/** What a tag of each treatment becomes, outside of the cells of a table. */
const REPLACEMENTS: Readonly<Record<Treatment, (tag: Tag, reading: Reading) => string>> = {
	inline: () => '',
	gone: () => '',
	block: () => '\n\n',
	code: () => '\n\n',
	break: () => '\n',
	link: () => '',
	heading: ({ isEnd }) => (isEnd ? '\n\n' : '\n\n# '),
	list: listOf,
	item: ({ isEnd }, reading) => (isEnd ? '' : itemOf(reading)),
	row: rowOf,
	cell: cellOf,
};

/** What may stand in the cell of a table; all else would break its row. */
const IN_CELL: ReadonlySet<Treatment> = new Set(['inline', 'gone', 'link', 'row', 'cell']);

function replacement({ 1: slash, 2: given = '' }: RegExpExecArray, reading: Reading): string {
	const name = given.toLowerCase();
	const isEnd = slash === '/';
	const treatment = TREATMENTS.get(name) ?? 'inline';
	if (treatment === 'link' && isEnd) reading.changes.links += 1;
	if (treatment === 'code' && !isEnd) reading.changes.codeBlocks += 1;
	if (reading.isInCell && !IN_CELL.has(treatment)) return ' ';
	return REPLACEMENTS[treatment]({ name, isEnd }, reading);
}

function listOf({ name, isEnd }: Tag, { lists }: Reading): string {
	if (isEnd) lists.pop();
	else lists.push(name === 'ol' ? 1 : undefined);
	return lists.length > 0 ? '\n' : '\n\n';
}

function itemOf({ lists }: Reading): string {
	const number = lists.at(-1);
	if (number === undefined) return '\n- ';
	lists[lists.length - 1] = number + 1;
	return `\n${number}. `;
}

/** A row as Markdown has it: its cells between bars, and a line below the row of the headings. */
function rowOf({ isEnd }: Tag, reading: Reading): string {
	reading.isInCell = false;
	if (!isEnd) return '\n| ';
	if (reading.row !== 'headings') return '';
	reading.row = 'plain';
	return '\n|---|';
}

function cellOf({ name, isEnd }: Tag, reading: Reading): string {
	reading.isInCell = !isEnd;
	if (name === 'th' && reading.row === 'none') reading.row = 'headings';
	return isEnd ? ' |' : '';
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	ensp: ' ',
	emsp: ' ',
	thinsp: ' ',
	shy: '',
	ndash: '–',
	mdash: '—',
	hellip: '…',
	lsquo: '‘',
	rsquo: '’',
	sbquo: '‚',
	ldquo: '“',
	rdquo: '”',
	bdquo: '„',
	lsaquo: '‹',
	rsaquo: '›',
	bull: '•',
	middot: '·',
	euro: '€',
	trade: '™',
	rarr: '→',
	larr: '←',
	minus: '−',
	times: '×',
	divide: '÷',
	laquo: '«',
	raquo: '»',
	copy: '©',
	reg: '®',
	deg: '°',
	sect: '§',
	para: '¶',
	pound: '£',
	yen: '¥',
	cent: '¢',
	plusmn: '±',
	frac12: '½',
	frac14: '¼',
	frac34: '¾',
	sup2: '²',
	sup3: '³',
	iexcl: '¡',
	iquest: '¿',
	szlig: 'ß',
	oelig: 'œ',
	OElig: 'Œ',
	aelig: 'æ',
	AElig: 'Æ',
	oslash: 'ø',
	Oslash: 'Ø',
	eth: 'ð',
	thorn: 'þ',
};

/** The accents of Latin letters, as entities name them: `eacute` is e with an acute accent. */
const ACCENTS: Readonly<Record<string, string>> = {
	grave: '\u0300',
	acute: '\u0301',
	circ: '\u0302',
	tilde: '\u0303',
	uml: '\u0308',
	ring: '\u030A',
	cedil: '\u0327',
	caron: '\u030C',
};

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+\d*));/giu;

const ACCENTED = new RegExp(`^([a-z])(${Object.keys(ACCENTS).join('|')})$`, 'iu');

/** Replaces entities by the signs that they stand for; one that is not known stays. */
function withoutEntities(text: string, changes: Changes): string {
	return text.replace(
		ENTITY,
		(entity, decimal?: string, hexadecimal?: string, name: string = '') => {
			const sign = (decimal ?? hexadecimal) ? signOf(decimal, hexadecimal) : namedSign(name);
			if (sign === undefined) return entity;
			changes.html ||= 1;
			return sign;
		},
	);
}

function signOf(decimal: string | undefined, hexadecimal = ''): string | undefined {
	const code = decimal === undefined ? parseInt(hexadecimal, 16) : Number(decimal);
	return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function namedSign(name: string): string | undefined {
	const sign = ENTITIES[name] ?? ENTITIES[name.toLowerCase()];
	const [, letter, accent = ''] = ACCENTED.exec(name) ?? [];
	if (sign !== undefined || letter === undefined) return sign;
	return (letter + (ACCENTS[accent.toLowerCase()] ?? '')).normalize('NFC');
}
