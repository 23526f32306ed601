import { trim } from 'lodash';

import { ACKNOWLEDGES, AGREES } from './modelWords';
import { oneOf } from './patterns';

/*
 * The answer of a language model that has no script: it refuses, or asks for what it should have been given, because a
 * field in its prompt was empty. It has to be one from its first words on, and name what it cannot do or was not given,
 * because a script may begin with "Sorry, I can't", too.
 */

/** More than this many characters are a script or a description, whatever it begins with. */
const MOST_CHARACTERS = 600;

/** What else it may say before it asks. */
const GREETS =
	"hello|hi(?: there)?|i(?:['’]d| would) be (?:happy|glad) to(?: help)?[^.!?\\n]{0,80}?";

/** What it may say before it asks: "Sure! I'd be happy to help with that. But ". */
const POLITE = `(?:${oneOf(AGREES, ACKNOWLEDGES, GREETS)}[,.!—–-]+ ?){0,3}(?:but |however,? )?`;

/** What it was to be given. */
const GIVEN = oneOf({
	en: 'article|text|content|script|topic|transcript|(?:blog )?post|document|input',
	de: 'artikel|inhalt|text|thema',
	es: 'artículo|texto|contenido|tema',
	fr: 'article|texte|contenu|sujet',
});

/** What it was to make of that, as words begin. */
const TO_MAKE = oneOf({
	en: 'script|summar|translat|turn|rewrit|voice-?over|narration',
	de: 'skript|zusammenfass|übersetz|umwandel|umschreib|sprechertext',
	es: 'guion|guión|resum|traduc|convert',
	fr: 'script|résum|tradui|transform',
});

/** Up to so many words before what is meant: "your original article". */
const words = (most: number) => `(?:[\\p{L}-]+ ){0,${most}}?`;

/** "I'm sorry, but I can't" */
const SORRY_I_CANNOT =
	"(?:i(?:['’]m| am) (?:really |very )?sorry|sorry|i apologi[sz]e|unfortunately|i(?:['’]m| am) afraid)[,.!]? (?:but |that )?(?:as an ai[^,\\n]{0,40},? )?i(?:(?:['’]m| am) (?:unable|not able) to| can(?:['’]t|not| not)| don['’]t have)";

/** How it refuses: "I'm sorry, but I can't help with that request." */
const REFUSES = oneOf({
	en: `${SORRY_I_CANNOT} ${oneOf(
		'(?:assist|comply|help)(?: you)?(?: with (?:that|this|your request)(?: request| topic)?[.!,]|[.!]{1,2}$)',
		'(?:access|browse|open|read)(?: to)? (?:the |that |this |your |external |any )?(?:urls?|links?|websites?|web ?pages?|articles?|files?|attachments?|internet|content)',
		'(?:complete|create|fulfil|generate|produce|provide|summari[sz]e|translate|write) (?:that|this|the|your|such) ?(?:kind of )?(?:article|content|request|script|text|video)(?! on )',
	)}|i (?:can['’]t|can ?not|am unable to) (?:(?:assist|comply|help)(?: you)? with (?:that|this|your) request(?=[.!]|,? (?:as|because|but|since) )|(?:create|fulfill?|generate|produce) (?:that|this|such) (?:kind of )?(?:content|request|script)(?=[.!]|,? (?:as|because|since) (?:it|that|the|this) ))`,
	de: '(?:es tut mir leid|tut mir leid|entschuldigung|leider)[,.!]? (?:aber )?(?:(?:ich kann|kann ich) )?(?:dabei|damit|hierbei|bei (?:dieser|deiner|ihrer) anfrage|diese[nr]? (?:anfrage|inhalt|text|skript|wunsch))[^\\n.!?]{0,60}(?:helfen|erstellen|beantworten|zugreifen|unterstützen|bereitstellen|erfüllen)',
	es: '(?:lo siento|lo lamento)[,.!]? (?:pero )?no puedo (?:ayudar(?:te|le)? con (?:eso|esto|esa|esta)|cumplir con (?:esa|esta|tu)|(?:crear|generar|proporcionar) (?:ese|este|el) (?:contenido|guion|texto))',
	fr: "(?:je suis )?désolée?[,.!]? (?:mais )?je ne peux pas (?:(?:vous aider|t['’]aider) (?:avec|sur) (?:cela|ça|cette)|répondre à (?:cette|votre|ta) demande)",
	it: 'mi dispiace[,.!]? (?:ma )?non posso aiutar(?:ti|la|vi)? con (?:questo|questa)',
	pt: '(?:desculpe|sinto muito)[,.!]? (?:mas )?não posso ajudar com (?:isso|esse|este|essa|esta)',
	nl: '(?:het spijt me|sorry)[,.!]? (?:maar )?(?:daar kan ik (?:je |u )?niet (?:bij|mee) helpen|ik kan (?:je |u )?(?:daar|hier)(?:bij|mee) niet helpen)',
	pl: 'przepraszam[,.!]? (?:ale )?nie mogę (?:w tym pomóc|pomóc (?:w tej|w tym|z tym)|spełnić (?:tej|twojej))',
	ru: '(?:извините|простите|к сожалению)[,.!]? (?:но )?я не могу (?:помочь (?:с|в) (?:вашим|этим|этой|этом)|выполнить (?:ваш|этот) запрос)',
	tr: '(?:üzgünüm|özür dilerim)[,.!]? (?:ama |ancak )?bu (?:isteğ|istek|konu|taleb|talep)\\p{L}* (?:yardımcı olamam|yerine getiremem)',
	id: 'maaf[,.!]? (?:tetapi |tapi |namun )?saya tidak (?:bisa|dapat) (?:membantu|memenuhi) (?:dengan )?permintaan (?:anda|ini|itu|tersebut)',
	vi: '(?:rất tiếc|xin lỗi)[,.!]? (?:nhưng )?tôi không thể (?:đáp ứng|giúp|hỗ trợ) (?:bạn )?(?:với )?yêu cầu (?:của bạn|này|đó)',
	ar: '(?:آسف|أعتذر|عذر(?:ًا|اً|ا))[،,.]? (?:(?:لكنني|ولكن|لكن) )?(?:لا أستطيع|لا يمكنني) (?:(?:المساعدة|مساعدتك) في (?:ذلك|هذا)|تلبية (?:طلبك|هذا الطلب))',
	zh: '(?:很|非常)?(?:抱歉|对不起|對不起)[，,。！]? ?(?:但)?我?(?:无法|無法|不能)(?:[为為][您你])?(?:[协協]助|[帮幫]助?|提供|完成|生成|[访訪][问問]|打[开開]|撰[写寫]|[满滿]足|[处處]理)[^。！？\\n]{0,10}(?:[您你]的|[这這]个?|[这這]個|[该該此])(?:内容|內容|请求|請求|要求|链接|連結|脚本|文案)',
	ja: '(?:大変)?申し訳(?:ありません|ございません)が、?(?:その|この)(?:ご?依頼|ご?要望|リクエスト)[^。\\n]{0,20}(?:でき|いたしかね)ません',
	ko: '죄송(?:하지만|합니다만),? (?:그|그러한|이|이러한|해당) ?요청[^.\\n]{0,20}(?:수 없|어렵)',
});

/** "As an AI language model, I don't have access to it." A digital person may say "As an AI, I never sleep." */
const SPEAKS_AS_AI =
	"as an ai (?:language )?model,? i(?: can(?:['’]t|not)| do(?:n['’]t| not)|(?:['’]m| am) (?:unable|not able))(?!\\p{L})";

/** "Could you please share the article you'd like me to turn into a script?" */
const ASKS = `(?:(?:could|can|would) you (?:please )?|please )(?:give|paste|provide|share|upload)(?: me)?(?: with)? (?:the|your|a|an|more|some) ${words(4)}${GIVEN}(?!\\p{L})[^\\n]{0,100}?(?:(?:you(?:['’]d| would)? (?:like|want)|for) me to|(?:so|and|then)(?: that)?,? i(?:['’]ll| will| can)) [^\\n.]{0,60}?${TO_MAKE}`;

/** "Bitte gib mir den Artikel, damit ich ein Skript schreiben kann." */
const ASKS_IN_OTHER_LANGUAGES = `(?:bitte (?:füge|gib|schick|sende|stelle?|teile)(?:n sie)?|por favor,? (?:comparte|envía|pega|proporciona)(?:me)?|veuillez (?:me )?(?:coller|envoyer|fournir|partager))[^\\n.]{0,40}${GIVEN}(?!\\p{L})[^\\n.]{0,40}(?:damit ich|den ich|para que pueda|que (?:deseas|quieres)|afin que je|pour que je|que vous souhaitez)[^\\n.]{0,60}?${TO_MAKE}`;

/** "请提供文章内容，以便我为您撰写脚本。" */
const ASKS_IN_CHINESE =
	'[请請](?:[您你])?(?:先)?(?:提供|[发發]送|粘[贴貼]|分享|上[传傳])[^。\\n]{0,20}(?:文章|文本|[内內]容|主[题題])[^。\\n]{0,20}我[^。\\n]{0,20}(?:[脚腳]本|文案|口播|[总總][结結]|翻[译譯]|改[写寫])';

/** "It looks like the article is missing.", "I notice that you didn't include the text." */
const MISSES = `(?:it (?:appears|looks|seems) (?:as if|like|that)?|i (?:notice|see) that) ?${oneOf(
	`(?:the|your) ${words(3)}(?:${GIVEN}|message|prompt) [^\\n.]{0,20}?(?:empty|missing|cut off|did(?:n['’]t| not) come|(?:was|were)(?:n['’]t| not) (?:attached|included|provided|shared))`,
	`you (?:did(?:n['’]t| not)|have(?:n['’]t| not)) (?:attach|include|paste|provide|share)(?:e?d)?(?: me)?(?: with)? (?:the|your|any|an?) ${words(3)}${GIVEN}`,
)}`;

/** "I don't see any text in your message." */
const SEES_NONE = `(?:i (?:do(?:n['’]t| not)|can(?:['’]t|not)) see (?:a|an|any|the)|there (?:is|was) no) ${words(2)}${GIVEN} (?:attached|given|included|provided|in your (?:message|request)|to (?:rewrite|summari[sz]e|translate|turn into))`;

/** What n8n's AI Agent gives in the place of an answer that it has not found in time. */
const GAVE_UP = 'agent stopped due to (?:max iterations|iteration limit or time limit)\\.{1,2}$';

const NO_SCRIPT = new RegExp(
	`^${oneOf(REFUSES, SPEAKS_AS_AI, GAVE_UP, `${POLITE}${oneOf(ASKS, ASKS_IN_OTHER_LANGUAGES, ASKS_IN_CHINESE, MISSES, SEES_NONE)}`)}`,
	'iu',
);

/** What it refuses to make: "images", "that video". */
const SOME_PICTURE =
	'(?:(?:an?|any|that|the|this|your) )?(?:[\\p{L}-]+ )?(?:images?|pictures?|prompts?|videos?)(?!\\p{L})';

/**
 * How it refuses to describe a picture: "I'm sorry, but I can't create images of real people." Where it is not sorry, a
 * prompt may begin so: "I can't create videos without my cat, says an old man".
 */
const NO_PROMPT = new RegExp(
	`^(?:${SORRY_I_CANNOT} (?:create|describe|generate|make|produce|provide|write) ${SOME_PICTURE}|i (?:can['’]t|can ?not|am unable to) (?:create|generate|produce) ${SOME_PICTURE}(?=[.!]?\\s*$|,? (?:as (?:i|it|that|the|this)|because|of|since|that|with) |[.!,] (?:but|however|i|please|would) ))`,
	'iu',
);

/** What may stand around an answer: blanks, quotes and signs of emphasis. */
const AROUND = ' \t\n"\'“”*_';

/** A quote with words behind it, as of a lesson: ""I can't help with that request." Who says so loses customers." */
const QUOTES_SOMEBODY = /^[\s*_]*["“„«「][^"”“»」]*["”“»」][^]*\p{L}/u;

/**
 * Whether a text is an answer of a language model without a script: "I'm sorry, but I can't help with that."
 *
 * @param given a text in plain characters
 */
export function isNoScript(given: string): boolean {
	const text = trim(given, AROUND);
	if (text.length > MOST_CHARACTERS || QUOTES_SOMEBODY.test(given)) return false;
	// A sign behind the last word is one of the patterns.
	return NO_SCRIPT.test(`${text}.`);
}

/**
 * Whether a text is an answer of a language model without a description of a picture or a video, which is to be
 * generated: "I'm sorry, but I can't create images of real people."
 */
export function isNoPrompt(given: string): boolean {
	const text = trim(given, AROUND);
	return isNoScript(text) || (text.length <= MOST_CHARACTERS && NO_PROMPT.test(text));
}
