import type { Changes } from './changes';
import { withoutDirectionsInLines } from './directions';
import { REMARKS } from './remarks';
import { hasLettersOrDigits, type Rule, withRules } from './rules';

/*
 * What stands in a script for those who make the video, and is not said: stage directions, the label of the narrator,
 * times, and what a language model says about its own text (`remarks.ts`). Only closed lists of words are removed,
 * because everything else may be meant for the listener.
 */

/** What emphasizes a line, or makes a heading or an item of it. An emoji before it has become the point of an item. */
const ADORNED = String.raw`[ \t>#*_•-]{0,12}`;

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
	'ujęcie|muzyka|sahne|müzik|adegan|cảnh|âm nhạc|nhạc nền|المشهد|مشهد|موسيقى|الموسيقى|الكاميرا|दृश्य|संगीत|ฉาก|ดนตรี',
	/** A part of a script, perhaps with how long it takes: "[CTA]", "[Greeting – 5 seconds]". */
	`${HOOK}|${CALL_TO_ACTION}`,
	'\\p{L}[\\p{L} ]{1,40}[-–—:,] ?\\d{1,3} ?(?:s|secs?|seconds?|sekunden|segundos|secondes)(?=[\\])])',
].join('|');

/**
 * The same in Chinese and Japanese, which have no blanks between words, so that what follows has to show that a scene
 * is described: "【画面：海边日落】", "（背景音乐渐强）".
 */
const EAST_ASIAN_SCENES =
	'画面|开场|主体|正文|结尾|片头|片尾|オープニング|エンディング|镜头|鏡頭|特写|近景|远景|场景|場景|转场|背景音乐|背景音樂|音乐|音樂|配乐|音效|字幕|BGM|シーン|カメラ|テロップ|効果音|音楽';
const BEHIND_EAST_ASIAN_SCENE =
	'(?:[:：，,、一二三四五六七八九十\\d]|が流れる|ズーム|渐|漸|响起|響起|淡入|淡出|切换|切至|拉近|推进|切り替え|フェード|開始|终|終|$|(?=[】）］\\])]))';

/** The names of what is said where nobody is seen: "Voiceover", "旁白". */
const NARRATION = [
	'narration|voice[- ]?over|v\\.?o\\.?|spoken (?:text|words)|speaker[- ]?notes',
	'sprechertext|off-(?:stimme|text)|voz (?:en |em )?off|narración|locução|narração|voix[- ]off|voce (?:fuori campo|narrante)|narrazione',
	'голос за кадром|текст диктора|旁白|解说|配音|口播(?:文案|稿)?|台词|ナレーション|セリフ|내레이션|대사',
	'głos z offu|narracja|d[ıi]ş ses|seslendirme|narasi|sulih suara|lời bình|lời dẫn|thuyết minh',
	'التعليق الصوتي|वॉ[इय]सओवर|वॉ[इय]स ओवर|เสียงบรรยาย',
].join('|');

/** Such a name, as a word or among others: "Audio/Voiceover". */
export const NAMES_NARRATION = new RegExp(
	`(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${NARRATION})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`,
	'iu',
);

/** Who speaks where nobody is seen: "NARRATOR:", "Voiceover (V.O.):", "旁白：". */
export const NARRATORS = [
	NARRATION,
	'narrator|sprecher(?:in)?|erzähler(?:in)?|narrador(?:a)?|locutor(?:a)?|narrateur|narratrice|narratore',
	'диктор|ナレーター|내레이터|verteller|lektor(?:ka)?|narratorka|anlat[ıi]c[ıi]|narator|người (?:dẫn(?: chuyện)?|kể chuyện)',
	'الراوي|المعلق|वाचक|कथावाचक|नैरेटर|ผู้บรรยาย',
].join('|');

/** Who speaks on the screen. Where nobody else does, the label is not said. */
const PRESENTERS =
	'host|presenter|avatar|speaker|(?:news )?anchor|moderator(?:in)?|presentador(?:a)?|apresentador(?:a)?|présentat(?:eur|rice)|conduttore|conduttrice|ведущ(?:ий|ая)|主持人|主播|司会(?:者)?|진행자';

/** The headings of scenes and slides: "### Scene 1 (0:00–0:05)". */
const SCENE_HEADINGS =
	'(?:scene|szene|escena|scène|scena|cena|сцена|sahne|adegan|cảnh|المشهد|दृश्य|ฉาก|场景|シーン|장면|slide|folie|diapositiv[ae]|slajd|слайд) ?\\d{1,3}(?!\\d)';

/** The labels of the title of a text, which no other line begins with. */
const TITLE_LABELS =
	'(?:video )?title|(?:video|voice-?over) script|titel|título|titre|titolo|tytuł|başlık|judul|заголовок|标题|標題|タイトル|제목';

/** What is removed from any text. The examples show lines of scripts, chats and newsletters. */
const DIRECTIONS: readonly Rule[] = [
	/** A line in brackets that describes the picture, and asks nothing: "[Cut to: office]"; in Chinese: "【画面：海边】". */
	[
		new RegExp(
			`^${ADORNED}[[(](?:${SCENES})(?![\\p{L}\\p{N}])[^[\\]()\\n?]{0,200}[\\])]${ADORNED}$`,
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
	/** A scene without any words, but a description in brackets: "**Scene 1:** (a beach)". */
	[
		new RegExp(
			`^${ADORNED}(?:${SCENE_HEADINGS})${ADORNED}[:：]?${ADORNED}(?:[[(][^[\\]()\\n]{1,200}[\\])]${ADORNED})?$`,
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
	/** Whose picture stands there: "Photo by Ann on Unsplash". */
	[
		/^[*_]{0,2}(?:photo|image|picture|foto|bild)(?: by| von| de| di| par|:) [^\n]{1,60} (?:on|via|auf|en|su|sur) (?:unsplash|pexels|pixabay|flickr|shutterstock|getty images)\.?[*_]{0,2}$/gimu,
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
	/** The label before a title, of which the words stay, at the beginning of a text: "Title: Bees\n\n" is "Bees". */
	[
		new RegExp(
			`^\\s*${ADORNED}(?:${TITLE_LABELS})${ADORNED}[:：]${ADORNED}(?=[^\\n]+\\n[ \\t]*\\n)`,
			'iu',
		),
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

/** The labels of lines that describe the video, or what is seen or heard: "**Visual:** A busy street." */
const SCENE_LABELS = [
	'(?:video )?title|titel|título|titre|titolo|标题|duration|dauer|duración|durée|时长|tone|target audience',
	'visuals?|b-?roll|on[- ]?screen(?: text)?|text on screen|camera|shot|(?:background )?music|sfx|sound(?: effects?)?|transition|graphics?',
	'bild|kamera|einblendung|musik|imagen|cámara|música|image|musique|immagine|musica|imagem|画面|镜头|音乐|配乐|音效|字幕|映像|音楽|テロップ',
	'видео(?:ряд)?|музыка|титры|obraz|muzyka|görsel|görüntü|müzik|beeld|muziek|hình ảnh|âm nhạc|المشهد|الصورة|الموسيقى|दृश्य|संगीत|ภาพ|ดนตรี|화면|영상|음악|자막',
	'duração|durata|duur|длительность|czas trwania|süre|durasi|thời lượng|المدة|अवधि|ความยาว|길이',
].join('|');

/**
 * A line with such a label, or the heading of a scene. It is only removed where a narrator or one presenter has a
 * label, because its words may be meant for the listener in any other text.
 */
const SCENE_LINES: Rule = [
	new RegExp(
		`^${ADORNED}(?:(?:${SCENE_LABELS})${ADORNED}[:：][^\\n]*|${SCENE_HEADINGS}[^\\n]{0,80})$`,
		'gimu',
	),
	'',
	'directions',
];

/** What is seen meanwhile, in bold behind its time, where the narrator has a label: "**(0:00-0:05) A busy office.**" */
const TIMED_SCENES: Rule = [
	/^[ \t]*\*\*[[(]\d{1,2}:\d{2} ?[-–—] ?\d{1,2}:\d{2}[)\]][^\n*]{1,300}\*\*$/gmu,
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

/** Headings of parts: "## Outro", "**CTA**", "INTRO". */
const PART_HEADINGS: readonly Rule[] = [
	[
		new RegExp(
			`^(?:#{1,6} [*_]{0,3}|\\*{2,3})(?:${HOOK}|${CALL_TO_ACTION}|intro(?:duction)?|body|main (?:content|part|points?)|conclusion|outro)[:：]?[*_]{0,3}[:：]?$`,
			'gimu',
		),
		'',
		'directions',
	],
	[
		/^(?:HOOK|INTRO(?:DUCTION)?|BODY|MAIN (?:CONTENT|PART|POINTS?)|CONCLUSION|OUTRO|CTA|CALL TO ACTION):?$/gmu,
		'',
		'directions',
	],
];

/** The last of them, which only a script has. */
const LAST_PART = new RegExp(
	`^(?:(?:#{1,6} [*_]{0,3}|\\*{2,3})(?:${CALL_TO_ACTION}|outro)[:：]?[*_]{0,3}|OUTRO|CTA)[:：]?$`,
	'imu',
);

/** Where the first part of a script begins and ends: "(0:00–0:15)", "0–3s". Opening hours begin later. */
const FIRST_TIMES =
	/(?<![\d:.])(?:0{1,2}:0\d ?[-–—] ?\d|0 ?s? ?[-–—] ?\d{1,3} ?(?:s|secs?|seconds?|sek|sekunden|segundos|secondes|秒)(?!\p{L}))/iu;

/** From one time to another, and from one second to another, as in such a script. */
const TIMES = '\\d{1,2}:\\d{2} ?[-–—] ?\\d{1,2}:\\d{2}';
const SECONDS =
	'\\d{1,3} ?s? ?[-–—~] ?\\d{1,3} ?(?:s|secs?|seconds?|sek|sekunden|segundos|secondes|秒)';

/** The times of the parts of such a script, as headings, and before what is said. */
const TIMED_PARTS: readonly Rule[] = [
	/** "## Introduction (0:00–0:15)" */
	[
		new RegExp(`^${ADORNED}\\p{L}[\\p{L}\\d /&'’-]{0,40} ?[([]${TIMES}[)\\]]${ADORNED}$`, 'gimu'),
		'',
		'directions',
	],
	/** "## Hook (0–3s)", "**开场（0-5秒）**" */
	[
		new RegExp(
			`^${ADORNED}\\p{L}[\\p{L}\\d /&'’-]{0,40} ?[([（]${SECONDS}[)\\]）]${ADORNED}[:：]?${ADORNED}$`,
			'gimu',
		),
		'',
		'directions',
	],
	/** "**[0:00–0:15] Introduction**"; a whole sentence is said. */
	[
		/^(?:#{1,6} \*{0,2}|\*\*)[[(]\d{1,2}:\d{2} ?[-–—] ?\d{1,2}:\d{2}[)\]][^\n*:：.!?。！？]{0,40}[:：]?\*{0,2}$/gmu,
		'',
		'directions',
	],
	/** "**0:00 – 0:05** | Hook", and "0:00–0:05: Did you know?", of which the words stay. */
	[
		new RegExp(
			`^(?:#{1,6} \\*{0,2}${TIMES}|\\*\\*${TIMES}(?=[^*\\n]*\\*\\*$)|\\*{0,2}${TIMES}\\*{0,2} ?\\|(?=[^\\n]*\\n[^\\n\\d*#]))[^\\n.!?。！？]{0,40}$`,
			'gmu',
		),
		'',
		'directions',
	],
	[new RegExp(`^${ADORNED}${TIMES}[*_]{0,3} ?(?:[|:：–—-] ?)?[*_]{0,3}`, 'gmu'), '', 'directions'],
	/** "0–3s: Did you know?", "(0-5 seconds) Did you know?", "【0-3秒】你好" */
	[
		new RegExp(
			`^${ADORNED}(?:[[(【（]${SECONDS}[\\])】）][:：]?|${SECONDS}[*_]{0,3}[:：])[*_]{0,3} ?`,
			'gimu',
		),
		'',
		'directions',
	],
];

/** Any label at the beginning of a line: "**Host:** Welcome". The groups are the signs before it, and its words. */
const LABEL = new RegExp(
	`^(${ADORNED})(\\p{L}[\\p{L}\\d .'’()-]{0,30}?)${ADORNED}[:：](?!\\/\\/)`,
	'gimu',
);

/** The label of somebody who presents all of a text. */
const PRESENTER_LABEL: Rule = [
	new RegExp(`^${ADORNED}(?:${PRESENTERS})${ADORNED}[:：]${ADORNED}`, 'gimu'),
	'',
	'directions',
];

/**
 * Whether a text is said by one presenter: lines have the label of a presenter, and none has another one, except for
 * those of scenes. A single such line counts only if its label is in bold or in capitals, because otherwise it may be a
 * definition: "Host: who invites guests".
 */
function hasOnePresenter(text: string): boolean {
	const labels = Array.from(text.matchAll(LABEL), ([, signs = '', words = '']) => ({
		signs,
		words,
	}));
	const speakers = labels.filter(({ words }) => !isOneOf(SCENE_LABELS, words));
	const [first] = speakers;
	if (!first || !isOneOf(PRESENTERS, first.words)) return false;
	const isAdorned = first.signs.includes('*') || first.words === first.words.toUpperCase();
	const names = new Set(speakers.map(({ words }) => words.toLowerCase()));
	return names.size === 1 && (speakers.length > 1 || isAdorned);
}

/**
 * Whether a text is one of some words, in any case, and nothing more.
 *
 * @param words the source of a pattern, with "|" between the words
 */
function isOneOf(words: string, text: string): boolean {
	return new RegExp(`^(?:${words})$`, 'iu').test(text);
}

/**
 * Whether a line of a text begins with one of some words as its label: "**Hook:** …".
 *
 * @param words the source of a pattern, with "|" between the words
 */
function hasLabel(text: string, words: string): boolean {
	return new RegExp(`^${ADORNED}(?:${words})${ADORNED}[:：]`, 'imu').test(text);
}

/**
 * Removes what a script has for those who make the video and is not said. A text in which nothing else can be read
 * stays as it is, and nothing is counted then.
 *
 * @param changes to whose `directions` and `remarks` what is removed is added
 */
export function withoutDirections(text: string, changes: Changes): string {
	// The changes are counted in a copy, which is dropped where the text stays.
	const counted: Changes = { ...changes };
	const withoutLines = withRules(text, REMARKS.concat(rulesOfScript(text), DIRECTIONS), counted);
	const withoutParts = withRules(withoutLines, rulesOfParts(withoutLines), counted);
	const plain = withoutDirectionsInLines(withoutParts, counted);
	if (!hasLettersOrDigits(plain)) return text;
	Object.assign(changes, counted);
	return plain;
}

/**
 * The rules that only a script is treated with: those about scenes, where the text has the label of a narrator or of
 * one presenter, and those about times, where its first part begins at 0. An empty list for any other text.
 */
function rulesOfScript(text: string): Rule[] {
	const rules: Rule[] = [];
	const isPresented = hasOnePresenter(text);
	const isTimed = FIRST_TIMES.test(text);
	const isNarrated = hasLabel(text, NARRATORS);
	if (isPresented || isTimed || isNarrated) rules.push(SCENE_LINES);
	if (isNarrated) rules.push(TIMED_SCENES);
	if (isPresented) rules.push(PRESENTER_LABEL);
	if (isTimed) rules.push(...TIMED_PARTS);
	return rules;
}

/** The rules for the names of the parts of a short video, where a text has those that no other text has. */
function rulesOfParts(text: string): Rule[] {
	const rules: Rule[] = [];
	if (hasLabel(text, HOOK) && hasLabel(text, CALL_TO_ACTION)) rules.push(PART_LABELS);
	if (LAST_PART.test(text)) rules.push(...PART_HEADINGS);
	return rules;
}
