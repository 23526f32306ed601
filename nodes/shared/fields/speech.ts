import type { INodeProperties } from 'n8n-workflow';

import { isPlain } from '../util/text';
import type { BodyField } from './field';
import { locator } from './locators';

/** The order of the recording's frames (service.md 4.7 and 4.8). */
export const driveMode: BodyField = {
	path: 'drive_mode',
	property: {
		displayName: 'Frame Order',
		name: 'driveMode',
		type: 'options',
		options: [
			{ name: 'In Sequence', value: 'sequential', description: 'Keep the recorded order' },
			{ name: 'Random', value: 'random', description: 'Move by random frames' },
		],
		default: 'sequential',
		description: 'Order in which the frames of the recording are used',
	},
	// The service takes an empty text for the recorded order.
	send: (value) => (value === 'sequential' ? '' : value),
};

/** What happens at the end of the recording (service.md 4.7 and 4.8). */
export const backway: BodyField = {
	path: 'backway',
	property: {
		displayName: 'At End of Recording',
		name: 'backway',
		type: 'options',
		options: [
			{ name: 'Start Again', value: 1, description: 'Play forward again from the start' },
			{ name: 'Play Backward', value: 2, description: 'Play the recording in reverse' },
		],
		default: 1,
		description: 'What happens when the speech is longer than the recording',
	},
};

/** What drives the mouth: a text that is spoken, or a recording (service.md 4.7 and 4.8). */
export const audioType: BodyField = {
	path: 'audio_type',
	property: {
		displayName: 'Speech From',
		name: 'audioType',
		type: 'options',
		options: [
			{ name: 'Text', value: 'tts', description: 'A voice reads your text aloud' },
			{ name: 'Audio File', value: 'audio', description: 'The lips move to your recording' },
		],
		default: 'tts',
		description: 'Where the speech in the video comes from',
	},
};

/** For options inside a collection, which only mean something while a text is spoken. */
export const whenTextOption: INodeProperties['displayOptions'] = {
	show: { '/audioType': ['tts'] },
};

export const text: BodyField = {
	path: 'text',
	property: {
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. Welcome to our spring collection.',
		displayOptions: { show: { audioType: ['tts'] } },
	},
	required: true,
	// Several paragraphs, as an expression may give them, are one text.
	normalize: (value) => (Array.isArray(value) && value.every(isPlain) ? value.join('\n') : value),
	// The service takes a list that holds all text in one entry.
	send: (value) => [value],
};

export const speed: BodyField = {
	path: 'speed',
	property: {
		displayName: 'Speed',
		name: 'speed',
		type: 'number',
		typeOptions: { minValue: 0.5, maxValue: 2, numberPrecision: 2 },
		default: 1,
		description: 'Speaking speed, from 0.5 (half speed) to 2 (double speed); 1 is normal',
	},
};

export const pitch: BodyField = {
	path: 'pitch',
	property: {
		displayName: 'Pitch',
		name: 'pitch',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 1,
		description: 'Pitch of the voice; 1 is normal',
	},
};

export const volume: BodyField = {
	path: 'volume',
	property: {
		displayName: 'Volume',
		name: 'volume',
		type: 'number',
		typeOptions: { numberPrecision: 0 },
		default: 100,
		description: 'Volume of the speech; 100 is normal',
	},
};

/** The voice that speaks a text. Operations name it differently: `audio_man` and `audio_man_id`. */
export function voiceField(path: string): BodyField {
	return {
		path,
		required: true,
		property: locator({
			name: 'voiceId',
			displayName: 'Voice',
			searchMethod: 'searchVoices',
			description:
				'Voice that reads the text: a public voice from the list, or your own voice by ID',
			show: { audioType: ['tts'] },
		}),
	};
}
