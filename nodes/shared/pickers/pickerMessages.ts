import { catalogue, wrongField } from '../util/catalogue';

/** Texts of the lists that n8n loads, and about what was entered in place of a choice from them. */
export const pickerMessages = catalogue({
	/** @param ids such as "1", or "1 or 2" where several have the name */
	nameInsteadOfId: (place: string, what: string, name: string, ids: string) =>
		wrongField(
			`${place} is the name ${name} instead of an ID`,
			`Choose the ${what} under 'From List', or enter the ID ${ids}. Nothing was submitted.`,
		),
	unknownName: (place: string, what: string, given: string) =>
		wrongField(
			`${place} is ${given}, which is no ID, and no name in the list`,
			`Choose the ${what} under 'From List', or enter its ID. Nothing was submitted.`,
		),
	person: 'person',
	voice: 'voice',

	nothingFound: (typed: string) => `Nothing found for '${typed}'`,
	custom: 'custom',
	oneFigure: '1 figure',
	figures: (count: number) => `${count} figures`,
	replaceable: 'background can be replaced',
	justNow: 'just now',
	ago: (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`,
	yesterday: 'yesterday',
	unnamed: 'Unnamed',
	unnamedTag: (id: number) => `Tag ${id}`,

	notListed: (kind: string) =>
		wrongField(
			`The service cannot list tasks of this kind (${kind})`,
			"Choose 'By ID' and enter the ID.",
		),
	nothingPublished: {
		code: 'wrongWorkflow',
		title:
			"No published workflow with a 'Digital Human Task Callback Trigger' uses this credential",
		advice:
			"Publish one, then open this list again. If its trigger has a secret of its own, or if n8n runs several main processes, choose 'By URL' and enter the Production URL of the trigger.",
	},
	notLoadedYet: 'Not Loaded Yet',
	chooseCredential: 'Choose a credential. If one is chosen, close this node and open it again.',
	customPersonById: "Custom person: choose 'By ID', enter its taskId",
	customVoiceById: "Custom voice: choose 'By ID', enter its voiceId",
});
