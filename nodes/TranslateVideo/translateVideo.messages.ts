import { catalogue, wrongBeforeSubmit, wrongField } from '../shared/util/catalogue';

export const translateVideoMessages = catalogue({
	urlForVideo: (place: string) =>
		wrongField(
			`${place} is a URL`,
			"Enter the taskId of the video, or choose 'Video File' in 'Source' and then 'By URL'.",
		),
	languageWithCode: (name: string, code: string) => `${name} (${code})`,
	notOffered: (place: string, languages: string, offered: string) =>
		wrongBeforeSubmit(
			`${place} has ${languages}, which the service does not offer`,
			`Choose from the list: ${offered}.`,
		),
	/** @param sentences what to enter instead */
	notCodes: (place: string, languages: string, sentences: string) =>
		wrongBeforeSubmit(
			`${place} has ${languages}, which is not exactly one language code`,
			sentences,
		),
	enterCode: (given: string, codes: string) => `For '${given}', enter the code ${codes}.`,
	unreadableTask: (task: string) =>
		`The response to a translation has a task without a readable ID: ${task}`,
	noTaskId: 'no task ID',
	/**
	 * @param language in quotes, or several, of which it is one
	 * @param unreadable what `unreadableTasks` gives, or an empty text
	 * @param howToFind a sentence about where to look for the task
	 */
	noTask: (language: string, unreadable: string, howToFind: string) => ({
		code: 'maybeSubmitted',
		title: `The service accepted the video but returned no task for ${language}`,
		advice: `The translation may still have been started.${unreadable} ${howToFind}`,
	}),
	/** Begins with a blank, because it stands behind another sentence. */
	unreadableTasks: (tasks: string) => ` The response has tasks without a readable ID: ${tasks}.`,
});
