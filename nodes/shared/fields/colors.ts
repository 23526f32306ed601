/*
 * Colors as designers, style sheets and language models write them. The service takes #RRGGBB
 * alone, so a color that lets something show through (an alpha below 1) is none here. A channel is
 * the share of red, green or blue, from 0 to 255.
 */
import { compact, once } from 'lodash';

import { isObject } from '../util/json';
import { unwrapJson } from '../util/looseJson';
import { plainText, tableOfPairs } from '../util/text';
import { meaningByWord, plainWords, withoutQuotes } from './words';

/** A color channel from 0 to 999; that it is at most 255 is checked later. */
const CHANNEL = /\d{1,3}/.source;
const BETWEEN_CHANNELS = /(?:\s*[,;]\s*|\s+)/.source;
const THREE_CHANNELS = [CHANNEL, CHANNEL, CHANNEL].join(BETWEEN_CHANNELS);

/**
 * Looks ahead for what says that channels go up to 255, and not up to 1: two digits in a row, a digit above 1, or three
 * zeros, which are black by either scale.
 */
const GO_UP_TO_255 = /(?=.*\d\d|.*[2-9]|.*0\D+0\D+0)/.source;

/** A way to write a color. */
interface Notation {
	pattern: RegExp;
	/** Reads what the groups of the pattern match, with commas between them; undefined where that is no color. */
	read(matched: string): string | undefined;
}

/** Each way to write a color but its name; the first one that fits decides. */
const NOTATIONS: readonly Notation[] = [
	// ff0000, #f00 or 0xff0000.
	{ pattern: /^(?:#|0x)?([0-9a-f]{3}|[0-9a-f]{6})$/i, read: fromHex },
	// The same with an alpha behind it that lets nothing show through: #f00f or #ff0000ff.
	{ pattern: /^(?:#|0x)?([0-9a-f]{3}(?=f$)|[0-9a-f]{6}(?=ff$))/i, read: fromHex },
	// A color and its name, as designers list them: "White (#FFFFFF)".
	{
		pattern: /^[\p{L}\s:–—,()/-]*#([0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])[\p{L}\s:–—,()/-]*$/iu,
		read: fromHex,
	},
	// The channels alone, perhaps in brackets: "255, 0, 0", "[255 0 0]".
	{
		pattern: new RegExp(`^[([]?\\s*${GO_UP_TO_255}(${THREE_CHANNELS})\\s*[)\\]]?$`),
		read: fromChannels,
	},
	// The channels with their names: "R:255 G:0 B:0".
	{
		pattern: /^r\s*[:=]?\s*(\d{1,3})[\s,;]*g\s*[:=]?\s*(\d{1,3})[\s,;]*b\s*[:=]?\s*(\d{1,3})$/i,
		read: fromChannels,
	},
	{ pattern: /^rgba?[\s(:]+([^()]+)\)?$/i, read: fromChannels },
	{ pattern: /^hsla?[\s(:]+([^()]+)\)?$/i, read: fromHue },
];

/** What stands before a color in a style sheet: "background-color:". */
const PROPERTY = /^(?:[a-z-]*colou?r|background|bg|fill|hex)\s*[:=]\s*|^hex\s+/i;

/** The sign before a color as it is typed in Chinese and Japanese, escaped, encoded, or apart from it: "# ff0000". */
const SIGN_BEFORE_HEX = /^(?:#|＃|\\#|%23)\s*(?=[0-9a-f]{3})/i;

/**
 * The color that is meant, in the form of the service: "#ff0000" for "red", "#F00", "rgb(255, 0, 0)", [255, 0, 0],
 * { r: 255, g: 0, b: 0 } or "hsl(0, 100%, 50%)".
 *
 * @returns undefined for what is no color, or not an opaque one
 */
export function colorIn(given: unknown): string | undefined {
	// Empty for a list or an object that is no opaque color.
	const asText = plainText(colorAsText(unwrapJson(given)));
	// A style sheet has a semicolon behind the color, and a sentence a full stop.
	const written = withoutQuotes(asText.replace(/[;.]$/, ''));
	const text = written.replace(PROPERTY, '').replace(SIGN_BEFORE_HEX, '#');
	// A color in the form of the service stays as it is, also with capitals.
	if (/^#[0-9a-f]{6}$/i.test(text)) return text;
	for (const { pattern, read } of NOTATIONS) {
		const match = pattern.exec(text);
		if (!match) continue;
		const [, ...groups] = match;
		return read(groups.join(','));
	}
	return fromName(text);
}

/** The alphas of an opaque color in an object with a `hex`: there, scales up to 1, to 100 and to 255 are in use. */
const OPAQUE_BESIDE_HEX: readonly number[] = [1, 100, 255];

/**
 * A color in a list or an object as a text: "255,0,0" for [255, 0, 0] and for { r: 255, g: 0, b: 0 }, or the `hex` of
 * an object. A color that is not opaque, and anything else, stays as it was given.
 */
function colorAsText(given: unknown): unknown {
	if (Array.isArray(given) && given.length === 3) return given.join(',');
	if (!isObject(given)) return given;
	// The alpha may have either name; a color without one is opaque.
	const alpha = Number(given.a ?? given.alpha ?? 1);
	if (typeof given.hex === 'string') {
		const isOpaque = OPAQUE_BESIDE_HEX.includes(alpha);
		return isOpaque ? given.hex : given;
	}
	// In an object with channels, an alpha goes up to 1.
	return alpha === 1 ? channelsAsText(given) : given;
}

/** The channels of an object as a text, "255,0,0", or "rgb(0.5,0,1)"; an object that lacks one stays as it is. */
function channelsAsText(color: Record<string, unknown>): unknown {
	const channels = [color.r ?? color.red, color.g ?? color.green, color.b ?? color.blue];
	const hasAllChannels = !channels.includes(undefined);
	if (!hasAllChannels) return color;
	const text = channels.join(',');
	// Channels with decimals are shares of 1, which are only read within rgb().
	return text.includes('.') ? `rgb(${text})` : text;
}

/** The color of three or six hexadecimal digits: "#ff0000" for "f00" and "FF0000". */
function fromHex(digits: string): string {
	const isShort = digits.length === 3;
	// The long form has each digit of the short one twice.
	const sixDigits = isShort ? digits.replace(/./g, '$&$&') : digits;
	return `#${sixDigits.toLowerCase()}`;
}

/**
 * The color of what stands within rgb(): three channels, as numbers up to 255, shares of 1 or percentages, and perhaps
 * an alpha. Undefined for anything else, and for a color that is not opaque.
 */
function fromChannels(inside: string): string | undefined {
	const parts = opaqueParts(inside);
	if (!parts) return undefined;
	const [red, green, blue] = areSharesOf1(parts) ? parts.map(channelOfShare) : parts.map(channelIn);
	if (red === undefined || green === undefined || blue === undefined) return undefined;
	return fromNumbers([red, green, blue]);
}

/** Whether channels are shares of 1, as design programs write them: none is above 1, and one has decimals. */
function areSharesOf1(channels: readonly string[]): boolean {
	return (
		channels.every((channel) => Number(channel) <= 1) && channels.some((one) => one.includes('.'))
	);
}

/** The channel that a share of 1 is, as a whole number from 0 to 255. */
function channelOfShare(share: string): number {
	return Math.round(Number(share) * 255);
}

/** The color of red, green and blue, each a whole number from 0 to 255: "#ff0000" for [255, 0, 0]. */
function fromNumbers(channels: readonly number[]): string {
	const inHex = channels.map((channel) => channel.toString(16).padStart(2, '0'));
	return `#${inHex.join('')}`;
}

/**
 * The three parts of a color without its alpha: "255", "0" and "0" for "255 0 0" and for "255, 0, 0, 1". Undefined for
 * another number of parts, and for an alpha that lets something show through.
 */
function opaqueParts(inside: string): [string, string, string] | undefined {
	// Without an alpha, a color is opaque.
	const [first, second, third, alpha = '1', ...more] = compact(inside.split(/[\s,;/]+/));
	if (first === undefined || second === undefined || third === undefined) return undefined;
	const isOpaque = ['1', '1.0', '100%'].includes(alpha);
	if (!isOpaque || more.length > 0) return undefined;
	return [first, second, third];
}

/** A channel, rounded, that is written as a number up to 255 or a percentage of 255; undefined for anything else. */
function channelIn(text: string): number | undefined {
	// A number, and perhaps the sign for a percentage; both undefined for any other text.
	const [, digits, percent] = /^(\d{1,3}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
	if (digits === undefined) return undefined;
	const channel = percent ? (Number(digits) * 255) / 100 : Number(digits);
	if (channel > 255) return undefined;
	return Math.round(channel);
}

/**
 * The color of what stands within hsl(): an angle, the percentages of saturation and lightness, and perhaps an alpha.
 * Undefined for anything else, and for a color that is not opaque.
 */
function fromHue(inside: string): string | undefined {
	const parts = opaqueParts(inside);
	if (!parts) return undefined;
	const [angle, saturationInPercent, lightnessInPercent] = parts;
	const hue = degreesIn(angle);
	const saturation = shareIn(saturationInPercent);
	const lightness = shareIn(lightnessInPercent);
	if (hue === undefined || saturation === undefined || lightness === undefined) return undefined;
	return fromNumbers(channelsOfHue(hue, saturation, lightness));
}

/**
 * Red, green and blue of a hue, each from 0 to 255, by the formula of the standard CSS Color 4 (7.1, "Converting HSL
 * Colors to sRGB"), whose letters are kept here. In it, the circle of hues is a clock of twelve hours. `n` is a number
 * of hours that each channel has, and `k` the hour of the hue when that is added; `a` is how far a channel may be from
 * the lightness.
 *
 * @param hue in degrees, also below zero
 * @param saturation from 0 to 1
 * @param lightness from 0 to 1
 */
function channelsOfHue(hue: number, saturation: number, lightness: number): number[] {
	const a = saturation * Math.min(lightness, 1 - lightness);
	const channelFrom = (n: number) => {
		// The first remainder is negative for an angle below zero; the second one never is.
		const k = (((n + hue / 30) % 12) + 12) % 12;
		const shareOfChannel = lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
		return Math.round(255 * shareOfChannel);
	};
	return [channelFrom(0), channelFrom(8), channelFrom(4)];
}

/** The size of each unit of an angle in degrees. An angle without a unit is in degrees. */
const DEGREES_OF_UNIT: Readonly<Record<string, number>> = {
	'': 1,
	deg: 1,
	'°': 1,
	turn: 360,
	grad: 0.9,
	rad: 180 / Math.PI,
};

/** The degrees of an angle, 180 for "180deg" or "0.5turn"; undefined for anything else. */
function degreesIn(angle: string): number | undefined {
	const [, digits, unit = ''] = /^(-?\d+(?:\.\d+)?)(deg|°|turn|grad|rad|)$/i.exec(angle) ?? [];
	if (digits === undefined) return undefined;
	// There is an entry for each unit of the pattern, so that the 1 only satisfies the compiler.
	const degreesOfUnit = DEGREES_OF_UNIT[unit.toLowerCase()] ?? 1;
	return Number(digits) * degreesOfUnit;
}

/** A percentage as a number from 0 to 1: 0.5 for "50%"; undefined for anything else, also for more than 100%. */
function shareIn(percentage: string): number | undefined {
	const [, digits] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(percentage) ?? [];
	if (digits === undefined || Number(digits) > 100) return undefined;
	return Number(digits) / 100;
}

/**
 * The color with a name in English or another language, which may have several words, or "grey" in it; undefined for a
 * text that is no such name.
 */
function fromName(text: string): string | undefined {
	// Without case and accents, but with ß, which the names below spell as ss.
	const inOneWord = plainWords(text).replace(/[\s_-]/g, '');
	const word = inOneWord.replace('grey', 'gray').replaceAll('ß', 'ss');
	// What is no name in another language may be the name in CSS, which is English.
	const cssName = cssNames().get(word) ?? word;
	const digits = hexByName().get(cssName);
	return digits === undefined ? undefined : fromHex(digits);
}

/** The names of colors in CSS by those in other languages. They are collected when a name is first read. */
const cssNames = once(() => meaningByWord(IN_OTHER_LANGUAGES));

/** The six digits of each color of CSS by its name. They are collected when a name is first read. */
const hexByName = once(() => tableOfPairs(NAMED_COLORS));

/** What colors are called in other languages, without accents; ß is spelled as ss. */
const IN_OTHER_LANGUAGES: Readonly<Record<string, string>> = {
	black:
		'czarny siyah hitam schwarz noir negro nero preto zwart черныи чёрныи 黑 黑色 黒 검정 검은색 검정색 اسود काला',
	white:
		'biały beyaz putih weiss blanc blanco bianco branco wit белыи 白 白色 흰색 하얀색 ابيض सफेद',
	red: 'czerwony kırmızı merah rot rouge rojo rosso vermelho rood красныи 红 红色 赤 赤色 빨강 빨간색 احمر लाल',
	green:
		'zielony yeşil hijau grun vert verde groen зеленыи 绿 绿色 緑 緑色 초록 초록색 녹색 اخضر हरा',
	blue: 'niebieski mavi biru blau bleu azul blu blauw синии 蓝 蓝色 青 青色 파랑 파란색 ازرق नीला',
	yellow:
		'żółty sarı kuning gelb jaune amarillo giallo amarelo geel желтыи 黄 黄色 노랑 노란색 اصفر पीला',
	gray: 'grau gris grigio cinza grijs серыи 灰 灰色 회색',
	orange: 'naranja arancione laranja oranje оранжевыи 橙 橙色',
	pink: 'rosa rose roze розовыи 粉 粉色 粉红色',
	purple: 'lila violett morado viola roxo paars фиолетовыи 紫 紫色',
	brown: 'braun marron marrone marrom bruin коричневыи 棕色 茶色',
	gold: 'золотои 金 金色 dorado oro dourado goud',
	silver: 'silber argent plata argento prata zilver 银色',
	turquoise: 'turkis turquesa turchese turkoois бирюзовыи',
	navy: 'navyblue marineblau bleumarine azulmarino blumarino',
	lightblue: 'hellblau bleuclair azulclaro celeste azzurro',
	lightgreen: 'hellgrun vertclair verdeclaro',
	lightgray: 'hellgrau',
	darkblue: 'dunkelblau bleufonce azuloscuro azulescuro bluscuro',
	darkgreen: 'dunkelgrun vertfonce verdeoscuro verdeescuro',
	darkgray: 'dunkelgrau',
	darkred: 'dunkelrot',
};

/** The colors of CSS, one a line: its name, and its red, green and blue, each in two hexadecimal digits. */
const NAMED_COLORS = `
aliceblue f0f8ff
antiquewhite faebd7
aqua 00ffff
aquamarine 7fffd4
azure f0ffff
beige f5f5dc
bisque ffe4c4
black 000000
blanchedalmond ffebcd
blue 0000ff
blueviolet 8a2be2
brown a52a2a
burlywood deb887
cadetblue 5f9ea0
chartreuse 7fff00
chocolate d2691e
coral ff7f50
cornflowerblue 6495ed
cornsilk fff8dc
crimson dc143c
cyan 00ffff
darkblue 00008b
darkcyan 008b8b
darkgoldenrod b8860b
darkgray a9a9a9
darkgreen 006400
darkkhaki bdb76b
darkmagenta 8b008b
darkolivegreen 556b2f
darkorange ff8c00
darkorchid 9932cc
darkred 8b0000
darksalmon e9967a
darkseagreen 8fbc8f
darkslateblue 483d8b
darkslategray 2f4f4f
darkturquoise 00ced1
darkviolet 9400d3
deeppink ff1493
deepskyblue 00bfff
dimgray 696969
dodgerblue 1e90ff
firebrick b22222
floralwhite fffaf0
forestgreen 228b22
fuchsia ff00ff
gainsboro dcdcdc
ghostwhite f8f8ff
gold ffd700
goldenrod daa520
gray 808080
green 008000
greenyellow adff2f
honeydew f0fff0
hotpink ff69b4
indianred cd5c5c
indigo 4b0082
ivory fffff0
khaki f0e68c
lavender e6e6fa
lavenderblush fff0f5
lawngreen 7cfc00
lemonchiffon fffacd
lightblue add8e6
lightcoral f08080
lightcyan e0ffff
lightgoldenrodyellow fafad2
lightgray d3d3d3
lightgreen 90ee90
lightpink ffb6c1
lightsalmon ffa07a
lightseagreen 20b2aa
lightskyblue 87cefa
lightslategray 778899
lightsteelblue b0c4de
lightyellow ffffe0
lime 00ff00
limegreen 32cd32
linen faf0e6
magenta ff00ff
maroon 800000
mediumaquamarine 66cdaa
mediumblue 0000cd
mediumorchid ba55d3
mediumpurple 9370db
mediumseagreen 3cb371
mediumslateblue 7b68ee
mediumspringgreen 00fa9a
mediumturquoise 48d1cc
mediumvioletred c71585
midnightblue 191970
mintcream f5fffa
mistyrose ffe4e1
moccasin ffe4b5
navajowhite ffdead
navy 000080
oldlace fdf5e6
olive 808000
olivedrab 6b8e23
orange ffa500
orangered ff4500
orchid da70d6
palegoldenrod eee8aa
palegreen 98fb98
paleturquoise afeeee
palevioletred db7093
papayawhip ffefd5
peachpuff ffdab9
peru cd853f
pink ffc0cb
plum dda0dd
powderblue b0e0e6
purple 800080
rebeccapurple 663399
red ff0000
rosybrown bc8f8f
royalblue 4169e1
saddlebrown 8b4513
salmon fa8072
sandybrown f4a460
seagreen 2e8b57
seashell fff5ee
sienna a0522d
silver c0c0c0
skyblue 87ceeb
slateblue 6a5acd
slategray 708090
snow fffafa
springgreen 00ff7f
steelblue 4682b4
tan d2b48c
teal 008080
thistle d8bfd8
tomato ff6347
turquoise 40e0d0
violet ee82ee
wheat f5deb3
white ffffff
whitesmoke f5f5f5
yellow ffff00
yellowgreen 9acd32
`;
