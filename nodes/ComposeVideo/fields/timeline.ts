import { type BodyField, type FieldGroup, label } from '../../shared/fields/field';
import { isEmpty, readField } from '../../shared/fields/values';
import { isRounded } from '../../shared/service/schemas';
import { isObject, parseJson } from '../../shared/util/json';
import { formatList, isPlain } from '../../shared/util/text';

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
	normalize: toLines,
	check: linesProblem,
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
		? `Both ${formatList(filled.map(label), 'and')} are set: keep one of them`
		: undefined;
}

/** The user's own lines, in the editor or as JSON. */
export const timelineFields: readonly BodyField[] = [lines, json];

/** A line as the service takes it, so far as it is right (service.md 4.7). */
interface Line {
	begin_time: unknown;
	end_time: unknown;
	text: unknown;
}

/**
 * Lines of the editor, in whose collection there may be none yet, or of JSON, with the names of the editor or of the service.
 * Anything else stays as it is.
 */
function toLines(given: unknown): unknown {
	const isCollection = isObject(given) && Object.keys(given).every((key) => key === 'line');
	const rows = isCollection ? (given.line ?? []) : isObject(given) ? (given.line ?? given) : given;
	const list = typeof rows === 'string' ? (parseJson(rows) ?? rows) : rows;
	if (!Array.isArray(list)) return list;
	return list.map((line: Record<string, unknown> | null): Line => {
		const text = line?.text;
		return {
			begin_time: whole(line?.begin_time ?? line?.beginTime),
			end_time: whole(line?.end_time ?? line?.endTime),
			// A number is the text that is meant, unless it was rounded.
			text: isPlain(text) && !isRounded(text) ? String(text) : text,
		};
	});
}

function whole(value: unknown): unknown {
	return typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
}

function linesProblem(value: unknown): string | undefined {
	if (!Array.isArray(value)) return 'must be a list of lines with begin_time, end_time and text';
	const isTime = (time: unknown) => Number.isSafeInteger(time) && Number(time) >= 0;
	const wrong = (value as Line[]).findIndex(
		({ begin_time: begin, end_time: end, text }) =>
			![begin, end].every(isTime) ||
			Number(end) <= Number(begin) ||
			typeof text !== 'string' ||
			isEmpty(text),
	);
	return wrong < 0
		? undefined
		: `has an invalid line: line ${wrong + 1} needs a text, and whole numbers as times, the end after the beginning`;
}
