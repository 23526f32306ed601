import type { Changes } from './changes';
import type { Tag, Treatment } from './htmlTags';

/*
 * The signs of Markdown that stand for the tags of a page.
 */

/** What may stand in the cell of a table. All else would break its row. */
const IN_CELL: ReadonlySet<Treatment> = new Set([
	'inline',
	'gone',
	'struckOut',
	'link',
	'row',
	'cell',
]);

/** What stands for a tag that is always replaced by the same sign, at the beginning and at the end of its element. */
const ALIKE = {
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

/** Gets the tags of a page in their order, because the sign for a tag depends on those before it. */
export class HtmlMarks {
	/** The number of the next item of each list that is open; undefined in a list without numbers. */
	private readonly lists: Array<number | undefined> = [];

	/** Whether a cell of a table is open. */
	private isInCell = false;

	/** Whether the table has had a row of headings: such a row is followed by a line, but only the first one. */
	private headings: 'none' | 'inThisRow' | 'done' = 'none';

	/** Whether a paragraph or a heading is open. */
	private isInParagraph = false;

	/** Whether the last tag was a line break. */
	private isBehindBreak = false;

	/** @param changes to which links and blocks of code are added */
	constructor(private readonly changes: Changes) {}

	/**
	 * What stands in the text for the next tag: signs of Markdown, line breaks, a blank, or nothing.
	 *
	 * @param treatment what becomes of its element
	 */
	markFor(tag: Tag, treatment: Treatment): string {
		this.countChange(tag, treatment);
		this.followLineBreaks(tag, treatment);
		this.endCellOfTable(tag, treatment);
		if (this.isInCell && !IN_CELL.has(treatment)) return ' ';
		switch (treatment) {
			case 'heading':
				return tag.isEnd ? '\n\n' : '\n\n# ';
			case 'list':
				return this.markList(tag);
			case 'item':
				return tag.isEnd ? '' : this.markItem();
			case 'table':
				return this.markTable();
			case 'row':
				return this.markRow(tag);
			case 'cell':
				return this.markCell(tag);
			default:
				return ALIKE[treatment];
		}
	}

	/** Ends a cell with its table: a page may leave out the end of a cell, but not that of a table. */
	private endCellOfTable({ isEnd }: Tag, treatment: Treatment): void {
		if (treatment === 'table' && isEnd) this.isInCell = false;
	}

	/** Remembers what decides how `wordsOf` reads the line breaks of the page behind a tag. */
	private followLineBreaks({ name, isEnd }: Tag, treatment: Treatment): void {
		this.isBehindBreak = treatment === 'break';
		const isParagraph = treatment === 'heading' || name === 'p';
		if (isParagraph) this.isInParagraph = !isEnd;
		else if (treatment === 'block') this.isInParagraph = false;
	}

	/**
	 * The words between two tags. Within a paragraph, a heading, a list or a cell, a line break of the page is a blank.
	 * Behind a tag for a line break, it is nothing.
	 */
	wordsOf(text: string): string {
		const words = this.isBehindBreak ? text.replace(/^ ?\n/u, '') : text;
		const isWrapped = this.isInParagraph || this.isInCell || this.lists.length > 0;
		return isWrapped ? words.replace(SINGLE_BREAK, ' ') : words;
	}

	/** Links are counted at their end, code at its start, because its content and its end are left out. */
	private countChange({ isEnd }: Tag, treatment: Treatment): void {
		if (treatment === 'link' && isEnd) this.changes.links += 1;
		if (treatment === 'code' && !isEnd) this.changes.codeBlocks += 1;
	}

	/**
	 * A list begins with a new line, and each of its items as well, so that an empty line stands before the first one.
	 * The outermost list ends with an empty line, one within another list with a new line.
	 */
	private markList({ name, isEnd }: Tag): string {
		if (!isEnd) {
			const isNumbered = name === 'ol';
			this.lists.push(isNumbered ? 1 : undefined);
			return '\n';
		}
		this.lists.pop();
		const isInList = this.lists.length > 0;
		return isInList ? '\n' : '\n\n';
	}

	/** The beginning of an item of the innermost list: its number, or a dash, also outside of any list. */
	private markItem(): string {
		const number = this.lists.at(-1);
		if (number === undefined) return '\n- ';
		this.lists[this.lists.length - 1] = number + 1;
		return `\n${number}. `;
	}

	/** Each table has headings of its own. */
	private markTable(): string {
		this.headings = 'none';
		return '\n\n';
	}

	/** A row as Markdown has it: its cells between bars, and a line below the row of the headings. */
	private markRow({ isEnd }: Tag): string {
		this.isInCell = false;
		if (!isEnd) return '\n| ';
		if (this.headings !== 'inThisRow') return '';
		this.headings = 'done';
		return '\n|---|';
	}

	/** A cell ends with a bar. A heading makes its row that of the headings, unless the table has had one. */
	private markCell({ name, isEnd }: Tag): string {
		this.isInCell = !isEnd;
		if (name === 'th' && this.headings === 'none') this.headings = 'inThisRow';
		return isEnd ? ' |' : '';
	}
}
