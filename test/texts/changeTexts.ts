import { jest } from '@jest/globals';

import { changedEntries } from '../support/changedTexts';

type Catalogue = typeof import('../../nodes/shared/util/catalogue');

// The one function that every text of the pack passes.
jest.mock('../../nodes/shared/util/catalogue', () => {
	const actual = jest.requireActual<Catalogue>('../../nodes/shared/util/catalogue');
	return { ...actual, catalogue: changedEntries };
});
