import { expect, it } from '@jest/globals';
import { range } from 'lodash';

import { models } from '../../../nodes/AiCreate/models/catalogue';
import { message } from '../../../nodes/shared/util/text';
import { requestOf } from '../../support/modelRequests';

it('a message names all that is wrong, once', () => {
	expect(message(['One is wrong', 'Two is wrong', 'One is wrong'])).toBe(
		'One is wrong. Two is wrong',
	);
});

it('a message names the first of very many and counts the others', () => {
	const all = range(40_000).map((index) => `Address ${index} is wrong`);
	const text = message(all);
	expect(text).toMatch(
		/^Address 0 is wrong\. Address 1 is wrong\. .*\. And 39\d{3} more like these$/,
	);
	expect(text.length).toBeLessThan(4_100);
	expect(message(['x'.repeat(100_000)]).length).toBeLessThan(4_100);
});

it('a list far beyond anything that the service takes is refused as a whole', () => {
	const withImages = models.filter(({ fields }) => fields.ref_img_url);
	expect(withImages.length).toBeGreaterThan(0);
	for (const model of withImages) {
		const referenceImages = range(40_000).map((index) => `picture ${index}`);
		const request = requestOf(model, { refPrompt: 'x', referenceImages });
		const violations = 'violations' in request ? request.violations : [];
		expect(violations).toContainEqual(expect.stringMatching(/^'Reference (Files|Images)' .*40000/));
		expect(violations.length).toBeLessThan(10);
	}
});
