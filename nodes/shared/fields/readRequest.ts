import { get, set } from 'lodash';
import {
	type IDataObject,
	type IDisplayOptions,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { type FileReading, InputFiles } from '../files/inputFiles';
import { PackError } from '../util/errors';
import { formatValue, quote } from '../util/quote';
import { plainText, withFullStop } from '../util/text';
import { type BodyField, readField } from './field';
import { addFile, type BodyFile, Draft, fileField, type ItemParameters } from './fileFields';
import { fieldMessages } from './fieldMessages';
import { addParameters } from './parameters';
import { type FieldGroup, fieldProperties, groupProperty } from './properties';
import { isEmpty, isExpression } from './values';
import { refusalOf, type Violation } from './violations';

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
): { body: Body; files: Draft['files'] } | { violations: Violation[] } {
	const draft = new Draft();
	for (const part of parts) addPart(draft, parameters, part);
	complete?.(draft);
	for (const part of parts) {
		if (!('fields' in part) || !part.parameters) continue;
		addParameters(draft, parameters, { name: part.name, parameters: part.parameters });
	}
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
	if ('property' in part) {
		const { name } = part.property;
		const one = given(parameters, parameters.read(name), name);
		const isLeft = isLeftToExpression(part, one.written);
		addField(draft, isLeft ? { ...part, required: true } : part, one);
	} else if ('idPath' in part) {
		if (isShown({ show: part.show }, draft.chosen)) addFile(draft, part, parameters);
	} else if (isShown(part.displayOptions, draft.chosen)) {
		addGroup(draft, parameters, part);
	}
}

/** Whether an expression decides by this field what is made. */
function isLeftToExpression({ property, required }: BodyField, written: unknown): boolean {
	const isChoice = property.type === 'options' && property.default !== '';
	const decides = required === undefined ? isChoice : required === 'byExpression';
	return decides && isExpression(written);
}

function addGroup(draft: Draft, parameters: ItemParameters, { name, fields }: FieldGroup): void {
	const values = parameters.read(name);
	for (const field of fields) {
		const own = field.property.name;
		addField(draft, field, given(parameters, get(values, own), `${name}.${own}`));
	}
}

/** What a parameter of an item holds. */
interface Given {
	/** Its place among the parameters, with a dot behind its collection. */
	at: string;
	value: unknown;
	/** What is written in the editor, perhaps an expression. */
	written: unknown;
}

function given({ written }: ItemParameters, value: unknown, at: string): Given {
	return { at, value, written: written?.(at) };
}

function addField({ body, violations, chosen }: Draft, field: BodyField, one: Given): void {
	const { path, property } = field;
	if (!isShown(property.displayOptions, chosen)) return;
	const reading = readField(field, one.value, one.written);
	const isChoice = property.type === 'options';
	if ('violation' in reading) {
		violations.push(reading.violation);
		if (isChoice) chosen[one.at] = undefined;
		// null marks what cannot be used, for the rules about several fields; it is never sent.
		if (path !== undefined && !isEmpty(one.value)) set(body, path, null);
		return;
	}
	const { value } = reading;
	if (isChoice) chosen[one.at] = value ?? property.default;
	if (field.path === undefined || value === undefined) return;
	set(body, field.path, field.send ? field.send(value) : value);
}

/**
 * The parameters of one item as n8n holds them; of a searchable list, the chosen value.
 */
export function parametersOf(
	context: IExecuteFunctions,
	itemIndex: number,
	reading?: FileReading,
): ItemParameters {
	const inputFiles = new InputFiles(context, itemIndex, reading);
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

/**
 * The error of an item that breaks rules: the first violation is its title.
 *
 * @param note what was not done, as a sentence
 */
export function refusal(
	context: IExecuteFunctions,
	itemIndex: number,
	violations: readonly Violation[],
	note: string = fieldMessages.nothingSubmitted,
): PackError {
	const item = context.getInputData()[itemIndex]?.json ?? {};
	const advice = isMissingSomething(violations) ? adviceOnItem(violations, item) : '';
	return new PackError(refusalOf(violations, advice, note), { item: itemIndex });
}

function isMissingSomething(violations: readonly Violation[]): boolean {
	return violations.some(({ is }) => is === 'missing');
}

/** What the item says about what is missing: it failed before, or it is a person that has a voice of its own. */
function adviceOnItem(violations: readonly Violation[], { error, voiceId }: IDataObject): string {
	const voice = plainText(voiceId);
	const isVoice = violations.some(({ is, field }) => is === 'missing' && field === 'voiceId');
	if (isVoice && voice !== '') return fieldMessages.voiceOfItem(formatValue(voice));
	const text = typeof error === 'string' ? error : get(error, 'message');
	if (typeof text !== 'string' || text === '') return '';
	return withFullStop(fieldMessages.itemHasError(quote(text)));
}
