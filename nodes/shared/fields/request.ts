import get from 'lodash/get';
import set from 'lodash/set';
import uniq from 'lodash/uniq';
import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { inputFileReader, inputFileTypes } from '../files/fileRef';
import { explanation, formatList, formatValue, isMissingMessage, message } from '../util/text';
import type { BodyField, FieldGroup } from './field';
import { addFile, type BodyFile, type Draft, type ItemParameters } from './files';
import { isEmpty, isExpression, readField } from './values';

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
	const { body, violations } = draft;
	const { read, written } = parameters;
	const add = (field: BodyField, given: unknown, path: string) => {
		const { value, violation = bracesProblem(field, written?.(path)) } = readField(field, given);
		if (violation !== undefined) violations.push(violation);
		// null marks what cannot be used, for the rules about several fields; it is never sent.
		if (violation !== undefined && !isEmpty(given)) set(body, field.path, null);
		else if (value !== undefined) set(body, field.path, value);
	};
	for (const field of fields) add(field, read(field.property.name), field.property.name);
	for (const group of groups) {
		const values = read(group.name);
		for (const field of group.fields) {
			const { name } = field.property;
			add(field, get(values, name), `${group.name}.${name}`);
		}
	}
	for (const file of files) addFile(draft, file, parameters);
}

/** Refuses a text that looks like an expression and is none: it would be sent as it is. */
function bracesProblem({ property }: BodyField, written: unknown): string | undefined {
	const text: unknown = get(written, 'value', written);
	const [braces] = (typeof text === 'string' && /\{\{.*?\}\}/s.exec(text)) || [];
	if (braces === undefined || isExpression(text)) return undefined;
	return `'${property.displayName}' contains ${formatValue(braces)} as plain text. Switch the field to an expression, or remove the braces`;
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
		inputTypes: () => inputFileTypes(context, itemIndex),
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
	const advice = violations.some(isMissingMessage) ? adviceOnExpressions(context, itemIndex) : '';
	return new NodeOperationError(context.getNode(), title, {
		description: [description, advice, note].filter(Boolean).join(' '),
		itemIndex,
	});
}

/** The expressions in a parameter that return nothing, as the user wrote them. */
function emptyExpressions(written: unknown, value: unknown): string[] {
	if (typeof written === 'string') {
		return isExpression(written) && isEmpty(value) ? [written.slice(1).trim()] : [];
	}
	if (typeof written !== 'object' || written === null) return [];
	return Object.entries(written).flatMap(([key, part]) =>
		emptyExpressions(part, get(value, [key])),
	);
}

/** What to do about expressions that return nothing for an item; empty where there are none. */
function adviceOnExpressions(context: IExecuteFunctions, itemIndex: number): string {
	const valueOf = (name: string): unknown => {
		try {
			return context.getNodeParameter(name, itemIndex, null);
		} catch {
			// n8n itself says what is wrong with an expression that cannot be evaluated.
			return 'unknown';
		}
	};
	const found = Object.entries(context.getNode().parameters).flatMap(([name, written]) =>
		emptyExpressions(written, valueOf(name)),
	);
	const listed = formatList(uniq(found).map(formatValue), 'and');
	if (!listed) return '';
	return uniq(found).length === 1
		? `The expression ${listed} returns nothing for this item: check it, and what the nodes before this one output.`
		: `The expressions ${listed} return nothing for this item: check them, and what the nodes before this one output.`;
}
