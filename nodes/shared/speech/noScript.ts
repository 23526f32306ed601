/*
 * The answer of a language model that has no script: it refuses, or asks for what it should have been given, because a
 * field in its prompt was empty. A whole answer has to be one, from its first words on, and short.
 */

/** More than this many characters are a script, whatever it begins with. */
const MOST_CHARACTERS = 600;

/** What it may say before it asks. */
const POLITE =
	"(?:(?:sure(?: thing)?|of course|certainly|absolutely|hello|hi(?: there)?|okay|thank you|thanks|i(?:['’]d| would) be (?:happy|glad) to(?: help)?[^.!?\\n]{0,80}?|gerne|natürlich|claro|por supuesto|bien sûr|avec plaisir)[,.!—–-]+ ?){0,3}(?:but |however,? )?";

/** What it was to be given. */
const GIVEN =
	'article|text|content|script|topic|transcript|details|information|url|link|(?:blog )?post|document|input|artikel|inhalt|thema|artículo|texto|contenido|tema|texte|contenu|sujet';

const NO_SCRIPTS: readonly RegExp[] = [
	/** "I'm sorry, but I can't help with that request." */
	/^(?:i(?:['’]m| am) (?:really |very )?sorry|sorry|i apologi[sz]e|unfortunately|i(?:['’]m| am) afraid)[,.!]? (?:but |that )?(?:as an ai[^,\n]{0,40},? )?i(?:(?:['’]m| am) (?:unable|not able) to| can(?:['’]t|not| not)| don['’]t have) (?:access|assist|browse|complete|comply|continue|create|do that|fulfil|generate|help with|help you|open|produce|provide|read|summari[sz]e|translate|write)/iu,
	/** "As an AI language model, I don't have access to it." */
	/^as an ai(?: language)?(?: model| assistant)?,? i(?: can(?:['’]t|not)| do(?:n['’]t| not)|(?:['’]m| am) (?:unable|not able))(?!\p{L})/iu,
	/** "Es tut mir leid, aber dabei kann ich nicht helfen." */
	/^(?:es tut mir leid|tut mir leid|entschuldigung|leider)[,.!]? (?:aber )?(?:[^\n.!?]{0,30}kann ich|ich kann)[^\n.!?]{0,80}(?:helfen|erstellen|beantworten|zugreifen|unterstützen|bereitstellen)/iu,
	/^(?:lo siento|lo lamento|désolée?|je suis désolée?|mi dispiace|desculpe|sinto muito)[,.!]? (?:pero |mais |ma |mas )?(?:no puedo|je ne peux pas|non posso|não posso) (?:ayudar|crear|generar|proporcionar|cumplir|vous aider|t['’]aider|créer|générer|fournir|répondre|aiutar|creare|generare|fornire|ajudar|criar|gerar|fornecer)/iu,
	/** "Could you please share the article you'd like me to turn into a script?" */
	new RegExp(
		`^${POLITE}(?:(?:could|can|would) you )?(?:please )?(?:give|paste|provide|send|share|upload)(?: me)?(?: with)? (?:the|your|a|an|more|some) (?:[\\p{L}-]+ ){0,4}?(?:${GIVEN})(?!\\p{L})[^\\n]{0,100}?(?:(?:you(?:['’]d| would)? (?:like|want)|for) me to|(?:so|and|then)(?: that)?,? i(?:['’]ll| will| can) (?:\\p{L}+ )?(?:craft|create|draft|generate|prepare|rewrite|summari[sz]e|translate|turn|write))(?!\\p{L})`,
		'iu',
	),
	/** "It looks like the article is missing.", "I don't see any text in your message." */
	new RegExp(
		`^${POLITE}(?:it (?:appears|looks|seems) (?:as if|like|that)?|i (?:notice|see) that) ?(?:you|(?:the|your) (?:[\\p{L}-]+ ){0,3}?(?:${GIVEN}|message|prompt|question|request))(?!\\p{L})[^\\n.]{0,40}?(?:empty|missing|cut off|did(?:n['’]t| not) (?:attach|come|include|provide|share)|have(?:n['’]t| not) (?:attached|included|provided|shared)|(?:was|were)(?:n['’]t| not) (?:attached|included|provided|shared))`,
		'iu',
	),
	new RegExp(
		`^${POLITE}(?:i (?:do(?:n['’]t| not)|can(?:['’]t|not)) see (?:a|an|any|the)|no|there (?:is|was) no) (?:[\\p{L}-]+ ){0,2}(?:${GIVEN}) (?:was |has been )?(?:attached|given|included|in your (?:message|request)|provided|to (?:rewrite|summari[sz]e|translate|turn into))`,
		'iu',
	),
	/** "Bitte gib mir den Artikel, damit ich ein Skript schreiben kann." */
	new RegExp(
		`^${POLITE}(?:bitte (?:füge|gib|schick|sende|teile)(?:n sie)?|por favor,? (?:comparte|envía|pega|proporciona)(?:me)?|veuillez (?:me )?(?:coller|envoyer|fournir|partager))[^\\n.]{0,40}(?:${GIVEN})(?!\\p{L})[^\\n.]{0,40}(?:damit ich|den ich|para que pueda|que (?:deseas|quieres)|afin que je|pour que je|que vous souhaitez)`,
		'iu',
	),
];

/**
 * Whether a text is an answer of a language model without a script: "I'm sorry, but I can't help with that."
 *
 * @param given as the user has it, before any cleanup
 */
export function isNoScript(given: string): boolean {
	const text = given.trim();
	if (text.length > MOST_CHARACTERS) return false;
	return NO_SCRIPTS.some((pattern) => pattern.test(text));
}
