/*
 * Colors as people, style sheets and language models write them. The service takes #RRGGBB alone, so a color that lets
 * something show through (an alpha below 1) is none here. A channel is the share of red, green or blue, from 0 to 255.
 */
import { once } from 'lodash';

import { plainText, tableOfPairs } from '../util/text';
import { meaningByWord, plainWords, withoutQuotes } from './words';

/** A color by its digits, perhaps with an alpha that lets nothing show through: #ff0000, f00, 0xff0000 or #f00f. */
const HEX = /^(?:#|0x)?([0-9a-f]{3}(?=f?$)|[0-9a-f]{6}(?=(?:ff)?$))/i;

/** A color and its name, as designers list them: "White (#FFFFFF)". */
const HEX_WITH_NAME =
	/^[\p{L}\s:–—,()/-]*#([0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])[\p{L}\s:–—,()/-]*$/iu;

/**
 * The channels, perhaps with an alpha that lets nothing show through: rgb(255, 0, 0), rgba(255 0 0 / 1), and in lists
 * of designers and programs, RGB: 255, 0, 0 and [255, 0, 0].
 */
const RGB =
	/^(?:rgba?(?=[\s:(]))?[\s:([]*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+(?:1|1\.0|100%))?\s*[)\]]?$/i;

/** Channels that may be from 0 to 1 instead, as some programs write red: [1, 0, 0]. */
const SHARES = /^(?=.*1)[\s([]*[01](?:[\s,]+[01]){2,3}\s*[)\]]?$/;

/** What stands before a color in a style sheet: "background-color:". */
const PROPERTY = /^(?:[a-z-]*colou?r|background|bg|fill|hex)\s*[:=]\s*|^hex\s+/i;

/** The sign before a color as it is typed in Chinese and Japanese, escaped, encoded, or apart from it: "# ff0000". */
const SIGN_BEFORE_HEX = /^(?:#|＃|\\#|%23)\s*(?=[0-9a-f]{3})/i;

/**
 * The color that is meant, in the form of the service: "#ff0000" for "red", "#F00" or "rgb(255, 0, 0)".
 *
 * @returns undefined for what is no color, or not an opaque one
 */
export function colorIn(given: unknown): string | undefined {
	// A style sheet has a semicolon behind the color, and a sentence a full stop.
	const written = withoutQuotes(plainText(given).replace(/[;.]$/, ''));
	const text = written.replace(PROPERTY, '').replace(SIGN_BEFORE_HEX, '#');
	// A color in the form of the service stays as it is, also with capitals.
	if (/^#[0-9a-f]{6}$/i.test(text)) return text;
	const match = HEX.exec(text) ?? HEX_WITH_NAME.exec(text);
	if (match) return fromHex(match[1] ?? '');
	if (SHARES.test(text)) return undefined;
	const [, ...channels] = RGB.exec(text) ?? [];
	return channels.length > 0 ? fromChannels(channels.map(Number)) : fromName(text);
}

/** The color of three or six hexadecimal digits: "#ff0000" for "f00" and "FF0000". */
function fromHex(digits: string): string {
	const isShort = digits.length === 3;
	// The long form has each digit of the short one twice.
	const sixDigits = isShort ? digits.replace(/./g, '$&$&') : digits;
	return `#${sixDigits.toLowerCase()}`;
}

/** The color of red, green and blue: "#ff0000" for [255, 0, 0]; undefined where one is above 255. */
function fromChannels(channels: readonly number[]): string | undefined {
	if (channels.some((channel) => channel > 255)) return undefined;
	const inHex = channels.map((channel) => channel.toString(16).padStart(2, '0'));
	return `#${inHex.join('')}`;
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
