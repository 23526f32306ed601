/*
 * What code makes of values that are missing where it puts them among words: "Hello undefined". Only what nobody writes
 * on purpose counts, because such a text is refused, and "undefined" and "null" are also words.
 */

/** What code makes of such a value, in the case in which it writes it. */
const NOTHING = '(?:undefined|null|NaN)';

/** With what somebody is addressed by name. */
const GREETINGS = [
	'[Hh](?:i|ello|ey|allo|ola|ej)|[Dd]ear|[Ww]elcome|[Gg]ood (?:morning|afternoon|evening)',
	'[Ll]iebe[rs]?|[Gg]uten (?:Morgen|Tag|Abend)|[Bb]uenos días|[Bb]uenas tardes|[Qq]uerid[oa]|[Ee]stimad[oa]',
	'[Bb]onjour|[Ss]alut|[Cc]h(?:er|ère)|[Cc]iao|[Cc]ar[oa]|[Gg]entile|[Oo]lá|[Oo]i|[Pp]rezad[oa]|[Cc]ześć|[Mm]erhaba|Привет',
].join('|');

/**
 * What follows the name of somebody who is addressed: the end of the sentence or of its part, or nothing. Where words
 * follow, they may belong to "null" and "undefined": "Hallo null Promille!", "Dear null pointer".
 */
const END_OF_ADDRESS =
	'(?=\\s*(?:[,!?:;…)–—"”»*_<]|\\.(?!\\p{L})|\\p{Extended_Pictographic}|$)|\\s*\\n| - )';

/** Ways in which nothing but code writes so. */
const SLIPS = [
	/** "Hello undefined", "Dear null", and with a last name, "Dear undefined Moss" */
	`(?<!\\p{L})(?:${GREETINGS}),? (?:${NOTHING}|undefined \\p{Lu}[\\p{L}'’-]+)${END_OF_ADDRESS}`,
	/**
	 * A sentence or a line of nothing else: "News. undefined"; but a countdown in German ends with "null". What stands
	 * before the word is looked at behind it, because many blanks would take too long at each of them.
	 */
	'(?:undefined|NaN)(?<=(?:^|[.!?…]\\s|\\n)\\s*(?:undefined|NaN))(?=\\s*(?:[.!?…](?:\\s|$)|\\n|$))',
	/** The second half of a title: "News - undefined" */
	'(?<= [-–—|] )undefined(?=$|\\n)',
	/** A first and a last name: "undefined undefined" */
	'(?<!\\p{L})undefined undefined',
	/** An amount: "€NaN", "NaN EUR"; but "$null" and "$undefined" are words of code, and "null Euro" is German. */
	'[$€£¥₹] ?NaN|(?:[€£¥₹] ?|(?<=(?:costs?|just|only) )\\$)undefined|(?<!\\p{L})(?:undefined|NaN) ?(?:[€£¥₹$]|EUR|USD|GBP|[Ee]uros?|[Dd]ollars?|pounds)',
	/** A day: "on Invalid Date" */
	'(?<!\\p{L})(?:on|by|from|since|until|before|after|am|ab|bis|seit|vom|el|hasta|le|il|em|até) Invalid Date(?:Time)?(?=[.,;:!?)\\n]|$| (?:at|um) )',
];

const SLIP = new RegExp(`(?:${SLIPS.join('|')})(?![\\p{L}\\p{N}])`, 'u');

/** The words of a text with a value that is missing, such as "Hello undefined"; undefined where there are none. */
export function missingValueIn(text: string): string | undefined {
	const [words] = SLIP.exec(text) ?? [];
	return words;
}
