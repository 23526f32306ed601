/*
 * Numbers as people, tables and language models write them: with a decimal comma, with thousands set apart, with the unit of
 * the field behind them. Only what can mean one number alone is read as one.
 */
import { plainText } from '../util/text';
import { withoutQuotes } from './words';

/** The units in which fields count, as people write them behind a number. */
const UNITS = {
	seconds: ['s', 'sec', 'secs', 'second', 'seconds'],
	minutes: ['m', 'min', 'mins', 'minute', 'minutes'],
	pixels: ['px', 'pixel', 'pixels'],
	lines: ['p', 'px', 'pixel', 'pixels'],
	percent: ['%', 'percent'],
	times: ['x', '×', 'times'],
	images: ['image', 'images'],
} as const;

/** What a field counts in. */
export type Unit = keyof typeof UNITS;

/** What is known of the numbers that a field takes. */
export interface NumberForm {
	unit?: Unit;
	/** Then "1,280" can only be 1280, as 1.28 is no whole number. */
	isWhole?: boolean;
}

const WITH_UNIT = /^(.*\d\.?)\s*([^\d\s.,]+)\.?$/;
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Thousands that are set apart by blanks or apostrophes, which nothing else uses. */
const SET_APART = /^([+-]?\d{1,3})((?:[ \u00a0\u202f'’]\d{3})+)([.,]\d+)?$/;
/** Thousands behind commas, with decimals behind a point; and the other way around. */
const ENGLISH = /^[+-]?\d{1,3}(,\d{3})+\.\d+$/;
const CONTINENTAL = /^[+-]?\d{1,3}(\.\d{3})+,\d+$/;
const WHOLE_THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+$/;
/** Three digits behind a comma may be decimals or thousands. */
const DECIMAL_COMMA = /^[+-]?\d+,(\d{1,2}|\d{4,})$/;

/**
 * The number that a text holds.
 *
 * @returns anything else, and what may mean several numbers, as it is
 */
export function numberIn(value: unknown, { unit, isWhole = false }: NumberForm = {}): unknown {
	if (typeof value !== 'string') return value;
	const text = withoutUnit(withoutQuotes(plainText(value)), unit).replace('−', '-');
	const plain = withPoint(text, isWhole);
	return PLAIN.test(plain) ? Number(plain) : value;
}

function withoutUnit(text: string, unit: Unit | undefined): string {
	const [, digits = text, word = ''] = WITH_UNIT.exec(text) ?? [];
	const words: readonly string[] = unit ? UNITS[unit] : [];
	return words.includes(word.toLowerCase()) ? digits.trim() : text;
}

/** A number as code writes it: without signs between thousands, and with a point before decimals. */
function withPoint(text: string, isWhole: boolean): string {
	if (SET_APART.test(text)) return text.replace(/[ \u00a0\u202f'’]/g, '').replace(',', '.');
	if (ENGLISH.test(text) || (isWhole && WHOLE_THOUSANDS.test(text)))
		return text.replaceAll(',', '');
	if (CONTINENTAL.test(text)) return text.replaceAll('.', '').replace(',', '.');
	return DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
}
