import { cloneDeep, get, last, set, unset } from 'lodash';

import type { Fault, LocalService } from '../../../demo-service';

/** One way in which an answer of the service may drift from what is documented. */
export interface Mutation {
	/** Where and what, as in `data.status: null`. */
	name: string;
	/** It concerns what a node acts on, not only what it shows. */
	decisive: boolean;
	/** The right answer as text, changed. */
	change?: (right: string) => string;
	/** Milliseconds until the answer comes. */
	delayMs?: number;
	/** What happens instead of an answer. */
	fault?: (service: LocalService) => Fault;
	/** Time limits are cut short, because the answer comes after them. */
	endless?: boolean;
}

type Path = ReadonlyArray<string | number>;

interface ValueMutation {
	name: string;
	applies(value: unknown): boolean;
	to(value: never): unknown;
}

const MISSING = Symbol('missing');

/** A number that JSON.stringify cannot write. */
const exactly = (digits: string): string => `@@${digits}@@`;
const EXACT = /"@@(-?\d+)@@"/g;

const HUGE = '98765432109876543210987';

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !isList(value);
const isDigits = (value: unknown): value is string => isText(value) && /^[1-9]\d*$/.test(value);
/** Not of an address, which would be another one. */
const isWords = (value: unknown): value is string =>
	isText(value) && /[a-z]/i.test(value) && !value.includes('://');

const mutation = <T = unknown>(
	name: string,
	to: (value: T) => unknown,
	applies: (value: unknown) => boolean = () => true,
): ValueMutation => ({ name, applies, to });

const becomes = (name: string, other: unknown): ValueMutation =>
	mutation(
		name,
		() => other,
		(value) => JSON.stringify(value) !== JSON.stringify(other),
	);

const renamed = (rename: (name: string) => string) => (value: object) =>
	Object.fromEntries(Object.entries(value).map(([name, entry]) => [rename(name), entry]));

const camel = (name: string): string =>
	name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What may become of a value, wherever it stands. */
const OF_VALUES: readonly ValueMutation[] = [
	becomes('null', null),
	becomes('empty text', ''),
	becomes('other text', 'Odd'),
	becomes('true', true),
	becomes('zero', 0),
	becomes('negative number', -1),
	becomes('fraction', 1.5),
	becomes('huge number', exactly(HUGE)),
	becomes('empty object', {}),
	becomes('empty list', []),
	mutation('in a list', (value) => [value]),
	mutation('in an object', (value) => ({ value })),
	mutation('number as text', String, (value) => typeof value === 'number'),
	mutation('text as number', exactly, isDigits),
	mutation<string>(
		'another number',
		(value) => [...value].reverse().join(''),
		(value) => isDigits(value) && value.length > 15 && !value.endsWith('0'),
	),
	mutation<string>(
		'spaces around',
		(value) => ` ${value} `,
		(value) => isText(value) && value !== '',
	),
	mutation<string>(
		'upper case',
		(value) => value.toUpperCase(),
		(value) => isWords(value) && value !== value.toUpperCase(),
	),
	mutation<string>(
		'lower case',
		(value) => value.toLowerCase(),
		(value) => isWords(value) && value !== value.toLowerCase(),
	),
	mutation(
		'names in upper case',
		renamed((name) => name.toUpperCase()),
		isObject,
	),
	mutation('names in camel case', renamed(camel), isObject),
	mutation<object>(
		'further fields',
		(value) => ({ extra: null, version: 2, meta: { page: 1 }, ...value, links: [] }),
		isObject,
	),
	mutation<object>(
		'fields in another order',
		(value) => Object.fromEntries(Object.entries(value).reverse()),
		isObject,
	),
	mutation<object>('a list of its values', (value) => Object.values(value), isObject),
	mutation(
		'JSON as text',
		(value) => JSON.stringify(value),
		(value) => typeof value === 'object',
	),
	mutation<unknown[]>('in another order', (value) => [...value].reverse(), isList),
	mutation<unknown[]>('each entry twice', (value) => [...value, ...value], isList),
	mutation<unknown[]>('its first entry alone', ([first]) => first ?? {}, isList),
	mutation<unknown[]>('an object of its entries', (value) => ({ ...value }), isList),
	mutation<unknown[]>('null before its entries', (value) => [null, ...value], isList),
	mutation<unknown[]>('a text before its entries', (value) => ['odd', ...value], isList),
	mutation<unknown[]>('an empty object before its entries', (value) => [{}, ...value], isList),
];

const NOT_THERE = mutation('missing', () => MISSING);

/** Fields on which nodes act. */
const DECISIVE =
	/^(code|data|list|tasks|parts|languages|page_?info|total_page|part_number|size|headers|\w*id|\w*status|progress_desc|\w*urls?|full_path|file_path|mime_type)$/i;

const DEEPEST = 7;

/** The places of an answer; of the entries of a list, the first and the last. */
function placesOf(value: unknown, path: Path = []): Path[] {
	if (path.length > DEEPEST) return [];
	const names: Array<string | number> = isList(value)
		? [...new Set([0, value.length - 1])].filter((index) => index in value)
		: isObject(value)
			? Object.keys(value)
			: [];
	return [
		path,
		...names.flatMap((name) =>
			placesOf((value as Record<string | number, unknown>)[name], [...path, name]),
		),
	];
}

/** An answer with another value at a place; as it is where it has no such place. */
function withValueAt(right: string, path: Path, { applies, to }: ValueMutation): string {
	const answer: unknown = cloneDeep(JSON.parse(right));
	const holder = { answer } as object;
	const place = ['answer', ...path];
	const value: unknown = get(holder, place);
	if (value === undefined || !applies(value)) return right;
	const changed = to(value as never);
	if (changed !== MISSING) set(holder, place, changed);
	else if (isList(get(holder, place.slice(0, -1))))
		get(holder, place.slice(0, -1)).splice(Number(last(place)), 1);
	else unset(holder, place);
	return written((holder as { answer: unknown }).answer);
}

function written(answer: unknown): string {
	return JSON.stringify(answer).replace(EXACT, '$1');
}

const whole = (name: string, change: (right: string) => string): Mutation => ({
	name,
	decisive: true,
	change,
});

const WHOLE: readonly Mutation[] = [
	whole('byte order mark', (right) => `\uFEFF${right}`),
	whole('blank lines around', (right) => `\r\n\r\n${right}\n`),
	whole('answer twice', (right) => `${right}\n${right}`),
	whole('last character missing', (right) => right.slice(0, -1)),
	whole('escaped', (right) =>
		right.replace(
			/[a-z](?=[^"\\]*":)/g,
			(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
		),
	),
	whole('as a script', (right) => `callback(${right})`),
];

/** Those after which a server has not done what was asked, and those after which it may have. */
const REDIRECTS: readonly Mutation[] = [
	[301, false],
	[302, true],
	[303, true],
	[307, false],
	[308, false],
].map(([status, processed]) => ({
	name: `redirect ${Number(status)}`,
	decisive: true,
	fault: ({ url }) => ({
		kind: 'status',
		status: Number(status),
		headers: { location: `${url}/open/v2/moved` },
		processed: Boolean(processed),
	}),
}));

/** Milliseconds; the second one is beyond the time limit of a request, which is cut to a second. */
const DELAYS: readonly Mutation[] = [
	{ name: 'short delay', decisive: false, delayMs: 300 },
	{
		name: 'delay beyond the time limit',
		decisive: false,
		endless: true,
		delayMs: 1_500,
	},
];

/** Everything that may become of an answer. */
export function mutationsOf(right: string): Mutation[] {
	const answer: unknown = JSON.parse(right);
	const ofValues = placesOf(answer).flatMap((path) => {
		const value: unknown = path.length === 0 ? answer : get(answer, path);
		const field = path.findLast((name) => isText(name)) as string | undefined;
		const possible = path.length === 0 ? OF_VALUES : [NOT_THERE, ...OF_VALUES];
		return possible
			.filter(({ applies }) => applies(value))
			.map((one) => ({
				name: `${path.join('.') || 'the whole answer'}: ${one.name}`,
				decisive: field === undefined || DECISIVE.test(field),
				change: (text: string) => withValueAt(text, path, one),
			}));
	});
	return [...WHOLE, ...REDIRECTS, ...DELAYS, ...ofValues];
}
