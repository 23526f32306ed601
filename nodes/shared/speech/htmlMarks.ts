import type { Changes } from './changes';
import type { Tag, Treatment } from './htmlTags';
import { fullStopFor } from './sentences';

/*
 * The signs of Markdown that stand for the tags of a page of HTML.
 */

/**
 * The tags whose marks may stand in the cell of a table. All other marks have a line break, which would end its row.
 */
const IN_CELL: ReadonlySet<Treatment> = new Set([
	'inline',
	'gone',
	'struckOut',
	'link',
	'row',
	'cell',
]);

/** The mark of each treatment for which start tags and end tags all have the same one. */
const SAME_FOR_ALL = {
	inline: '',
	gone: '',
	link: '',
	struckOut: '~~',
	block: '\n\n',
	code: '\n\n',
	break: '\n',
};

/** A line break without an empty line before or behind it. */
const SINGLE_BREAK = /(?<!\n ?)\n(?! ?\n)/gu;

/**
 * Turns the tags of a page, and the words between them, into Markdown. Both have to be given in the order of the page,
 * because a mark depends on what is before it: `markFor` for each tag, and `wordsOf` for the words before each tag and
 * behind the last one.
 */
export class HtmlMarks {
	/** The number of the next item of each list that is open; undefined in a list without numbers. */
	private readonly lists: Array<number | undefined> = [];

	/** Whether a cell of a table is open. */
	private isInCell = false;

	/** The last words of the cell that is open; empty where it has none yet. */
	private wordsInCell = '';

	/** Whether a paragraph has begun or ended since the last words of the cell. */
	private isBetweenParagraphs = false;

	/**
	 * Which row of the present table has the headings, below which Markdown has a line of dashes: `inThisRow` once this
	 * one has a heading, and `done` when the line is there, or the row turned out to be one of data.
	 */
	private headings: 'none' | 'inThisRow' | 'done' = 'none';

	/** Whether a paragraph or a heading is open. */
	private isInParagraph = false;

	/** Whether the last tag was a line break. */
	private isBehindBreak = false;

	/** @param changes to which links and blocks of code are added */
	constructor(private readonly changes: Changes) {}

	/**
	 * What stands in the text for the next tag: signs of Markdown, line breaks, a blank, or nothing. It also remembers
	 * what the tag means for what is behind it, and counts links and blocks of code.
	 *
	 * @param treatment what becomes of the element of the tag
	 */
	markFor(tag: Tag, treatment: Treatment): string {
		this.countChange(tag, treatment);
		this.rememberForLineBreaks(tag, treatment);
		this.endCellOfTable(tag, treatment);
		if (this.isInCell && !IN_CELL.has(treatment)) return this.markInCell(treatment);
		switch (treatment) {
			case 'heading':
				return tag.isEnd ? '\n\n' : '\n\n# ';
			case 'list':
				return this.markOfList(tag);
			case 'item':
				return tag.isEnd ? '' : this.markOfItem(tag);
			case 'table':
				return this.markOfTable();
			case 'row':
				return this.markOfRow(tag);
			case 'cell':
				return this.markOfCell(tag);
			default:
				return SAME_FOR_ALL[treatment];
		}
	}

	/** Ends a cell that is open where its table ends, because a page may leave out the end tag of a cell. */
	private endCellOfTable({ isEnd }: Tag, treatment: Treatment): void {
		if (treatment === 'table' && isEnd) this.isInCell = false;
	}

	/**
	 * Remembers whether a tag is a line break, or begins or ends a paragraph, because `wordsOf` treats line breaks by
	 * that.
	 */
	private rememberForLineBreaks({ name, isEnd }: Tag, treatment: Treatment): void {
		this.isBehindBreak = treatment === 'break';
		const isParagraph = treatment === 'heading' || name === 'p';
		if (isParagraph) this.isInParagraph = !isEnd;
		else if (treatment === 'block') this.isInParagraph = false;
	}

	/**
	 * The words between two tags, as they stand in the text. A line break in the source of the page is left out right
	 * behind a `<br>`, and becomes a blank within a paragraph, a heading, a list or a cell, unless an empty line is
	 * there.
	 *
	 * @param text the words as the page has them
	 */
	wordsOf(text: string): string {
		const words = this.isBehindBreak ? text.replace(/^ ?\n/u, '') : text;
		const mayBeWrapped = this.isInParagraph || this.isInCell || this.lists.length > 0;
		const line = mayBeWrapped ? words.replace(SINGLE_BREAK, ' ') : words;
		return this.isInCell ? this.wordsOfCell(line) : line;
	}

	/**
	 * The mark for a tag that would break the row of a table: a blank. Unless it is a `<br>`, it also makes `wordsOfCell`
	 * end a sentence before the next words, because a paragraph, a heading or an item begins or ends here.
	 */
	private markInCell(treatment: Treatment): string {
		if (treatment !== 'break') this.isBetweenParagraphs = true;
		return ' ';
	}

	/**
	 * The next words of a cell. Where they begin a paragraph, the sign that ends the sentence of the last words stands
	 * before them: newsletters have all their paragraphs in cells, and these would run into each other.
	 */
	private wordsOfCell(words: string): string {
		const trimmed = words.trim();
		if (trimmed === '') return words;
		const before = this.wordsInCell;
		const beginsParagraph = this.isBetweenParagraphs && before !== '';
		this.wordsInCell = trimmed;
		this.isBetweenParagraphs = false;
		if (!beginsParagraph) return words;
		return `${fullStopFor(before)} ${words}`;
	}

	/** Counts a link at its end tag, and code at its start tag, because its content and its end tag are left out. */
	private countChange({ isEnd }: Tag, treatment: Treatment): void {
		if (treatment === 'link' && isEnd) this.changes.links += 1;
		if (treatment === 'code' && !isEnd) this.changes.codeBlocks += 1;
	}

	/**
	 * The mark with which a list begins or ends. A list begins with a new line, and each of its items as well, so that an
	 * empty line stands before the first one. The outermost list ends with an empty line, one within another list with a
	 * new line.
	 */
	private markOfList({ name, isEnd, number = 1 }: Tag): string {
		if (!isEnd) {
			const isNumbered = name === 'ol';
			this.lists.push(isNumbered ? number : undefined);
			return '\n';
		}
		this.lists.pop();
		const isInList = this.lists.length > 0;
		return isInList ? '\n' : '\n\n';
	}

	/**
	 * The mark with which an item of the innermost list begins: its number, or a dash in a list without numbers and
	 * outside of any list.
	 */
	private markOfItem(item: Tag): string {
		const next = this.lists.at(-1);
		if (next === undefined) return '\n- ';
		const number = item.number ?? next;
		this.lists[this.lists.length - 1] = number + 1;
		return `\n${number}. `;
	}

	/**
	 * The mark with which a table begins or ends: an empty line. Each table has headings of its own, but one that stands
	 * in a cell goes on with those of the table around it, because its beginning does not come here.
	 */
	private markOfTable(): string {
		this.headings = 'none';
		return '\n\n';
	}

	/**
	 * The mark with which a row begins or ends; its cells stand between bars. Behind the row of the headings comes the
	 * line of dashes that Markdown has there, of which one column is enough.
	 */
	private markOfRow({ isEnd }: Tag): string {
		this.isInCell = false;
		if (!isEnd) return '\n| ';
		if (this.headings !== 'inThisRow') return '';
		this.headings = 'done';
		return '\n|---|';
	}

	/**
	 * The mark for the tag of a cell: a bar where a cell ends, otherwise nothing. A cell that begins while one is open
	 * ends that, because a page may leave out the end tag. Also finds out whether its row is that of the headings: the
	 * first row with a heading (`th`) is, unless a cell of data (`td`) follows that heading.
	 */
	private markOfCell({ name, isEnd }: Tag): string {
		const endsCell = isEnd || this.isInCell;
		this.isInCell = !isEnd;
		this.wordsInCell = '';
		this.isBetweenParagraphs = false;
		if (name === 'th' && this.headings === 'none') this.headings = 'inThisRow';
		// A row that also has other cells has its own heading at its beginning, and is not the row of the headings.
		else if (name === 'td' && this.headings === 'inThisRow') this.headings = 'done';
		return endsCell ? ' | ' : '';
	}
}
