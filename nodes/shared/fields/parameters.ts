/*
 * Parameters of the service that a node has no fields for: the user gives them as JSON, and they are sent as they are, beside
 * what the fields set.
 */
import { attempt, get, has, isError, isPlainObject } from 'lodash';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject, isRounded, onlyEntry } from '../util/json';
import { formatValue } from '../util/quote';
import { bracesIn } from './field';
import type { Draft, ItemParameters } from './fileFields';
import { fieldMessages } from './fieldMessages';
import { valueOfJson } from './jsonText';
import { broken, inside, mustBe, type Problem, type Violation, violationOf } from './violations';

/** A field for JSON, and an example of what it may hold. */
export interface JsonField {
	property: Pick<INodeProperties, 'displayName' | 'name'>;
	example: string;
}

type Parameters = Record<string, unknown>;

/** Why parameters may not stand among the user's, by their names. */
type Forbidden = Readonly<Record<string, string>>;

/**
 * Reads the parameters.
 *
 * @param raw JSON text, an object (from an expression), or nothing
 * @returns the parameters, or everything that is wrong with them
 */
export function readParameters(
	field: JsonField,
	raw: unknown,
	forbidden: Forbidden,
): { parameters: Parameters } | { violations: Violation[] } {
	const { property, example } = field;
	const place = `'${property.displayName}'`;
	const at = { field: property.name, place };
	// Of a broken text, it gives the error.
	const value = typeof raw === 'string' ? valueOfJson(raw) : raw;
	// Where nothing is given, there are no parameters.
	const given = onlyEntry(value) ?? {};
	if (isError(given)) {
		const message = fieldMessages.brokenJson(place, example, given.message);
		return { violations: [violationOf(broken(message), at, raw)] };
	}
	// An error for an object that contains itself, or is too deep to be sent.
	const unsendable = attempt(unsendableValues, property.name, given);
	if (isError(unsendable) || !isObject(given)) {
		const message = fieldMessages.notAnObject(place, example);
		return { violations: [violationOf(broken(message), at, raw)] };
	}
	const violations: Violation[] = [];
	for (const [name, why] of Object.entries(forbidden)) {
		if (!(name in given)) continue;
		const message = fieldMessages.forbiddenParameter(place, name, why);
		violations.push(violationOf(broken(message), at, raw));
	}
	for (const violation of unsendable) violations.push(inside(place, violation));
	if (violations.length > 0) return { violations };
	return { parameters: { ...given } };
}

/**
 * The violations by values, however deep, that would be sent as something else.
 *
 * @param field the name of the property
 * @param path the names that lead to the value
 * @throws RangeError for what goes in circles or is too deep
 */
function unsendableValues(
	field: string,
	value: unknown,
	path: readonly string[] = [],
): Violation[] {
	const place = `'${formatValue(path.join('.'))}'`;
	const problem = unsendableProblem(value, path.at(-1), place);
	if (problem) return [violationOf(problem, { field, place }, value)];
	if (!isObject(value) && !Array.isArray(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		unsendableValues(field, inner, [...path, name]),
	);
}

/** Why a value cannot be sent as it is, under its name, which is undefined for the parameters as a whole. */
function unsendableProblem(
	value: unknown,
	name: string | undefined,
	place: string,
): Problem | undefined {
	// Code that handles objects takes it for no name of a value.
	if (name === '__proto__') return broken(fieldMessages.noParameterName(place));
	if (isRounded(value)) return broken(fieldMessages.rounded(place));
	// JSON has neither NaN nor Infinity.
	if (typeof value === 'number' && !Number.isFinite(value)) {
		return mustBe(fieldMessages.number(fieldMessages.anyNumber, ''));
	}
	return bracesIn(value, place);
}

const FORBIDDEN: Forbidden = { callback: fieldMessages.callbackIsSet };

/** Adds the parameters of a group to a request that is complete but for them, or the violations by them. */
export function addParameters(
	{ body, files, violations }: Draft,
	{ read }: Pick<ItemParameters, 'read'>,
	group: { name: string; parameters: JsonField },
): void {
	const { property } = group.parameters;
	const given = readParameters(group.parameters, get(read(group.name), property.name), FORBIDDEN);
	if ('violations' in given) {
		violations.push(...given.violations);
		return;
	}
	const filePaths = files.map(({ path }) => path);
	for (const path of addWhereFree(body, given.parameters, filePaths)) {
		const message = fieldMessages.parameterIsSet(`'${property.displayName}'`, path);
		violations.push({ is: 'broken', field: property.name, message });
	}
}

/**
 * Adds values to a body where it has none, object by object.
 *
 * @param filePaths where IDs of files will stand in the body, with dots between the levels
 * @returns where values could not be added, because there is one already or will be the ID of a file
 */
function addWhereFree(body: IDataObject, values: object, filePaths: readonly string[]): string[] {
	const taken: string[] = [];
	for (const [name, value] of Object.entries(values) as Array<[string, IDataObject]>) {
		const own = has(body, [name]) ? body[name] : undefined;
		if (isPlainObject(own) && isPlainObject(value)) {
			const inner = addWhereFree(own as IDataObject, value, pathsBelow(name, filePaths));
			taken.push(...inner.map((path) => `${name}.${path}`));
		} else if (own !== undefined || filePaths.includes(name)) {
			taken.push(name);
		} else {
			body[name] = value;
		}
	}
	return taken;
}

/** The paths that begin with a name, without it: "file_id" for "source.file_id" below "source". */
function pathsBelow(name: string, paths: readonly string[]): string[] {
	const start = `${name}.`;
	return paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
}
