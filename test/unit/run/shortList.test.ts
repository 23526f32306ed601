import { expect, it } from '@jest/globals';
import { range } from 'lodash';

import { shortList } from '../../../nodes/shared/run/prepare';

it('a list in a message has its first hundred entries, and the number of the others', () => {
	const hundred = range(100).join('; ');
	expect(shortList(['a', 'b'])).toBe('a; b');
	expect(shortList(range(100))).toBe(hundred);
	expect(shortList(range(103))).toBe(`${hundred}; and 3 more`);
});
