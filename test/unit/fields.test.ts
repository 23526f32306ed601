import { describe, expect, it } from '@jest/globals';
import type { ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';
import { range } from 'lodash';
import { type BodyField, readField } from '../../nodes/shared/fields/field';
import { models } from '../../nodes/AiCreate/models/catalogue';
import { ruleFor } from '../../nodes/AiCreate/models/model';
import { webAddressProblem } from '../../nodes/shared/fields/fileFields';
import { missingValueIn } from '../../nodes/shared/fields/missingValues';
import { parseText } from '../../nodes/shared/fields/parse';
import { refusalOf } from '../../nodes/shared/fields/violations';
import type { Message } from '../../nodes/shared/util/catalogue';
import { inOneText } from '../../nodes/shared/util/text';
import { saidAbout, saidOf } from '../support/violations';
import { requestOf } from '../support/models/requests';
import {
	publishedWorkflows,
	searchCallbackWorkflows,
} from '../../nodes/shared/pickers/callbackWorkflows';
import { entriesMatching, entryOf, whenOf } from '../../nodes/shared/pickers/entries';
import { namesakesOf } from '../../nodes/shared/pickers/namesInLists';

const field = (property: Partial<INodeProperties>): BodyField => ({
	path: 'x',
	property: { displayName: 'Field', name: 'x', type: 'string', default: '', ...property },
});

const whole = field({
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3, numberPrecision: 0 },
});
const broken = field({ type: 'number', typeOptions: { numberPrecision: 2 } });
const choice = field({
	type: 'options',
	options: [
		{ name: 'One', value: 1 },
		{ name: 'Red', value: 'red' },
	],
});
const versions = {
	options: ['1.0', '2.0-plus', '3.0', '4', '4.0'].map((value) => ({ name: value, value })),
};
const version = field({ type: 'options', ...versions });
const severalVersions = field({ type: 'multiOptions', ...versions });
const many = field({ type: 'multiOptions' });
const color = field({ type: 'color' });
const long = field({ typeOptions: { rows: 2 } });

/** An object that JSON can hold and that cannot be made a text. */
const TEXTLESS = { toString: null, valueOf: null };

const unset = field({
	type: 'options',
	options: [
		{ name: 'Default', value: '' },
		{ name: 'One', value: 1 },
	],
});

const expectations: Array<[string, BodyField, string]> = [
	['a text', field({}), 'a text'],
	['a number', broken, 'a number'],
	['a switch', field({ type: 'boolean' }), 'true or false'],
	['a choice', choice, "'One' (1) or 'Red' (red)"],
	['a choice that may be none', unset, "'Default' or 'One' (1)"],
	['a list', many, 'a list of texts'],
];

type Refused = [what: string, tested: BodyField, given: unknown, must: string, shown?: string];

/** What all fields of a text say of a number that is none. */
const noNumber = ([name, tested, must]: (typeof expectations)[number]): Refused[] =>
	[NaN, Infinity, -Infinity].map((value) => [`${value} for ${name}`, tested, value, must]);

describe('a field', () => {
	it.each<[string, BodyField, unknown, unknown]>([
		['a whole number', whole, 3, 3],
		['a number as text', whole, ' 2 ', 2],
		['a switch as text', field({ type: 'boolean' }), 'False', false],
		['a choice in another case', choice, 'RED', 'red'],
		['a choice as text with decimals', choice, ' 1.0 ', 1],
		['a number for a choice that is a text', version, 3, '3.0'],
		['the exact one of two equal choices', version, 4, '4'],
		['numbers for choices that are texts', severalVersions, [1, '3'], ['1.0', '3.0']],
		['a text with spaces around', field({}), ' a b ', 'a b'],
		['a long text with spaces around', long, ' a ', ' a '],
		['a number for a text', field({}), 7, '7'],
		['a large number as BigInt for a text', field({}), 3100000000000015839n, '3100000000000015839'],
		['a list', many, ['a', ' b ', 'a', ''], ['a', 'b']],
		['a number for a list', many, 4, ['4']],
		['a list as JSON', many, ' ["a", "b", 4] ', ['a', 'b', '4']],
		['what begins like JSON and is none', many, '[a], b', ['[a]', 'b']],
		['a large number in JSON', many, '[3100000000000015839]', ['3100000000000015839']],
	])('takes %s', (_, tested, given, value) => {
		expect(readField(tested, given)).toEqual({ value });
	});

	it.each<Refused>([
		['too little', whole, 0, 'a whole number from 1 to 3'],
		['too much', whole, '4', 'a whole number from 1 to 3'],
		['a broken number', whole, 1.5, 'a whole number from 1 to 3'],
		['no number', broken, 'much', 'a number'],
		['no switch', field({ type: 'boolean' }), 2, 'true or false'],
		['no choice', choice, 'blue', "'One' (1) or 'Red' (red)"],
		['a number of no choice', version, 2, 'one of 1.0, 2.0-plus, 3.0, 4 or 4.0'],
		['an object', field({}), { a: 1 }, 'a text', '{"a":1}'],
		['a list of objects', many, [{}], 'a list of texts', '[{}]'],
		['NaN in a list', many, ['a', NaN], 'a list of texts', '["a",null]'],
		...noNumber(['a text', field({}), 'a text']),
		...noNumber(['a long text', long, 'a text']),
		...noNumber(['a searchable list', field({ type: 'resourceLocator' }), 'a text']),
		...noNumber(['a list', many, 'a list of texts']),
		...noNumber(['a choice', choice, "'One' (1) or 'Red' (red)"]),
		...expectations.map(([name, tested, must]): Refused => {
			return [`what has no text, for ${name}`, tested, TEXTLESS, must, JSON.stringify(TEXTLESS)];
		}),
	])('refuses %s', (_, tested, given, must, shown = String(given)) => {
		const reading = readField(tested, given);
		// For an object, an advice follows.
		expect(saidAbout(reading)).toContain(`'Field' must be ${must}, but is ${shown}`);
	});

	it.each([undefined, null, '', '  ', [], ['']])('that is empty (%p) is not sent', (given) => {
		expect(readField(field({}), given)).toEqual({});
		const reading = readField(field({ required: true }), given);
		expect(reading).toMatchObject({ violation: { missingField: 'x' } });
		expect(saidAbout(reading)).toBe("'Field' is missing");
	});

	it.each(['N/A', ' - ', 'null', 'Default', 'normal'])(
		'that is marked as left out (%p) is not sent',
		(given) => {
			for (const optional of [whole, choice, color]) {
				expect(readField(optional, given)).toEqual({});
				const reading = readField({ ...optional, required: true }, given);
				expect(saidAbout(reading)).toContain(' must be ');
			}
			const reading = readField(field({ type: 'boolean' }), given);
			expect(saidAbout(reading)).toContain(' must be ');
		},
	);

	it.each([',', ' , ,', '[]', '[""]', [' ']])('nothing is left of a list %p', (given) => {
		expect(readField(many, given)).toEqual({});
		expect(saidAbout(readField({ ...many, required: true }, given))).toBe("'Field' is missing");
	});

	it.each<[string, BodyField, unknown]>([
		['a text', field({}), 3.1e18],
		['a searchable list', field({ type: 'resourceLocator' }), -1e17],
		['a record with the ID', field({ type: 'resourceLocator' }), { id: 3.1e18 }],
		['a list', many, ['a', 2 ** 53]],
		[
			'a text with a form of its own',
			{ ...field({}), parse: (given) => parseText(String(given)) },
			2 ** 60,
		],
	])('refuses a number that was rounded for %s', (_, tested, given) => {
		const said = saidAbout(readField(tested, given));
		expect(said).toMatch(/^'Field' is a number too large .*in quotes/);
	});
});

describe('A value that is missing among words', () => {
	it.each([
		['Hello undefined, welcome.', 'Hello undefined'],
		['Dear null,\n\nthank you.', 'Dear null'],
		['¡Hola undefined!', 'Hola undefined'],
		['Hi undefined 👋 Welcome!', 'Hi undefined'],
		['Bonjour null !', 'Bonjour null'],
		['Liebe null\nschön, dass du da bist.', 'Liebe null'],
		['Dear undefined Moss, welcome.', 'Dear undefined Moss'],
		['It costs $undefined or undefined$.', '$undefined'],
		['I am undefined undefined.', 'undefined undefined'],
		['It costs NaN € or $NaN.', 'NaN €'],
		['Come on Invalid Date at 8 p.m.', 'on Invalid Date'],
		['News - undefined', 'undefined'],
		['It costs undefined euros.', 'undefined euros'],
		['undefined. It rains.', 'undefined'],
		['Title\nundefined\n\nMore.', 'undefined'],
	])('is found in %j', (text, words) => expect(missingValueIn(text)).toBe(words));

	it.each([
		'The result is undefined, null or NaN.',
		'Hello Nan! Null Island, null Euro, null problemo.',
		'In PowerShell, $null is nothing, and so is $undefinedValue.',
		'Hallo null Prozent Finanzierung! Guten Tag null Kalorien, guten Morgen, null Bock heute?',
		'Dear null pointer,\nsay hello, undefined behavior!',
		'Welcome undefined behavior in C++. Hello undefined.length!',
		'What to do on Invalid Date errors',
		'Chi ama? Cara nulla, caro NANO.',
		'The word "undefined" in neon, undefined shapes',
		'Drei. Zwei. Eins. null.',
		'What is it? undefined behavior. It is undefined.',
	])('is not found in %j', (text) => expect(missingValueIn(text)).toBeUndefined());
});

function wrong(title: string): Message {
	return { code: 'wrongField', title, advice: '' };
}

it('a message names all that is wrong, once', () => {
	const all = ['One is wrong', 'Two is wrong', 'One is wrong'].map((title) => wrong(title));
	expect(refusalOf(all)).toMatchObject({ title: 'One is wrong', advice: 'Two is wrong.' });
});

it('a message names the first of very many and counts the others', () => {
	const all = range(40_000).map((index) => wrong(`Address ${index} is wrong`));
	const textOf = (violations: readonly Message[]) => {
		const { title, advice } = refusalOf(violations);
		return inOneText(title, advice);
	};
	const text = textOf(all);
	expect(text).toMatch(
		/^Address 0 is wrong\. Address 1 is wrong\. .*\. And 39\d{3} more like these\.$/,
	);
	expect(text.length).toBeLessThan(4_100);
	expect(textOf([wrong('x'.repeat(100_000))]).length).toBeLessThan(4_100);
});

it.each([
	'https://user:word@a.example/b.mp4?signature=c https://user:word@a.example?d=signature',
	'//user:word@a.example/b.mp4?signature=c',
	'https://a.exa mple/b.mp4?signature=c\nd',
])('What is no address is shown without its password and its signature: %j', (value) => {
	const { title, advice } = webAddressProblem(value, "'Video URL'");
	expect(title).toBe("'Video URL' is not a URL");
	expect(advice).toMatch(/ '[^']*\/\/a\.exa[^']*\/b\.mp4/);
	expect(advice).not.toMatch(/word|signature/);
});

it('a list far beyond anything that the service takes is refused as a whole', () => {
	const withImages = models.filter((model) => ruleFor(model, 'ref_img_url') !== undefined);
	expect(withImages.length).toBeGreaterThan(0);
	for (const model of withImages) {
		const referenceImages = range(2_000).map((index) => `picture ${index}`);
		const request = requestOf(model, { refPrompt: 'x', referenceImages });
		const violations = saidOf(request);
		expect(violations).toContainEqual(expect.stringMatching(/^'Reference (Files|Images)' .*2000/));
		expect(violations.length).toBeLessThan(10);
	}
});

it('the list of workflows that a callback starts tells apart triggers of one workflow, and workflows of one name', async () => {
	const credentialId = 'credential';
	for (const [workflowId, workflowName, triggerName] of [
		['1', 'Two triggers', 'Good'],
		['1', 'Two triggers', 'Bad'],
		['2', 'Namesake', 'Trigger'],
		['3', 'Namesake', 'Trigger'],
		['4', 'Single', 'Trigger'],
	] as const) {
		const address = `https://n8n.example.com/webhook/${workflowId}${triggerName}/digital-human`;
		publishedWorkflows.set(address, { credentialId, workflowId, workflowName, triggerName });
	}
	const editor = {
		getNode: () => ({ credentials: { digitalHumanApi: { id: credentialId, name: 'API' } } }),
		getCredentials: async () => ({ baseUrl: 'https://service.example.com', accessToken: 'token' }),
		getInstanceBaseUrl: () => 'https://n8n.example.com/',
	} as unknown as ILoadOptionsFunctions;
	const { results } = await searchCallbackWorkflows.call(editor);
	expect(results.map(({ name }) => name)).toEqual([
		'Namesake (ID 2)',
		'Namesake (ID 3)',
		'Single',
		'Two triggers (Bad)',
		'Two triggers (Good)',
	]);
});

it.each([
	[['https://example.com/a.mp4'], 'https://example.com/a.mp4'],
	[[null, '', 'http://example.com/a.mp4', 'https://example.com/b.jpg'], 'http://example.com/a.mp4'],
	[
		['data:image/png;x=https://example.com', 'see https://example.com', 'ftp://example.com/a'],
		undefined,
	],
	[[], undefined],
])('the button beside an entry with %j leads to %s', (urls, url) => {
	expect(entryOf({ value: '1', name: 'Ada', urls })).toEqual({ value: '1', name: 'Ada', url });
});

const found = (typed: string, ...names: string[]) =>
	entriesMatching(
		names.map((name, index) => ({ name, value: `62000${index}` })),
		typed,
	).map(({ name }) => name);

it.each([
	[' ada  WARM ', ['1']],
	['"Ada Warm"', ['1']],
	['Ada Warm (female, English)', ['1']],
	['zoë (calm)', ['2']],
	['Bruno', ['3', '4']],
	['Ada', []],
])('the name %j is that of %j', (given, ids) => {
	const voices = [
		{ id: '1', name: 'Ada Warm' },
		{ id: '2', name: 'Zoe (Calm)' },
		{ id: '3', name: 'Bruno' },
		{ id: '4', name: 'bruno' },
		{ id: '5' },
	];
	expect(namesakesOf(voices, given).map(({ id }) => id)).toEqual(ids);
});

describe('A search in a list', () => {
	it('shows those first that start with it', () => {
		const persons = range(70, -1).map((n) => `Person ${String(n).padStart(2, '0')} (male, 07)`);
		const first = found('Person 07', 'My Person 07 (x)', ...persons).slice(0, 2);
		expect(first).toEqual(['Person 07 (male, 07)', 'My Person 07 (x)']);
	});

	it.each<[string, string[], string[]]>([
		['male', ['Anna (female, 4K)', 'Boris (male, 4K)'], ['Boris (male, 4K)']],
		['ann', ['Joanna', 'Mary Ann', 'Anna', 'Ann'], ['Anna', 'Ann', 'Mary Ann']],
		['AI wom', ['Woman, said by AI', 'Woman'], ['Woman, said by AI']],
		['house', ['A lighthouse', 'A tree house', 'House'], ['House', 'A lighthouse', 'A tree house']],
		['ZOË', ['zoe'], ['zoe']],
		['1', ['Anna (1080 × 1920)', 'Ben (2160 × 3840)'], ['Anna (1080 × 1920)']],
		['1080x1920', ['Anna (1080 × 1920)', 'Ben (2160 × 3840)'], ['Anna (1080 × 1920)']],
		['明', ['小明 (male)', 'Ming'], ['小明 (male)']],
		['620001', ['Anna', 'Ben'], ['Ben']],
	])('for %j in %j shows %j', (typed, names, expected) => {
		expect(found(typed, ...names)).toEqual(expected);
	});

	it.each<[number, string | undefined]>([
		[0, 'just now'],
		[60, '1 minute ago'],
		[3600, '1 hour ago'],
		[24 * 3600, 'yesterday'],
		[60 * 86400, '60 days ago'],
		[61 * 86400, undefined],
	])('says of what is %d seconds old that it was %s', (age, words) => {
		const time = new Date(Date.now() - age * 1000).toISOString();
		expect(whenOf(time, 'Asia/Tokyo')).toEqual([words, expect.stringMatching(/^20.* \d\d:/)]);
	});

	it('keeps the order of the service among what fits alike', () => {
		expect(found('a', 'Ava', 'Ada', 'Ann')).toEqual(['Ava', 'Ada', 'Ann']);
	});
});
