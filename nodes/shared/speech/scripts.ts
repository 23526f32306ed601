import type { Changes } from './changes';
import { REMARKS } from './remarks';
import { hasLettersOrDigits, type Rule, withRules } from './rules';

/*
 * What stands in a script for those who make the video, and is not said: stage directions, the label of the narrator,
 * times, and what a language model says about its own text (`remarks.ts`). Only closed lists of words are removed,
 * because everything else may be meant for the listener.
 */

/** The words of a list, from a text that has them between blanks and line breaks. */
function wordSet(text: string): ReadonlySet<string> {
	return new Set(text.trim().split(/\s+/));
}

/** What a speaker does, which stands in brackets of any kind: "(laughs)", "[pause]", "(kurze Pause)". */
const ACTIONS = wordSet(`
	pause beat silence laughs laugh laughing laughter chuckles chuckling giggles sighs sigh sighing gasps whispers whispering
	smiles smiling winks nods waves shrugs coughs inhales exhales applause
	lacht lachen lächelt seufzt flüstert nickt winkt applaus stille
	pausa risas ríe sonríe suspira susurra aplausos rires rit sourit soupire chuchote applaudissements
	ride sorride sospira applausi risos sorri suspiro aplausos
	пауза смех смеётся смеется улыбается аплодисменты
	停顿 暂停 笑 微笑 掌声 間 笑い 拍手 웃음 박수
`);

/**
 * What is heard, and how something is said, which is only known for a direction
 * in square brackets: "[music]", "[excited]".
 */
const MOODS = wordSet(`
	music intro outro sfx sound shouts shouting whispered crying cries sad sadly happy happily angry angrily curious sarcastic
	sarcastically excited excitedly cheerful cheerfully serious seriously calm calmly nervous nervously warmly friendly
	enthusiastic enthusiastically surprised confused confident breath breathes throat cheers clapping
	musik musique música musica музыка 音乐 音楽 음악
`);

/** What may stand beside these words, and makes no direction alone. */
const BESIDE = wordSet(`
	a the and with in out up down to of for his her their short long brief quick dramatic soft softly gently quietly loudly slowly
	warmly upbeat background light deep plays playing starts begins fades fade stops ends swells continues clears takes effect
	theme slightly nervously seconds second sec s ms
	kurze kurz lange leise laut setzt ein aus sekunden eine corta larga breve de fondo courte longue di lunga segundos secondes secondi
`);

/** A short text in brackets; no link of Markdown. */
const IN_BRACKETS = /([[(<（【［])([^[\]()<>（）【】［］\n]{1,60})[\])>）】］](?![([])/gu;

const SQUARE_BRACKETS = ['[', '【', '［'];

/** Removes the directions that stand in brackets within lines. */
function withoutDirectionsInLines(text: string, changes: Changes): string {
	return text.replace(IN_BRACKETS, (found, bracket: string, inside: string) => {
		if (!isDirection(bracket, inside)) return found;
		changes.directions += 1;
		return '';
	});
}

/** In which tone something is said: "in a cheerful tone", "tono alegre", "d'un ton calme", "mit ruhiger Stimme". */
const TONE =
	/^(?:in an? \p{L}+ (?:tone|voice)|(?:con )?(?:tono|voz|voce) \p{L}+|(?:(?:d['’])?un )?(?:ton|voix) \p{L}+|(?:mit|in) \p{L}+(?:em|er) (?:ton(?:fall)?|stimme))$/iu;

/**
 * Whether a text in brackets is a direction: it names a tone, or it says what the speaker does or, in square brackets,
 * what is heard or how something is said; and none of its words says anything else.
 *
 * @param bracket the opening one
 */
function isDirection(bracket: string, inside: string): boolean {
	if (TONE.test(inside.trim())) return true;
	const words = inside.toLowerCase().match(/\p{L}+/gu) ?? [];
	const hasAction = words.some((word) => ACTIONS.has(word));
	const hasMood = words.some((word) => MOODS.has(word));
	const isSquare = SQUARE_BRACKETS.includes(bracket);
	if (!hasAction && !(hasMood && isSquare)) return false;
	return words.every((word) => ACTIONS.has(word) || MOODS.has(word) || BESIDE.has(word));
}

/** What emphasizes a line, or makes a heading of it. */
const ADORNED = String.raw`[ \t>#*_-]{0,12}`;

/** The labels of the first and the last part of a short video, which no other text has both. */
const HOOK = 'hook|gancho|accroche|钩子|フック';
const CALL_TO_ACTION =
	"cta|call[- ]to[- ]action|llamad[oa] a la acción|chamada para (?:a )?ação|appel à l['’]action|handlungsaufforderung|行动号召";

/** How the description of a picture begins, which fills a line in brackets: "[Cut to: office]", "(Kamera zoomt)". */
const SCENES = [
	'scene|shot|cut|fade|visuals?|on[- ]?screen|text on screen|b-?roll|camera|close-?up|opening shot|closing shot|wide shot|int\\.|ext\\.',
	'upbeat|music|intro|outro|sfx|sound|transition|animation|graphic|title card|logo|zoom|pan',
	'(?:begin|start|end)(?: (?:of )?(?:the )?(?:script|video|scene|voice-?over|recording))?(?=[\\])])',
	'(?:\\p{L}+ ){1,2}(?:music|musik|musique|música|musica)(?=[\\])])',
	'(?:show|display|insert) (?:clip|footage|graphics?|image|logo|map|photo|picture|product|text)|(?:text )?overlay|lower third|superimpose',
	'szene|kamera|schnitt|einblendung|musik|bild|nahaufnahme|ende des skripts',
	'escena|cámara|corte|toma|plano|música|scène|caméra|plan|musique|scena|inquadratura|cena|câmera',
	'сцена|камера|музыка|画面|镜头|场景|音乐|シーン|カメラ|音楽|장면|카메라|음악',
	/** A part of a script, perhaps with how long it takes: "[CTA]", "[Greeting – 5 seconds]". */
	`${HOOK}|${CALL_TO_ACTION}`,
	'\\p{L}[\\p{L} ]{1,40}[-–—:,] ?\\d{1,3} ?(?:s|secs?|seconds?|sekunden|segundos|secondes)(?=[\\])])',
].join('|');

/**
 * The same in Chinese and Japanese, which have no blanks between words, so that what follows has to show that a scene
 * is described: "【画面：海边日落】", "（背景音乐渐强）".
 */
const EAST_ASIAN_SCENES =
	'画面|开场|片头|片尾|オープニング|エンディング|镜头|鏡頭|特写|近景|远景|场景|場景|转场|背景音乐|背景音樂|音乐|音樂|配乐|音效|字幕|BGM|シーン|カメラ|テロップ|効果音|音楽';
const BEHIND_EAST_ASIAN_SCENE =
	'(?:[:：，,、一二三四五六七八九十\\d]|が流れる|ズーム|渐|漸|响起|響起|淡入|淡出|切换|切至|拉近|推进|切り替え|フェード|開始|终|終|$|(?=[】）］\\])]))';

/** Who speaks where nobody is seen: "NARRATOR:", "Voiceover (V.O.):", "旁白：". */
export const NARRATORS = [
	'narrator|narration|voice[- ]?over|v\\.?o\\.?|spoken text',
	'sprecher(?:in)?|erzähler(?:in)?|sprechertext|narrador(?:a)?|voz en off|locutor(?:a)?|locução|narrateur|narratrice|voix off|narratore|voce fuori campo',
	'диктор|голос за кадром|旁白|解说|配音|ナレーター|ナレーション|내레이션|내레이터',
].join('|');

const DIRECTIONS: readonly Rule[] = [
	/** A line in brackets that describes the picture: "[Cut to: office]", then in Chinese and Japanese: "【画面：海边】". */
	[
		new RegExp(
			`^${ADORNED}[[(](?:${SCENES})(?![\\p{L}\\p{N}])[^[\\]()\\n]{0,200}[\\])]${ADORNED}$`,
			'gimu',
		),
		'',
		'directions',
	],
	[
		new RegExp(
			`^${ADORNED}[【（［[(](?:${EAST_ASIAN_SCENES})${BEHIND_EAST_ASIAN_SCENE}[^【】（）［］[\\]()\\n]{0,200}[】）］\\])]${ADORNED}$`,
			'gimu',
		),
		'',
		'directions',
	],
	/** The part of a song, alone on its line: "[Verse 1]", "[Chorus]". */
	[
		/^[ \t>#*_-]{0,12}[[(](?:verse|pre-?chorus|chorus|hook|bridge|refrain|interlude|strophe|estribillo|estrofa|verso|couplet|ritornello|strofa|refrão|куплет|припев|副歌|主歌)(?: ?\d{1,2})?(?: ?[:x×-][^\][()\n]{0,20})?[\])][*_ ]{0,4}$/gimu,
		'',
		'directions',
	],
	/** The part of a script with its time: "**Hook (0-3s):**", "Intro [0:00–0:10]:". */
	[
		/^[ \t>#*_-]{0,12}\p{L}[\p{L}\d /&'’-]{0,40} ?[([](?:\d{1,3} ?s?(?:ec(?:onds?)?)? ?[-–—] ?\d{1,3} ?(?:s|secs?|seconds?|sek\.?|seg\.?|秒)|\d{1,2}:\d{2} ?[-–—] ?\d{1,2}:\d{2})[)\]][*_]{0,3} ?[:：][*_]{0,3} ?/gimu,
		'',
		'directions',
	],
	/** When something is said, in brackets at the beginning of a line: "[0:00-0:15]", "[12/05/24, 10:33:12]". */
	[
		/^([ \t>#*_-]{0,12})[[(](?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?(?: ?[-–—] ?\d{1,2}:\d{2}(?::\d{2})?)?[\])] ?(?:[-–—:] )?/gimu,
		'$1',
		'directions',
	],
	/** The same with the time first: "[10:15 AM, 3/12/2024] ". */
	[
		/^[ \t>]{0,4}\[\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?, \d{1,4}[./-]\d{1,2}[./-]\d{2,4}\] /gimu,
		'',
		'directions',
	],
	/** What a chat shows in the place of a picture, and of an edit: "Ben: <Media omitted>". */
	[
		/^[^\n:]{1,40}: [<‹\u200e]{0,2}(?:media|image|video|audio|sticker|gif|document|medien|bild|multimedia|imagen|médias?|mídia|immagine) (?:omitted|ausgeschlossen|weggelassen|omitid[oa]|omis(?:es?)?|omess[oai]|ocult[oa])[>›]?$/gimu,
		'',
		'directions',
	],
	[
		/ ?[<‹](?:this message was edited|diese nachricht wurde bearbeitet|se editó este mensaje|ce message a été modifié|esta mensagem foi editada)[>›]/giu,
		'',
		'directions',
	],
	/** When somebody said it: "Ann [00:12]: Hello". */
	[/^([^\n:[\]()]{1,40}) [[(]\d{1,2}:\d{2}(?::\d{2})?[\])](?=:)/gmu, '$1', 'directions'],
	/** What newsletters have around their text. */
	[
		/^(?:(?:view (?:this (?:e-?mail|newsletter)|it) (?:in (?:your|a) browser|online)|unsubscribe|(?:manage|update) (?:your )?preferences|privacy policy|im browser (?:ansehen|öffnen)|newsletter abbestellen|abmelden|ver en el navegador|darse de baja|se désabonner|voir dans le navigateur)[ |·•,]*){1,5}$/gimu,
		'',
		'directions',
	],
	/** When somebody wrote it, as chats are exported: "12/05/24, 10:33 - Ada: ". */
	[
		/^\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d{2}(?: ?[ap]m)? [-–] (?=[^:\n]{1,40}: )/gimu,
		'',
		'directions',
	],
	/** The label before what the narrator says, whose words stay: "NARRATOR: Welcome" is "Welcome". */
	[
		new RegExp(
			`^${ADORNED}[[【［（]?(?:${NARRATORS})(?: ?\\([^()\\n]{1,30}\\))?(?:[\\]】］）] ?${ADORNED}[:：]?|${ADORNED}[:：])${ADORNED}`,
			'gimu',
		),
		'',
		'directions',
	],
];

/** The labels of lines that describe what is seen or heard: "**Visual:** A busy street." */
const SCENE_LABELS =
	'visuals?|b-?roll|on[- ]?screen(?: text)?|text on screen|camera|shot|music|sfx|sound(?: effects?)?|transition|graphics?|bild|kamera|einblendung|musik|imagen|cámara|música|image|musique|immagine|musica|imagem|画面|镜头|音乐|配乐|音效|字幕|映像|音楽';

/** The headings of scenes: "### Scene 1 (0:00–0:05)". */
const SCENE_HEADINGS = '(?:scene|szene|escena|scène|scena|cena|场景|シーン|장면) ?\\d{1,3}(?!\\d)';

/**
 * A line with such a label, or such a heading. Where no narrator has a label, its words may be meant for the listener.
 */
const SCENE_LINES: Rule = [
	new RegExp(
		`^${ADORNED}(?:(?:${SCENE_LABELS})${ADORNED}[:：][^\\n]*|${SCENE_HEADINGS}[^\\n]{0,80})$`,
		'gimu',
	),
	'',
	'directions',
];

/** Labels of parts, in a text that has both of these: "**Hook:** Did you know?", "**CTA:** Follow me!" */
const PART_LABELS: Rule = [
	new RegExp(
		`^${ADORNED}(?:${HOOK}|${CALL_TO_ACTION}|intro(?:duction)?|body|main (?:content|part|points?)|problem|solution|outro|cuerpo|corpo|corps|hauptteil)${ADORNED}[:：]${ADORNED}`,
		'gimu',
	),
	'',
	'directions',
];

/** Whether a line of a text begins with one of these words as its label. */
function hasLabel(text: string, words: string): boolean {
	return new RegExp(`^${ADORNED}(?:${words})${ADORNED}[:：]`, 'imu').test(text);
}

/** Removes what a script has for its makers and is not said. A text of nothing else stays, and nothing is counted. */
export function withoutDirections(text: string, changes: Changes): string {
	// The changes are counted in a copy, which is dropped where the text stays.
	const counted: Changes = { ...changes };
	const rules = [...REMARKS];
	if (hasLabel(text, NARRATORS)) rules.push(SCENE_LINES);
	if (hasLabel(text, HOOK) && hasLabel(text, CALL_TO_ACTION)) rules.push(PART_LABELS);
	const withoutLines = withRules(text, rules.concat(DIRECTIONS), counted);
	const plain = withoutDirectionsInLines(withoutLines, counted);
	if (!hasLettersOrDigits(plain)) return text;
	Object.assign(changes, counted);
	return plain;
}
