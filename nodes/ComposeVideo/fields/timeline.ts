import { label, type BodyField, type FieldGroup } from '../../shared/fields/field';
import { isEmpty, readField } from '../../shared/fields/values';
import { isRounded } from '../../shared/service/schemas';
import { isObject, parseJson } from '../../shared/util/json';
import { isPlain, joined } from '../../shared/util/text';

/** Without subtitles, and in a transparent video, their look and lines mean nothing. */
export const whenSubtitles: FieldGroup['displayOptions'] = {
	hide: { '/subtitles': ['none'], '/background': ['transparent'] },
};

const time = (end: boolean) =>
	({
		displayName: end ? 'End Time' : 'Begin Time',
		name: end ? 'endTime' : 'beginTime',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: `When the line ${end ? 'disappears' : 'appears'}, a whole number. The service does not document whether it is in seconds or milliseconds.`,
	}) as const;

const lines: BodyField = {
	path: 'subtitle_config.subtitles',
	property: {
		displayName: 'Subtitle Lines',
		name: 'subtitleLines',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Line', sortable: true },
		default: {},
		placeholder: 'Add Line',
		displayOptions: whenSubtitles,
		description:
			"Your own subtitles, each line with its times. Cannot be combined with 'Subtitle Lines (JSON)'. If empty, the service writes the subtitles from the speech.",
		options: [
			{
				displayName: 'Line',
				name: 'line',
				values: [
					time(false),
					time(true),
					{ displayName: 'Text', name: 'text', type: 'string', default: '' },
				],
			},
		],
	},
	normalize: (value) => toEntries(linesOf(value)),
	check: entriesProblem,
	send: toWire,
};

const json: BodyField = {
	...lines,
	property: {
		displayName: 'Subtitle Lines (JSON)',
		name: 'subtitleLinesJson',
		type: 'json',
		default: '[{ "begin_time": 0, "end_time": 2, "text": "Hello" }]',
		displayOptions: whenSubtitles,
		description:
			'Your own subtitles as a list of any length, for example from an earlier node: each line with begin_time and end_time (whole numbers) and text',
	},
};

/** The sentence for the user where both fields have lines; empty ones do not count. */
export function linesTwice(read: (field: BodyField) => unknown): string | undefined {
	const filled = timelineFields.filter((field) => {
		const { value, violation } = readField(field, read(field));
		return violation !== undefined || !isEmpty(value);
	});
	return filled.length > 1
		? `Both ${joined(filled.map(label), 'and')} are set: keep one of them`
		: undefined;
}

/** The user's own lines, in the editor or as JSON. */
export const timelineFields: readonly BodyField[] = [lines, json];

interface Entry {
	beginTime: unknown;
	endTime: unknown;
	text: unknown;
}

/** The lines of a collection of the editor, in which there may be none yet; anything else as it is. */
function linesOf(given: unknown): unknown {
	if (!isObject(given)) return given;
	const { line, ...others } = given;
	return line ?? (Object.keys(others).length === 0 ? [] : given);
}

/** Lines of the editor or of JSON, with the names of the editor or of the service. */
function toEntries(given: unknown): unknown {
	const list = typeof given === 'string' ? (parseJson(given) ?? given) : given;
	if (!Array.isArray(list)) return list;
	return list.map(
		(line: Record<string, unknown> | null): Entry => ({
			beginTime: whole(line?.begin_time ?? line?.beginTime),
			endTime: whole(line?.end_time ?? line?.endTime),
			text: asText(line?.text),
		}),
	);
}

/** A number as the text that is meant, unless it was rounded. */
function asText(value: unknown): unknown {
	return isPlain(value) && !isRounded(value) ? String(value) : value;
}

function whole(value: unknown): unknown {
	return typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
}

function isTime(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}

function entriesProblem(value: unknown): string | undefined {
	if (!Array.isArray(value)) return 'must be a list of lines with begin_time, end_time and text';
	const wrong = (value as Entry[]).findIndex(
		({ beginTime, endTime, text }) =>
			!isTime(beginTime) ||
			!isTime(endTime) ||
			endTime <= beginTime ||
			typeof text !== 'string' ||
			text.trim() === '',
	);
	return wrong < 0
		? undefined
		: `has an invalid line: line ${wrong + 1} needs a text, and whole numbers as times, the end after the beginning`;
}

function toWire(value: unknown): unknown {
	const entries = value as Entry[];
	if (entries.length === 0) return undefined;
	return entries.map(({ beginTime, endTime, text }) => ({
		begin_time: beginTime,
		end_time: endTime,
		text,
	}));
}
