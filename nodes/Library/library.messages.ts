import { catalogue, wrongField } from '../shared/util/catalogue';

export const libraryMessages = catalogue({
	/** @param count how many names the list has */
	nothingFound: (typed: string, count: number) =>
		`Nothing found for '${typed}' among ${count} names. Check the spelling, or leave 'Name' empty to list all of them.`,
	notATagId: (given: string) =>
		wrongField(
			`'Tag Names or IDs' contains '${given}', which is not a tag`,
			'Choose tags from the list, or enter their names or IDs.',
		),
});
