import { tableOfPairs } from './text';

/*
 * Entities, by which HTML writes a sign: `&eacute;`, `&#8217;`, `&#x27;`.
 */

/** Names of entities and the signs for which they stand. Letters with an accent are made by means of `ACCENTS`. */
const ENTITIES = tableOfPairs(`
	amp & lt < gt > quot " apos ' nbsp \u00A0 ensp \u00A0 emsp \u00A0 thinsp \u00A0
	shy \u00AD ndash – mdash — hellip … lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „
	lsaquo ‹ rsaquo › bull • middot · euro € trade ™ rarr → larr ← minus − times × divide ÷
	laquo « raquo » copy © reg ® deg ° sect § para ¶ pound £ yen ¥ cent ¢ plusmn ± frac12 ½
	frac14 ¼ frac34 ¾ sup2 ² sup3 ³ iexcl ¡ iquest ¿ szlig ß oelig œ OElig Œ aelig æ
	AElig Æ oslash ø Oslash Ø eth ð thorn þ
	lstrok ł Lstrok Ł dstrok đ Dstrok Đ inodot ı imath ı kgreen ĸ eng ŋ
	asymp ≈ ne ≠ le ≤ ge ≥ infin ∞ equiv ≡ sum ∑ radic √ part ∂ int ∫ micro µ not ¬ permil ‰ prime ′ Prime ″
	ordf ª ordm º sup1 ¹ dagger † Dagger ‡ uarr ↑ darr ↓ harr ↔ frasl ⁄ curren ¤ brvbar ¦ horbar ―
	alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ
	omicron ο pi π rho ρ sigma σ sigmaf ς tau τ upsilon υ phi φ chi χ psi ψ omega ω
	check ✓ cross ✗ star ☆ starf ★ phone ☎ hearts ♥ clubs ♣ spades ♠ diams ♦
	excl ! num # dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ;
	equals = quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _ lcub { lbrace { rcub } rbrace }
	verbar | vert | Tab \u00A0 numsp \u00A0 puncsp \u00A0 hairsp \u00A0 NonBreakingSpace \u00A0
	lrm \u200E rlm \u200F zwj \u200D zwnj \u200C ZeroWidthSpace \u200B NoBreak \u2060 newline \u2028`);

/** The accents of Latin letters, as entities name them: `eacute` is e with an acute accent. */
const ACCENTS = tableOfPairs(
	'grave \u0300 acute \u0301 circ \u0302 tilde \u0303 uml \u0308 ring \u030A cedil \u0327 caron \u030C breve \u0306 macr \u0304 ogon \u0328 dot \u0307 dblac \u030B',
);

/** An entity; the group is what names the sign: `eacute`, `#8217`, `#x27`. */
const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+\d*);/giu;

/** The name of a letter with an accent, in its two parts. */
const ACCENTED = new RegExp(`^([a-z])(${Array.from(ACCENTS.keys()).join('|')})$`, 'iu');

/** The beginning of an entity that was escaped once more, as some feeds do: `&amp;eacute;`. */
const ESCAPED_TWICE = /&amp;(?=(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}\d*);)/giu;

/**
 * Replaces entities by the signs that they stand for: `&eacute;` by "é". An entity that is not known stays as it is.
 */
export function withoutEntities(given: string): string {
	const text = given.replace(ESCAPED_TWICE, '&');
	return text.replace(ENTITY, (entity, name: string) => signFor(name) ?? entity);
}

/**
 * The sign for which an entity stands; an empty text for a private letter from `FIRST_OF_PRIVATE` on.
 *
 * @param name what is between `&` and `;`: `eacute`, `#8217` or `#x27`
 * @returns undefined for a name that is not known, for the number 0, and for one beyond those of Unicode
 */
function signFor(name: string): string | undefined {
	if (!name.startsWith('#')) return signByName(name);
	const isHexadecimal = /^#x/i.test(name);
	const number = isHexadecimal
		? parseInt(name.slice('#x'.length), 16)
		: Number(name.slice('#'.length));
	return signByNumber(number);
}

/**
 * The signs that Windows has from 128 on, because some pages use the numbers of Windows. `\0` stands where it has none,
 * and is removed later, as all controls are.
 */
const SIGNS_OF_WINDOWS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
const FIRST_OF_WINDOWS = 128;

/**
 * From this number on, letters are private, such as icons of some fonts. They must not come from a text, because
 * `ssml.ts` puts such letters for tags. Private letters below it are removed by a later stage of the cleanup.
 */
const FIRST_OF_PRIVATE = 0xf0000;

/** The last number of Unicode. */
const LAST_NUMBER = 0x10ffff;

/**
 * The sign with a number of Unicode or, from 128 to 159, of Windows; empty for a private letter from
 * `FIRST_OF_PRIVATE` on; undefined for 0, and for a number beyond those of Unicode.
 */
function signByNumber(number: number): string | undefined {
	// Undefined for a number below or above those of Windows.
	const ofWindows = SIGNS_OF_WINDOWS[number - FIRST_OF_WINDOWS];
	if (ofWindows !== undefined) return ofWindows;
	if (number === 0 || number > LAST_NUMBER) return undefined;
	return number >= FIRST_OF_PRIVATE ? '' : String.fromCodePoint(number);
}

/**
 * The sign with a name, or the letter with an accent that a name says, such as
 * `eacute`; undefined for a name that is not known.
 */
function signByName(name: string): string | undefined {
	// Some pages write a name in capitals. It is only looked for in small letters where it is not known as it is, because
	// `Dagger` and `dagger` are two signs.
	const sign = ENTITIES.get(name) ?? ENTITIES.get(name.toLowerCase());
	if (sign !== undefined) return sign;
	const [, letter, accentName] = ACCENTED.exec(name) ?? [];
	if (letter === undefined || accentName === undefined) return undefined;
	// The form NFC makes one letter of both.
	const accent = ACCENTS.get(accentName.toLowerCase()) ?? '';
	return (letter + accent).normalize('NFC');
}
