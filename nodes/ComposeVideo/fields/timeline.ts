import type { BodyField } from '../../shared/fields/bodyField';

/** Where the words and times of the subtitles come from (asr_type of service.md 4.7). */
export const asrType: BodyField = {
	path: 'subtitle_config.asr_type',
	property: {
		displayName: 'Subtitle Text',
		name: 'asrType',
		type: 'options',
		options: [
			{ name: 'From the Speech', value: 'generated', description: 'The service writes them' },
			{ name: 'My Own, Line by Line', value: 'lines', description: 'Enter lines with their times' },
			{
				name: 'My Own, as JSON',
				value: 'json',
				description: 'A list of any length, for example from an earlier node',
			},
		],
		default: 'generated',
		description: 'Where the words and their times come from',
	},
	send: (value) => (value === 'generated' ? 0 : 1),
};

const time = (end: boolean) =>
	({
		displayName: end ? 'End Time' : 'Begin Time',
		name: end ? 'endTime' : 'beginTime',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: `When the line ${end ? 'disappears' : 'appears'}, a whole number; the service does not say whether in seconds or milliseconds`,
	}) as const;

export const lines: BodyField = {
	path: 'subtitle_config.subtitles',
	property: {
		displayName: 'Subtitle Lines',
		name: 'lines',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Line', sortable: true },
		default: {},
		placeholder: 'Add Line',
		displayOptions: { show: { asrType: ['lines'] } },
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
	normalise: (value) => toEntries((value as { line?: unknown }).line ?? value),
	check: entriesProblem,
	send: toWire,
};

const json: BodyField = {
	...lines,
	property: {
		displayName: 'Subtitle JSON',
		name: 'linesJson',
		type: 'json',
		default: '[{ "begin_time": 0, "end_time": 2, "text": "Hello" }]',
		displayOptions: { show: { asrType: ['json'] } },
		description: 'A list of lines, each with begin_time and end_time (whole numbers) and text',
	},
};

export const timelineFields: readonly BodyField[] = [asrType, lines, json];

interface Entry {
	beginTime: unknown;
	endTime: unknown;
	text: unknown;
}

/** Lines of the editor or of JSON, which may use the names of the editor or of the service. */
function toEntries(given: unknown): unknown {
	const list = typeof given === 'string' ? parsed(given) : given;
	if (!Array.isArray(list)) return list;
	return list.map(
		(line: Record<string, unknown> | null): Entry => ({
			beginTime: whole(line?.begin_time ?? line?.beginTime),
			endTime: whole(line?.end_time ?? line?.endTime),
			text: line?.text,
		}),
	);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function whole(value: unknown): unknown {
	return typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
}

function isTime(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}

function entriesProblem(value: unknown): string | undefined {
	if (!Array.isArray(value) || value.length === 0) {
		return 'must be a list of at least one line with begin_time, end_time and text';
	}
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
		: `has a line that cannot be used: line ${wrong + 1} needs a text, and whole numbers as times of which the end is the later one`;
}

function toWire(value: unknown): unknown {
	return (value as Entry[]).map(({ beginTime, endTime, text }) => ({
		begin_time: beginTime,
		end_time: endTime,
		text,
	}));
}
