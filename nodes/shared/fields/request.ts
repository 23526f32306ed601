import { attempt, get, has, isError, isPlainObject, set } from 'lodash';
import {
	type IDataObject,
	type IDisplayOptions,
	type IExecuteFunctions,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import type { Naming } from '../files/fileUse';
import { InputFiles } from '../files/inputFiles';
import {
	isObject,
	isRounded,
	roundedProblem,
	explanation,
	formatValue,
	message,
	missing,
	plainBraces,
	plainText,
} from '../util/text';
import {
	type BodyField,
	type FieldGroup,
	fieldProperties,
	groupProperty,
	isEmpty,
	readField,
} from './field';
import { addFile, type BodyFile, Draft, fileField, type ItemParameters } from './files';

/** A part of a request: a field, a collection of optional ones, or a file. */
export type RequestPart = BodyField | FieldGroup | BodyFile;

/** How the editor asks for the parts of a request. */
export function propertiesOf(parts: readonly RequestPart[]): INodeProperties[] {
	return parts.flatMap((part) => {
		if ('idPath' in part) return fileField(part);
		return 'fields' in part ? [groupProperty(part)] : fieldProperties(part);
	});
}

/**
 * Reads a request: in the order of its parts, what the user set and the choices before it show.
 *
 * @param complete adds what follows from these, and checks the rules about several of them
 * @returns the body and its files, or every violation of the service's rules at once
 */
export function readRequest<Body extends IDataObject = IDataObject>(
	parameters: ItemParameters,
	parts: readonly RequestPart[],
	complete?: (draft: Draft) => void,
): { body: Body; files: Draft['files'] } | { violations: string[] } {
	const draft = new Draft();
	for (const part of parts) addPart(draft, parameters, part);
	complete?.(draft);
	for (const part of parts) if ('parameters' in part) addParameters(draft, parameters, part);
	const { body, files, violations } = draft;
	return violations.length > 0 ? { violations } : { body: body as Body, files };
}

/** Whether the editor shows a field for these choices, also where an expression made them. */
function isShown(
	{ show = {}, hide = {} }: IDisplayOptions | undefined = {},
	chosen: Draft['chosen'],
): boolean {
	const known = (conditions: NonNullable<IDisplayOptions['show']>) =>
		Object.entries(conditions)
			.map(([path, values]) => ({ name: path.replace('/', ''), values }))
			.filter(({ name }) => name in chosen)
			.map(({ name, values }) => values?.includes(chosen[name] as never));
	return known(show).every(Boolean) && !known(hide).some(Boolean);
}

/** Adds what the user set of a part, if it is shown for the choices before it. */
export function addPart(draft: Draft, parameters: ItemParameters, part: RequestPart): void {
	const { read } = parameters;
	if ('property' in part) {
		const { name } = part.property;
		addField(draft, parameters, part, read(name), name);
	} else if ('idPath' in part) {
		if (isShown({ show: part.show }, draft.chosen)) addFile(draft, part, parameters);
	} else if (isShown(part.displayOptions, draft.chosen)) {
		const values = read(part.name);
		for (const field of part.fields) {
			const { name } = field.property;
			addField(draft, parameters, field, get(values, name), `${part.name}.${name}`);
		}
	}
}

/** @param place of the parameter, with a dot behind its collection */
function addField(
	{ body, violations, chosen }: Draft,
	{ written }: ItemParameters,
	field: BodyField,
	given: unknown,
	place: string,
): void {
	const { path, property, send } = field;
	if (!isShown(property.displayOptions, chosen)) return;
	const { value, violation } = readField(field, given, written?.(place));
	const isWrong = violation !== undefined;
	if (isWrong) violations.push(violation);
	if (property.type === 'options') {
		chosen[place] = isWrong ? undefined : (value ?? property.default);
	}
	if (path === undefined) return;
	// null marks what cannot be used, for the rules about several fields; it is never sent.
	if (isWrong && !isEmpty(given)) set(body, path, null);
	else if (value !== undefined) set(body, path, send ? send(value) : value);
}

/**
 * The parameters of one item as n8n holds them; of a searchable list, the chosen value.
 *
 * @param naming where the node lets the user name an input file
 */
export function parametersOf(
	context: IExecuteFunctions,
	itemIndex: number,
	naming?: Naming,
): ItemParameters {
	const inputFiles = new InputFiles(context, itemIndex, naming);
	return {
		read(name) {
			// null, because n8n takes undefined for no fallback and throws for a field that is not shown.
			const value: unknown = context.getNodeParameter(name, itemIndex, null);
			return typeof value === 'object' && value !== null && '__rl' in value
				? context.getNodeParameter(name, itemIndex, null, { extractValue: true })
				: value;
		},
		readInput: (given, use) => inputFiles.read(given, use),
		inputTypes: () => inputFiles.types(),
		written: (path) => get(context.getNode().parameters, path),
	};
}

/** The end of a message about an item, as a sentence without its full stop. */
export const NOTHING_SUBMITTED = 'Nothing was submitted';

/** The error of an item that breaks rules: the first violation is its title. */
export function refusal(
	context: IExecuteFunctions,
	itemIndex: number,
	violations: readonly string[],
	note = `${NOTHING_SUBMITTED}.`,
): NodeOperationError {
	const { title, description } = explanation(message(violations));
	const isVoiceMissing = violations.some((one) => one.startsWith(missing('Voice')));
	// The item may be a person that has one of its own.
	const voiceId = isVoiceMissing && plainText(context.getInputData()[itemIndex]?.json.voiceId);
	const advice =
		voiceId && `The item has the voice ${formatValue(voiceId)}: drag its voiceId into 'Voice'.`;
	return new NodeOperationError(context.getNode(), title, {
		description: [description, advice, note].filter(Boolean).join(' '),
		itemIndex,
	});
}

/**
 * Reads parameters of the service that the user gives as JSON.
 *
 * @param property their field; its placeholder is an example
 * @param raw JSON text, an object (from an expression), or nothing
 * @param forbidden names that must not stand among them, and why
 * @returns the parameters, or a sentence for everything that is wrong with them
 */
export function readParameters(
	{ displayName, placeholder = '' }: Pick<INodeProperties, 'displayName' | 'placeholder'>,
	raw: unknown,
	forbidden: Readonly<Record<string, string>>,
): { parameters: Record<string, unknown> } | { violations: string[] } {
	const place = `'${displayName}'`;
	const parsed: unknown =
		typeof raw === 'string' ? attempt(JSON.parse, raw.trim() || '{}') : (raw ?? {});
	const unsent = attempt(unsentValues, parsed);
	if (isError(parsed) || isError(unsent) || !isObject(parsed)) {
		const example = placeholder.replace('e.g. ', 'such as ');
		const reason = isError(parsed) ? `. ${INTO_JSON}. The error: ${parsed.message}` : '';
		return { violations: [`${place} must be a JSON object ${example}${reason}`] };
	}
	const taken = Object.entries(forbidden).filter(([name]) => name in parsed);
	const violations = [
		...taken.map(([name, why]) => `${place} must not contain ${name}: ${why}`),
		...unsent.map((problem) => `${place}: ${problem}`),
	];
	return violations.length > 0 ? { violations } : { parameters: { ...parsed } };
}

const INTO_JSON =
	'Straight double quotes have to be around names and texts; put in a text by {{ JSON.stringify(…) }}, without quotes around it';

/**
 * A sentence for what, however deep, would be sent as something else: JSON has neither NaN nor
 * Infinity, and code that handles objects takes `__proto__` for no name of a value.
 *
 * @throws RangeError for what goes in circles or too deep to be sent
 */
function unsentValues(value: unknown, names: readonly string[] = []): string[] {
	const say = (problem: string) => [`'${formatValue(names.join('.'))}' ${problem}`];
	if (names.at(-1) === '__proto__') return say('is no name of a parameter');
	const problem = isRounded(value) ? roundedProblem : plainBraces(value);
	if (problem) return say(problem);
	if (typeof value === 'number' && !Number.isFinite(value)) {
		return say(`must be a number, but is ${formatValue(value)}`);
	}
	return isObject(value) || Array.isArray(value)
		? Object.entries(value).flatMap(([name, inner]) => unsentValues(inner, [...names, name]))
		: [];
}

/** Adds them to a request that is complete but for them, beside what its fields have set. */
function addParameters(
	{ body, files, violations }: Draft,
	{ read }: ItemParameters,
	{ name: group, parameters: property }: FieldGroup,
): void {
	if (!property) return;
	const given = readParameters(property, get(read(group), property.name), {
		callback: "use 'Completion', or 'When Finished, Start Workflow'",
	});
	if ('violations' in given) violations.push(...given.violations);
	const add = (target: IDataObject, source: object, parents = '') => {
		for (const [name, value] of Object.entries(source)) {
			const path = parents + name;
			const own = has(target, [name]) ? target[name] : undefined;
			if (isPlainObject(own) && isPlainObject(value)) {
				add(own as IDataObject, value as object, `${path}.`);
			} else if (own !== undefined || files.some((file) => file.path === path)) {
				violations.push(
					`'${property.displayName}' must not contain ${path}: the fields of this node set it`,
				);
			} else target[name] = value as IDataObject;
		}
	};
	if ('parameters' in given) add(body, given.parameters);
}
