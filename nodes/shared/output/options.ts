import { get, isNil, map, mapValues, omit, omitBy, pick } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { downloadResultProperty, taskOptions } from '../fields/completion';
import { refusal } from '../fields/request';
import {
	checkOptions,
	chosenOption,
	MAX_MINUTES,
	optionValue,
	readOptions,
} from '../fields/options';
import { isExpression } from '../fields/values';
import { readField } from '../fields/field';
import type { Violation } from '../fields/violations';
import type { FileRef } from '../model/fileRef';
import { nameFromTitle, withoutExtension } from '../files/names';
import type { WaitSettings } from '../tasks/watch';
import { isToolExecution } from '../n8n/toolRuns';
import { alphabetical } from '../util/text';
import { outputMessages } from './messages';
import { executeNode, type OutputSettings } from './output';

/** One operation of a node: its name and fields in the editor and what it does with all items. */
export interface NodeOperation extends Omit<INodePropertyOptions, 'value'> {
	/** Fields, shown for this operation only. */
	properties: INodeProperties[];
	/** Runs for all input items and returns one list of items per output. */
	execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** The field in which an operation is chosen: of a node, or of one of its resources. */
export function operationField(
	operations: Record<string, NodeOperation>,
	usual: string,
	resource?: string,
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		...(resource ? { displayOptions: { show: { resource: [resource] } } } : {}),
		options: map(operations, ({ name, action, description }, value) => {
			return { name, value, action, description };
		}).sort(alphabetical('name')),
		default: usual,
	};
}

/** The method of a node with several operations, by their values in its field "Operation". */
export const executeOperation = (operations: Record<string, NodeOperation>) =>
	executeNode(async (context) => await chosenOf(context, 'Operation', operations).execute(context));

/** The same of a node with several resources, each with operations of its own. */
export const executeResource = (resources: Record<string, Record<string, NodeOperation>>) =>
	executeNode(async (context) => {
		const operations = chosenOf(context, 'Resource', resources);
		return await chosenOf(context, 'Operation', operations).execute(context);
	});

/** @throws Error when the field with this label has no such choice */
function chosenOf<T>(context: IExecuteFunctions, displayName: string, choices: Record<string, T>) {
	const name = displayName.toLowerCase();
	const options = Object.keys(choices).map((value) => ({ name: value, value }));
	const property: INodeProperties = { displayName, name, type: 'options', options, default: '' };
	return choices[chosenOption(property, context.getNodeParameter(name, 0, null))] as T;
}

/** Leaves out the fields that the service did not report. */
export function present(json: object): IDataObject {
	return omitBy(json, (value) => isNil(value) || value === '') as IDataObject;
}

/**
 * An ID as the user entered it or an expression gave it, without spaces around it; empty for none.
 *
 * @throws Error that names the field, when it cannot be an ID, or is a number that was rounded
 */
export function enteredId(given: unknown, label: string): string {
	const property: INodeProperties = { displayName: label, name: '', type: 'string', default: '' };
	return optionValue(property, given) ?? '';
}

/** The fields that say so: of a node's collection "Options", and 'Download Result' beside it. */
const outputOptions = {
	...pick(taskOptions, 'onTaskFailure', 'simple', 'outputField'),
	downloadResult: downloadResultProperty,
};

/**
 * @param options the node's collection "Options"
 * @param downloadResult what the field 'Download Result' holds; it is on where that is nothing
 * @throws Error that names the fields with an impossible value
 */
export function outputSettings(options: object, downloadResult: unknown): OutputSettings {
	return outputOf(readOptions(outputOptions, { ...options, downloadResult }));
}

function outputOf({
	onTaskFailure = 'fail',
	simple = true,
	outputField = 'data',
	downloadResult = true,
}: ReturnType<typeof readOptions<typeof outputOptions>>): OutputSettings {
	return {
		onTaskFailure: onTaskFailure as OutputSettings['onTaskFailure'],
		simple,
		downloadField: downloadResult ? outputField : undefined,
	};
}

/**
 * Reads a field that holds for the whole run, and that an expression could vary from item to item.
 *
 * @param path where n8n has it, if that is not its name
 * @returns undefined where the user set none, and it is not required
 * @throws NodeOperationError when it is impossible, or not the same for all items
 */
export function readForAll<T>(
	context: IExecuteFunctions,
	property: INodeProperties,
	path = property.name,
): T {
	const readAt = (itemIndex: number): T => {
		const given: unknown = context.getNodeParameter(path, itemIndex, null);
		const reading = readField({ property }, given);
		if ('violation' in reading) throw refusal(context, itemIndex, [reading.violation]);
		return reading.value as T;
	};
	const first = readAt(0);
	const differing = context
		.getInputData()
		.findIndex((_, itemIndex) => itemIndex > 0 && readAt(itemIndex) !== first);
	if (differing < 0) return first;
	const message = outputMessages.notTheSame(`'${property.displayName}'`);
	throw refusal(context, differing, [{ is: 'broken', field: property.name, message }]);
}

export type Completion = 'wait' | 'return' | 'pause';

export interface CompletionSettings extends WaitSettings, OutputSettings {
	/** `now` checks once and returns each task as it is. */
	completion: Completion | 'now';
	onTimeLimit: 'output' | 'fail';
}

/** Reads the name of the result files of an item, without its extension, if there is one. */
export function readFileName(context: IExecuteFunctions, itemIndex: number, source?: FileRef) {
	const named = pick(taskOptions, 'outputFileName');
	const options = context.getNodeParameter('options', itemIndex, {});
	const { values, violations } = checkOptions(named, options, context.getNode().parameters.options);
	const given = source && 'fileName' in source ? source.fileName : undefined;
	const ofSource = RESULT_NAME.test(given ?? '') ? undefined : given;
	const name = nameFromTitle(values.outputFileName) ?? nameFromTitle(ofSource);
	return { fileName: name && withoutExtension(name), violations };
}

/** A result of the service, which is named by the ID of its own task. */
const RESULT_NAME = /^\d{15,}(-\d+)?\./;

/** Those of the whole run. */
const runOptions = { ...omit(taskOptions, 'outputFileName', 'validateOnly'), ...outputOptions };

/**
 * Reads how the tasks are completed: for the whole run, because all items are awaited together.
 *
 * @returns also the sentences about options with an impossible value, which have their default
 * @throws NodeOperationError when an option is not the same for all items
 */
export function readSettings(
	context: IExecuteFunctions,
	completion: CompletionSettings['completion'],
	defaultMinutes = 60,
): CompletionSettings & { violations: Violation[] } {
	const pathOf = ({ name }: INodeProperties) =>
		name === downloadResultProperty.name ? name : `options.${name}`;
	// One by one: a file name that cannot be read concerns its item alone.
	const given = mapValues(runOptions, (one) => context.getNodeParameter(pathOf(one), 0, null));
	const { values, violations } = checkOptions(runOptions, given);
	for (const property of violations.length > 0 ? [] : Object.values(runOptions)) {
		const path = pathOf(property);
		if (isExpression(get(context.getNode().parameters, path))) readForAll(context, property, path);
	}
	values.downloadResult ??= !isToolExecution(context);
	const { checkEvery, timeLimit = defaultMinutes, includeInput = true } = values;
	return {
		...outputOf(values),
		includeInput: includeInput && !isToolExecution(context),
		completion,
		intervalMs: checkEvery === undefined ? undefined : checkEvery * 1000,
		timeLimitMs: Math.min(MAX_MINUTES, timeLimit) * 60_000,
		onTimeLimit: values.onTimeLimit === 'fail' ? 'fail' : 'output',
		violations,
	};
}
