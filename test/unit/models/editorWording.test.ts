import { describe, expect, test } from '@jest/globals';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalModelFields, modelFields } from '../../../nodes/AiCreate/models/editorFields';
import { alphabetical } from '../../../nodes/shared/util/text';

/** The conventions of n8n for texts and defaults, which its lint cannot see in derived properties. */

function nested(property: INodeProperties): INodeProperties[] {
	const entries = property.options ?? [];
	const children = entries.flatMap((entry) => {
		if ('values' in entry) return entry.values;
		return 'displayName' in entry ? [entry as INodeProperties] : [];
	});
	return [property, ...children.flatMap(nested)];
}

const fields = ([3, 4] as const)
	.flatMap((type) => [...modelFields(type), additionalModelFields(type)])
	.flatMap(nested);
const titled = fields.map((property) => ({
	...property,
	title: `${property.displayName} (${property.type})`,
}));
const minorWords = ['of', 'the', 'a', 'or', 'and', 'after', 'as', 'to', 'from'];

function isTitleCase(text: string): boolean {
	return text
		.split(/[\s(]+/)
		.every((word, index) => (index > 0 && minorWords.includes(word)) || !/^[a-z]/.test(word));
}

function choicesOf({ type, options = [] }: INodeProperties): INodePropertyOptions[] {
	return type === 'options' ? (options as INodePropertyOptions[]) : [];
}

describe.each(titled)('$title', (property) => {
	test('has a label in title case and a description in sentences', () => {
		expect([property.displayName, isTitleCase(property.displayName)]).toEqual([
			property.displayName,
			true,
		]);
		if (property.type === 'collection') return;
		const text = property.description ?? '';
		expect(text).toMatch(/^[A-Z].{5,}/);
		expect(text).not.toMatch(/[`<>]| {2}/);
		expect(text.endsWith('.')).toBe(/\. [A-Z']/.test(text));
		expect(text).not.toBe(property.displayName);
	});

	test('has a default of its type', () => {
		const choices = choicesOf(property).map(({ value }) => value);
		const isRight: Record<string, (value: unknown) => boolean> = {
			string: (value) =>
				property.typeOptions?.multipleValues ? Array.isArray(value) : value === '',
			number: Number.isInteger,
			options: (value) => choices.some((choice) => choice === value),
			json: (value) => value === '{}',
			resourceLocator: (value) =>
				JSON.stringify(value) === '{"__rl":true,"mode":"list","value":""}',
			collection: (value) => JSON.stringify(value) === '{}',
			fixedCollection: (value) => JSON.stringify(value) === '{}',
		};
		expect(isRight[property.type]?.(property.default)).toBe(true);
	});

	test('lists its choices by name, once each', () => {
		const choices = choicesOf(property);
		const names = choices.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const listed = choices.filter(({ value }) => value !== '' && value !== 'other');
		if (listed.length >= 5 && !/^\d+$/.test(String(listed[0]?.value))) {
			// What applies without a choice comes first, and what stands for all others last.
			const titles = listed.map(({ name }) => name.split(' · ')[0] ?? '');
			expect(titles).toEqual([...titles].sort((a, b) => alphabetical.compare(a, b)));
			expect(choices.findIndex(({ value }) => value === '')).toBeLessThan(1);
		}
		for (const name of names.filter((text) => /^[a-z]+$/i.test(text))) {
			expect(name).toMatch(/^[A-Z]/);
		}
		if (property.type === 'collection') {
			const labels = (property.options as INodeProperties[]).map(({ displayName }) => displayName);
			expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'en')));
			expect((property.options as INodeProperties[]).some(({ required }) => required)).toBe(false);
		}
	});
});

test('a number that may stay empty says what happens then', () => {
	const texts = fields.filter(({ name, type }) => name === 'videoDuration' && type === 'string');
	expect(texts.length).toBeGreaterThan(1);
	for (const { description } of texts) expect(description).toContain('If empty, the model decides');
});

test.each(['startFrameUrl', 'endFrameUrl', 'url'])(
	'%s says who must be able to open it',
	(name) => {
		const addresses = fields.filter((property) => property.name === name);
		expect(addresses.length).toBeGreaterThan(0);
		for (const { description } of addresses) {
			expect(description).toContain('It must be publicly accessible');
		}
	},
);
