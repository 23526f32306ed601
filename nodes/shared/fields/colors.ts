/*
 * Colors as designers, style sheets and language models write them. The service takes #RRGGBB alone, so a color that lets
 * something show through is none here.
 */
import { compact, once } from 'lodash';

import { isObject } from '../util/json';
import { plainText } from '../util/text';
import { meaningByWord, plainWords, withoutQuotes } from './words';

/** The names of CSS, each with its color, in one text because it is read once at most. */
const NAMED =
	'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32';

/** What colors are called in other languages, without accents. */
const IN_OTHER_LANGUAGES: Readonly<Record<string, string>> = {
	black:
		'schwarz noir negro nero preto zwart черныи чёрныи 黑 黑色 黒 검정 검은색 검정색 اسود काला',
	white: 'weiss blanc blanco bianco branco wit белыи 白 白色 흰색 하얀색 ابيض सफेद',
	red: 'rot rouge rojo rosso vermelho rood красныи 红 红色 赤 赤色 빨강 빨간색 احمر लाल',
	green: 'grun vert verde groen зеленыи 绿 绿色 緑 緑色 초록 초록색 녹색 اخضر हरा',
	blue: 'blau bleu azul blu blauw синии 蓝 蓝色 青 青色 파랑 파란색 ازرق नीला',
	yellow: 'gelb jaune amarillo giallo amarelo geel желтыи 黄 黄色 노랑 노란색 اصفر पीला',
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

/** The names of CSS by those in other languages. */
const otherNames = once(() => meaningByWord(IN_OTHER_LANGUAGES));

/** `f00`, `ff0000`, and both with an alpha, which comes last. */
const HEX = /^(?:#|0x)?([0-9a-f]{3}|[0-9a-f]{6})$/i;
const OPAQUE_HEX = /^(?:#|0x)?([0-9a-f]{3}(?=f$)|[0-9a-f]{6}(?=ff$))/i;
/** The sign before a color as it is typed in Chinese and Japanese, escaped, encoded, or apart from it. */
const SIGN_BEFORE_HEX = /^(?:#|＃|\\#|%23)\s*(?=[0-9a-f]{3})/i;
/** What stands before a color in a style sheet. */
const PROPERTY = /^(?:[a-z-]*colou?r|background|bg|fill)\s*[:=]\s*/i;
/** A color and its name, as designers list them: "White (#FFFFFF)". */
const HEX_AND_NAME =
	/^[\p{L}\s:–—,()/-]*(#(?:[0-9a-f]{6}|[0-9a-f]{3}))(?![0-9a-z])[\p{L}\s:–—,()/-]*$/iu;
const FUNCTION = /^(rgb|hsl)a?[\s(:]+([^()]+)\)?$/i;
/** The channels alone: "255, 0, 0". One that is larger than 1 says that they go up to 255. */
const CHANNELS =
	/^[([]?\s*(?=.*\d\d|.*[2-9]|.*0\D+0\D+0)(\d{1,3}(?:\s*[,;]\s*|\s+)\d{1,3}(?:\s*[,;]\s*|\s+)\d{1,3})\s*[)\]]?$/;
/** The same with their names: "R:255 G:0 B:0". */
const NAMED_CHANNELS =
	/^r\s*[:=]?\s*(\d{1,3})[\s,;]*g\s*[:=]?\s*(\d{1,3})[\s,;]*b\s*[:=]?\s*(\d{1,3})$/i;

/**
 * The color that is meant, such as "#ff0000" for "red", "#F00", "rgb(255, 0, 0)" or "hsl(0, 100%, 50%)".
 *
 * @returns undefined for what is no color, or not an opaque one
 */
export function colorIn(given: unknown): string | undefined {
	const written = withoutQuotes(plainText(asText(given)).replace(/;$/, ''));
	const text = written.replace(PROPERTY, '').replace(SIGN_BEFORE_HEX, '#');
	if (/^#[0-9a-f]{6}$/i.test(text)) return text;
	const [, hex] = HEX.exec(text) ?? OPAQUE_HEX.exec(text) ?? HEX_AND_NAME.exec(text) ?? [];
	if (hex !== undefined) return fromHex(hex.replace('#', ''));
	const [, channels] = CHANNELS.exec(text) ?? [];
	if (channels !== undefined) return fromChannels(channels);
	const [, ...named] = NAMED_CHANNELS.exec(text) ?? [];
	if (named.length > 0) return fromChannels(named.join(','));
	const [, form = '', inside] = FUNCTION.exec(text) ?? [];
	if (inside === undefined) return fromName(text);
	return form.toLowerCase() === 'hsl' ? fromHue(inside) : fromChannels(inside);
}

/** Channels in a list or an object are written one behind the other. */
function asText(given: unknown): unknown {
	if (Array.isArray(given) && given.length === 3) return given.join(',');
	if (!isObject(given)) return given;
	if (typeof given.hex === 'string') return given.hex;
	const channels = [given.r ?? given.red, given.g ?? given.green, given.b ?? given.blue];
	const isOpaque = [undefined, 1].includes((given.a ?? given.alpha) as undefined);
	return isOpaque && !channels.includes(undefined) ? channels.join(',') : given;
}

function fromHex(hex: string): string {
	const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
	return `#${long.toLowerCase()}`;
}

/** The inside of rgb(): three numbers or percentages, and perhaps an alpha, which may hide nothing. */
function fromChannels(inside: string): string | undefined {
	const channels = opaqueParts(inside)?.map(channelIn);
	return channels?.every((channel) => channel !== undefined) ? fromNumbers(channels) : undefined;
}

/** The three parts of a color; undefined for another number of them, or where something shows through. */
function opaqueParts(inside: string): string[] | undefined {
	const parts = compact(inside.split(/[\s,;/]+/));
	const [alpha = '1', ...more] = parts.slice(3);
	const isOpaque = ['1', '1.0', '100%'].includes(alpha);
	return isOpaque && more.length === 0 && parts.length >= 3 ? parts.slice(0, 3) : undefined;
}

function fromNumbers(channels: readonly number[]): string {
	return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** How many degrees one of each unit of an angle is. */
const DEGREES: Readonly<Record<string, number>> = {
	'': 1,
	deg: 1,
	'°': 1,
	turn: 360,
	grad: 0.9,
	rad: 180 / Math.PI,
};

/** The inside of hsl(): an angle, and the percentages of saturation and lightness. */
function fromHue(inside: string): string | undefined {
	const [angle = '', ...percentages] = opaqueParts(inside) ?? [];
	const [, degrees, unit = ''] = /^(-?\d+(?:\.\d+)?)(deg|°|turn|grad|rad|)$/i.exec(angle) ?? [];
	const [saturation, lightness] = percentages.map((one) => /^(\d{1,3}(?:\.\d+)?)%$/.exec(one)?.[1]);
	if (degrees === undefined || saturation === undefined || lightness === undefined)
		return undefined;
	if (Number(saturation) > 100 || Number(lightness) > 100) return undefined;
	const hue = Number(degrees) * (DEGREES[unit.toLowerCase()] ?? 1);
	const light = Number(lightness) / 100;
	const reach = (Number(saturation) / 100) * Math.min(light, 1 - light);
	// The formula of CSS Color 4: each channel is at another place of the circle.
	const channels = [0, 8, 4].map((place) => {
		const at = (((place + hue / 30) % 12) + 12) % 12;
		return Math.round(255 * (light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
	});
	return fromNumbers(channels);
}

/** A number from 0 to 255, of which 100% is the largest. */
function channelIn(text = ''): number | undefined {
	const [, digits, percent] = /^(\d{1,3}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
	if (digits === undefined) return undefined;
	const channel = percent ? (Number(digits) * 255) / 100 : Number(digits);
	return channel <= 255 ? Math.round(channel) : undefined;
}

function fromName(text: string): string | undefined {
	const word = plainWords(text)
		.replace(/[\s_-]/g, '')
		.replace('grey', 'gray')
		.replaceAll('ß', 'ss');
	const name = otherNames().get(word) ?? word;
	if (!/^[a-z]+$/.test(name)) return undefined;
	const [, hex] = new RegExp(`\\b${name} ([0-9a-f]{6})\\b`).exec(NAMED) ?? [];
	return hex && fromHex(hex);
}
