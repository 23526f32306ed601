import type { Changes } from './changes';
import { hasLettersOrDigits, type Rule, withRules } from './rules';

/*
 * What stands in a script for those who make the video, and is not said: stage directions, the label of the narrator,
 * times, and what a language model says about its own text. Only closed lists of words are removed, because
 * everything else may be meant for the listener.
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

/**
 * Whether a text in brackets is a direction: it says what the speaker does or, in square brackets, what is heard or how
 * something is said; and none of its words says anything else.
 *
 * @param bracket the opening one
 */
function isDirection(bracket: string, inside: string): boolean {
	const words = inside.toLowerCase().match(/\p{L}+/gu) ?? [];
	const hasAction = words.some((word) => ACTIONS.has(word));
	const hasMood = words.some((word) => MOODS.has(word));
	const isSquare = SQUARE_BRACKETS.includes(bracket);
	if (!hasAction && !(hasMood && isSquare)) return false;
	return words.every((word) => ACTIONS.has(word) || MOODS.has(word) || BESIDE.has(word));
}

/** What emphasizes a line, or makes a heading of it. */
const ADORNED = String.raw`[ \t>#*_-]{0,12}`;

/** How the description of a picture begins, which fills a line in brackets: "[Cut to: office]", "(Kamera zoomt)". */
const SCENES = [
	'scene|shot|cut|fade|visuals?|on[- ]?screen|text on screen|b-?roll|camera|close-?up|opening shot|closing shot|wide shot|int\\.|ext\\.',
	'upbeat|music|intro|outro|sfx|sound|transition|animation|graphic|title card|logo|zoom|pan|end of (?:script|video|scene|voice-?over)',
	'szene|kamera|schnitt|einblendung|musik|bild|nahaufnahme|ende des skripts',
	'escena|cámara|corte|toma|plano|música|scène|caméra|plan|musique|scena|inquadratura|cena|câmera',
	'сцена|камера|музыка|画面|镜头|场景|音乐|シーン|カメラ|音楽|장면|카메라|음악',
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

/** Before what the narrator says, at the beginning of a line. */
const NARRATOR_LABEL = new RegExp(`^${ADORNED}(?:${NARRATORS})${ADORNED}[:：]`, 'imu');

/** The labels of lines that describe what is seen or heard: "**Visual:** A busy street." */
const SCENE_LABELS =
	'visuals?|b-?roll|on[- ]?screen(?: text)?|text on screen|camera|shot|music|sfx|sound(?: effects?)?|transition|graphics?|bild|kamera|einblendung|musik|imagen|cámara|música|image|musique|immagine|musica|imagem|画面|镜头|音乐|配乐|音效|字幕|映像|音楽';

/** A line with such a label. Where no narrator has one, its words may be meant for the listener. */
const SCENE_LINES: Rule = [
	new RegExp(`^${ADORNED}(?:${SCENE_LABELS})${ADORNED}[:：][^\\n]*$`, 'gimu'),
	'',
	'directions',
];

/** The words by which a language model agrees to write, in the languages of the voices. */
const AGREES = [
	'sure(?: thing)?|certainly|of course|absolutely|here you go|no problem|great(?: question| idea)?|perfect|got it|happy to help|sounds good',
	'klar|natürlich|gerne?|selbstverständlich|sehr gerne?|claro(?: que sí)?|por supuesto|con gusto|bien sûr|avec plaisir|certainement|voilà|certo|certamente|volentieri|com certeza|natuurlijk|graag|tabii(?: ki)?|oczywiście',
	'конечно|当然|当然可以|好的|没问题|もちろんです|もちろん|はい|承知しました|물론입니다|네',
].join('|');

/** The words by which it announces what it has written. */
const ANNOUNCES = [
	"here(?:['’]s| is| are)|below is|this is",
	'hier ist|hier sind|hier kommt|hier is|anbei|aquí tienes|aquí está|aquí va|este es|voici|ecco|aqui está|aqui vai|segue|oto|işte',
	'вот|以下是|这是|这里是|以下が|こちらが|以下は|다음은|아래는',
].join('|');

/** The names that a language model gives to what it has written, and others hardly announce. */
const WRITTEN =
	'script|voice-?over|draft|narration|rewritten|revised|translated|skript|sprechertext|sprechtext|entwurf|überarbeitet|übersetzung|guion|borrador|traducción|revisado|brouillon|traduction|révisé|copione|bozza|rivisto|roteiro|rascunho|scénario|scenariusz|metni|сценарий|перевод|脚本|文案|口播稿|解说词|讲稿|译文|台本|原稿|대본';

/** What it may call it as well. Others announce such things, too, so that these words only count behind `AGREES`. */
const WRITTEN_AS_ASKED = `${WRITTEN}|text|version|speech|post|caption|summary|story|monologue|dialogue|zusammenfassung|fassung|rede|texto|versión|resumen|texte|résumé|testo|riassunto|versão|resumo|текст|文本|版本|文章|テキスト|문장|글`;

/** How it offers, in its last line, to work on the text once more. */
const OFFERS = [
	"let me know if you(?:['’]d| would) like|would you like (?:me to|an?(?:other)?)|do you want me to|want me to|feel free to (?:adjust|ask for|request|modify|customi[sz]e|edit|tweak)|i can also",
	"if you(?:['’]d like| want| need| prefer),? (?:me to|i (?:can|could|['’]?ll|would)|i['’]m happy|just (?:say|tell))",
	'lass mich wissen, (?:ob|wenn)|möchtest du, dass ich|soll ich|(?:wenn|falls) (?:du|sie) (?:möchtest|möchten|willst|wollen),? kann ich',
	'avísame si|¿?quieres que|si (?:quieres|lo deseas|prefieres),? puedo',
	'dis-moi si|souhaitez-vous que|veux-tu que|voulez-vous que|si (?:tu (?:veux|préfères)|vous (?:le )?(?:voulez|souhaitez|préférez)),? je peux',
	'fammi sapere se|vuoi che|se (?:vuoi|preferisci),? posso|me avise se|quer que eu|se (?:quiser|preferir),? posso',
	'если (?:хотите|нужно),? (?:я )?могу|хотите,? чтобы я|如果(?:您|你)?需要|需要我|ご希望であれば|원하시면',
].join('|');

/** What it offers to change. */
const CHANGES =
	'change|adjust|tweak|revis|edit|short|long|version|tone|translat|adapt|änder|anpass|kürz|läng|cambi|cort|acort|largo|ajust|modif|adatt|accorci|abbrevi|alter|tono|tom|raccourc|rallong|короче|сократ|измен|адапт|перев|修改|调整|改|短|調整|수정|줄';

/** What blogs put below each entry of their feed, where … are the names of the entry and of the blog. */
const FEED_ENDS = [
	'The post … (?:appeared first on|first appeared on) …',
	'Der Beitrag … erschien (?:zuerst|als erstes) auf …',
	'La entrada … (?:se publicó primero|aparece primero|apareció primero) en …',
	"L[’']article … est apparu en premier sur …",
	"L[’']articolo … (?:proviene da|sembra essere il primo su) …",
	'O post … apareceu primeiro em …',
	'Het bericht … verscheen eerst op …',
].map((end) => end.replaceAll('…', '[^\\n]{1,600}'));

const REMARKS: readonly Rule[] = [
	/** The last line of an entry: "The post Rome appeared first on My Blog." */
	[new RegExp(`(?<=\\S)\\s*\\n[ \\t]*(?:${FEED_ENDS.join('|')})\\s*$`, 'u'), '', 'remarks'],
	/** The first line of an answer: "Sure! Here's your script:", or "Here's a 30-second script:". */
	[
		new RegExp(
			`^\\s*[¡]?(?:(?:${AGREES}) ?[!.,，。！、—–-]+ ?(?:${ANNOUNCES})[^\\n]{0,150}?(?:${WRITTEN_AS_ASKED})[^\\n]{0,100}|(?:${ANNOUNCES})[^\\n]{0,150}?(?:${WRITTEN})[^\\n]{0,100})[:：]\\**[ \\t]*\\n\\s*(?=\\S)`,
			'iu',
		),
		'',
		'remarks',
	],
	/** The same with what only a model calls so: "Voici votre texte :". */
	[
		/^\s*(?:here(?:['’]s| is) your (?:text|copy)|hier ist (?:dein|ihr) text|aquí tienes tu texto|voici (?:votre|ton) texte|ecco il (?:tuo|suo) testo|aqui está (?:o )?seu texto|вот ваш текст)[^\n]{0,60}?[:：]\**[ \t]*\n\s*(?=\S)/iu,
		'',
		'remarks',
	],
	/** What stands above it: "**Final script:**", and before what an agent says: "Final Answer: …". */
	[
		/^\s*[*#_ ]{0,6}(?:final answer[*_ ]{0,4}:[*_ ]{0,4}|(?:(?:final|revised|updated|video|voice-?over) )?(?:script|voice-?over|skript|sprechertext|guion|roteiro|脚本|口播稿|文案|台本)[*_ ]{0,4}[:：][*_ ]{0,4}\n)\s*(?=\S)/iu,
		'',
		'remarks',
	],
	/** What it says of its work: "(Note: I kept the tone friendly.)" */
	[
		/(?<=\S)\s*\n[*_([ ]{0,4}note:[*_ ]{0,4}i(?:['’]ve| have)? (?:added|assumed|avoided|included|kept|made|removed|tried|used)[^\n]{0,300}\s*$/iu,
		'',
		'remarks',
	],
	/** How long it takes to say it, behind the text: "(Approx. 45 seconds)", "(This script is about 30 seconds long)". */
	[
		/(?<=\S)\s*\n[*_ ]{0,4}[([]this (?:script|text|version|voice-?over)[^()[\]\n]{1,40}\d{1,4}[- ](?:words|seconds|minutes)[^()[\]\n]{0,40}[)\]][*_ ]{0,4}\s*$/iu,
		'',
		'remarks',
	],
	[
		/(?<=\S)\s*\n[*_ ]{0,4}[([](?:approx(?:imately|\.)?|about|around|~|≈|ca\.|etwa|aprox\.?|environ|约|約)? ?\d{1,4} ?(?:words|seconds|secs?|characters|wörter|sekunden|palabras|segundos|mots|secondes|字|秒)[^()[\]\n]{0,30}[)\]][*_ ]{0,4}\s*$/iu,
		'',
		'remarks',
	],
	/** The last line of an answer: "Let me know if you'd like any changes!" */
	[
		new RegExp(
			`(?<=\\S)\\s*\\n[ \\t>*_-]{0,12}(?:${OFFERS})[^\\n]{0,60}(?:${CHANGES})[^\\n]{0,200}\\s*$`,
			'iu',
		),
		'',
		'remarks',
	],
	/** How long a text is: "(Word count: ~150)". */
	[
		/^[ \t>#*_([-]{0,12}(?:word count|words|wordcount|character count|estimated (?:reading |speaking )?(?:time|duration)|wortanzahl|wortzahl|número de palabras|nombre de mots|numero di parole|字数)[*_]{0,3} ?[:：][*_]{0,3} ?[^\d\n]{0,20}\d[^\n]{0,40}$/gimu,
		'',
		'remarks',
	],
];

/** Removes what a script has for its makers and is not said. A text of nothing else stays, and nothing is counted. */
export function withoutDirections(text: string, changes: Changes): string {
	// The changes are counted in a copy, which is dropped where the text stays.
	const counted: Changes = { ...changes };
	const scenes = NARRATOR_LABEL.test(text) ? [SCENE_LINES] : [];
	const withoutLines = withRules(text, REMARKS.concat(scenes, DIRECTIONS), counted);
	const plain = withoutDirectionsInLines(withoutLines, counted);
	if (!hasLettersOrDigits(plain)) return text;
	Object.assign(changes, counted);
	return plain;
}
