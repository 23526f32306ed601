import { get, isEmpty, mapValues } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { type BodyField, problemOfBraces, readField } from '../shared/fields/field';
import { fitting } from '../shared/fields/parse';
import { mustBe } from '../shared/fields/violations';
import type { Message } from '../shared/util/catalogue';
import { isObject } from '../shared/util/json';
import { unwrapJson } from '../shared/util/looseJson';
import { composeVideoMessages } from './composeVideo.messages';

/*
 * Subtitles that the user writes: lines of text, each with the times between which it is seen (service.md 4.7).
 */

/**
 * A field for a time of a line.
 *
 * @param happens what the line does at that time, such as "appears"
 */
function timeField(displayName: string, name: string, happens: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: `When the line ${happens}, a whole number. The service does not document whether it is in seconds or milliseconds.`,
	};
}

/** The fields of a line, by the names that the service has for them. */
const lineFields = {
	begin_time: timeField('Begin Time', 'beginTime', 'appears'),
	end_time: timeField('End Time', 'endTime', 'disappears'),
	text: { displayName: 'Text', name: 'text', type: 'string', default: '' },
} as const satisfies Record<string, INodeProperties>;

/** The lines of the subtitles, entered one by one. */
export const lines: BodyField = {
	path: 'subtitle_config.subtitles',
	property: {
		displayName: 'Subtitle Lines',
		name: 'subtitleLines',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Line', sortable: true },
		default: {},
		placeholder: 'Add Line',
		description:
			"Your own subtitles, each line with its times. Cannot be combined with 'Subtitle Lines (JSON)'. If empty, the service writes the subtitles from the speech.",
		options: [{ displayName: 'Line', name: 'line', values: Object.values(lineFields) }],
	},
	parse: (given) => fitting(toLines(given)),
	check: checkLines,
};

/** The same lines as JSON. They are sent in the place of `lines`, by `completeSubtitles`. */
export const linesInJson: BodyField = {
	path: 'subtitle_config.subtitlesJson',
	parse: lines.parse,
	check: lines.check,
	property: {
		displayName: 'Subtitle Lines (JSON)',
		name: 'subtitleLinesJson',
		type: 'json',
		default: '[{ "begin_time": 0, "end_time": 2, "text": "Hello" }]',
		description:
			'Your own subtitles as a list of any length, for example from an earlier node: each line with begin_time and end_time (whole numbers) and text',
	},
};

/** What is wrong with lines as `toLines` returns them; undefined where nothing is. */
function checkLines(value: unknown, place: string): Message | undefined {
	if (!Array.isArray(value)) return mustBe(place, composeVideoMessages.listOfLines, value);
	// `toLines` makes an object of each line, so that none is left out here.
	const rows = value.filter(isObject);
	for (const { text } of rows) {
		const braces = problemOfBraces(text, place);
		if (braces) return braces;
	}
	const indexOfWrong = rows.findIndex((row) => !isComplete(row));
	if (indexOfWrong === -1) return undefined;
	const lineNumber = indexOfWrong + 1;
	return composeVideoMessages.invalidLine(place, lineNumber);
}

/** Whether a line has a text and both times, and ends after it begins. */
function isComplete({ begin_time: begin, end_time: end, text }: Record<string, unknown>): boolean {
	// Without one of the times, which is undefined then, the comparison is false.
	return text !== undefined && Number(end) > Number(begin);
}

/**
 * Brings lines into the form of the service: those that the user entered in the editor, or that an expression gave as a
 * list or as JSON.
 *
 * @returns a list of lines by the names of the service, in which what cannot be used is undefined; for anything that
 *   holds no lines, what was given, which `checkLines` refuses
 */
function toLines(given: unknown): unknown {
	const list = linesIn(unwrapJson(given));
	if (!Array.isArray(list)) return list;
	return list.map(toLine);
}

/**
 * A line by the names of the service, from one that has these names or those of the editor. A value that is missing or
 * cannot be used is undefined.
 */
function toLine(given: unknown): Record<keyof typeof lineFields, unknown> {
	return mapValues(lineFields, (property, serviceName) => {
		const value: unknown = get(given, serviceName) ?? get(given, property.name);
		// The last argument is what the user wrote, perhaps an expression. It is not known of a single value in the list.
		const reading = readField({ property }, value, null);
		return 'value' in reading ? reading.value : undefined;
	});
}

/** The names under which an object may hold a list of lines; first that of the editor, then that of the service. */
const NAMES_OF_LISTS = ['line', 'subtitles', 'lines'];

/**
 * The list of lines in what was given. An object may hold a list under some name, or be the only line itself; an empty
 * one has no lines. Anything else is returned as it is.
 */
function linesIn(given: unknown): unknown {
	if (!isObject(given)) return given;
	const nameOfList = NAMES_OF_LISTS.find((name) => name in given);
	if (nameOfList !== undefined) return given[nameOfList] ?? [];
	// The editor stores a list without lines as an empty object.
	if (isEmpty(given)) return [];
	const isLine = lineFields.text.name in given;
	return isLine ? [given] : given;
}
