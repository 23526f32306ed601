/*
 * Parameters of the service that a node has no fields for: the user gives them as JSON, and they are
 * sent as they are, beside what the fields set.
 */
import { get, has, isError, isPlainObject } from 'lodash';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { atPlace } from '../files/fileUse';
import type { Message } from '../util/catalogue';
import { isObject, isRounded, onlyEntry } from '../util/json';
import { formatValue } from '../util/quote';
import { problemOfBraces } from './field';
import type { Draft, ItemParameters } from './fileFields';
import { fieldMessages } from './fieldMessages';
import { valueOfJson } from './jsonText';
import { mustBe, type Violation } from './violations';

/** A field for JSON, and an example of what it may hold, which messages show. */
export interface JsonField {
	property: INodeProperties;
	example: string;
}

/** Parameters that the user may not give: for the name of each, what to do instead, as messages say it. */
type Forbidden = Readonly<Record<string, string>>;

/**
 * Reads the parameters that the user gives as JSON.
 *
 * @param raw JSON as a text, or an object that an expression gave; an empty text or object, or nothing, has no
 *   parameters
 * @param forbidden parameters that the user may not give
 * @returns the parameters, or everything that is wrong with them
 */
export function readParameters(
	{ property, example }: JsonField,
	raw: unknown,
	forbidden: Forbidden,
): { parameters: Record<string, unknown> } | { violations: Violation[] } {
	const place = `'${property.displayName}'`;
	// The error for a text that is no JSON; undefined for an empty one.
	const valueOrError = typeof raw === 'string' ? valueOfJson(raw) : raw;
	// An expression often gives a list with the object as its only entry.
	const given = onlyEntry(valueOrError) ?? {};
	if (isError(given)) {
		return { violations: [fieldMessages.brokenJson(place, example, given.message)] };
	}
	if (!isObject(given)) return { violations: [fieldMessages.notAnObject(place, example)] };
	const violations: Violation[] = [];
	for (const [name, why] of Object.entries(forbidden)) {
		if (name in given) violations.push(fieldMessages.forbiddenParameter(place, name, why));
	}
	for (const problem of problemsOfValues(given)) violations.push(atPlace(place, problem));
	return violations.length > 0 ? { violations } : { parameters: given };
}

/**
 * What is wrong with a value and with all values within it, however deep, as far as they cannot be sent as they are.
 *
 * @param path the names that lead to this value; none for the parameters as a whole
 */
function problemsOfValues(value: unknown, path: readonly string[] = []): Message[] {
	const place = `'${formatValue(path.join('.'))}'`;
	const problem = problemOfUnsendable(value, path.at(-1), place);
	if (problem) return [problem];
	const isNested = isObject(value) || Array.isArray(value);
	if (!isNested) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		return problemsOfValues(inner, path.concat(name));
	});
}

/**
 * Why a value cannot be sent as it is; undefined where it can. A list or an object is judged without what it contains.
 *
 * @param name under which it would be sent; undefined for the parameters as a whole
 * @param place how messages name the value
 */
function problemOfUnsendable(
	value: unknown,
	name: string | undefined,
	place: string,
): Message | undefined {
	// Under this name, JavaScript sets what an object inherits, and no value of it.
	if (name === '__proto__') return fieldMessages.noParameterName(place);
	// It has more digits than JavaScript keeps, as a long ID has, and would be sent as another number.
	if (isRounded(value)) return fieldMessages.rounded(place);
	// JSON has neither NaN nor Infinity.
	if (typeof value === 'number' && !Number.isFinite(value)) {
		const anyNumber = fieldMessages.number(fieldMessages.anyNumber, '');
		return mustBe(place, anyNumber, value);
	}
	// Braces, as in "{{ $json.id }}", are an expression that n8n has not worked out.
	return problemOfBraces(value, place);
}

/** The callback has a field of its own, which also adds its secret. */
const FORBIDDEN: Forbidden = { callback: fieldMessages.callbackIsSet };

/**
 * Adds the parameters that the user gives as JSON to the draft of a request, or the violations by them. To be called
 * when all else is in the draft, because a parameter that a field has set is refused.
 *
 * @param group the collection of optional fields in which the field for the JSON stands
 */
export function addParameters(
	{ body, files, violations }: Draft,
	{ read }: ItemParameters,
	group: { name: string; parameters: JsonField },
): void {
	const { property } = group.parameters;
	const raw: unknown = get(read(group.name), property.name);
	const reading = readParameters(group.parameters, raw, FORBIDDEN);
	if ('violations' in reading) {
		violations.push(...reading.violations);
		return;
	}
	// In the places of these, the body still has nothing: the IDs are put there when the files have been uploaded.
	const filePaths = files.map(({ path }) => path);
	const takenPaths = addWhereFree(body, reading.parameters, filePaths);
	for (const path of takenPaths) {
		violations.push(fieldMessages.parameterIsSet(`'${property.displayName}'`, path));
	}
}

/**
 * Adds values to a body where it has none. Where both have an object under the same name, the values in that object are
 * added in the same way, each on its own.
 *
 * @param filePaths where IDs of files will stand in the body, with dots between the levels
 * @returns the paths of values that were not added, because there is one already or will be the ID of a file
 */
function addWhereFree(body: IDataObject, values: object, filePaths: readonly string[]): string[] {
	const takenPaths: string[] = [];
	for (const [name, value] of Object.entries(values) as Array<[string, IDataObject]>) {
		// What an object inherits, under names such as "constructor", is no value of the body.
		const inBody = has(body, [name]) ? body[name] : undefined;
		const areBothObjects = isPlainObject(inBody) && isPlainObject(value);
		if (areBothObjects) {
			const filePathsBelow = pathsBelow(name, filePaths);
			const takenBelow = addWhereFree(inBody as IDataObject, value, filePathsBelow);
			for (const path of takenBelow) takenPaths.push(`${name}.${path}`);
			continue;
		}
		const isTaken = inBody !== undefined || filePaths.includes(name);
		if (isTaken) {
			takenPaths.push(name);
		} else {
			body[name] = value;
		}
	}
	return takenPaths;
}

/** The paths that begin with a name, without it: "file_id" for "source.file_id" below "source". */
function pathsBelow(name: string, paths: readonly string[]): string[] {
	const start = `${name}.`;
	return paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
}
