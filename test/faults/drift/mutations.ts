import { cloneDeep, get, isPlainObject, last, mapKeys, set, unset } from 'lodash';

/** One way in which an answer of the service may drift from what is documented. */
export interface Mutation {
	/** Where and what, as in `data.status: null`. */
	name: string;
	/** The right answer as text, changed. */
	change: (right: string) => string;
}

type Path = ReadonlyArray<string | number>;

const MISSING = Symbol('missing');

/** A number that JSON.stringify cannot write. */
const exactly = (digits: string): string => `@@${digits}@@`;
const EXACT = /"@@(-?\d+)@@"/g;

type Change = (value: never) => unknown;

/** What may become of a value; nothing where the value is not of the kind, or stays as it is. */
type ValueMutation = readonly [name: string, to: Change];

/** Changes the values of a kind alone. */
const of =
	<T>(isOfKind: (value: unknown) => boolean) =>
	(to: (value: T) => unknown): Change =>
	(value: unknown) =>
		isOfKind(value) ? to(value as T) : value;

const ofText = of<string>((value) => typeof value === 'string' && value !== '');
const ofObject = of<object>(isPlainObject);
const ofList = of<unknown[]>(Array.isArray);

const renamed = (rename: (name: string) => string): Change =>
	ofObject((value) => mapKeys(value, (_, name) => rename(name)));

const camel = (name: string): string =>
	name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Not of an address, which would be another one. */
const ofWords = (to: (value: string) => string): Change =>
	ofText((value) => (value.includes('://') ? value : to(value)));

const ODD_VALUES: Readonly<Record<string, unknown>> = {
	missing: MISSING,
	null: null,
	'empty text': '',
	'other text': 'Odd',
	true: true,
	zero: 0,
	'negative number': -1,
	fraction: 1.5,
	'huge number': exactly('98765432109876543210987'),
	'empty object': {},
	'empty list': [],
};

/** What may become of a value, wherever it stands. */
const OF_VALUES: readonly ValueMutation[] = [
	...Object.entries(ODD_VALUES).map(([name, odd]): ValueMutation => [name, () => odd]),
	['in a list', (value: unknown) => [value]],
	['in an object', (value: unknown) => ({ value })],
	['number as text', (value: unknown) => (typeof value === 'number' ? String(value) : value)],
	['text as number', ofText((value) => (/^[1-9]\d*$/.test(value) ? exactly(value) : value))],
	['spaces around', ofText((value) => ` ${value} `)],
	['upper case', ofWords((value) => value.toUpperCase())],
	['lower case', ofWords((value) => value.toLowerCase())],
	['names in upper case', renamed((name) => name.toUpperCase())],
	['names in camel case', renamed(camel)],
	[
		'further fields',
		ofObject((value) => ({ extra: null, version: 2, meta: { page: 1 }, ...value, links: [] })),
	],
	[
		'fields in another order',
		ofObject((value) => Object.fromEntries(Object.entries(value).reverse())),
	],
	['a list of its values', ofObject((value) => Object.values(value))],
	['JSON as text', (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value)],
	['in another order', ofList((value) => [...value].reverse())],
	['each entry twice', ofList((value) => [...value, ...value])],
	['its first entry alone', ofList(([first]) => first ?? {})],
	['an object of its entries', ofList((value) => ({ ...value }))],
	['null before its entries', ofList((value) => [null, ...value])],
	['a text before its entries', ofList((value) => ['odd', ...value])],
	['an empty object before its entries', ofList((value) => [{}, ...value])],
];

const MAX_DEPTH = 7;

/** The places of an answer; of the entries of a list, the first and the last. */
function placesOf(value: unknown, path: Path = []): Path[] {
	if (path.length > MAX_DEPTH) return [];
	const names: Array<string | number> = Array.isArray(value)
		? [...new Set([0, value.length - 1])].filter((index) => index in value)
		: Object.keys(isPlainObject(value) ? (value as object) : {});
	return [
		path,
		...names.flatMap((name) =>
			placesOf((value as Record<string | number, unknown>)[name], [...path, name]),
		),
	];
}

/** An answer with another value at a place; as it is where it has no such place. */
function withValueAt(right: string, path: Path, to: Change): string {
	const holder = { answer: cloneDeep(JSON.parse(right)) as unknown };
	const place = ['answer', ...path];
	const value: unknown = get(holder, place);
	if (value === undefined) return right;
	const changed = to(value as never);
	// All of an answer cannot be missing from it.
	if (changed === MISSING && path.length === 0) return right;
	const around: unknown = get(holder, place.slice(0, -1));
	if (changed !== MISSING) set(holder, place, changed);
	else if (Array.isArray(around)) around.splice(Number(last(place)), 1);
	else unset(holder, place);
	return JSON.stringify(holder.answer).replace(EXACT, '$1');
}

/** A byte order mark, redirects and late answers are in the tables of faults. */
const WHOLE: readonly Mutation[] = [
	{ name: 'blank lines around', change: (right) => `\r\n\r\n${right}\n` },
	{ name: 'answer twice', change: (right) => `${right}\n${right}` },
	{ name: 'as a script', change: (right) => `callback(${right})` },
];

/** Everything that may become of an answer. */
export function mutationsOf(right: string): Mutation[] {
	const ofValues = placesOf(JSON.parse(right)).flatMap((path) =>
		OF_VALUES.map(
			([name, to]): Mutation => ({
				name: `${path.join('.') || 'the whole answer'}: ${name}`,
				change: (text) => withValueAt(text, path, to),
			}),
		).filter(({ change }) => change(right) !== right),
	);
	return [...WHOLE, ...ofValues];
}
