import { catalogue } from '../util/catalogue';

/** Texts of the lists that n8n loads, and about what was entered in place of a choice from them. */
export const pickerMessages = catalogue({
	/** @param ids such as "1", or "1 or 2" where several have the name */
	nameInsteadOfId: (place: string, what: string, name: string, ids: string) => ({
		code: 'wrongField',
		title: `${place} is the name ${name} instead of an ID`,
		advice: `Choose the ${what} under 'From List', or enter the ID ${ids}. Nothing was submitted.`,
	}),
	person: 'person',
	voice: 'voice',
});
