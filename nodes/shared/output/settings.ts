import { get, mapValues, omit, pick } from 'lodash';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { downloadResultProperty, taskOptions } from '../fields/completion';
import { readField } from '../fields/field';
import { checkOptions, limitInMs, type OptionValues, readOptions } from '../fields/options';
import { refusal } from '../fields/readRequest';
import { isExpression } from '../fields/values';
import type { Violation } from '../fields/violations';
import { nameFromTitle, withoutExtension } from '../files/fileNames';
import type { FileRef } from '../model/fileRef';
import { isToolExecution } from '../n8n/runs';
import type { WaitSettings } from '../tasks/kindWatch';
import { outputMessages } from './outputMessages';
import type { OutputSettings } from './outputItem';

/*
 * What the user has set about the whole run of a node: how its tasks are completed, and what its items have.
 */

/** What a node does with its tasks once they are submitted: wait for them, return their IDs, or pause the execution. */
export type Completion = 'wait' | 'return' | 'pause';

/** What the user has set about the tasks of a run, how long they are awaited, and what their items have. */
export interface CompletionSettings extends WaitSettings, OutputSettings {
	/** `now` checks once and returns each task as it is. */
	completion: Completion | 'now';
	/** What becomes of a task that is still open at the time limit: an item like any other, or an error of its item. */
	onTimeLimit: 'output' | 'fail';
}

/** The fields that say what the items have: of a node's collection "Options", and 'Download Result' beside it. */
const outputOptions = {
	...pick(taskOptions, 'onTaskFailure', 'simple', 'outputField'),
	downloadResult: downloadResultProperty,
};

/**
 * The fields about completion and output that hold for the whole run. The name of the files is read for each item, and
 * 'Validate Only' by the node that submits.
 */
const runOptions = {
	...omit(taskOptions, 'outputFileName', 'validateOnly'),
	downloadResult: downloadResultProperty,
};

/**
 * Reads what the output items are to have.
 *
 * @param options the node's collection "Options"
 * @param downloadResult what the field 'Download Result' holds; where that is nothing, results are downloaded
 * @throws PackError that names the fields with an impossible value
 */
export function outputSettings(options: object, downloadResult: unknown): OutputSettings {
	return settingsIn(readOptions(outputOptions, { ...options, downloadResult }));
}

/** The settings by the values of their fields; one that is missing has its default. */
function settingsIn(values: OptionValues<typeof outputOptions>): OutputSettings {
	const { onTaskFailure, simple = true, outputField = 'data', downloadResult = true } = values;
	return {
		onTaskFailure: onTaskFailure === 'output' ? 'output' : 'fail',
		simple,
		downloadField: downloadResult ? outputField : undefined,
	};
}

/**
 * Reads how the tasks are completed: for the whole run, because all items are awaited together.
 *
 * @param defaultMinutes the time limit where the user has set none; an hour if not set
 * @returns the settings, in which an option with an impossible value has its default, and the violations by such
 *   options
 * @throws PackError when an option is not the same for all items
 */
export function readCompletionSettings(
	context: IExecuteFunctions,
	completion: CompletionSettings['completion'],
	defaultMinutes = 60,
): CompletionSettings & { violations: Violation[] } {
	const { values, violations } = readRunOptions(context);
	// A tool of an AI agent gives no files, which its model cannot see: n8n hides 'Download Result' there. Nor does it
	// give the input, which the model itself has written.
	const isTool = isToolExecution(context);
	const { downloadResult = !isTool, includeInput = true } = values;
	const { checkEvery, timeLimit = defaultMinutes } = values;
	return {
		...settingsIn({ ...values, downloadResult }),
		includeInput: includeInput && !isTool,
		completion,
		intervalMs: checkEvery === undefined ? undefined : checkEvery * 1000,
		timeLimitMs: limitInMs(timeLimit),
		onTimeLimit: values.onTimeLimit === 'fail' ? 'fail' : 'output',
		violations,
	};
}

/**
 * Reads the options one by one, because n8n would fail to give the whole collection where the expression of one, such
 * as the file name of an item, fails.
 *
 * @returns their values, undefined for one that is not set, and the violations of those with an impossible value
 * @throws PackError when all are possible, and one is not the same for all items
 */
function readRunOptions(context: IExecuteFunctions) {
	// null, because n8n throws for a field that is not shown unless it has something to give instead.
	const given = mapValues(runOptions, (property) =>
		context.getNodeParameter(parameterPath(property), 0, null),
	);
	const checked = checkOptions(runOptions, given);
	// Impossible values are reported first, because they have to be changed whatever the other items have.
	if (checked.violations.length === 0) requireSameOptions(context);
	return checked;
}

/**
 * Requires the same options for all items.
 *
 * @throws PackError when the expression of one gives different values for two items, or an impossible one
 */
function requireSameOptions(context: IExecuteFunctions): void {
	for (const property of Object.values(runOptions)) {
		// Called for its error alone.
		readForAll(context, property, parameterPath(property));
	}
}

/** Where n8n has the value of one of `runOptions`: at the top level or in the collection "Options". */
function parameterPath({ name }: INodeProperties): string {
	return name === downloadResultProperty.name ? name : `options.${name}`;
}

/**
 * Reads a field that holds for the whole run, although an expression in it may give each item another value.
 *
 * @param path where n8n has it, if that is not its name: `options.simple` for one in a collection
 * @returns its value, of which the caller knows the type; undefined where the user set none, and it is not required
 * @throws PackError when its value is impossible, or not the same for all items
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
	const mayDiffer = isExpression(get(context.getNode().parameters, path));
	if (!mayDiffer) return first;
	const { length } = context.getInputData();
	for (let itemIndex = 1; itemIndex < length; itemIndex++) {
		if (readAt(itemIndex) === first) continue;
		const message = outputMessages.notTheSame(`'${property.displayName}'`);
		throw refusal(context, itemIndex, [message]);
	}
	return first;
}

/**
 * The name that the service gives a result, which is the ID of its task: "123456789012345.mp4", or "…-2.mp4" for the
 * second one.
 */
const RESULT_NAME = /^\d{15,}(-\d+)?\./;

/**
 * Reads the name of the result files of an item, without its extension.
 *
 * @param source the file of which the results are made; they have its name where the user gave none
 * @returns no name where the results keep the one that the service gives them; a violation where what the user gave
 *   cannot be a text
 */
export function readFileName(
	context: IExecuteFunctions,
	itemIndex: number,
	source?: FileRef,
): { fileName?: string; violations: Violation[] } {
	const nameOption = pick(taskOptions, 'outputFileName');
	const options = context.getNodeParameter('options', itemIndex, {});
	// As typed, with expressions: the words about a violation say whether the value came from one.
	const written = context.getNode().parameters.options;
	const { values, violations } = checkOptions(nameOption, options, written);
	// Undefined for a title that no file can have as its name, such as one of blanks.
	const nameOfUser = nameFromTitle(values.outputFileName);
	const name = nameOfUser ?? nameFromTitle(nameOfFile(source));
	if (name === undefined) return { violations };
	return { fileName: withoutExtension(name), violations };
}

/**
 * The name of a source file; undefined where none is known, as of a file that is chosen by its ID. Undefined also for a
 * name that the service has given an earlier result, because its digits say nothing to the user.
 */
function nameOfFile(source: FileRef | undefined): string | undefined {
	if (source === undefined || source.source === 'fileId') return undefined;
	const { fileName = '' } = source;
	const saysSomething = fileName !== '' && !RESULT_NAME.test(fileName);
	return saysSomething ? fileName : undefined;
}
