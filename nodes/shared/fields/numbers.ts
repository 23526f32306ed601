/*
 * Numbers as people, tables and language models write them: with a decimal comma, with thousands set apart, with the unit of
 * the field behind them. Only what can mean one number alone is read as one.
 */
import { memoize } from 'lodash';

import { plainText } from '../util/text';
import { listOfWords, plainWords, withoutQuotes } from './words';

const PIXELS = 'px pixel pixels pixeles pixeis pixelse пикселей пикселеи пикс 像素 ピクセル 픽셀';

/** The units in which fields count, as people write them behind a number, without accents. */
const UNITS = {
	seconds:
		"s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos seg segs secondo secondi seconden sekund sekundy saniye с сек секунд секунды секунда 秒 秒钟 秒間 초 giay วินาที detik ثانية ثوان ثواني \" ″ ’’ ''",
	minutes:
		'm min mins minute minutes minuten minuto minutos minuti minut minuty dakika мин минут минуты 分 分钟 分間 분',
	milliseconds: 'ms msec millisecond milliseconds millisekunden millisecondes milisegundos 毫秒',
	hours:
		'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur часа часов 小时 時間 시간',
	pixels: PIXELS,
	lines: `p i lines ${PIXELS}`,
	percent: '% percent pct prozent pourcent porciento porcento percento procent процентов',
	times: 'x × times fach fache mal fois veces volte vezes keer раза 倍 倍速 배',
	images:
		'x × image images picture pictures pic pics pcs bild bilder stuck imagen imagenes immagine immagini imagem imagens afbeeldingen изображения 张 枚 장',
} as const;

/** What a field counts in. */
export type Unit = keyof typeof UNITS;

/** In what else people write the value of a field, and how many of the field's own unit that is. */
const OTHER_UNITS: Partial<Record<Unit, ReadonlyArray<readonly [unit: Unit, size: number]>>> = {
	seconds: [
		['minutes', 60],
		['milliseconds', 0.001],
	],
	minutes: [['hours', 60]],
	times: [['percent', 0.01]],
};

/** What is known of the numbers that a field takes. */
export interface NumberForm {
	unit?: Unit;
	/** Then "1,280" can only be 1280, as 1.28 is no whole number. */
	isWhole?: boolean;
}

const WITH_UNIT = /^(.*\d\.?)\s*([^\d\s.,][^\d.,]*)\.?$/;
const MULTIPLIED = /^[x×]\s*(?=\d)/i;
/** A time as clocks show it, to the second: 00:05, 0:00:05. */
const CLOCK = /^(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?:\.0+)?$/;
/** A duration as ISO 8601 writes it: PT5S, PT1M30S. */
const ISO_DURATION = /^PT(?:(\d{1,2})H)?(?:(\d{1,3})M)?(?:(\d{1,5})(?:\.0+)?S)?$/i;
/** The same in words: 1m5s, 1 min 5 sec, 0h 0m 5s. */
const DURATION_IN_WORDS =
	/^(?:(\d{1,2})\s*h[a-z]*\.?[\s,]*)?(?:(\d{1,3})\s*m[a-z]*\.?[\s,]*)?(\d{1,5})\s*s[a-z]*\.?$/i;
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Thousands that are set apart by blanks or apostrophes, which nothing else uses. */
const SET_APART = /^([+-]?\d{1,3})((?:[ \u00a0\u202f'’]\d{3})+)([.,]\d+)?$/;
/** Thousands behind commas, with decimals behind a point; and the other way around. */
const ENGLISH = /^[+-]?\d{1,3}(,\d{3})+\.\d+$/;
const CONTINENTAL = /^[+-]?\d{1,3}(\.\d{3})+,\d+$/;
const WHOLE_THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+$/;
/** Thousands behind points: of "1.080" in place of a whole number, but not of "5.000", which may be 5. */
const POINTS_BEFORE_THOUSANDS = /^[+-]?[1-9]\d{0,2}(\.\d{3})*\.(?!000$)\d{3}$/;
/** Three digits behind a comma may be decimals or thousands. */
const DECIMAL_COMMA = /^[+-]?\d+,(\d{1,2}|\d{4,})$/;

/**
 * The number that a text holds.
 *
 * @returns anything else, and what may mean several numbers, as it is
 */
export function numberIn(value: unknown, { unit, isWhole = false }: NumberForm = {}): unknown {
	if (typeof value !== 'string') return value;
	const text = withLatinDigits(withoutQuotes(plainText(value)));
	const seconds = unit === 'seconds' ? secondsIn(text) : undefined;
	if (seconds !== undefined) return seconds;
	const others = (unit && OTHER_UNITS[unit]) ?? [];
	for (const [written, size] of [[unit, 1] as const, ...others]) {
		const plain = withPoint(withoutUnit(text, written).replace('−', '-'), isWhole && size === 1);
		// To so many digits, a hundredth of 115 is 1.15.
		if (PLAIN.test(plain)) return size === 1 ? Number(plain) : toPrecision(Number(plain) * size);
	}
	return value;
}

function toPrecision(number: number): number {
	return Number(number.toPrecision(12));
}

/** The zeros of other scripts, behind which their other digits stand: full width, Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function withLatinDigits(text: string): string {
	return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
		const code = digit.codePointAt(0) ?? 0;
		const zero = ZEROS.find((one) => code >= one && code <= one + 9);
		return zero === undefined ? digit : String(code - zero);
	});
}

/** The seconds of a time that is written with its minutes. */
function secondsIn(text: string): number | undefined {
	const parts = CLOCK.exec(text) ?? ISO_DURATION.exec(text) ?? DURATION_IN_WORDS.exec(text);
	if (!parts || parts.slice(1).every((part) => part === undefined)) return undefined;
	const [hours, minutes, seconds] = parts.slice(1).map((part = '0') => Number(part));
	return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Made once for each unit, because a run reads the numbers of thousands of items. */
const wordsOfUnit = memoize((unit: Unit): ReadonlySet<string> => new Set(listOfWords(UNITS[unit])));

function withoutUnit(text: string, unit: Unit | undefined): string {
	if (!unit) return text;
	const words = wordsOfUnit(unit);
	const [, digits = text, word = ''] = WITH_UNIT.exec(text) ?? [];
	if (words.has(unitIn(word))) return digits.trim();
	return words.has('x') ? text.replace(MULTIPLIED, '') : text;
}

/** A unit as it is compared: without the hyphen before it or the brackets around it, as in "5-second" and "5 (seconds)". */
function unitIn(word: string): string {
	return plainWords(word).replace(/^-|[()\s]/g, '');
}

/** A number as code writes it: without signs between thousands, and with a point before decimals. */
function withPoint(text: string, isWhole: boolean): string {
	if (SET_APART.test(text)) return text.replace(/[ \u00a0\u202f'’]/g, '').replace(',', '.');
	if (ENGLISH.test(text) || (isWhole && WHOLE_THOUSANDS.test(text))) {
		return text.replaceAll(',', '');
	}
	if (isWhole && POINTS_BEFORE_THOUSANDS.test(text)) return text.replaceAll('.', '');
	if (CONTINENTAL.test(text)) return text.replaceAll('.', '').replace(',', '.');
	return DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
}
