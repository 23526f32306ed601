/* From what the user set in the fields of a node to the body of a request. */
import { compact, get, set } from 'lodash';
import {
	type IDataObject,
	type IDisplayOptions,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { type FileReading, InputFiles } from '../files/inputFiles';
import { reasonOfLack } from '../model/lackingItem';
import { valueOfExpression } from '../n8n/runs';
import { PackError } from '../util/errors';
import { isObject } from '../util/json';
import { formatValue } from '../util/quote';
import { plainText } from '../util/text';
import { emptyExpressionsIn } from './emptyExpressions';
import { type BodyField, label, readField } from './field';
import { addFile, type BodyFile, Draft, fileProperties, type ItemParameters } from './fileFields';
import { fieldMessages } from './fieldMessages';
import { addParameters } from './parameters';
import { type FieldGroup, fieldProperties, groupProperty } from './properties';
import { isEmpty, isExpression } from './values';
import { refusalOf, type Violation } from './violations';

/**
 * A part of a request: a field, a collection of optional ones, or a file. The code tells them apart by a key that only
 * one of them has: `property`, `fields` or `idPath`.
 */
export type RequestPart = BodyField | FieldGroup | BodyFile;

/** The properties with which the editor asks for the parts of a request, in the order of the parts. */
export function propertiesOf(parts: readonly RequestPart[]): INodeProperties[] {
	return parts.flatMap((part) => {
		if ('idPath' in part) return fileProperties(part);
		if ('fields' in part) return [groupProperty(part)];
		return fieldProperties(part);
	});
}

/**
 * Reads a request from what the user set for an item. The parts are read in their order, because a choice decides which
 * fields behind it are shown. Parameters that the user gives as JSON come last, because they must not replace what the
 * fields set.
 *
 * @param complete is called between the two: adds what follows from the fields, and checks rules about several of them
 * @returns the body, the files whose IDs or addresses it still lacks, and the expressions in its texts that give
 *   nothing; or all violations at once, where there are any
 */
export function readRequest<Body extends IDataObject = IDataObject>(
	parameters: ItemParameters,
	parts: readonly RequestPart[],
	complete?: (draft: Draft) => void,
): (Pick<Draft, 'files' | 'emptyExpressions'> & { body: Body }) | { violations: Violation[] } {
	const draft = new Draft();
	for (const part of parts) addPart(draft, parameters, part);
	complete?.(draft);
	for (const part of parts) {
		if ('fields' in part && part.parameters) {
			addParameters(draft, parameters, { name: part.name, parameters: part.parameters });
		}
	}
	const { body, files, emptyExpressions, violations } = draft;
	if (violations.length > 0) return { violations };
	return { body: body as Body, files, emptyExpressions };
}

/**
 * Adds what the user set in a part to the draft of a request, or the violations by it. Nothing is added where the
 * editor does not show the part, because of the choices that were read before.
 */
export function addPart(draft: Draft, parameters: ItemParameters, part: RequestPart): void {
	if ('property' in part) {
		// Whether a field is shown is found out with its value.
		addFieldOfPanel(draft, parameters, part);
		return;
	}
	if ('idPath' in part) {
		if (isShown({ show: part.show }, draft.chosen)) addFile(draft, part, parameters);
		return;
	}
	if (isShown(part.displayOptions, draft.chosen)) addGroup(draft, parameters, part);
}

/**
 * Adds what the user set in a field of the panel itself, as against one in a collection. Where an expression in the
 * field decides what is made, it must give a value.
 */
function addFieldOfPanel(draft: Draft, parameters: ItemParameters, field: BodyField): void {
	const { name } = field.property;
	const written = parameters.written?.(name);
	const { evaluate } = parameters;
	const entry = { path: name, value: parameters.read(name), written, evaluate };
	const mustBeSet = isLeftToExpression(field, written);
	addField(draft, mustBeSet ? { ...field, required: true } : field, entry);
}

/** Adds what the user set in a collection of optional fields. */
function addGroup(draft: Draft, parameters: ItemParameters, { name, fields }: FieldGroup): void {
	const values = parameters.read(name);
	for (const field of fields) {
		const path = `${name}.${field.property.name}`;
		const value = get(values, field.property.name);
		addField(draft, field, { path, value, written: parameters.written?.(path) });
	}
}

/**
 * Whether a field must have a value because an expression in it decides what is made: where `required` is
 * 'byExpression'; or where it is not set, and the field is a choice with a default, which would be taken silently if
 * the expression gave nothing. False for a field that is required anyway.
 *
 * @param written what the user wrote in the field; without an expression in it, the answer is no
 */
function isLeftToExpression({ property, required }: BodyField, written: unknown): boolean {
	if (!isExpression(written)) return false;
	if (required !== undefined) return required === 'byExpression';
	const isChoice = property.type === 'options';
	const hasDefault = property.default !== '';
	return isChoice && hasDefault;
}

/**
 * Whether a field is shown for these choices, even if expressions made them: all conditions for showing it are met, and
 * none for hiding it. A condition on anything but these choices, such as `@tool`, does not count.
 */
function isShown(displayOptions: IDisplayOptions | undefined, chosen: Draft['chosen']): boolean {
	const { show, hide } = displayOptions ?? {};
	const isAllowed = conditionsMet(show, chosen).every(Boolean);
	const isHidden = conditionsMet(hide, chosen).some(Boolean);
	return isAllowed && !isHidden;
}

/**
 * For each condition on one of the choices: whether that choice has one of the values that the condition names. There
 * is no entry for a condition on anything else.
 *
 * @param conditions the values that each condition names, by the name of the field that it is on
 * @param chosen the values of the choices before this part, by their names
 */
function conditionsMet(
	conditions: IDisplayOptions['show'] = {},
	chosen: Draft['chosen'],
): boolean[] {
	const met: boolean[] = [];
	for (const [path, values = []] of Object.entries(conditions)) {
		// n8n writes a slash before the name of a field outside of the collection.
		const name = path.replace('/', '');
		if (!(name in chosen)) continue;
		const valuesThatMeetIt: readonly unknown[] = values;
		met.push(valuesThatMeetIt.includes(chosen[name]));
	}
	return met;
}

/** What the user set in one field. */
interface FieldEntry {
	/** Where it stands among the parameters: its name, before which that of its collection stands with a dot. */
	path: string;
	/** What the editor holds, or what an expression gave. */
	value: unknown;
	/** What is written in the editor, perhaps an expression. */
	written: unknown;
	/** Gives the value of an expression for the item. It may be left out for a field that is no prose. */
	evaluate?: ItemParameters['evaluate'];
}

/**
 * Adds the value of one field to the body of a draft, or the violation by it, if the field is shown. What is chosen in
 * a choice is also kept in the draft, because it decides which of the fields behind it are shown.
 */
function addField(draft: Draft, field: BodyField, entry: FieldEntry): void {
	const { property } = field;
	if (!isShown(property.displayOptions, draft.chosen)) return;
	const isChoice = property.type === 'options';
	const reading = readField(field, entry.value, entry.written);
	if ('value' in reading) {
		setValue(draft.body, field, reading.value);
		if (!isEmpty(reading.value)) noteEmptyExpressions(draft, field, entry);
		// A choice that is not set is its default.
		if (isChoice) draft.chosen[entry.path] = reading.value ?? property.default;
		return;
	}
	draft.violations.push(reading.violation);
	// With undefined for the choice, a field that is only shown for one of its options is not read.
	if (isChoice) draft.chosen[entry.path] = undefined;
	// For the rules about several fields, null means that there is a value, but a wrong one. Such a body is never sent.
	const isSet = !isEmpty(entry.value);
	if (field.path !== undefined && isSet) set(draft.body, field.path, null);
}

/** Notes in a draft which expressions in a field give nothing, if the field is prose. */
function noteEmptyExpressions(draft: Draft, field: BodyField, entry: FieldEntry): void {
	const { written, evaluate } = entry;
	const isProse = field.path !== undefined && field.isProse === true;
	if (!isProse || !evaluate) return;
	for (const expression of emptyExpressionsIn(written, evaluate)) {
		const inWords = fieldMessages.expressionInField(formatValue(expression), label(field));
		draft.emptyExpressions.push(inWords);
	}
}

/** Sets the value of a field in a body, in the form that the service takes, if the field is sent and has a value. */
function setValue(body: IDataObject, field: BodyField, value: unknown): void {
	if (field.path === undefined || value === undefined) return;
	const valueOfService = field.send ? field.send(value) : value;
	set(body, field.path, valueOfService);
}

/**
 * Makes what reads the parameters of one item from n8n; of a field with a searchable list, the chosen value is read.
 *
 * @param reading what is known for the reading of files; it may be left out where no field takes one
 */
export function parametersOf(
	context: IExecuteFunctions,
	itemIndex: number,
	reading?: FileReading,
): ItemParameters {
	const inputFiles = new InputFiles(context, itemIndex, reading);
	return {
		read: (name) => readParameter(context, itemIndex, name),
		readInput: (given, use) => inputFiles.read(given, use),
		inputTypes: () => inputFiles.types(),
		canServiceLoad: reading?.canServiceLoad,
		written: (path) => get(context.getNode().parameters, path),
		evaluate: (expression) => valueOfExpression(context, expression, itemIndex),
	};
}

/** A parameter of an item; null for one that is not set or not shown. */
function readParameter(context: IExecuteFunctions, itemIndex: number, name: string): unknown {
	// null, because n8n takes undefined for no fallback and throws for a field that is not shown.
	const value: unknown = context.getNodeParameter(name, itemIndex, null);
	// n8n marks the value of a field with a searchable list so.
	const isLocator = isObject(value) && '__rl' in value;
	if (!isLocator) return value;
	return context.getNodeParameter(name, itemIndex, null, { extractValue: true });
}

/**
 * The error of an item that breaks rules, with all violations in one message, of which the first is the title.
 *
 * @param violations at least one
 * @param note the last sentence, which says what was not done because of the error; empty for no such sentence
 */
export function refusalWithNote(
	context: IExecuteFunctions,
	itemIndex: number,
	{ violations, note }: { violations: readonly Violation[]; note: string },
): PackError {
	const input = context.getInputData()[itemIndex]?.json ?? {};
	const advice = adviceOnMissing(violations, input);
	return new PackError(refusalOf(violations, advice, note), { item: itemIndex });
}

/** The error of an item that breaks rules, as `refusalWithNote` makes it, with the note that nothing was submitted. */
export function refusal(
	context: IExecuteFunctions,
	itemIndex: number,
	violations: readonly Violation[],
): PackError {
	const note = fieldMessages.nothingSubmitted;
	return refusalWithNote(context, itemIndex, { violations, note });
}

/**
 * A sentence about why a value is missing, by what the input item holds. If the voice is missing and the item has the
 * ID of one, as items of Create Person have, the user may have forgotten to drag it into the field. Else it is what
 * became of the item before: an error, or a task without a result. Empty where nothing is missing, or neither is so.
 */
function adviceOnMissing(violations: readonly Violation[], input: IDataObject): string {
	const missingFields = compact(violations.map(({ missingField }) => missingField));
	if (missingFields.length === 0) return '';
	const isVoiceMissing = missingFields.includes('voiceId');
	// Empty for an item without a voice.
	const voiceOfItem = plainText(input.voiceId);
	if (isVoiceMissing && voiceOfItem !== '') {
		return fieldMessages.voiceOfItem(formatValue(voiceOfItem));
	}
	return reasonOfLack(input) ?? '';
}
