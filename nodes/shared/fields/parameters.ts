/* Parameters of the service that a node has no fields for: the user gives them as JSON. */
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
	const { name } = field.property;
	const place = `'${field.property.displayName}'`;
	const wrong = (problem: Problem) => violationOf(problem, { field: name, place }, raw);
	const parsed = onlyEntry(typeof raw === 'string' ? valueOfJson(raw) : raw) ?? {};
	if (isError(parsed)) {
		const message = fieldMessages.brokenJson(place, field.example, parsed.message);
		return { violations: [wrong(broken(message))] };
	}
	const unsent = attempt(unsentValues, name, parsed);
	if (isError(unsent) || !isObject(parsed)) {
		const message = fieldMessages.notAnObject(place, field.example);
		return { violations: [wrong(broken(message))] };
	}
	const taken = Object.entries(forbidden).filter(([key]) => key in parsed);
	const violations = [
		...taken.map(([key, why]) => wrong(broken(fieldMessages.forbiddenParameter(place, key, why)))),
		...unsent.map((violation) => inside(place, violation)),
	];
	return violations.length > 0 ? { violations } : { parameters: { ...parsed } };
}

/**
 * What, however deep, would be sent as something else: JSON has neither NaN nor Infinity, and code
 * that handles objects takes `__proto__` for no name of a value.
 *
 * @param field the name of the property
 * @param path the names that lead to the value
 * @throws RangeError for what goes in circles or too deep to be sent
 */
function unsentValues(field: string, value: unknown, path: readonly string[] = []): Violation[] {
	const place = `'${formatValue(path.join('.'))}'`;
	const problem = unsentProblem(value, path.at(-1), place);
	if (problem) return [violationOf(problem, { field, place }, value)];
	if (!isObject(value) && !Array.isArray(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		unsentValues(field, inner, [...path, name]),
	);
}

function unsentProblem(value: unknown, name: string | undefined, place: string) {
	if (name === '__proto__') return broken(fieldMessages.noParameterName(place));
	if (isRounded(value)) return broken(fieldMessages.rounded(place));
	if (typeof value === 'number' && !Number.isFinite(value)) {
		return mustBe(fieldMessages.number(fieldMessages.anyNumber, ''));
	}
	return bracesIn(value, place);
}

const FORBIDDEN: Forbidden = { callback: fieldMessages.callbackIsSet };

/** Adds the parameters of a group to a request that is complete but for them. */
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
	const isFile = (path: string) => files.some((file) => file.path === path);
	for (const path of addBeside(body, given.parameters, isFile)) {
		const message = fieldMessages.parameterIsSet(`'${property.displayName}'`, path);
		violations.push({ is: 'broken', field: property.name, message });
	}
}

/**
 * Adds values beside those that are there, object by object.
 *
 * @param isFile whether a file of the request goes to a place
 * @returns the places at which there is something already, with dots between the levels
 */
function addBeside(
	target: IDataObject,
	source: object,
	isFile: (path: string) => boolean,
	parents = '',
): string[] {
	return Object.entries(source).flatMap(([name, value]: [string, unknown]): string[] => {
		const path = parents + name;
		const own = has(target, [name]) ? target[name] : undefined;
		if (isPlainObject(own) && isPlainObject(value)) {
			return addBeside(own as IDataObject, value as object, isFile, `${path}.`);
		}
		if (own !== undefined || isFile(path)) return [path];
		target[name] = value as IDataObject;
		return [];
	});
}
