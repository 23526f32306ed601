import { describe, expect, test } from '@jest/globals';
import omitBy from 'lodash/omitBy';

import { additionalOptions, names, send, shownFor } from '../../support/models/editor';
import type { Parameters } from '../../support/models/all';
import { chosen, modelCases, typedCases } from '../../support/models/all';

const allCases = [...modelCases, ...typedCases].map((one) => ({ ...one, title: one.code }));

/** Whatever any model may have left behind, the last one winning. */
const leftBehind = allCases.reduce<Parameters>(
	(all, { fullest }) => ({
		...all,
		...fullest,
		additionalFields: {
			...(all.additionalFields as Parameters),
			...(fullest.additionalFields as Parameters),
		},
	}),
	{},
);

/** The order of the fields in the editor. */
const inOrder = [
	'refPrompt',
	'parametersJson',
	'startFrameUrl',
	'endFrameUrl',
	'referenceImages',
	'referenceMaterials',
	'aspectRatio',
	'clarity',
	'videoDuration',
	'numberOfImages',
	'additionalFields',
];

describe.each(allCases)('$title', (one) => {
	const { additionalFields = {}, ...topValues } = one.fullest;
	const topFields = omitBy(topValues, (_value, name) => name.endsWith('Source'));
	const own = { model_code: one.code, creation_type: one.creationType };

	const cannotDoWithout = new Set(
		one.refused.filter(({ why }) => why.endsWith(' missing')).map(({ label }) => label),
	);

	test('shows exactly its fields, each once', () => {
		const { top, additional } = shownFor(one);
		const choice = Object.keys(chosen(one, {}));
		const collection =
			Object.keys(additionalFields as Parameters).length > 0 ? ['additionalFields'] : [];
		expect(names(top).sort()).toEqual([...choice, ...Object.keys(topFields), ...collection].sort());
		expect(names(additional).sort()).toEqual(Object.keys(additionalFields as Parameters).sort());
	});

	test('shows the prompt first, then files, then what the result looks like', () => {
		const fields = names(shownFor(one).top).slice(Object.keys(chosen(one, {})).length);
		expect(fields).toEqual(inOrder.filter((name) => fields.includes(name)));
	});

	test('shows at the top what it cannot do without, marked nowhere as required', () => {
		const { top, additional } = shownFor(one);
		const labels = new Set(top.map(({ displayName }) => displayName));
		expect([...cannotDoWithout].filter((label) => !labels.has(label))).toEqual([]);
		expect([...top, ...additional].filter(({ required }) => required)).toEqual([]);
	});

	test('goes through n8n unchanged', () => {
		expect(send(one, chosen(one, one.fullest))).toMatchObject({
			body: { ...own, ...one.fullestBody },
		});
	});

	test('sends nothing that another model left behind', () => {
		const request = send(one, chosen(one, { ...leftBehind, ...one.fullest }));
		const kept = { ...leftBehind, ...one.fullest, additionalFields: leftBehind.additionalFields };
		expect(request).toMatchObject({ body: { ...own, ...one.fullestBody } });
		const other = send(one, chosen(one, kept));
		const sent = 'body' in other ? Object.keys(other.body) : [];
		const known = [...Object.keys(own), ...Object.keys(one.fullestBody)];
		expect(sent.filter((name) => !known.includes(name))).toEqual([]);
	});

	test('starts with values that it accepts', () => {
		const { additional } = shownFor(one);
		const all = additionalOptions(one);
		const added = names(additional).map((name) => [
			name,
			all.find((option) => option.name === name)?.default,
		]);
		const request = send(
			one,
			chosen(one, {
				refPrompt: 'x',
				startFrameSource: 'none',
				additionalFields: Object.fromEntries(added),
			}),
		);
		const violations = 'violations' in request ? request.violations : [];
		expect(violations.filter((text) => !text.startsWith("'First Frame' is missing"))).toEqual([]);
	});
});
