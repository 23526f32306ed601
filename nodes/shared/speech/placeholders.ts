/*
 * Placeholders that language models and templates leave in a text for somebody to fill in: "I'm [Your Name]". Only
 * those count that are no words for a listener.
 */

/** What such a placeholder stands for, at its end. */
const THING =
	'name|company|brand|business|product|website|e-?mail|phone(?: number)?|address|title|city|handle|channel|logo';

const PLACEHOLDERS: readonly RegExp[] = [
	/** "[Your Name]", "[Company Name]", "[Insert date]", but no link of Markdown: "[Your name](https://example.com)". */
	new RegExp(
		`\\[(?:(?:insert|enter) [^[\\]\\n]{1,60}|(?:your|company|brand|business|product|client|customer|recipient|presenter|first|last|full)(?:['’]s)?[ _-](?:[\\p{L}'’-]{1,20} ){0,2}(?:${THING})|name|company|brand|product)\\](?![(:])`,
		'iu',
	),
	/** The same in German, Spanish and French: "[Dein Name]", "[Nombre de la empresa]", "[Votre nom]". */
	/\[(?:(?:dein|ihr|mein) name|(?:firmen|produkt|unternehmens)name|(?:tu|su) (?:nombre|empresa)|nombre de (?:la empresa|tu empresa|l producto)|(?:votre|ton) nom|nom de (?:l['’]entreprise|votre entreprise|la marque))\](?![(:])/iu,
	/** Of templates: "{{ name }}", "{first_name}", "%FIRSTNAME%", "*|FNAME|*". */
	/\{\{ ?[\p{L}$][\w.$ -]{0,40}\}\}/u,
	/\{(?:(?:first|last|full|user|company|customer)[_ ]?)?name\}/iu,
	/%(?:(?:first|last|full)_?)?name%/iu,
	/\*\|[A-Z_:]{2,30}\|\*/u,
];

/** The first placeholder of a kind that a text has; undefined where it has none. */
export function placeholderIn(text: string): string | undefined {
	for (const pattern of PLACEHOLDERS) {
		const [found] = pattern.exec(text) ?? [];
		if (found !== undefined) return found;
	}
	return undefined;
}
