import { oneOf, type WordsByLanguage } from './patterns';

/*
 * The words by which language models speak about what they have written, and those that blogs and mail programs add to
 * a text, in the languages of the voices. Each list is the source of a pattern. A word that is missing is added under
 * the code of its language.
 */

/** The words by which a language model agrees to write. */
export const AGREES = oneOf({
	en: [
		'sure(?: thing)?|certainly|of course|absolutely|here you go|no problem|great(?: question| idea| topic| choice)?|perfect|got it|sounds good',
		"(?:i['’](?:d be|m) )?(?:happy|glad) to help(?: you)?(?: with that)?",
	].join('|'),
	de: 'klar|natürlich|gerne?|selbstverständlich|sehr gerne?',
	es: 'claro(?: que sí)?|por supuesto|con gusto',
	fr: 'bien sûr|avec plaisir|certainement|voilà',
	it: 'certo|certamente|volentieri',
	nl: 'natuurlijk|graag|zeker',
	pt: 'com certeza',
	da: 'selvfølgelig',
	sv: 'självklart|absolut',
	pl: 'oczywiście|jasne|pewnie',
	ru: 'конечно',
	uk: 'звісно|звичайно',
	tr: 'tabii(?: ki)?|elbette',
	id: 'tentu(?: saja)?',
	vi: 'chắc chắn(?: rồi)?|tất nhiên',
	ar: 'بالتأكيد|بالطبع',
	hi: 'ज़रूर|बिल्कुल',
	zh: '当然|当然可以|當然|當然可以|好的|没问题|沒問題',
	ja: 'もちろんです|もちろん|はい|承知(?:いた)?しました',
	ko: '물론입니다|물론이죠|네',
});

/** What it says as well before it announces a script. */
export const ACKNOWLEDGES = oneOf({
	en: 'okay|ok|alright|as requested|understood|thank(?: you|s)(?: for [^\\n.!?:]{1,60})?|based on [^\\n.!?:]{1,100}',
	de: 'verstanden|wie gewünscht|danke(?: für [^\\n.!?:]{1,60})?|basierend auf [^\\n.!?:]{1,100}',
	es: 'entendido|perfecto|gracias por [^\\n.!?:]{1,60}',
	fr: 'compris|parfait',
	it: 'perfetto',
	pt: 'perfeito',
	ru: 'понял',
	tr: 'anlaşıldı',
	id: 'baik',
	zh: '明白了?',
	ja: '了解しました|かしこまりました',
	ko: '알겠습니다',
});

/** How it announces what stands below, as nobody does who speaks to listeners. */
export const BELOW_IS = "below (?:is|you(?:['’]ll| will) find)";

/** Whose a text is that somebody else announces: "Here is my speech:". */
const MINE = oneOf({
	en: 'my|our',
	de: '(?:mein|unser)(?:e|en)?',
	es: 'mi|nuestr[ao]',
	fr: 'ma|mon|notre',
	it: '(?:il |la )?(?:mi[ao]|nostr[ao])',
	pt: '[ao] (?:meu|minha|noss[ao])',
	ru: 'мо[йя]|наш[ае]?',
});

/** The words by which it announces what it has written. "Here's how to write a script:" announces none. */
export const ANNOUNCES = `${oneOf(BELOW_IS, {
	en: "(?:here(?:['’]s| is| are)|this is)(?! (?:how|what|when|where|which|who|why)(?!\\p{L}))|i(?:['’](?:ll|ve)| have) (?:created?|draft(?:ed)?|prepared?|put together|write|written)",
	de: 'hier ist|hier sind|hier kommt|anbei',
	es: 'aquí tienes|aquí está|aquí va|este es',
	fr: 'voici',
	it: 'ecco',
	nl: 'hier is(?!t)',
	pt: 'aqui está|aqui vai|segue',
	da: 'her er',
	sv: 'här är',
	pl: 'oto',
	ru: 'вот',
	uk: 'ось',
	tr: '[iİ]şte',
	id: 'berikut',
	vi: 'dưới đây là|đây là',
	ar: 'إليك|فيما يلي',
	hi: 'यहाँ|यह रही',
	zh: '以下是|这是|這是|这里是|這裡是',
	ja: '以下が|こちらが|以下は',
	ko: '다음은|아래는',
})}(?! ${MINE}(?!\\p{L}))`;

/**
 * Before the word for a script, these tell that something else is announced: "Here are five tips for your script:",
 * "Here is the difference between a script and a novel:".
 */
export const ON_SCRIPT = oneOf({
	en: 'about|behind|between|every|for',
	de: 'für|über|zum|zur|zwischen',
	es: 'entre|para|sobre',
	fr: 'entre|pour|sur',
	it: 'per|sul',
	nl: 'voor',
	pl: 'dla|do',
	ru: 'для',
});

const NO_LETTER_FOLLOWS = '(?!\\p{L})';

const NO_LETTER_BEFORE = '(?<!\\p{L})';

/** Behind such a word, the announcement ends: "the translation:", "the **translation**:". */
const BEFORE_COLON = '(?=[*_ ]{0,4}[:：])';

/** The same, perhaps behind how long the text is: "in 100 words:", "for a 30-second video:", "(30 seconds):". */
const BEFORE_LENGTH =
	'(?=(?: \\([^()\\n]{1,40}\\)| (?:auf|em|en|for|für|in) (?:about |an? |around |etwa )?\\d{1,3}[ -]\\p{L}[^\\n:：]{0,30})?[*_ ]{0,4}[:：])';

/** What a text is called, but not something that is named after it: "the revised blog schedule". */
const NAME_OF_TEXT = `(?:article|post|caption|story|summary|e-?mail|newsletter|blog|transcript)${NO_LETTER_FOLLOWS}(?! (?!(?:about|as|based|below|for|from|in|into|of|on|that|to|using|with|without|you)${NO_LETTER_FOLLOWS})\\p{L})`;

/** What anybody may have revised, rewritten or translated, so that only a text counts: not "the revised plan". */
const REWRITTEN = `(?:revised|rewritten|translated)(?:${BEFORE_COLON}|(?=,? (?:[\\p{L}-]+,? ){0,3}(?:content|copy|message|paragraph|speech|text|version|${NAME_OF_TEXT}))|(?<!revised)(?= (?:as|in|into) ))`;

/**
 * The summary of what it was given, which hardly anybody else announces: "a summary of the article:". With more words,
 * these may tell listeners whose article it is.
 */
const SUMMARY = oneOf({
	en: `summary of (?:the|this|your) (?:[\\p{L}-]+ ){0,2}(?:article|content|document|e-?mail|post|text|transcript)(?: you (?:gave|provided|sent|shared)(?: me)?)?${BEFORE_LENGTH}`,
	de: `zusammenfassung (?:de[rs]|deine[rs]|ihre[rs]) (?:\\p{L}+ )?(?:artikels|\\p{L}*beitrags|dokuments|e-?mail|inhalts|textes|transkripts)${BEFORE_LENGTH}`,
	es: `resumen (?:del|de (?:este|su|tu)) (?:artículo|contenido|documento|texto)${BEFORE_LENGTH}`,
	fr: `résumé (?:de (?:l['’]|cet |ce |ton |votre )|du )(?:article|contenu|document|texte)${BEFORE_LENGTH}`,
	it: `riassunto (?:dell['’]|del |di questo )(?:articolo|contenuto|documento|testo)${BEFORE_LENGTH}`,
	pt: `resumo (?:do(?: seu)?|deste) (?:artigo|conteúdo|documento|texto)${BEFORE_LENGTH}`,
	ru: `(?:краткое содержание|резюме) (?:вашей |вашего |этой |этого )?(?:статьи|текста)${BEFORE_COLON}`,
	zh: '(?:文章|文本)的(?:摘要|总结|總結)',
	ja: '(?:記事|文章)の要約',
});

/**
 * What nobody has but who works on a text, while a product may come in an "improved version", too. Others announce "a
 * shortened version of our interview".
 */
const CORRECTED = `(?:(?:corrected|polished|proofread|shortened) (?:content|copy|message|paragraph|speech|text|version)|improved (?:copy|paragraph|text)|shorter version)(?: of (?:the|your) (?:article|caption|message|paragraph|post|script|text))?${BEFORE_LENGTH}`;

/** What a language model calls what it has written, in words with which hardly anybody else announces something. */
export const WRITTEN = oneOf(SUMMARY, CORRECTED, {
	en: `${NO_LETTER_BEFORE}(?:script${NO_LETTER_FOLLOWS}(?! (?:that )?(?:i|we) (?:always )?used?${NO_LETTER_FOLLOWS})|ssml|voice-?over|draft(?:${BEFORE_COLON}|(?= (?:text|version|for your)))|narration|${REWRITTEN}|translation(?: of (?:the|this|your) (?:[\\p{L}-]+ ){0,2}(?:article|content|message|paragraph|post|script|text))?(?: (?:from|in|into|to) [^\\n:：]{1,40})?${BEFORE_COLON}|of your (?:article|content|message|notes|script|text))`,
	de: `skript|sprechertext|sprechtext|entwurf(?:${BEFORE_COLON}|(?=[^\\n]{0,60}(?:beitrag|clip|post|reel|text|video|rede${NO_LETTER_FOLLOWS})))|überarbeitete[nrs]? (?:\\p{L}+ ){0,2}\\p{L}*(?:beitrag|fassung|text|version|(?:artikel|absatz|post|inhalt)${NO_LETTER_FOLLOWS})|(?:gekürzte|korrigierte)[nrs]? (?:artikel|beitrag|fassung|text|version)(?: (?:de[rs]|deine[rs]|ihre[rs]) (?:artikels|beitrags|posts|skripts|textes))?${BEFORE_LENGTH}|übersetzung(?: (?:de[rs]|deine[rs]|ihre[rs]) (?:\\p{L}+ )?(?:artikels|beitrags|nachricht|skripts|textes))?(?: (?:auf|ins?|nach) [^\\n:：]{1,40})?${BEFORE_COLON}`,
	es: `gui[oó]n(?! que us)|borrador${BEFORE_COLON}|traducción(?: (?:del|de (?:este|su|tu)) (?:artículo|guion|mensaje|texto))?(?: (?:al?|en) \\p{L}+)?${BEFORE_COLON}|(?:artículo|contenido|texto) revisado|versión revisada`,
	fr: `brouillon${BEFORE_COLON}|traduction(?: (?:de (?:ce|ton|votre) |de l['’]|du )(?:article|message|script|texte))?(?: (?:en|vers l['’]) ?\\p{L}+)?${BEFORE_COLON}|(?:article|texte) révisé|version révisée|scénario(?:${BEFORE_COLON}|(?= (?:court|de (?:\\d|la vidéo|ta|ton|votre)|pour|révisé|vidéo)))`,
	it: `copione|bozza${BEFORE_COLON}|(?:articolo|testo) rivisto|traduzione(?: del (?:tuo )?testo)?(?: in \\p{L}+)?${BEFORE_COLON}`,
	nl: `vertaling(?: van (?:de|je|uw) tekst)?(?: (?:in|naar) het \\p{L}+)?${BEFORE_COLON}`,
	// It is also the plan of a journey.
	pt: `rascunho${BEFORE_COLON}|roteiro(?:${BEFORE_COLON}|(?= (?:\\p{L}+ )?(?:d[eo]|para) (?:(?:o|seu|um) ){0,2}(?:avatar|narração|reel|tiktok|v[ií]deo|\\d{1,3} segundos)))|tradução(?: do (?:seu )?texto)?(?: (?:em|para(?: o)?) \\p{L}+)?${BEFORE_COLON}`,
	sv: `manus(?:kript)?${NO_LETTER_FOLLOWS}`,
	// In these languages, it is also what will happen, "the worst scenario", and the plan of a feast.
	pl: `(?<!(?:czarny|możliwy|najgorszy|najlepszy) )(?:scenariusz|skrypt)(?:${BEFORE_COLON}|(?= (?:(?:dla|do) )?(?:\\p{L}+ )?(?:film|reel|rolk|tiktok|wideo|\\d)))`,
	ru: `(?<!(?:вероятный|возможный|лучший|плохой|худший) )сценарий(?:${BEFORE_COLON}|(?= (?:(?:длиной|для|к|на) )?(?:\\p{L}+ )?(?:видео|ролик|tiktok|\\d)))|перевод(?:${BEFORE_COLON}|(?= (?:ваш|на |стат|текст)))`,
	uk: 'сценарій',
	tr: '(?:konuşma|seslendirme|video) metni|(?<!(?:iyi|kötü) )senaryo',
	id: `naskah|skrip${NO_LETTER_FOLLOWS}`,
	vi: 'kịch bản(?! (?:tệ|tốt|xấu))',
	ar: 'نص الفيديو|(?<!(?:أسوأ|أفضل) )سيناريو',
	hi: 'स्क्रिप्ट',
	zh: '(?:脚本|腳本|文案|口播稿|解说词|解說詞|讲稿|講稿)(?![中技的里])|译文|譯文|[文语語是]翻[译譯](?=[:：])',
	ja: '(?:台本|原稿|スクリプト)(?!の|を(?!ご))',
	ko: '(?:대본|스크립트)(?![을를의])',
});

/**
 * What a language model may call it as well. Other people announce such things, too, so that these words only count
 * behind those of `AGREES`.
 */
export const WRITTEN_AS_ASKED = oneOf(WRITTEN, {
	en: `${NO_LETTER_BEFORE}(?:text|version|speech|post|caption|summary|story|monologue|dialogue|message(?=[*_ ]{0,4}[:：]| (?:for (?!you)|you can ))(?! from))`,
	de: 'zusammenfassung|fassung|rede',
	es: `${NO_LETTER_BEFORE}(?:texto|versión|resumen)`,
	fr: `${NO_LETTER_BEFORE}texte|résumé`,
	it: `${NO_LETTER_BEFORE}testo|riassunto`,
	pt: 'versão|resumo',
	da: 'tekst',
	ru: `${NO_LETTER_BEFORE}текст`,
	tr: 'metin',
	ar: 'نص',
	zh: '文本|版本|文章',
	ja: 'テキスト',
	ko: '문장|글',
});

/** How it announces a text in whole words, of which hardly anybody else uses these. */
export const HERE_IS_YOUR_TEXT = oneOf({
	en: "here(?:['’]s| is) your (?:text|copy)",
	de: 'hier ist (?:dein|ihr) text',
	es: 'aquí tienes tu texto',
	fr: 'voici (?:votre|ton) texte',
	it: 'ecco il (?:tuo|suo) testo',
	pt: 'aqui está (?:o )?seu texto',
	ru: 'вот ваш текст',
});

/** The same of a script, alone in its line: "Here's your video script!" */
export const HERE_IS_YOUR_SCRIPT = oneOf({
	en: "here(?:['’]s| is) your (?:[\\p{L}\\d-]{1,20} ){0,3}(?:script|voice-?over)",
	de: 'hier ist (?:dein|ihr) (?:[\\p{L}\\d-]{1,20} ){0,3}(?:\\p{L}{1,20}-?)?skript',
	es: 'aquí tienes tu gui[oó]n',
	fr: 'voici (?:votre|ton) script',
	it: 'ecco il (?:tuo|suo) copione',
	pt: 'aqui está (?:o )?seu roteiro',
	ru: 'вот ваш сценарий',
});

/** The name of a script, alone above it or before it: "**Final script:**", "## 30-Second Video Script". */
export const SCRIPT_NAME = oneOf(
	'(?:final|revised) version',
	`(?:(?:\\d{1,3}[- ]second|final|revised|spoken|updated|video|voice-?over|finales|fertiges) ){0,2}${oneOf(
		{
			en: 'script|voice-?over',
			de: 'skript|sprechertext',
			es: 'guion',
			it: 'copione',
			pt: 'roteiro',
			pl: 'scenariusz',
			ru: 'сценарий',
			tr: 'senaryo',
			ar: 'نص الفيديو|السيناريو',
			hi: 'स्क्रिप्ट',
			zh: '[脚腳]本|口播稿|文案',
			ja: '台本',
			ko: '대본',
		},
	)}`,
);

/** The same, or the name of a translation alone above it: "**Translation:**". */
export const SCRIPT_LABEL = oneOf(SCRIPT_NAME, {
	en: '(?:(?:final|revised|updated) ){0,2}translation',
	de: 'übersetzung',
	es: 'traducción',
	fr: 'traduction',
	it: 'traduzione',
	pt: 'tradução',
	zh: '翻译|译文',
	ja: '翻訳(?:結果)?',
	ko: '번역(?: 결과)?',
});

/** For what it is, behind such a name: "Script for your video". */
export const SCRIPT_FOR =
	'(?:an? |the |your )?(?:avatar|facebook|instagram|linkedin|reel|shorts?|tiktok|video|youtube)';

/** What a language model does in the first person in an offer in German. */
const GERMAN_VERBS = '(?:erstelle|formuliere|kann|kürze|mache|passe|schreibe|ändere|überarbeite)';

/**
 * An offer in the first person, which has to name the text, because tailors and coaches make such offers, too: "Gerne
 * passe ich den Text an".
 *
 * @param begins with what the offer begins
 * @param names how the text, or something of it, is called
 */
function offerOnText(begins: string, names: string): string {
	return `${begins}(?=[^\\n]{0,60}${NO_LETTER_BEFORE}(?:${names})${NO_LETTER_FOLLOWS})`;
}

/**
 * How it offers, in its last line, to work on the text once more. Where others begin so as well, as in "If you want to
 * change your booking, call us", what follows has to show that the writer of the text speaks.
 */
export const OFFERS = oneOf({
	en: [
		"(?:just )?let me know if (?:you(?:['’]d| would)? (?:like|want|need|prefer)|this works)",
		`(?:i['’](?:d be|m) )?happy to (?:adjust|refine|revise|tweak) (?:it|the|this)${NO_LETTER_FOLLOWS}`,
		'would you like (?:me to|an?(?:other)?)|do you want me to|want me to|i can also|does this work for you',
		"if you(?:['’]d| would)? (?:like|need|prefer|want) an?(?:other)? [^\\n,]{1,40}, (?:just )?let me know",
		'want an? (?:different|longer|more \\p{L}{1,15}|shorter) (?:one|script|version)',
		'feel free to (?:let me know|ask for|request)',
		'feel free to (?:adjust|modify|customi[sz]e|edit|tweak) (?=[^\\n]{0,80}(?:draft|length|script|style|text|tone|version|wording))',
		"if you(?:['’]d like| want| need| prefer),? (?:me to|i (?:can|could|['’]?ll|would)|i['’]m happy|just (?:say|tell))",
		'i hope (?:this|that|it) helps[.!] (?:let me know if you|feel free to (?:ask|let me know)|if you)',
		'feel free to (?:ask|let me know) if you',
		'i can (?:adapt|adjust|revise|rewrite|shorten|tweak) (?:it|the (?:length|script|style|text|tone|wording)) if ',
	].join('|'),
	de: [
		'(?:wenn|falls) (?:du|sie) (?:noch )?(?:änderungen|anpassungen) (?:möchte|wünsch|brauch)',
		'möchten sie, dass ich|möchtest du, dass ich|soll ich|gerne? kann ich',
		'meld(?:e dich|en sie sich)(?: gerne?)?,? (?:falls|wenn) (?:du|sie) (?:noch )?(?:änderungen|anpassungen) (?:am (?:skript|text) )?(?:benötig|brauch|haben|hast|möchte|wünsch)',
		'lass mich wissen, (?:falls|ob|wenn)|sag(?:en sie)? (?:mir )?(?:gerne? |einfach )?bescheid',
		'(?:wenn|falls) (?:du|sie) (?:möchtest|möchten|willst|wollen),? kann ich',
		offerOnText(
			`(?:(?:auf wunsch|bei bedarf|gerne?) ${GERMAN_VERBS} ich|ich ${GERMAN_VERBS}(?=[^\\n]{0,60} gerne?${NO_LETTER_FOLLOWS}))`,
			'(?:den|diesen) (?:text|ton)(?! für)|(?:das|dieses) s[ck]ript|(?:kürzere|längere|andere) (?:fassung|version)',
		),
	].join('|'),
	es: [
		'avísame si|dime si|hazme saber si|¿?quieres que|¿?te gustaría que|si (?:quieres|lo deseas|prefieres),? puedo',
		'espero que te (?:sirva|ayude|guste)[.!] ¡?avísame si',
		'puedo (?:acortar|adaptar|ajustar|alargar|modificar)lo si ',
		'si necesitas alg[uú]na? (?:ajuste|cambio|modificación)(?: en el (?:gui[oó]n|texto|tono))?,? (?:avísame|dímelo)',
		offerOnText(
			'(?:(?:también|con gusto) )?(?:puedo (?:acort|adapt|ajust|alarg|cre|modific)ar|puedo (?:escribir|hacer)|acorto|adapto|ajusto|modifico)',
			'(?:el|este) (?:gui[oó]n|texto|tono)|una versión (?:alternativa|más)',
		),
	].join('|'),
	fr: [
		"dis-moi si|dites-moi si|n['’]hésite[sz]? pas à me (?:dire|demander)|souhaitez-vous que|veux-tu que|voulez-vous que",
		'si (?:tu (?:veux|préfères)|vous (?:le )?(?:voulez|souhaitez|préférez)),? je peux',
		'si (?:tu (?:souhaites|veux)|vous (?:souhaitez|voulez)) (?:des (?:ajustements|changements|modifications)|une version plus [^\\n,]{1,30}),? (?:dis|dites)-le-moi(?! (?:dans|en) )',
		"je peux (?:l['’](?:adapter|ajuster)|le (?:modifier|raccourcir|rallonger)) si ",
		offerOnText(
			'je peux (?:aussi |également )?(?:adapter|ajuster|créer|écrire|modifier|proposer|raccourcir|rallonger|rédiger)',
			'(?:ce|le) (?:script|texte|ton)|une version (?:alternative|plus)',
		),
	].join('|'),
	it: [
		'fammi sapere se|vuoi che|se (?:vuoi|preferisci),? posso',
		'posso (?:abbreviar|accorciar|adattar|allungar|modificar)lo se ',
		offerOnText(
			'posso (?:anche )?(?:abbreviare|accorciare|adattare|allungare|creare|modificare|scrivere)',
			'(?:il|questo) (?:copione|testo|tono)|lo script|una versione (?:alternativa|più)',
		),
	].join('|'),
	nl: 'laat (?:het )?(?:me|mij) weten|wil je dat ik|zal ik|als je wilt,? kan ik',
	pt: [
		'me avise se|quer que eu|gostaria que eu|se (?:quiser|preferir),? posso',
		'posso (?:adaptá|ajustá|alterá|encurtá)-lo se ',
		offerOnText(
			'(?:também )?posso (?:também )?(?:adaptar|ajustar|alterar|criar|encurtar|escrever|fazer)',
			'(?:este|o) (?:roteiro|texto|tom)|uma versão (?:alternativa|mais)',
		),
	].join('|'),
	da: 'sig til,? hvis|vil du have,? at jeg',
	no: 'si fra hvis',
	sv: 'säg till om|vill du att jag|ska jag',
	pl: 'daj znać,? (?:jeśli|czy)|czy chcesz,? żebym|jeśli chcesz,? mogę',
	ru: 'если (?:хотите|нужно),? (?:я )?могу|если нужно [^\\n]{0,60}дайте знать|хотите,? (?:чтобы я|я (?:адаптирую|сделаю|сокращу) (?:его|её|сценарий|текст))',
	uk: 'якщо (?:хочете|потрібно),? (?:я )?можу',
	tr: '(?:değişiklik )?[iİ]sterse(?:n|niz)(?=[^\\n]{0,80}(?:bilirim|bana))',
	id: 'apakah (?:anda|kamu) ingin saya|beri ?tahu saya jika',
	vi: 'bạn có muốn (?:tôi|mình)|hãy cho (?:tôi|mình) biết nếu',
	ar: 'إذا كنت (?:ترغب|تريد)(?=[^\\n]{0,80}(?:أخبرني|أعلمني|يمكنني|أستطيع))|هل (?:ترغب|تريد|تود) (?:في )?أن أ|أخبرني إذا',
	hi: 'क्या आप (?:चाहेंगे कि मैं|(?:इसे|स्क्रिप्ट|इस स्क्रिप्ट) [^\\n?]{1,60} चाहेंगे)|अगर आप चाहें(?=[^\\n]{0,80} मैं )',
	zh: '希望(?:对(?:您|你)有(?:所)?帮助|这(?:个|份|段)?(?:脚本|文案))|(?:如果(?:您|你)?需要|如需)(?=[^\\n]{0,60}(?:告诉我|告訴我|我可以|我再)(?![们們]))|需要我(?![们們])',
	ja: '必要に応じて(?=[^\\n。]{0,20}いたします)|ご希望であれば|(?:いかがでしょうか[?？])?修正が必要(?=[^\\n]{0,40}(?:お知らせ|お申し付け|教えて))',
	ko: '(?:더 )?(?:짧게|길게) [^\\n]{1,10} ?드릴까요|원하시면|수정이 필요하(?:시)?면',
});

/** How it begins to say of its work on a text what stands before such an offer: "I kept it under 20 words." */
export const ABOUT_WORK =
	"(?:i (?:added|aimed|avoided|kept|made|used)|i['’]ve (?:added|aimed|kept|made|used)|(?:it|this) (?:runs|should (?:run|take))|(?:i )?hope (?:that|this|you)|ich hoffe,? (?:das|dies|es)|that['’]s (?:about|around|roughly))";

/** What only people ask of those who listen: to comment, to call, to come. */
export const ASKS_LISTENERS = oneOf({
	en: 'comment|call (?:me|us)|book a|write to us',
	de: 'komm(?:t|en sie)? (?:in|zu)|ruf(?:t|en sie)? ',
	es: 'll[aá]m[ae](?:me|nos)',
	fr: 'appele[zr]|appelle',
	it: 'chiama(?:ci|mi)',
	pt: 'ligue',
	nl: 'bel (?:me|ons)',
	pl: 'zadzwoń',
});

/** What it offers to change, or to write: the beginnings of these words. */
export const CHANGES = oneOf(WRITTEN, {
	en: `changes|change (?:it|anything(?! (?:about|in) your)|something|the (?:length|style|text|tone|wording))|(?:adapt|adjust|edits?${NO_LETTER_FOLLOWS})(?! (?:the|your) (?!length|script|style|text|tone|version|wording))|tweak|revise (?:it|the|this)|revisions?${NO_LETTER_FOLLOWS}|rewrite|rephrase|(?:shorter|longer)(?! (?!if|one|or|script|text|take|version)\\p{L})|shorten|(?:alternat(?:e|ive)|another|different|new|second|\\p{L}{3,}er) versions?${NO_LETTER_FOLLOWS}|ton[eo]?${NO_LETTER_FOLLOWS}|translate|adapt[aeo]`,
	de: 'änderung|ändere|etwas ändern|anpass|kürz|länger(?:e[nrs]?)? (?:fassung|haben|machen|möcht|oder|s[ck]ript|sein|text|variante|version)|fassung|formulier|umformulier|den text',
	es: 'más cort|acort|más larg|alarg|otra versión|versión (?:alternativa|diferente|distinta|más)|ajust|modif',
	fr: 'raccourc|rallong|autre version|version (?:alternative|plus)',
	it: 'più breve|più lung|cambi[eo]|adatt|accorci|abbrevi|allung|altra versione|versione (?:alternativa|diversa|più)',
	nl: 'aanpas|wijzig|korter|langere? (?:of|maak|tekst|versie|wil)|andere versie',
	pt: `outra versão|versão (?:alternativa|diferente|mais)|alter[ae]|encurt|mais curt|tom${NO_LETTER_FOLLOWS}`,
	da: 'ændr|endre',
	sv: 'ändra|kortare|längre (?:eller|text|version)',
	pl: 'zmienić|zmian|skróci|krótsz|dłuższ|wersj',
	ru: 'короче|сократ|измен|адапт|перев',
	uk: 'змін|скорот',
	tr: 'kısalt|daha kısa|uzat|daha uzun|versiyon|değişi',
	id: `singkat|pendek|(?:di)?ubah|revisi|versi${NO_LETTER_FOLLOWS}`,
	vi: 'ngắn|chỉnh|sửa|thay đổi(?! ý)',
	ar: 'أقصر|أطول|تعديل|تغيير|نسخة',
	hi: 'छोटा|लंबा|बदल',
	zh: '修改|调整|調整|改(?:写|寫|成|短)|[缩縮]短|更短|短一[些点點]',
	ja: '変更|修正',
	ko: '수정|줄',
});

/** How it speaks of what it has written. */
export const THIS_SCRIPT = oneOf({
	en: 'this (?:draft|script|voice-?over)',
	de: 'dieses skript',
	es: 'este (?:guion|guión|roteiro)',
	fr: 'ce script',
	it: 'questo (?:copione|script)',
	zh: '(?:该|这个|这段)脚本',
});

/** What it notes of its work on the text, and the words for what it has worked on. */
export const I_HAVE_WRITTEN =
	"i(?:['’]ve| have)? (?:added|assumed|avoided|included|kept|made|removed|tried|used)";
export const PROPERTY_OF_TEXT =
	'emoji|language|length|paragraph|phras|placeholder|script|seconds|sentence|style|text|tone|voice|word';

/** The headings of what it suggests for the video, below the script. */
export const SUGGESTIONS = oneOf({
	en: "(?:key|main) (?:changes|edits|improvements) i(?:['’]ve)? made|why this (?:script|version) works|(?:production|director['’]?s|voice-?over|editing) notes?|suggested music|(?:suggested|recommended) (?:background music|b-?roll|footage|visuals)|visual suggestions",
	de: 'produktionshinweise|regieanweisungen',
	es: 'notas de producción',
	fr: 'notes de production',
	it: 'note di produzione',
	pt: 'notas de produção',
	zh: '制作说明|拍摄建议',
});

/** The labels of what is to stand below or before the video in a network. */
export const CAPTION =
	'(?:(?:instagram|tiktok|youtube|suggested|social(?: media)?) )?(?:caption|thumbnail(?: text| idea)?)';

/** The units in which it counts its text, and words for "about". */
export const UNITS_OF_TEXT = oneOf({
	en: 'words|seconds|secs?|characters',
	de: 'wörter|sekunden',
	es: 'palabras|segundos',
	fr: 'mots|secondes',
	// Before other words, it is an instruction: "(30초 휴식)", "(10 parole da imparare)".
	it: '(?:parole|secondi)(?=[)\\]])',
	nl: '(?:woorden|seconden)(?=[)\\]])',
	pt: 'palavras(?=[)\\]])',
	ru: '(?:слов|секунд[аы]?)(?=[)\\]])',
	ko: '초(?=[)\\]])',
});
export const ABOUT = oneOf({
	en: 'approx(?:imately|\\.)?|about|around|~|≈',
	de: 'ca\\.|etwa',
	es: 'aprox(?:imadamente|\\.)?',
	fr: 'environ',
	it: 'circa',
	nl: 'ongeveer',
	ru: 'примерно|около',
	zh: '约|約',
	ko: '약',
});

/** Those units in Chinese and Japanese, and what may follow. With other words, it is an instruction: "（30秒後に裏返す）". */
export const EAST_ASIAN_UNITS = oneOf({ zh: '字|秒', ja: '文字' });
export const BEHIND_EAST_ASIAN_UNIT = `${oneOf({ zh: '钟|鐘|左右', ja: '程度|前後|です' })}?(?:[，,、] ?(?:时长|時長)[^()[\\]（）\\n]{0,20})?`;

/** The labels of how long a text is. */
export const LENGTH_LABELS = oneOf({
	en: '(?:total )?word count|wordcount|character count|estimated (?:reading |run|running |speaking )(?:time|duration|length)',
	de: 'wortanzahl|wortzahl',
	es: 'número de palabras',
	fr: 'nombre de mots',
	it: 'numero di parole',
	zh: '字数',
});

/** From one number to another, or only one: "about 30", "45-60". */
const ABOUT_NUMBER = `${ABOUT}? ?\\d{1,3}(?: ?[-–] ?\\d{1,3})? ?`;

/**
 * How long it takes in seconds, as hardly anything but a text does: "Estimated time: 30 seconds". An exercise takes
 * "Duración aproximada: 30 segundos", too, so that counts in brackets or in bold alone.
 */
export const ESTIMATED_SECONDS = `${oneOf({
	en: 'estimated (?:time|duration|length)',
	de: '(?:geschätzte|(?<=[(*[])ungefähre) (?:dauer|länge|sprechdauer)',
	es: 'duración estimada|(?<=[(*[])duración aproximada',
	fr: 'durée estimée|(?<=[(*[])durée approximative',
	it: 'durata stimata|(?<=[(*[])durata approssimativa',
	pt: 'duração estimada|(?<=[(*[])duração aproximada',
})}[*_ ]{0,4}[:：][*_ ]{0,4}${ABOUT_NUMBER}(?:s|secs?|seconds|sekunden|segundos|secondes|secondi)`;

/** How long a text is, in labels that instructions and books have as well. Recipes and tours have a time in minutes. */
export const SHORT_LENGTH = oneOf(
	`words[*_ ]{0,4}[:：][*_ ]{0,4}${ABOUT}? ?\\d{1,4}`,
	ESTIMATED_SECONDS,
	`estimated (?:duration|length)[*_ ]{0,4}[:：][*_ ]{0,4}${ABOUT}? ?\\d(?: ?[-–] ?\\d)? ?min(?:ute)?s?`,
);

/** The heading above a list of sources. */
export const SOURCES = oneOf({
	en: 'sources?|references|citations',
	de: 'quellen?|referenzen',
	es: 'fuentes?|referencias',
	fr: 'références',
	it: 'font[ei]',
	nl: 'bron(?:nen)?',
	pt: 'fontes|referências',
	pl: 'źródła',
	ru: 'источники',
	tr: 'kaynaklar',
	zh: '参考(?:资料|文献|来源)?|来源|資料來源',
	ja: '出典',
	ko: '출처',
});

/** What blogs, forums and networks put below each entry of their feed, where … are names. */
const FEED_END_WORDS: WordsByLanguage = {
	en: [
		'The post … (?:appeared first on|first appeared on) …',
		'… was originally published in … on Medium, where people are continuing the conversation by highlighting and responding to this story\\.',
		'submitted by …\\s*\\[link\\]\\s*\\[comments\\]',
	].join('|'),
	de: 'Der Beitrag … erschien (?:zuerst|als erstes) auf …',
	es: 'La entrada … (?:se publicó primero|aparece primero|apareció primero) en …',
	fr: "L[’']article … est apparu en premier sur …",
	it: "L[’']articolo … (?:proviene da|sembra essere il primo su) …",
	nl: 'Het bericht … verscheen eerst op …',
	pt: 'O post … apareceu primeiro em …',
	sv: 'Inlägget … dök först upp på …',
	pl: 'Artykuł … pochodzi z serwisu …',
	ru: 'Сообщение … появились сначала на …',
	tr: '… yazısı ilk önce … üzerinde ortaya çıktı\\.',
	ja: '投稿 … は … に最初に表示されました。',
};

/** The same as a pattern. */
export const FEED_ENDS = oneOf(FEED_END_WORDS).replaceAll('…', '[^\\n]{1,600}');

/** The words of the link with which an entry of a feed ends, and which nobody can follow who listens. */
export const READ_ON = oneOf({
	en: 'read more|continue reading|keep reading|read the (?:full|whole) (?:article|post|story)',
	de: 'weiterlesen|mehr lesen',
	es: 'leer más|seguir leyendo',
	fr: 'lire la suite',
	it: 'leggi tutto|continua a leggere',
	nl: 'lees (?:meer|verder)',
	pt: 'leia mais|continue lendo',
	pl: 'czytaj (?:dalej|więcej)',
	ru: 'читать (?:далее|дальше)',
	tr: 'devamını oku',
	id: 'baca selengkapnya',
	vi: 'đọc tiếp|xem thêm',
	ar: 'اقرأ المزيد',
	hi: 'और पढ़ें',
	th: 'อ่านต่อ',
	zh: '阅读(?:全文|更多)|閱讀(?:全文|更多)',
	ja: '続きを読む|もっと読む',
	ko: '더 보기',
});

/** What mail programs put above the mail that is answered, where … are the date with the time and the address. */
export const ANSWERED_MAIL = oneOf({
	en: 'on … \\d{1,2}:\\d{2}…@… wrote',
	de: 'am … \\d{1,2}:\\d{2}…schrieb …@…',
	es: 'el … \\d{1,2}:\\d{2}…@… escribió',
	fr: 'le … \\d{1,2}:\\d{2}…@… a écrit',
	it: 'il … \\d{1,2}:\\d{2}…@… ha scritto',
	pt: 'em … \\d{1,2}:\\d{2}…@… escreveu',
});

/** What telephones put below a mail. */
export const MAIL_ENDS = oneOf({
	en: 'sent from my (?:iphone|ipad|android|galaxy)[^\\n]{0,40}|get outlook for (?:ios|android)',
	de: 'von meinem (?:iphone|ipad|android)[^\\n]{0,30} gesendet',
	es: 'enviado desde mi iphone',
	fr: 'envoyé de mon iphone',
	it: 'inviato da iphone',
	pt: 'enviado do meu iphone',
});
