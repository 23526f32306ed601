import get from 'lodash/get';
import set from 'lodash/set';
import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { inputFileReader } from '../files/fileRef';
import { explanation, joined, message, saysMissing, shown } from '../util/text';
import type { BodyField, FieldGroup } from './field';
import { addFile, type BodyFile, type ItemParameters } from './files';
import type { Draft } from './pendingFiles';
import { isEmpty, readField } from './values';

/** Whether a parameter, or what is entered in a field with a list, is an expression. */
export function isExpression(parameter: unknown): boolean {
	const given: unknown = get(parameter, 'value', parameter);
	return typeof given === 'string' && given.startsWith('=');
}

/** The expressions of a node that return nothing for an item, as the user wrote them and each once. */
function emptyExpressions(
	context: Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter'>,
	itemIndex: number,
): string[] {
	const found = Object.entries(context.getNode().parameters).flatMap(([name, written]) =>
		emptyIn(written, valueOf(context, name, itemIndex)),
	);
	return [...new Set(found)];
}

function valueOf(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	name: string,
	itemIndex: number,
): unknown {
	try {
		return context.getNodeParameter(name, itemIndex, null);
	} catch {
		// n8n itself says what is wrong with an expression that cannot be evaluated.
		return 'unknown';
	}
}

function emptyIn(written: unknown, value: unknown): string[] {
	if (typeof written === 'string') {
		return isExpression(written) && isEmpty(value) ? [written.slice(1).trim()] : [];
	}
	if (typeof written !== 'object' || written === null) return [];
	return Object.entries(written).flatMap(([key, part]) => emptyIn(part, get(value, [key])));
}

/** Reads a parameter of one item by its name; null or undefined where it is not set or not shown. */
export type ReadParameter = ItemParameters['read'];

export type { ItemParameters };

/** What is read into a request: fields of the node's top level, themes and files. */
interface RequestFields {
	fields?: readonly BodyField[];
	groups?: ReadonlyArray<Pick<FieldGroup, 'name' | 'fields'>>;
	files?: readonly BodyFile[];
}

/** Fields of a collection, to be read into a request. */
export function inGroup(
	{ name }: Pick<FieldGroup, 'name'>,
	fields: readonly BodyField[],
): Pick<RequestFields, 'groups'> {
	return { groups: [{ name, fields }] };
}

/** Begins a request with the fields that the user set. */
export function draftRequest(parameters: ItemParameters, fields: RequestFields): Draft {
	const draft: Draft = { body: {}, files: [], violations: [] };
	addFields(draft, parameters, fields);
	return draft;
}

/** Adds further fields that the user set. */
export function addFields(
	draft: Draft,
	parameters: ItemParameters,
	{ fields = [], groups = [], files = [] }: RequestFields,
): void {
	const { read } = parameters;
	for (const field of fields) addField(draft, field, read(field.property.name));
	for (const group of groups) {
		const values = read(group.name);
		for (const field of group.fields) addField(draft, field, get(values, field.property.name));
	}
	for (const file of files) addFile(draft, file, parameters);
}

function addField({ body, violations }: Draft, field: BodyField, given: unknown): void {
	const { value, violation } = readField(field, given);
	if (violation !== undefined) violations.push(violation);
	// null marks what was given but cannot be used, for the rules about several fields; it is never sent.
	if (violation !== undefined && !isEmpty(given)) set(body, field.path, null);
	else if (value !== undefined) set(body, field.path, value);
}

/**
 * The parameters of one item as n8n holds them; of a searchable list, the chosen value.
 *
 * @param fileName replaces the own name of an input file
 */
export function parametersOf(
	context: IExecuteFunctions,
	itemIndex: number,
	fileName?: string,
): ItemParameters {
	return {
		read(name) {
			// null, because n8n takes undefined for no fallback and throws for a field that is not shown.
			const value: unknown = context.getNodeParameter(name, itemIndex, null);
			return typeof value === 'object' && value !== null && '__rl' in value
				? context.getNodeParameter(name, itemIndex, null, { extractValue: true })
				: value;
		},
		readInput: inputFileReader(context, itemIndex, fileName),
		isExpression: (name) => isExpression(context.getNode().parameters[name]),
	};
}

/** The error of an item that breaks rules: the first violation is its title, the others are in its description. */
export function refusal(
	context: IExecuteFunctions,
	itemIndex: number,
	violations: readonly string[],
	note = 'Nothing was submitted for this item.',
): NodeOperationError {
	const { title, description } = explanation(message(violations));
	const empty = violations.some(saysMissing) ? emptyExpressions(context, itemIndex) : [];
	const advice = empty.length > 0 ? nothingFrom(empty) : '';
	return new NodeOperationError(context.getNode(), title, {
		description: [description, advice, note].filter(Boolean).join(' '),
		itemIndex,
	});
}

function nothingFrom(expressions: readonly string[]): string {
	const listed = joined(expressions.map(shown), 'and');
	return expressions.length === 1
		? `The expression ${listed} returns nothing for this item: check it, and what the nodes before this one output.`
		: `The expressions ${listed} return nothing for this item: check them, and what the nodes before this one output.`;
}
