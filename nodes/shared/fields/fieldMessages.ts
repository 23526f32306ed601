import { ITEM_FOR_EACH } from '../model/itemMessages';
import { catalogue, wrongField } from '../util/catalogue';

/** The end of what is said about a text that holds an expression, but is none. */
const TO_EXPRESSION = 'Switch the field to an expression, or remove the braces.';

/** What to do where an expression lacks its braces. */
const toBraces = (reference: string) =>
	`Switch the field to an expression, and write two braces around it: {{ ${reference} }}.`;

/** Texts about the fields of a node. A `place` is a field as messages name it: `'Video URL'`. */
export const fieldMessages = catalogue({
	missing: (place: string, advice: string) => wrongField(`${place} is missing`, advice),
	agentGaveNothing: (key: string) => `The agent gave no value for '${key}'.`,
	expressionGaveNothing: (expression: string) =>
		`The expression ${expression} returns nothing for this item: check it, and what the nodes before this one output.`,
	/** The beginning of a hint. @param place a field as messages name it: `'Text'` */
	expressionInField: (expression: string, place: string) =>
		`The expression ${expression} in ${place} returns nothing`,

	mustBe: (place: string, expected: string, given: string, advice: string) =>
		wrongField(`${place} must be ${expected}, but is ${given}`, advice),
	fieldOfObject: 'Drag in the one field of it that holds the value.',
	trueOrFalse: 'true or false',
	text: 'a text',
	textList: 'a list of texts',
	listOf: (choices: string) => `a list of ${choices}`,
	oneOf: (choices: string) => `one of ${choices}`,
	number: (kind: string, range: string) => `a ${kind}${range}`,
	wholeNumber: 'whole number',
	anyNumber: 'number',
	evenNumber: (least: number) => `an even number of ${least} or more`,
	evenSides: (least: number) =>
		`one of its choices, or a size such as 1280x720 with even sides of ${least} pixels or more`,
	orMore: (least: number) => ` of ${least} or more`,
	fromTo: (least: number | string, most: number) => ` from ${least} to ${most}`,
	color: 'a color in the form #RRGGBB',
	languageCode: 'the code of a language, such as en or cn',

	rounded: (place: string) =>
		wrongField(
			`${place} is a number too large to be exact, so it was rounded`,
			'Put the ID in quotes. In a sheet, format its column as plain text, and enter the ID again.',
		),
	severalIds: (place: string) =>
		wrongField(
			`${place} has several IDs, but takes one`,
			`Choose one of them, or ${ITEM_FOR_EACH}`,
		),
	nothingFound: (place: string) =>
		wrongField(
			`${place} is the note that nothing was found, which is not a choice`,
			'Open the list again, search for something else, and choose an entry; or enter the ID.',
		),
	plainBraces: (place: string, braces: string) =>
		wrongField(`${place} contains ${braces} as plain text`, TO_EXPRESSION),
	withoutBraces: (place: string, reference: string) =>
		wrongField(`${place} contains ${reference} as plain text`, toBraces(reference)),
	/** The same where other words stand beside it, so that the text may be about it. @param quoted in quotes */
	withoutBracesInText: (place: string, reference: string, quoted: string) =>
		wrongField(
			`${place} contains ${reference} as plain text`,
			`${toBraces(reference)} If the text is to have these very words, write {{ ${quoted} }}.`,
		),
	wholeObject: (place: string) =>
		wrongField(`${place} contains a whole object`, 'Drag in the field of it that holds the text.'),
	wordForNothing: (place: string, word: string) =>
		wrongField(
			`${place} is the word '${word}', which code makes of a value that is missing`,
			'Check the expression, and what the nodes before this one output.',
		),
	/** @param words such as "Hello undefined" */
	missingAmongWords: (place: string, words: string) =>
		wrongField(
			`${place} has '${words}', where code has put in a value that is missing`,
			'Check the expression, and what the nodes before this one output.',
		),
	formulaWithoutResult: (place: string, word: string) =>
		wrongField(
			`${place} is '${word}', which a sheet shows for a formula that has no result`,
			'Correct the formula in the sheet, or wait until it has a result.',
		),
	emptyCell: (place: string, mark: string) =>
		wrongField(
			`${place} is '${mark}', which marks an empty cell`,
			"Fill in the cell, or leave out such items with n8n's Filter node before this one.",
		),
	tooLong: (place: string, length: number, most: number) =>
		wrongField(`${place} has ${length} characters, but may have at most ${most}`),
	/** @param codes such as "'es'", or "'en-US' or 'en-GB'" */
	nameOfLanguage: (place: string, given: string, codes: string) =>
		wrongField(
			`${place} is '${given}' instead of the code of a language`,
			`Enter the code ${codes}.`,
		),
	notWebAddress: (place: string, given: string) =>
		wrongField(
			`${place} is not a URL`,
			`Enter one that starts with http:// or https:// instead of '${given}'.`,
		),
	pathOnComputer: (place: string) =>
		wrongField(
			`${place} is the path of a file on a computer instead of a URL`,
			"Add a node before this one that outputs the file, such as n8n's Form Trigger or Google Drive. Then choose 'From Input File'.",
		),
	urlForId: (place: string) =>
		wrongField(`${place} is a URL`, "Choose 'By URL', or enter the fileId."),

	notAnObject: (place: string, example: string) =>
		wrongField(`${place} must be a JSON object such as ${example}`),
	brokenJson: (place: string, example: string, error: string) =>
		wrongField(
			`${place} must be a JSON object such as ${example}`,
			`Straight double quotes have to be around names and texts; put in a text by {{ JSON.stringify(…) }}, without quotes around it. The error: ${error}.`,
		),
	forbiddenParameter: (place: string, name: string, why: string) =>
		wrongField(`${place} must not contain ${name}: ${why}`),
	callbackIsSet: "use 'Completion', or 'When Finished, Start Workflow'",
	parameterIsSet: (place: string, name: string) =>
		wrongField(`${place} must not contain ${name}: the fields of this node set it`),
	noParameterName: (place: string) => wrongField(`${place} is no name of a parameter`),

	/** Behind as many messages as one reads. */
	more: (count: number) => `And ${count} more like these.`,

	/** The end of the error of an item. */
	nothingSubmitted: 'Nothing was submitted.',
	voiceOfItem: (voiceId: string) =>
		`The item has the voice ${voiceId}: drag its voiceId into 'Voice'.`,
});
