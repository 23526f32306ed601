import { catalogue, wrongField } from '../../shared/util/catalogue';

/** A number of files in words. */
const files = (count: number) => (count === 1 ? '1 file' : `${count} files`);

/**
 * Texts about models and their fields. A `place`, `field`, `frame`, `list`, `first` or `last` is a field as messages
 * name it: `'Prompt'`; `fields` and `others` are several of them in words. A `file` and a `from` are files in words:
 * "an image".
 */
export const modelMessages = catalogue({
	// The model
	/** @param codes those of the models in the list */
	modelNotListed: (code: string, codes: string, parameters: string) =>
		wrongField(
			`'Model' is ${code}, which is not in the list`,
			`Use one of these codes: ${codes}. For another model, choose 'Other Model…' and enter its code in 'Model Code', and its fields in ${parameters}.`,
		),
	modelUnknown: (code: string, codes: string) =>
		wrongField(`'Model' is ${code}, which is not in the list`, `Use one of these codes: ${codes}.`),
	modelMakesOther: (place: string, wanted: 'images' | 'videos', code: string) => {
		const made = wanted === 'images' ? 'videos' : 'images';
		return wrongField(`${place} must be a model that makes ${wanted}, but ${code} makes ${made}`);
	},
	modelIsListed: (place: string, code: string) =>
		wrongField(`${place} is ${code}, which is in the list: choose it in 'Model'`),
	modelDoesNotStart: (place: string, code: string, from: string) =>
		wrongField(
			`${place} is ${code}, which does not start from ${from}`,
			"Choose another model, or the operation 'Generate'.",
		),

	// Its files
	anImage: 'an image',
	aVideo: 'a video',
	/** @param aboutModel the description of the model, as a sentence */
	needsFile: (fields: string, file: string, aboutModel: string) =>
		wrongField(`${fields} must have ${file}, which this model starts from`, aboutModel),
	nothingToGenerateFrom: (fields: string) =>
		wrongField(
			`${fields} are empty, so there is nothing to generate from`,
			'Fill in at least one of them.',
		),
	promptIsEmpty: (field: string) =>
		wrongField(
			`${field} is empty, so there is nothing to generate from`,
			'Describe what the result should show.',
		),
	/** @param answer the beginning of the prompt */
	noPrompt: (place: string, answer: string) =>
		wrongField(
			`${place} describes nothing: the language model refused, or asks for something`,
			`It answered: '${answer}'. Check its prompt, and whether a field in it was empty.`,
		),
	expressionInPrompt: (place: string, expression: string) =>
		wrongField(
			`${place} contains ${expression} as plain text`,
			'n8n only evaluates it in the field itself, switched to an expression. If it came with the item, fill it in before this node.',
		),
	/** @param alternative what `orTheOperation` gives, or an empty text */
	unusedFile: (file: string, fields: string, alternative: string) =>
		`The input has ${file} that was not used. To start from it, set ${fields}${alternative}`,
	orTheOperation: (name: string) => `, or choose the operation '${name}'`,
	onlyKeys: (place: string, allowed: string, given: string) =>
		wrongField(`${place} may only hold ${allowed}, but has ${given}`),
	onlyByUrl: (place: string) => wrongField(`${place} must be given by its URL`),
	setByModel: 'the model and the operation set it',
	noCallback:
		"the service does not call back for these tasks. Use 'Completion' to wait for the result",
	internalResolution: (place: string, value: string) =>
		wrongField(
			`${place} cannot be ${value}, a value that the service uses internally: enter the real resolution, such as 480, 720 or 1080`,
		),

	// Lists of files
	file: 'the file',
	/** @param row its place in the list, from 1 */
	numberedFile: (row: number) => `file ${row}`,
	/** @param file the phrase `file`, or what `numberedFile` gives */
	partOfFile: (list: string, part: string, file: string) => `${list}: the ${part} of ${file}`,
	twoFirstImages: (frame: string, list: string) =>
		wrongField(
			`${frame} and ${list} are both set, but only one image can come first`,
			`Set ${frame} to None, or remove the rows of ${list}.`,
		),
	twoLists: (place: string) =>
		wrongField(`${place}: two lists have files`, 'Remove the rows of one of them.'),
	/** @param most how many it may have: `oneFile`, or what `files` gives */
	tooManyFiles: (place: string, most: number, count: number) =>
		wrongField(`${place} may have at most ${files(most)}, but has ${count}`),
	/** A sentence of a description. */
	limitOfFiles: (most: number) => `At most ${files(most)}`,
	noFirstFrame: (first: string, others: string) =>
		wrongField(`${first} is missing`, `Choose a file, or add an image in ${others}.`),
	onlyLastFrame: (last: string, first: string, others: string) =>
		wrongField(
			`${last} cannot be used alone`,
			`Also choose ${first}, or add an image in ${others}.`,
		),
	tooManyImages: (most: number, count: number, fields: string) =>
		wrongField(
			`At most ${most} different images can be used together, but there are ${count}`,
			`Remove some from ${fields}.`,
		),
});
