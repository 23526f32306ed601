import { oneOf } from './patterns';

/*
 * The answer of a language model that has no script: it refuses, or asks for what it should have been given, because a
 * field in its prompt was empty. A whole answer has to be one, from its first words on, and short.
 */

/** More than this many characters are a script, whatever it begins with. */
const MOST_CHARACTERS = 600;

/** What it may say before it asks: "Sure! I'd be happy to help with that. But ". */
const POLITE = `(?:${oneOf({
	en: "sure(?: thing)?|of course|certainly|absolutely|hello|hi(?: there)?|okay|thank you|thanks|i(?:['’]d| would) be (?:happy|glad) to(?: help)?[^.!?\\n]{0,80}?",
	de: 'gerne|natürlich',
	es: 'claro|por supuesto',
	fr: 'bien sûr|avec plaisir',
})}[,.!—–-]+ ?){0,3}(?:but |however,? )?`;

/** What it was to be given. */
const GIVEN = oneOf({
	en: 'article|text|content|script|topic|transcript|details|information|url|link|(?:blog )?post|document|input',
	de: 'artikel|inhalt|thema',
	es: 'artículo|texto|contenido|tema',
	fr: 'texte|contenu|sujet',
});

/** Up to so many words before what is meant: "your original article". */
const words = (most: number) => `(?:[\\p{L}-]+ ){0,${most}}?`;

/** How it refuses: "I'm sorry, but I can't help with that request." */
const REFUSES = oneOf({
	en: "(?:i(?:['’]m| am) (?:really |very )?sorry|sorry|i apologi[sz]e|unfortunately|i(?:['’]m| am) afraid)[,.!]? (?:but |that )?(?:as an ai[^,\\n]{0,40},? )?i(?:(?:['’]m| am) (?:unable|not able) to| can(?:['’]t|not| not)| don['’]t have) (?:access|assist|browse|complete|comply|continue|create|do that|fulfil|generate|help with|help you|open|produce|provide|read|summari[sz]e|translate|write)",
	de: '(?:es tut mir leid|tut mir leid|entschuldigung|leider)[,.!]? (?:aber )?(?:[^\\n.!?]{0,30}kann ich|ich kann)[^\\n.!?]{0,80}(?:helfen|erstellen|beantworten|zugreifen|unterstützen|bereitstellen)',
	es: '(?:lo siento|lo lamento)[,.!]? (?:pero )?no puedo (?:ayudar|crear|generar|proporcionar|cumplir)',
	fr: "(?:je suis )?désolée?[,.!]? (?:mais )?je ne peux pas (?:vous aider|t['’]aider|créer|générer|fournir|répondre)",
	it: 'mi dispiace[,.!]? (?:ma )?non posso (?:aiutar|creare|generare|fornire)',
	pt: '(?:desculpe|sinto muito)[,.!]? (?:mas )?não posso (?:ajudar|criar|gerar|fornecer)',
});

/** "As an AI language model, I don't have access to it." */
const SPEAKS_AS_AI =
	"as an ai(?: language)?(?: model| assistant)?,? i(?: can(?:['’]t|not)| do(?:n['’]t| not)|(?:['’]m| am) (?:unable|not able))(?!\\p{L})";

/** "Could you please share the article you'd like me to turn into a script?" */
const ASKS = `(?:(?:could|can|would) you )?(?:please )?(?:give|paste|provide|send|share|upload)(?: me)?(?: with)? (?:the|your|a|an|more|some) ${words(4)}${GIVEN}(?!\\p{L})[^\\n]{0,100}?(?:(?:you(?:['’]d| would)? (?:like|want)|for) me to|(?:so|and|then)(?: that)?,? i(?:['’]ll| will| can) (?:\\p{L}+ )?(?:craft|create|draft|generate|prepare|rewrite|summari[sz]e|translate|turn|write))(?!\\p{L})`;

/** "Bitte gib mir den Artikel, damit ich ein Skript schreiben kann." */
const ASKS_IN_OTHER_LANGUAGES = `(?:bitte (?:füge|gib|schick|sende|teile)(?:n sie)?|por favor,? (?:comparte|envía|pega|proporciona)(?:me)?|veuillez (?:me )?(?:coller|envoyer|fournir|partager))[^\\n.]{0,40}${GIVEN}(?!\\p{L})[^\\n.]{0,40}(?:damit ich|den ich|para que pueda|que (?:deseas|quieres)|afin que je|pour que je|que vous souhaitez)`;

/** "It looks like the article is missing.", "I notice that you didn't include the text." */
const MISSES = `(?:it (?:appears|looks|seems) (?:as if|like|that)?|i (?:notice|see) that) ?(?:you|(?:the|your) ${words(3)}(?:${GIVEN}|message|prompt|question|request))(?!\\p{L})[^\\n.]{0,40}?(?:empty|missing|cut off|did(?:n['’]t| not) (?:attach|come|include|provide|share)|(?:have|was|were)(?:n['’]t| not) (?:attached|included|provided|shared))`;

/** "I don't see any text in your message.", "There was no article provided." */
const SEES_NONE = `(?:i (?:do(?:n['’]t| not)|can(?:['’]t|not)) see (?:a|an|any|the)|no|there (?:is|was) no) ${words(2)}${GIVEN} (?:was |has been )?(?:attached|given|included|in your (?:message|request)|provided|to (?:rewrite|summari[sz]e|translate|turn into))`;

const NO_SCRIPT = new RegExp(
	`^${oneOf(REFUSES, SPEAKS_AS_AI, `${POLITE}${oneOf(ASKS, ASKS_IN_OTHER_LANGUAGES, MISSES, SEES_NONE)}`)}`,
	'iu',
);

/**
 * Whether a text is an answer of a language model without a script: "I'm sorry, but I can't help with that."
 *
 * @param given as the user has it, before any cleanup
 */
export function isNoScript(given: string): boolean {
	const text = given.trim();
	if (text.length > MOST_CHARACTERS) return false;
	return NO_SCRIPT.test(text);
}
