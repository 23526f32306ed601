import attempt from 'lodash/attempt';
import has from 'lodash/has';
import isError from 'lodash/isError';
import isPlainObject from 'lodash/isPlainObject';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isRounded, roundedInJson } from '../service/schemas';
import { isObject } from '../util/json';
import { formatValue } from '../util/text';
import type { Draft } from './files';

/**
 * Reads parameters of the service that the user gives as JSON.
 *
 * @param place label of their field, in quotes
 * @param raw JSON text, an object (from an expression), or nothing
 * @param forbidden names that must not stand among them, and why
 * @returns the parameters, or a sentence for everything that is wrong with them
 */
export function readParameters(
	place: string,
	raw: unknown,
	forbidden: Readonly<Record<string, string>>,
): { parameters: Record<string, unknown> } | { violations: string[] } {
	const parsed: unknown =
		typeof raw === 'string' ? attempt(JSON.parse, raw.trim() || '{}') : (raw ?? {});
	if (isError(parsed) || !isObject(parsed)) {
		return { violations: [`${place} must be a JSON object such as {"video_duration": 5}`] };
	}
	const taken = Object.entries(forbidden).filter(([name]) => name in parsed);
	const violations = [
		...taken.map(([name, why]) => `${place} must not contain ${name}: ${why}`),
		...unsentValues(parsed).map((problem) => `${place}: ${problem}`),
	];
	return violations.length > 0 ? { violations } : { parameters: { ...parsed } };
}

/**
 * A sentence for what, however deep, would be sent as something else: JSON has neither NaN nor
 * Infinity, and code that handles objects takes `__proto__` for no name of a value. Not by
 * recursion, as an expression may give circles, and a text any depth.
 */
function unsentValues(parameters: object): string[] {
	const problems: string[] = [];
	const open: Array<[path: string, value: unknown]> = [['', parameters]];
	const seen = new Set<unknown>();
	for (const [path, value] of open) {
		if (isRounded(value)) problems.push(`'${formatValue(path)}' ${roundedInJson}`);
		else if (typeof value === 'number' && !Number.isFinite(value)) {
			problems.push(`'${formatValue(path)}' must be a number, but is ${formatValue(value)}`);
		}
		if (typeof value !== 'object' || value === null || seen.has(value)) continue;
		seen.add(value);
		for (const [name, inner] of Object.entries(value)) {
			const at = path ? `${path}.${name}` : name;
			if (name === '__proto__') problems.push(`'${formatValue(at)}' is no name of a parameter`);
			else open.push([at, inner]);
		}
	}
	return problems;
}

/** The field for parameters that have no field of their own, as the last of a node's optional fields. */
export const additionalParameters: INodeProperties = {
	displayName: 'Additional Parameters (JSON)',
	name: 'additionalParameters',
	type: 'json',
	default: '{}',
	description:
		'Parameters without a field, by the names that the service uses. Leave it out unless your provider asks for them.',
};

/** Adds them to a request that is complete but for them, beside what its fields have set. */
export function addParameters({ body, files, violations }: Draft, raw: unknown): void {
	const place = `'${additionalParameters.displayName}'`;
	const read = readParameters(place, raw, {
		callback: "use 'Completion', or 'When Finished, Start Workflow'",
	});
	if ('violations' in read) {
		violations.push(...read.violations);
		return;
	}
	const add = (target: IDataObject, source: object, parents: string[]) => {
		for (const [name, value] of Object.entries(source)) {
			const path = [...parents, name].join('.');
			const set = target[name];
			if (has(target, [name]) && isPlainObject(set) && isPlainObject(value)) {
				add(set as IDataObject, value as object, [...parents, name]);
			} else if (has(target, [name]) || files.some((file) => file.path === path)) {
				violations.push(`${place} must not contain ${path}: the fields of this node set it`);
			} else target[name] = value as IDataObject;
		}
	};
	add(body, read.parameters, []);
}
