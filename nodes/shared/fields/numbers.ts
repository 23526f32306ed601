/*
 * Numbers as people, tables and language models write them: with a decimal comma, with thousands set apart, with the
 * unit of the field behind them. Only what can mean one number alone is read as one.
 */
import { mapValues } from 'lodash';

import { plainText } from '../util/text';
import { listOfWords, meaningByWord, plainWords, withoutQuotes } from './words';

const PIXELS =
	'px pixel pixels pixeles pixeis pixelse pikseli пикселей пикселеи пикс 像素 ピクセル 픽셀';

/** The units in which fields count, as people write them behind a number, without accents. */
const UNITS = {
	seconds: `s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos seg segs
		secondo secondi seconden sekund sekunder sekundy saniye sn с сек секунд секунды секунда 秒 秒钟 秒間
		초 giay วินาที detik सेकंड ثانية ثوان ثواني " ″ ’’ ''`,
	minutes: `m min mins minute minutes minuten minuto minutos minuti minut minuter minutter minuty dakika dk
		мин минут минуты 分 分钟 分間 분`,
	milliseconds: 'ms msec millisecond milliseconds millisekunden millisecondes milisegundos 毫秒',
	hours: `h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren godzina godziny
		godzin saat час часа часов 小时 時間 시간`,
	days: 'd day days tag tage tagen jour jours dia dias giorno giorni dag dagen dzien dni gun день дня дней 天 日 일',
	weeks:
		'w week weeks woche wochen semaine semaines semana semanas settimana settimane неделю недели недель 周 週間',
	months:
		'month months monat monate monaten mois mes meses mese mesi maand maanden месяц месяца месяцев 个月 か月 ヶ月',
	years: 'y yr yrs year years jahr jahre jahren an ans ano anos anno anni jaar год года лет 年',
	pixels: PIXELS,
	lines: `p i lines ${PIXELS}`,
	percent: '% percent pct prozent pourcent porciento porcento percento procent процентов',
	times: 'x × times fach fache mal fois veces volte vezes keer раза 倍 倍速 배',
	images: `x × image images picture pictures pic pics photo photos foto fotos variation variations variant
		variants variante varianten version versions pcs bild bilder stuck imagen imagenes immagine
		immagini imagem imagens afbeeldingen изображения 张 枚 장`,
} as const;

/** What a field counts in. */
export type Unit = keyof typeof UNITS;

/** A unit, and how many of another one it is, such as 60 seconds for a minute. */
type SizedUnit = readonly [unit: Unit, size: number];

/** The units of a duration, the largest first, and their seconds. */
const DURATION_UNITS: readonly SizedUnit[] = [
	['weeks', 7 * 24 * 3600],
	['days', 24 * 3600],
	['hours', 3600],
	['minutes', 60],
	['seconds', 1],
	['milliseconds', 0.001],
];

/**
 * For the unit of a field, the units in which people write its value as well, each with its size in the unit of the
 * field: for minutes, an hour is 60, and a second a sixtieth.
 */
const OTHER_UNITS: Partial<Record<Unit, readonly SizedUnit[]>> = {
	seconds: DURATION_UNITS,
	minutes: DURATION_UNITS.map(([unit, seconds]) => [unit, seconds / 60]),
	times: [['percent', 0.01]],
};

/** The words for each unit, in the form in which words are compared. */
const WORDS_OF_UNIT: Readonly<Record<Unit, ReadonlySet<string>>> = mapValues(
	UNITS,
	(words) => new Set(listOfWords(words)),
);

/** What is known of the numbers that a field takes. */
export interface NumberForm {
	/** What the field counts in; undefined for mere numbers. */
	unit?: Unit;
	/** Then "1,280" can only be 1280, as 1.28 is no whole number. */
	isWhole?: boolean;
}

/** A number with anything behind it that has no digits: "5 seconds", "5s.", "100 %". */
const NUMBER_AND_WORD = /^(?<number>.*\d\.?)\s*(?<word>[^\d\s.,][^\d.,]*)\.?$/;
/** The sign of a multiplication before a number: "x2", "× 2". */
const TIMES_BEFORE = /^[x×]\s*(?=\d)/i;
/** A time as clocks show it, to the second: 00:05, 0:00:05. */
const CLOCK = /^(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,2}):(?<seconds>[0-5]\d)(?:\.0+)?$/;
/** A number as code writes it: 5, -0.5, .5, 1e3. */
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Thousands that are set apart by blanks or apostrophes, which nothing else uses: 1 280, 1'280.50. */
const THOUSANDS_APART = /^([+-]?\d{1,3})((?:[ \u00a0\u202f'’_]\d{3})+)([.,]\d+)?$/;
/** Thousands behind commas, and decimals behind a point: 1,280.50. */
const ENGLISH = /^[+-]?\d{1,3}(,\d{3})+\.\d+$/;
/** Thousands behind points, and decimals behind a comma: 1.280,50. */
const CONTINENTAL = /^[+-]?\d{1,3}(\.\d{3})+,\d+$/;
/** Thousands behind commas in a whole number: 1,280. */
const WHOLE_WITH_COMMAS = /^[+-]?\d{1,3}(,\d{3})+$/;
/** Thousands behind points in a whole number: 1.080, but not 5.000, which may be 5. */
const WHOLE_WITH_POINTS = /^[+-]?[1-9]\d{0,2}(\.\d{3})*\.(?!000$)\d{3}$/;
/** Decimals behind a comma: 0,5. Three digits are left out, as they may be decimals or thousands. */
const DECIMAL_COMMA = /^[+-]?\d*,(\d{1,2}|\d{4,})$/;

/**
 * The number that a text holds, in the unit of the field: 1280 for "1 280 px" where pixels
 * are counted, 120 for "2 min" where seconds are.
 *
 * @returns the number; or what was given, where it is no text, or a text that is no number or may mean several
 */
export function numberIn(given: unknown, { unit, isWhole = false }: NumberForm = {}): unknown {
	if (typeof given !== 'string') return given;
	const unquoted = withoutQuotes(plainText(given));
	// Of full width, as they are typed in Chinese and Japanese, digits and signs become usual ones.
	const withUsualSigns = unquoted.normalize('NFKC');
	const entry = withUsualSigns.replace(AROUND_ENTRY, '').replace(ABOUT, '');
	const text = withFirstWordInDigits(entry);
	const number = unit ? numberInUnit(text, unit, isWhole) : plainNumber(text, isWhole);
	return number ?? given;
}

/** The number that a text holds, in the unit of the field, even if it is written in another one; undefined for none. */
function numberInUnit(text: string, unit: Unit, isWhole: boolean): number | undefined {
	const ofTime = numberOfTime(text, unit);
	if (ofTime !== undefined) return ofTime;
	const inOwnUnit = plainNumber(withoutUnit(text, unit), isWhole);
	return inOwnUnit ?? numberInOtherUnit(text, unit);
}

/**
 * The number that a text holds in another unit, in that of the field: 90 for "1.5 min" where seconds are counted, 1.2
 * for "120%" and "+20%" where times are. Undefined for any other text.
 */
function numberInOtherUnit(text: string, unit: Unit): number | undefined {
	const otherUnits = OTHER_UNITS[unit] ?? [];
	for (const [otherUnit, size] of otherUnits) {
		// A number in another unit need not be whole, even if it has to be in the unit of the field.
		const number = plainNumber(withoutUnit(text, otherUnit), false);
		if (number === undefined) continue;
		// A percentage with a sign is what is added to the normal: "+20%" is 1.2 times.
		const isAdded = unit === 'times' && /^[+\-−]/.test(text);
		return withTwelveDigits((isAdded ? 1 : 0) + number * size);
	}
	return undefined;
}

/** A number with 12 digits, because in floating-point numbers a hundredth of 115 is a little more than 1.15. */
function withTwelveDigits(number: number): number {
	return Number(number.toPrecision(12));
}

/**
 * The label before a number, "Duration: 10", the sign behind one that was cut out of a list, "10,", and what is so long
 * behind a unit, "10-second video". "One video" has none.
 */
const AROUND_ENTRY =
	/^\p{L}[\p{L} ]{0,30}:\s+|[,;]$|(?<=(?:\d|[\s-])\p{L}{1,20}) (?:long|video|clip)$/giu;

/** What says that a number is not exact, as that of a field always is: "about 10 seconds", "~10s", "约10秒". */
const ABOUT =
	/^(?:[~≈]|(?:about|around|approx(?:imately)?|roughly|circa|ca|etwa|ungefähr|rund|environ|aprox(?:imadamente)?|unos|cerca de|около|примерно)(?!\p{L})\.?|大?约|約|약)\s*/iu;

/** The word for a half before a unit: "half an hour", "eine halbe Stunde", "une demi-heure", "mezz'ora". */
const HALF =
	/^(?:(?:an?|eine[nr]?|une|una|uma) )?(?:(?:half|halben?|demi|media|mezza|meia)[ -](?:an? )?|mezz['’])/i;

/** Small numbers in words, by the number. */
const NUMBER_WORDS = meaningByWord({
	1: 'one a an ein eine einem einer un una une uno um uma одна один 一',
	2: 'two zwei dos deux due dois duas два две 二 两 兩',
	3: 'three drei tres trois tre три 三',
	4: 'four vier cuatro quatre quattro quatro четыре 四',
	5: 'five funf fuenf cinco cinq cinque пять 五',
	6: 'six sechs seis sei шесть 六',
	7: 'seven sieben siete sept sette sete семь 七',
	8: 'eight acht ocho huit otto oito восемь 八',
	9: 'nine neun nueve neuf nove девять 九',
	10: 'ten zehn diez dix dieci dez десять 十',
	12: 'twelve zwolf zwoelf doce douze dodici doze',
	15: 'fifteen funfzehn quince quinze quindici',
	20: 'twenty zwanzig veinte vingt venti vinte',
	30: 'thirty dreissig treinta trente trenta trinta',
	60: 'sixty sechzig sesenta soixante sessanta sessenta',
});

/** A number in words at the beginning of a text; in Chinese and Japanese, its unit follows without a blank. */
const WORD_FIRST = /^(?:[一二两兩三四五六七八九十](?=.)|\p{L}+(?=$|[\s-]))/u;

/**
 * A text whose first words are a number, with it in digits: "5 seconds" for "five seconds", "0.5 hour" for "half an
 * hour"; any other text as it is.
 */
function withFirstWordInDigits(text: string): string {
	if (HALF.test(text)) return text.replace(HALF, '0.5 ');
	const [first] = WORD_FIRST.exec(text) ?? [];
	if (first === undefined) return text;
	const number = NUMBER_WORDS.get(plainWords(first).replaceAll('ß', 'ss'));
	if (number === undefined) return text;
	const behind = text.slice(first.length);
	return `${number}${behind}`;
}

/**
 * The length of a duration as a clock shows it, such as "0:01:30", in the unit of a field that counts seconds or
 * minutes; undefined for any other text, and for a field that counts anything else.
 */
function numberOfTime(text: string, unit: Unit): number | undefined {
	const { hours, minutes, seconds } = CLOCK.exec(text)?.groups ?? {};
	if (minutes === undefined) return undefined;
	const total = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
	if (unit === 'seconds') return total;
	// Without hours, 1:30 may be hours and minutes, or minutes and seconds.
	return unit === 'minutes' && hours !== undefined ? withTwelveDigits(total / 60) : undefined;
}

/**
 * The unit that stands in brackets at the end of a label, as in "Check Every (Seconds)"; undefined where there is none.
 */
export function unitInLabel(label: string): Unit | undefined {
	const [, word] = / \((\w+)\)$/.exec(label) ?? [];
	if (word === undefined) return undefined;
	const units = Object.keys(UNITS) as Unit[];
	return units.find((unit) => isWordFor(unit, word));
}

/** Units of time, by the names that luxon has for them, too. */
const UNITS_OF_TIME = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;

/**
 * The span of time that a text names in digits or words, by its number and its unit: 3 and "days" for "3 days", "drei
 * Tage" and "3d". "m" are minutes. The number may be below zero. Undefined for any other text, also for a unit without
 * a number.
 */
export function timeSpanIn(
	text: string,
): { count: number; unit: (typeof UNITS_OF_TIME)[number] } | undefined {
	const inDigits = withFirstWordInDigits(text);
	// Both are empty for any other text; neither is a unit or a number then.
	const { number = '', word = '' } = NUMBER_AND_WORD.exec(inDigits)?.groups ?? {};
	const unit = UNITS_OF_TIME.find((each) => isWordFor(each, word));
	// It need not be a whole number: "1.5 hours".
	const count = plainNumber(number.trim(), false);
	if (unit === undefined || count === undefined) return undefined;
	return { count, unit };
}

/**
 * The text of a number without its unit, "5" for "5 seconds" or "5-second", and for "x5" where times or images are
 * counted; any other text as it is.
 */
function withoutUnit(text: string, unit: Unit): string {
	// Both are undefined for a text without a word behind a number.
	const { number, word } = NUMBER_AND_WORD.exec(text)?.groups ?? {};
	const hasUnitBehind = word !== undefined && isWordFor(unit, word);
	if (number !== undefined && hasUnitBehind) return number.trim();
	// An x, which is one of the words for times and for images, may also stand before the number: "x5".
	const isCountedWithX = isWordFor(unit, 'x');
	return isCountedWithX ? text.replace(TIMES_BEFORE, '') : text;
}

/**
 * Whether a word stands for a unit, also with the hyphen before it or the brackets around it, as in "5-second" and
 * "5 (seconds)".
 */
function isWordFor(unit: Unit, word: string): boolean {
	const bareWord = plainWords(word).replace(/^-|[()\s]/g, '');
	return WORDS_OF_UNIT[unit].has(bareWord);
}

/**
 * The number that a text without a unit is; undefined for anything else.
 *
 * @param isWhole whether it must be a whole one, so that "1,280" can only be 1280
 */
function plainNumber(text: string, isWhole: boolean): number | undefined {
	// A minus sign of typesetting is longer than the hyphen that stands for it in code.
	const plain = withPoint(text.replace('−', '-'), isWhole);
	return PLAIN.test(plain) ? Number(plain) : undefined;
}

/**
 * A number as code writes it, without signs between thousands and with a point before decimals: "1280.50" for
 * "1,280.50" and "1.280,50". Any other text stays as it is.
 *
 * @param isWhole whether it must be a whole one, so that a sign before three digits stands behind thousands
 */
function withPoint(text: string, isWhole: boolean): string {
	if (THOUSANDS_APART.test(text)) return text.replace(/[ \u00a0\u202f'’_]/g, '').replace(',', '.');
	if (ENGLISH.test(text)) return text.replaceAll(',', '');
	if (isWhole && WHOLE_WITH_COMMAS.test(text)) return text.replaceAll(',', '');
	if (isWhole && WHOLE_WITH_POINTS.test(text)) return text.replaceAll('.', '');
	if (CONTINENTAL.test(text)) return text.replaceAll('.', '').replace(',', '.');
	if (DECIMAL_COMMA.test(text)) return text.replace(',', '.');
	return text;
}
