import { catalogue, wrongBeforeSubmit, wrongField } from '../shared/util/catalogue';

/** A `place` is a field as messages name it: `'Text'`. */
export const composeVideoMessages = catalogue({
	evenNumber: 'an even number',
	needs4kScreen: (place: string, width: number, height: number) =>
		wrongField(`${place} is 4K, but 'Screen' is ${width} × ${height}: choose a 4K screen`),

	listOfLines: 'a list of lines with begin_time, end_time and text',
	invalidLine: (place: string, line: number) =>
		wrongField(
			`${place} has an invalid line: line ${line} needs a text, and whole numbers as times, the end after the beginning`,
		),
	bothAreSet: (one: string, other: string) =>
		wrongField(`Both ${one} and ${other} are set: keep one of them`),
	subtitleSide: (place: string, length: number) => `${place} is ${length}`,
	subtitlesTooLarge: (sides: string, width: number, height: number) =>
		wrongField(`${sides}, more than the screen (${width} × ${height})`),
	subtitlesOutside: (place: string, position: number, screen: string, last: number) =>
		wrongField(
			`${place} is ${position}, outside the screen (${screen})`,
			`Enter a number from 0 to ${last}, or remove it to have the area fit the screen.`,
		),

	languageAssumed: (items: number, all: number) =>
		`The service documents no code for the language of the voice${all === 1 ? '' : ` of ${items} of ${all} items`}. None is sent, so the service assumes Chinese (cn). If another language is spoken, choose it in 'Speech Language'`,

	recordingAssumed: (items: number, all: number) =>
		`'Speech Language' is not specified for ${all === 1 ? 'the recording' : `the recordings of ${items} of ${all} items`}, so the service assumes Chinese (cn). If another language is spoken, choose it there`,

	otherScript: (texts: number, all: number, language: string) =>
		`${all === 1 ? 'The text is' : `${texts} of ${all} texts are`} not in the script of the language that is spoken, such as ${language}. If that is not meant, choose another 'Voice' or 'Speech Language'`,

	thisPerson: 'this person',
	personWithId: (id: string) => `the person with the ID ${id}`,
	personNot4k: (person: string) =>
		wrongBeforeSubmit(
			`'Screen' is 4K, which ${person} does not support`,
			"Choose a smaller screen, or a person that supports 4K: it is marked in the list of 'Person'.",
		),
	keepsBackground: (option: string, person: string) =>
		wrongBeforeSubmit(
			`${option} is on, which ${person} does not support`,
			`Turn off ${option}, or choose a person that was made with it.`,
		),
	noFigures: (person: string) =>
		wrongBeforeSubmit(
			`The service lists no figures for ${person}`,
			"Choose a figure in 'Figure', or another person.",
		),
	noSuchFigure: (figure: string, person: string, others: string) =>
		wrongBeforeSubmit(
			`'Figure' is ${figure}, which ${person} does not have`,
			`Choose another figure: ${others}.`,
		),
	figureIsNotTransparent: (figure: string, person: string) =>
		wrongBeforeSubmit(
			`'Background' is Transparent, but the figure ${figure} of ${person} keeps its background`,
			"Choose another figure or person whose background can be replaced, or another 'Background'.",
		),
	figureKeepsBackground: (option: string, figure: string, person: string) =>
		wrongBeforeSubmit(
			`${option} is on, but the figure ${figure} of ${person} keeps its background`,
			`Choose another figure or person whose background can be replaced, or turn off ${option}.`,
		),
});
