import { catalogue } from '../shared/util/catalogue';

export const libraryMessages = catalogue({
	notATagId: (given: string) => ({
		code: 'wrongField',
		title: `'Tag Names or IDs' contains '${given}', which is not a tag ID`,
		advice: 'Choose tags from the list, or enter their IDs, which are whole numbers.',
	}),
});
