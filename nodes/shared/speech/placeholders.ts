import { oneOf } from './patterns';

/*
 * Placeholders that language models and templates leave in a text for somebody to fill in: "I'm [Your Name]". Only
 * those count that are no words for a listener, and no code: "SELECT [Name]".
 */

/** What such a placeholder stands for, at its end. */
const THING =
	'(?:name|company|brand|business|product|website(?: url)?|e-?mail|phone(?: number)?|address|title|city|date|handle|channel|logo)(?: here)?';

/** What stands before a bracket of a placeholder, and not before one of code. */
const NO_CODE = '(?<![\\p{L}\\p{N}_$\\])^])';

/** What stands behind it, and not behind the words of a link of Markdown, "[Your name](https://example.com)". */
const NO_LINK = '\\\\?\\](?![([:])';

/** A placeholder of a single word, and what is before it: "Hi, I'm [Name]", "Welcome to <Company>", "Hello {name}". */
const SINGLE_WORD = oneOf({
	en: 'name|company|brand|product',
	de: 'vorname|nachname',
	es: 'nombre(?: del cliente)?',
	fr: 'prénom|nom',
	it: 'nome(?: (?:del|do) cliente)?',
});
const BEFORE_NAME = `(?<=(?:${oneOf({
	en: "hi|hello|hey|dear|i['’]m|my name is|welcome to",
	de: 'hallo|liebe[rs]?|ich bin',
	es: 'hola|soy|me llamo',
	fr: "bonjour|salut|je suis|je m['’]appelle",
	it: 'ciao|sono|mi chiamo',
	pt: 'olá|oi|sou|me chamo',
})}),? )`;

const IN_BRACKETS = oneOf({
	en: `(?:insert|enter) (?:your |the |a |an )?(?:[\\p{L}'’-]{1,20} ){0,2}${THING}|(?:your|company|brand|business|product|client|customer|recipient|presenter|first|last|full)(?:['’]s)?[ _-](?:[\\p{L}'’-]{1,20} ){0,2}${THING}`,
	de: '(?:dein|ihr|mein) name|(?:ihr )?(?:firmen|produkt|unternehmens)name|(?:deine|ihre) (?:firma|telefonnummer|website)',
	es: '(?:tu|su) (?:nombre|empresa)|nombre de (?:la empresa|tu empresa|l producto)',
	fr: "(?:votre|ton) nom|nom de (?:l['’]entreprise|votre entreprise|la marque)",
	it: 'il tuo nome',
	pt: 'seu nome',
	ar: 'اسمك|اسم الشركة',
	zh: '(?:你|您)的(?:名字|姓名|公司)',
});

/** Names of such a thing that label it where they begin a line: "[会社名] Acme". */
const ALSO_LABELS = oneOf({
	zh: '姓名|(?:公司|品牌|[产產]品)名[称稱]?',
	ja: '(?:会社|商品|店舗)名|お?名前|氏名',
	ko: '(?:브랜드|제품|회사)명|이름',
});

const PLACEHOLDERS: readonly RegExp[] = [
	/** "[Your Name]", "[Company Name]", "[Insert date]", "[Dein Name]", "<Your Name>" */
	new RegExp(`${NO_CODE}(?:\\[${IN_BRACKETS}${NO_LINK}|<${IN_BRACKETS}>)`, 'iu'),
	new RegExp(
		`${BEFORE_NAME}(?:\\[${SINGLE_WORD}${NO_LINK}|<${SINGLE_WORD}>|\\$?\\{${SINGLE_WORD}\\})`,
		'iu',
	),
	/** "【您的姓名】", and within a line "[会社名]の[名前]です" */
	/【(?:你|您)的(?:名字|姓名|公司)】/u,
	new RegExp(`(?<=\\S ?)\\[${ALSO_LABELS}${NO_LINK}`, 'u'),
	/(?<=(?:at|from|visit|call) )\[(?:company|brand|website|phone(?: number)?)\](?![([:])/iu,
	/** Of templates: "{{ name }}", "{{ $json.title }}", "{first_name}", "%FIRSTNAME%", "*|FNAME|*". */
	/(?<![\\}\w^])\{\{ ?(?:\$(?:json|node|input|\()|[\w.]*(?:name|company|email|product|title|date|topic|city|brand))[^{}\n]{0,60}\}\}/iu,
	/(?<![$\p{L}])\{(?:first|last|full|user|company|customer)[_ ]?name\}/iu,
	/(?<![\p{L}\p{N}])%(?:first|last|full)_?name%/iu,
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
