import { trimEnd } from 'lodash';

import type { Changes } from './changes';
import { PRESS } from './patterns';

/*
 * Stage directions in brackets within lines: what a speaker does, how something is said, and what is heard.
 */

/** The words of a list, from a text that has them between blanks and line breaks. */
function wordSet(text: string): ReadonlySet<string> {
	return new Set(text.trim().split(/\s+/));
}

/** What a speaker does, which stands in brackets of any kind: "(laughs)", "[pause]", "(kurze Pause)". */
const ACTIONS = wordSet(`
	pause pauses pausing silence laughs laugh laughing laughter chuckles chuckling giggles sighs sigh sighing gasps whispers whispering
	smile smiles smiling grins grinning wink winks nod nods leans leaning gestures shrugs clears inhales exhales
	applause
	lacht lachen lächelt seufzt flüstert nickt winkt applaus stille
	pausa risas ríe sonríe suspira susurra aplausos rires rit sourit soupire chuchote applaudissements
	sorride sospira applausi risos sorri suspiro aplausos
	пауза смех смеётся смеется улыбается аплодисменты
	glimlacht lachend pauze stilte śmiech uśmiecha gülümser gülümseyerek alkış tersenyum tertawa jeda
	停顿 暂停 笑 笑着 微笑 微笑着 点头 挥手 掌声 停頓 暫停 掌聲 間 笑い 笑顔で 微笑んで 拍手 웃음 웃으며 미소 지으며 멈춤 침묵 박수
	يبتسم مبتسما يضحك ضحك صمت تصفيق מחייך מחייכת צוחק צוחקת שתיקה
	मुस्कुराते मुस्कुराकर हँसते हंसते विराम तालियाँ ยิ้ม หัวเราะ ปรบมือ
`);

/**
 * What a speaker does, in words that mean something else beside others: "(soft waves)", "(beat gently)", and "(a short
 * ride)" in English, while "ride" is the Italian "laughs". Beside an action, they are one: "(smiles and waves)".
 */
const ACTIONS_ALONE = wordSet('beat coughs ride waves');

/**
 * What is heard, and how something is said, which is only known for a direction in square brackets, "[music]", and at
 * the beginning of a line, "(excited) Hello!".
 */
const MOODS = wordSet(`
	music intro outro sfx sound shouts shouting whispered crying cries sad sadly happy happily angry angrily curious sarcastic
	sarcastically excited excitedly cheerful cheerfully serious seriously calm calmly nervous nervously warmly friendly
	enthusiastic enthusiastically surprised confused confident confidently playful playfully energetic energetically thoughtful
	thoughtfully softly gently quietly loudly slowly warm breath breathes throat cheers clapping crosstalk inaudible
	musik musique música musica muziek muzyka müzik музыка 开心地 激动地 兴奋地 温柔地 严肃地 轻声 轻声地 热情地 音乐 音樂 音楽 음악 موسيقى מוזיקה संगीत ดนตรี
`);

/** What may stand beside these words, and makes no direction alone. */
const BESIDE = wordSet(`
	a the and with in out up down to of for his her their short long brief quick dramatic soft upbeat background light deep plays
	playing starts begins fades fade stops ends swells continues takes effect theme tone voice slightly seconds second sec s ms
	kurze kurz lange leise laut setzt ein aus sekunden eine corta larga breve de fondo courte longue di lunga segundos secondes secondi
	się lekko hafifçe dengan 잠시 미소를 हुए
`);

/** The lists of which each word of a direction is in one. */
const KNOWN = [ACTIONS, ACTIONS_ALONE, MOODS, BESIDE];

/** A short text in brackets, perhaps with a blank before it; no link of Markdown. */
const IN_BRACKETS = /( ?)([[(<（【［][^[\]()<>（）【】［］\n]{1,60}[\])>）】］])(?![([])/gu;

const SQUARE_BRACKETS = ['[', '【', '［'];

/** The end of a text behind which a bracket has the name of a button. */
const ENDS_WITH_PRESS = new RegExp(`${PRESS}$`, 'iu');

/** The time of a program, which has a break in brackets: "10:30 (Pause)". */
const IS_TIME_OF_PROGRAM = /(?:^|\n)\d{1,2}[:.]\d{2}(?: Uhr)? $/;

/** So many characters before a bracket are enough to see that. */
const LONGEST_PRESS = 24;

/**
 * Removes the directions that stand in brackets within lines, as in "Hello (laughs) everybody". Anything else in
 * brackets stays.
 *
 * @param changes to whose `directions` each of them is added
 */
export function withoutDirectionsInLines(text: string, changes: Changes): string {
	return text.replace(IN_BRACKETS, (found, blank: string, inBrackets: string, at: number) => {
		const start = at + blank.length;
		const end = at + found.length;
		const before = text.slice(Math.max(0, start - LONGEST_PRESS), start);
		if (ENDS_WITH_PRESS.test(before) || IS_TIME_OF_PROGRAM.test(before)) return found;
		// Before a comma, it explains a word in a list: "la pausa (pause), la risa (laughter)".
		if (text.charAt(end) === ',') return found;
		const isSquare = SQUARE_BRACKETS.includes(inBrackets.charAt(0));
		const mayBeMood = isSquare || isBeforeSentence(text, start, end);
		if (!isDirection(inBrackets.slice(1, -1), isSquare, mayBeMood)) return found;
		changes.directions += 1;
		// A label has no blank before its colon: "Ann (smiling): Hello".
		return text.charAt(end) === ':' ? '' : blank;
	});
}

/**
 * Whether a text in brackets is the first thing of its line, and no small letter follows it, as one would where the
 * sentence goes on. A few blanks and signs of emphasis may stand on either side: "*(warmly)* Welcome".
 *
 * @param start where the first bracket stands
 * @param end the place behind the last bracket
 */
function isBeforeSentence(text: string, start: number, end: number): boolean {
	// One sign more than the pattern may skip, so that it finds the beginning of the text only where it is.
	const before = text.slice(Math.max(0, start - 5), start);
	const behind = text.slice(end, end + 5);
	return /(?:^|\n)[\s*_]{0,4}$/.test(before) && !/^[\s*_]{0,4}\p{Ll}/u.test(behind);
}

/** How long a pause is in Chinese and Japanese: "停顿两秒". */
const PAUSE_IN_SECONDS = /^(?:停顿|停頓|暂停|暫停|間)[\d一二两兩三四五六七八九十]{1,3}秒$/;

/** In which tone something is said: "in a cheerful tone", "tono alegre", "d'un ton calme", "mit ruhiger Stimme". */
const TONE =
	/^(?:in an? \p{L}+ (?:tone|voice)|(?:con )?(?:tono|voz|voce) \p{L}+|(?:(?:d['’])?un )?(?:ton|voix) \p{L}+|(?:mit|in) \p{L}+(?:em|er) (?:ton(?:fall)?|stimme))$/iu;

/** Where a speaker turns: "looks at camera", "points to the screen". */
const TOWARDS =
	/^(?:gestur|lean|look|nod|point|smil|speak|talk|turn|walk|wav)(?:e?s|ing) (?:directly |back )?(?:at|to|towards?|into) (?:the )?(?:audience|camera|lens|screen|viewers?)$/iu;

/**
 * Whether a text in brackets is a direction. It is one if it names a tone or where somebody turns, or is a word of
 * `ACTIONS_ALONE`. Otherwise, one of its words has to be in `ACTIONS` or, where that is allowed, in `ACTIONS_ALONE` or
 * `MOODS`; and each of its words has to be in one of the lists.
 *
 * @param inside what stands between the brackets
 * @param isSquare whether the brackets are square, in which a word of `ACTIONS_ALONE` is enough beside others:
 *   "[short beat]"
 * @param mayBeMood whether a word of `MOODS` is enough: in square brackets, or before a sentence at the beginning of a
 *   line
 */
function isDirection(inside: string, isSquare: boolean, mayBeMood: boolean): boolean {
	const phrase = inside.trim();
	if ([TONE, TOWARDS, PAUSE_IN_SECONDS].some((one) => one.test(phrase))) return true;
	if (ACTIONS_ALONE.has(trimEnd(phrase, '.').toLowerCase())) return true;
	// In Hindi and Thai, the marks of vowels belong to a word.
	const words = inside.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
	const hasAction = words.some(
		(word) => ACTIONS.has(word) || (isSquare && ACTIONS_ALONE.has(word)),
	);
	const hasMood = words.some((word) => MOODS.has(word));
	if (!hasAction && !(hasMood && mayBeMood)) return false;
	return words.every((word) => KNOWN.some((list) => list.has(word)));
}
