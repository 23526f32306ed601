import { catalogue } from '../shared/util/catalogue';

export const libraryMessages = catalogue({
	nothingFound: (typed: string, count: number) =>
		`Nothing found for '${typed}' among ${count} names. Check the spelling, or leave 'Name' empty to list all of them.`,
	notATagId: (given: string) => ({
		code: 'wrongField',
		title: `'Tag Names or IDs' contains '${given}', which is not a tag`,
		advice: 'Choose tags from the list, or enter their names or IDs.',
	}),
});
