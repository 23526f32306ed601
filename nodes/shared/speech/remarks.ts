import type { Rule } from './rules';

/*
 * What stands before and behind a text and is not a part of it: what a language model says about its own text, where it
 * has its words from, and what blogs and mail programs add. Only what closed lists of words announce is removed,
 * because everything else may be meant for the listener.
 */

/**
 * The source of a pattern for any word of some lists, to be put into a group. A letter with an accent is one character
 * in it (NFC), as it is in the text since an earlier stage.
 *
 * @param lists words or patterns with "|" between them
 */
function oneOf(...lists: readonly string[]): string {
	return lists.join('|').normalize();
}

/** The words by which a language model agrees to write, in the languages of the voices. */
const AGREES = oneOf(
	'sure(?: thing)?|certainly|of course|absolutely|here you go|no problem|great(?: question| idea)?|perfect|got it|sounds good',
	"(?:i['’](?:d be|m) )?(?:happy|glad) to help(?: you)?(?: with that)?",
	'klar|natürlich|gerne?|selbstverständlich|sehr gerne?|natuurlijk|graag|självklart|absolut|selvfølgelig',
	'claro(?: que sí)?|por supuesto|con gusto|com certeza|bien sûr|avec plaisir|certainement|voilà|certo|certamente|volentieri',
	'oczywiście|конечно|звісно|звичайно|tabii(?: ki)?|elbette|tentu(?: saja)?|chắc chắn(?: rồi)?|tất nhiên',
	'بالتأكيد|بالطبع|ज़रूर|बिल्कुल|当然|当然可以|當然|當然可以|好的|没问题|沒問題|もちろんです|もちろん|はい|承知しました|물론입니다|네',
);

/** What it says as well before it announces a script. */
const ACKNOWLEDGES = oneOf(
	'okay|ok|alright|as requested|understood|thank(?: you|s)(?: for [^\\n.!?:]{1,60})?|verstanden|wie gewünscht|danke(?: für [^\\n.!?:]{1,60})?',
	'entendido|perfecto|perfeito|gracias por [^\\n.!?:]{1,60}|compris|parfait|perfetto|понял|明白了?|了解しました|かしこまりました|알겠습니다|anlaşıldı|baik',
);

/** The words by which it announces what it has written. */
const ANNOUNCES = oneOf(
	"here(?:['’]s| is| are)|below is|this is|i['’](?:ll|ve) (?:created?|draft(?:ed)?|prepared?|put together|write|written)",
	'hier ist|hier sind|hier kommt|hier is|anbei|här är|her er',
	'aquí tienes|aquí está|aquí va|este es|aqui está|aqui vai|segue|voici|ecco',
	'oto|вот|ось|[iİ]şte|berikut|dưới đây là|đây là',
	'إليك|فيما يلي|यहाँ|यह रही|以下是|这是|這是|这里是|這裡是|以下が|こちらが|以下は|다음은|아래는',
);

/** What a language model calls what it has written, in words with which hardly anybody else announces something. */
const WRITTEN = oneOf(
	'script|ssml|voice-?over|draft(?= (?:for|of|script|text|version)|[:：])|narration|rewritten|revised|translat(?:ed|ion)|of your (?:article|content|message|notes|script|text)',
	'skript|sprechertext|sprechtext|entwurf|überarbeitet|übersetzung|manus(?:kript)?(?!\\p{L})',
	'guion|borrador|traducción|revisado|roteiro|rascunho|brouillon|traduction|révisé|scénario|copione|bozza|rivisto',
	'scenariusz|skrypt|сценарий|сценарій|перевод|metni|senaryo|naskah|skrip(?!\\p{L})|kịch bản',
	'نص الفيديو|سيناريو|स्क्रिप्ट|脚本|腳本|文案|口播稿|解说词|解說詞|讲稿|講稿|译文|譯文|台本|原稿|대본',
);

/**
 * What a language model may call it as well. Other people announce such things, too, so that these words only count
 * behind those of `AGREES`.
 */
const WRITTEN_AS_ASKED = oneOf(
	WRITTEN,
	'text|version|speech|post|caption|summary|story|monologue|dialogue|zusammenfassung|fassung|rede',
	'texto|versión|versão|resumen|resumo|texte|résumé|testo|riassunto|tekst|metin',
	'текст|نص|文本|版本|文章|テキスト|문장|글',
);

/**
 * The first line of an answer: "Sure! Here's your text:", "Okay, here's a 30-second script:", or "Certainly! Below is a
 * short script." Without a colon it is only known by all its words, because somebody may begin a story so.
 */
const OPENING = [
	`(?:${AGREES}) ?[!.,，。！、—–-]+ ?(?:${ANNOUNCES})[^\\n]{0,150}?(?:${WRITTEN_AS_ASKED})[^\\n]{0,100}[:：]`,
	`(?:(?:${ACKNOWLEDGES})[,!.，。！] ?)?(?:${ANNOUNCES})[^\\n]{0,150}?(?:${WRITTEN})[^\\n]{0,100}[:：]`,
	`(?:${AGREES}) ?[!.,，。！、—–-]+ ?(?:${ANNOUNCES})[^\\n.!?。]{0,150}?(?:${WRITTEN})[^\\n.!?。]{0,100}[.。]`,
].join('|');

/** The name of a script or a translation, alone above it: "**Final script:**". */
const SCRIPT_LABEL =
	'(?:(?:final|revised) version|(?:(?:final|revised|updated|video|voice-?over|finales|fertiges) )?(?:script|voice-?over|translation|skript|sprechertext|übersetzung|guion|traducción|roteiro|tradução|traduction|traduzione|脚本|口播稿|文案|台本|翻译|译文|翻訳))';

/** How it offers, in its last line, to work on the text once more. */
const OFFERS = oneOf(
	"(?:just )?let me know if (?:you(?:['’]d| would)? (?:like|want|need|prefer)|this works)|(?:i['’](?:d be|m) )?happy to (?:adjust|refine|revise|tweak) (?:it|the|this)(?!\\p{L})|would you like (?:me to|an?(?:other)?)|do you want me to|want me to|feel free to (?:adjust|ask for|request|modify|customi[sz]e|edit|tweak)|i can also",
	"if you(?:['’]d like| want| need| prefer),? (?:me to|i (?:can|could|['’]?ll|would)|i['’]m happy|just (?:say|tell))",
	'i hope (?:this|that|it) helps[.!] (?:let me know if you|feel free to (?:ask|let me know)|if you)|feel free to (?:ask|let me know) if you',
	'(?:wenn|falls) (?:du|sie) (?:noch )?(?:änderungen|anpassungen) (?:möchte|wünsch|brauch)|möchten sie, dass ich|lass mich wissen, (?:falls|ob|wenn)|sag(?:en sie)? (?:mir )?(?:gerne? |einfach )?bescheid|möchtest du, dass ich|soll ich|gerne? kann ich|(?:wenn|falls) (?:du|sie) (?:möchtest|möchten|willst|wollen),? kann ich',
	'laat (?:het )?(?:me|mij) weten|wil je dat ik|zal ik|als je wilt,? kan ik|säg till om|vill du att jag|ska jag|sig til,? hvis|vil du have,? at jeg|si fra hvis',
	'avísame si|dime si|hazme saber si|¿?quieres que|¿?te gustaría que|si (?:quieres|lo deseas|prefieres),? puedo',
	'espero que te (?:sirva|ayude|guste)[.!] ¡?avísame si',
	"dis-moi si|dites-moi si|n['’]hésite[sz]? pas à me (?:dire|demander)|souhaitez-vous que|veux-tu que|voulez-vous que|si (?:tu (?:veux|préfères)|vous (?:le )?(?:voulez|souhaitez|préférez)),? je peux",
	'fammi sapere se|vuoi che|se (?:vuoi|preferisci),? posso|me avise se|quer que eu|gostaria que eu|se (?:quiser|preferir),? posso',
	'daj znać,? (?:jeśli|czy)|czy chcesz,? żebym|jeśli chcesz,? mogę|(?:değişiklik )?[iİ]sterse(?:n|niz)|apakah (?:anda|kamu) ingin saya|beri ?tahu saya jika|bạn có muốn (?:tôi|mình)|hãy cho (?:tôi|mình) biết nếu',
	'если (?:хотите|нужно),? (?:я )?могу|если нужно [^\\n]{0,60}дайте знать|хотите,? чтобы я|якщо (?:хочете|потрібно),? (?:я )?можу',
	'إذا كنت (?:ترغب|تريد)|هل (?:ترغب|تريد|تود) (?:في )?أن|أخبرني إذا|क्या आप (?:चाहेंगे कि मैं|(?:इसे|स्क्रिप्ट|इस स्क्रिप्ट) [^\\n?]{1,60} चाहेंगे)|अगर आप चाहें|希望这(?:个|份|段)?(?:脚本|文案)|如果(?:您|你)?需要|如需|需要我|必要に応じて|ご希望であれば|(?:いかがでしょうか[?？])?修正が必要|(?:더 )?(?:짧게|길게) [^\\n]{1,10} ?드릴까요|원하시면|수정이 필요하(?:시)?면',
);

/** What it offers to change, or to write: the beginnings of these words. */
const CHANGES = oneOf(
	WRITTEN,
	'changes|change (?:it|anything|something|the (?:length|style|text|tone|wording))|adjust|tweak|revis|edit|rewrite|rephrase|short(?:er|en)|longer|versions?(?!\\p{L})|ton[eo]?(?!\\p{L})|translat|adapt',
	'änderung|ändere|anpass|kürz|länger|fassung|formulier|umformulier|den text|aanpas|wijzig|korter|langer|versie|ändra|kortare|längre|ændr|endre',
	'più breve|più lung|cambi[eo]|más cort|acort|más larg|alarg|versión|versão|ajust|modif|adatt|accorci|abbrevi|altere|alterar|mais curt|tom(?!\\p{L})|raccourc|rallong',
	'zmieni|zmian|skróci|krótsz|dłuższ|wersj|короче|сократ|измен|адапт|перев|змін|скорот|kısa|uzun|versiyon|değişi|singkat|pendek|(?:di)?ubah|revisi|versi(?!\\p{L})|ngắn|chỉnh|sửa|thay đổi',
	'أقصر|أطول|تعديل|تغيير|نسخة|छोटा|लंबा|बदल|修改|调整|調整|改|短|縮|変更|修正|수정|줄',
);

/** The last line of an answer, perhaps with a list of offers below it: "Let me know if you'd like any changes!" */
const CLOSING = `[ \\t>*_-]{0,12}(?=${OFFERS})(?=[^]{0,300}?(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${CHANGES}))[^\\n]{1,400}(?:\\s*\\n[ \\t]*(?:[-*•]|\\d{1,2}[.)])[^\\n]{0,200}){0,10}`;

/** How it speaks of what it has written. */
const THIS_SCRIPT =
	'this (?:draft|script|voice-?over)|dieses skript|este (?:guion|guión|roteiro)|ce script|questo (?:copione|script)|(?:该|这个|这段)脚本';

/** The headings of what it suggests for the video, below the script. */
const SUGGESTIONS =
	"(?:production|director['’]?s|voice-?over|editing) notes?|(?:suggested|recommended) (?:background music|b-?roll|footage|music|visuals)|visual suggestions|produktionshinweise|regieanweisungen|notas de producción|notas de produção|notes de production|note di produzione|制作说明|拍摄建议";

/** The heading above a list of sources. */
const SOURCES =
	'sources?|references|citations|quellen|referenzen|fuentes|referencias|références|fonti|fontes|referências|bronnen|źródła|kaynaklar|источники|参考(?:资料|文献|来源)?|来源|資料來源|出典|출처';

/** What blogs, forums and networks put below each entry of their feed, where … are names. */
const FEED_ENDS = [
	'The post … (?:appeared first on|first appeared on) …',
	'Der Beitrag … erschien (?:zuerst|als erstes) auf …',
	'La entrada … (?:se publicó primero|aparece primero|apareció primero) en …',
	"L[’']article … est apparu en premier sur …",
	"L[’']articolo … (?:proviene da|sembra essere il primo su) …",
	'O post … apareceu primeiro em …',
	'Het bericht … verscheen eerst op …',
	'Inlägget … dök först upp på …',
	'Artykuł … pochodzi z serwisu …',
	'Сообщение … появились сначала на …',
	'… yazısı ilk önce … üzerinde ortaya çıktı\\.',
	'投稿 … は … に最初に表示されました。',
	'… was originally published in … on Medium, where people are continuing the conversation by highlighting and responding to this story\\.',
	'submitted by …\\s*\\[link\\]\\s*\\[comments\\]',
].map((end) => end.replaceAll('…', '[^\\n]{1,600}'));

/** The words of the link with which an entry of a feed ends, and which nobody can follow who listens. */
const READ_ON = oneOf(
	'read more|continue reading|keep reading|read the (?:full|whole) (?:article|post|story)|weiterlesen|mehr lesen|lire la suite|leer más|seguir leyendo',
	'leia mais|continue lendo|leggi tutto|continua a leggere|lees (?:meer|verder)|czytaj (?:dalej|więcej)|читать (?:далее|дальше)|devamını oku',
	'baca selengkapnya|đọc tiếp|xem thêm|और पढ़ें|اقرأ المزيد|阅读(?:全文|更多)|閱讀(?:全文|更多)|続きを読む|もっと読む|더 보기|อ่านต่อ',
);

/** What telephones put below a mail. */
const MAIL_ENDS =
	'sent from my (?:iphone|ipad|android|galaxy)[^\\n]{0,40}|get outlook for (?:ios|android)|von meinem (?:iphone|ipad|android)[^\\n]{0,30} gesendet|enviado desde mi iphone|enviado do meu iphone|envoyé de mon iphone|inviato da iphone';

/** The rules that remove such remarks; most of them look only at the beginning or the end of a text. */
export const REMARKS: readonly Rule[] = [
	/** The last line of an entry: "The post Rome appeared first on My Blog." */
	[new RegExp(`(?<=\\S)\\s*\\n[ \\t]*(?:${FEED_ENDS.join('|')})\\s*$`, 'u'), '', 'remarks'],
	/** The link behind its beginning: "Continue reading →", "Read more »", "Continue reading “Rome”". */
	[
		new RegExp(
			`(?<=[.!?…。！？"”»)\\]\\n])[ \\t]*\\[?(?:${READ_ON})(?: [“"„«][^\\n]{1,200}[”“"»])?[ .…→›»>\\]]{0,12}\\s*$`,
			'iu',
		),
		'',
		'remarks',
	],
	/** The last line of a mail: "Sent from my iPhone". */
	[new RegExp(`(?<=\\S)\\s*\\n[ \\t]*(?:${MAIL_ENDS})\\.?\\s*$`, 'iu'), '', 'remarks'],
	[new RegExp(`^\\s*[*_ ]{0,4}¡?(?:${OPENING})\\**[ \\t]*\\n\\s*(?=\\S)`, 'iu'), '', 'remarks'],
	/** The same with what only a model calls so: "Voici votre texte :". */
	[
		/^\s*(?:here(?:['’]s| is) your (?:text|copy)|hier ist (?:dein|ihr) text|aquí tienes tu texto|voici (?:votre|ton) texte|ecco il (?:tuo|suo) testo|aqui está (?:o )?seu texto|вот ваш текст)[^\n]{0,60}?[:：]\**[ \t]*\n\s*(?=\S)/iu,
		'',
		'remarks',
	],
	/**
	 * What stands above it: "**Final script:**", perhaps below lines about it, such as "**Tone:** friendly"; and before
	 * what an agent says: "Final Answer: …".
	 */
	[
		new RegExp(
			`^\\s*[*#_ ]{0,6}(?:final answer[*_ ]{0,4}:[*_ ]{0,4}|(?:\\p{L}[\\p{L} /&-]{1,30}[*_]{0,4}[:：][^\\n]{1,150}\\n\\s*[*#_ ]{0,6}){0,8}${SCRIPT_LABEL}[*_ ]{0,4}[:：][*_ ]{0,4}[|>]?\\n)\\s*(?=\\S)`,
			'iu',
		),
		'',
		'remarks',
	],
	/** What it says of its work on the text: "(Note: I kept the tone friendly.)", but not "Note: I used oat milk." */
	[
		/(?<=\S)\s*\n[*_([ ]{0,4}note:[*_ ]{0,4}i(?:['’]ve| have)? (?:added|assumed|avoided|included|kept|made|removed|tried|used)(?=[^\n]{0,200}(?:emoji|language|length|paragraph|phras|placeholder|script|seconds|sentence|style|text|tone|voice|word))[^\n]{0,300}\s*$/iu,
		'',
		'remarks',
	],
	/** The same in the last paragraph, behind a line or in italics: "*This script runs about 15 seconds.*" */
	[
		new RegExp(
			`(?<=\\S)\\s*\\n(?:[ \\t]*[-*_]{3,}[ \\t]*\\n\\s*[*_]{0,3}|[ \\t]*[*_]{1,3})(?:${THIS_SCRIPT})(?!\\p{L})[^\\n]{1,500}\\s*$`,
			'iu',
		),
		'',
		'remarks',
	],
	/** What it suggests to those who make the video: "### Production Notes", with a line or a list below. */
	[
		new RegExp(
			`(?<=\\S)\\s*\\n[ \\t]*[*#_ ]{0,8}(?:${SUGGESTIONS})[*_ ]{0,4}(?:[:：][^\\n]{1,300}|[:：]?[*_ ]{0,4}(?:\\s*\\n[ \\t]*(?:[-*•]|\\d{1,2}[.)])[^\\n]{0,300}){1,20})\\s*$`,
			'iu',
		),
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
	[new RegExp(`(?<=\\S)\\s*\\n${CLOSING}\\s*$`, 'iu'), '', 'remarks'],
	/** Where the words are from, as a list of addresses below them: "**Sources:**", "[1] https://example.com". */
	[
		new RegExp(
			`(?<=\\S)\\s*\\n[ \\t]*[*#_ ]{0,6}(?:${SOURCES})[*_ ]{0,4}[:：]?[*_ ]{0,4}(?:\\s*\\n[^\\n]*(?:https?:|www\\.)[^\\n]*){1,40}\\s*$`,
			'iu',
		),
		'',
		'remarks',
	],
	/** What is to stand below the video in a network: "**Caption:** Summer!" */
	[
		/(?<=\S)\s*\n[*#_ ]{0,6}(?:(?:instagram|tiktok|youtube|suggested|social(?: media)?) )?(?:caption|thumbnail(?: text| idea)?)[*_ ]{0,4}[:：](?:[*_ ]{0,4}\n)?[^\n]{1,300}\s*$/iu,
		'',
		'remarks',
	],
	/** How long a text is: "(Word count: ~150)". */
	[
		/^[ \t>#*_([（【-]{0,12}(?:word count|words|wordcount|character count|estimated (?:reading |speaking )?(?:time|duration)|wortanzahl|wortzahl|número de palabras|nombre de mots|numero di parole|字数)[*_]{0,3} ?[:：][*_]{0,3} ?[^\d\n]{0,20}\d[^\n]{0,40}$/gimu,
		'',
		'remarks',
	],
];
