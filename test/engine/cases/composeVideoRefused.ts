import type { INodeParameters } from 'n8n-workflow';

import { chosen } from '../../support/engine/runs';

export type Refused = [what: string, parameters: INodeParameters, message: RegExp];

const byUrl = (field: 'audioFile' | 'backgroundFile', url: string): INodeParameters => ({
	...(field === 'audioFile' ? { audioType: 'audio' } : { background: 'file' }),
	[`${field}Source`]: 'url',
	[`${field}Url`]: url,
});

/** A value by expression, as n8n itself does not check it. */
export const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

/** n8n shows all fields of a choice that is made by an expression, and demands the required ones. */
const allFields = (field: 'audioFile' | 'backgroundFile'): INodeParameters => ({
	[`${field}FileId`]: chosen('1'),
	[`${field}Url`]: 'https://example.com/unused.mp4',
});

const background = (value: string): INodeParameters => ({
	background: given(value),
	...allFields('backgroundFile'),
});

/** What a rule of service.md 4.7 refuses, and the message: person, speech and background. */
export const refusedSpeech: Refused[] = [
	['no person', { personId: given('') }, /^'Person' is missing/],
	[
		'a figure that does not exist',
		{ figureType: chosen('standing') },
		/^'Figure' must be one of 'Automatic' \(auto\), 'Whole Body' \(whole_body\), 'Circle View' \(circle_view\) or 'Sitting' \(sit_body\), but is standing$/,
	],
	['no text', { text: given('  ') }, /^'Text' is missing/],
	[
		'a text of 4000 characters',
		{ text: 'x'.repeat(4000) },
		/^'Text' has 4000 characters, but may have at most 3999$/,
	],
	[
		'4000 characters in several parts',
		{ text: given(['x'.repeat(2000), 'y'.repeat(1999)]) },
		/has 4000 characters/,
	],
	[
		'an emoji',
		{ text: 'Welcome 😀' },
		/^'Text' contains the emoji 😀, which the service does not accept$/,
	],
	[
		'an emoji in a text that is too long',
		{ text: `😀${'x'.repeat(4000)}` },
		/has 4001 characters.* and contains the emoji 😀/,
	],
	['a text that is not one', { text: given({ a: 1 }) }, /^'Text' must be a text, but is {"a":1}$/],
	['no voice', { voiceId: given('') }, /^'Voice' is missing/],
	[
		'an unknown kind of speech',
		{ audioType: given('song'), ...allFields('audioFile') },
		/^'Speech From' must be 'Text' \(tts\) or 'Audio File' \(audio\), but is song$/,
	],
	[
		'speech that is too fast',
		{ additionalFields: { speed: 2.1 } },
		/^'Speech Speed' must be a number from 0.5 to 2, but is 2.1$/,
	],
	[
		'speech that is too slow',
		{ additionalFields: { speed: 0.4 } },
		/^'Speech Speed' must be a number from 0.5 to 2/,
	],
	[
		'a volume that is no whole number',
		{ additionalFields: { volume: 50.5 } },
		/^'Speech Volume' must be a whole number, but is 50.5$/,
	],
	[
		'a pitch that is no number',
		{ additionalFields: { pitch: given('high') } },
		/^'Speech Pitch' must be a number, but is high$/,
	],
	[
		'an audio address without extension',
		byUrl('audioFile', 'https://example.com/speech?file=a.mp3'),
		/^'Audio URL' must end in .wav, .mp3, .m4a or .mp4, but is https:\/\/example.com\/speech\. The part after a question mark/,
	],
	[
		'an audio address of another type',
		byUrl('audioFile', 'https://example.com/a.ogg'),
		/^'Audio URL' must end in/,
	],
	[
		'an audio address that is not one',
		byUrl('audioFile', 'speech.mp3'),
		/^'Audio URL' is not a URL/,
	],
	['no audio file', { audioType: 'audio' }, /^'Audio': the input item has no file/],
	[
		'an unknown background',
		background('sky'),
		/^'Background' must be one of 'Keep Original' \(keep\), .* or 'Transparent' \(transparent\), but is sky$/,
	],
	[
		'a color by name',
		{ background: 'color', bgColor: 'red' },
		/^'Background Color' must be a color in the form #RRGGBB, but is red$/,
	],
	[
		'a color with transparency',
		{ background: 'color', bgColor: '#33669980' },
		/^'Background Color' must be a color/,
	],
	[
		'a background address of another type',
		byUrl('backgroundFile', 'https://example.com/a.webp'),
		/^'Background Image or Video URL' must end in .jpg, .jpeg, .png, .heic, .mp4 or .mov/,
	],
	[
		'a background without width',
		{
			...byUrl('backgroundFile', 'https://example.com/a.png'),
			additionalFields: { backgroundWidth: 0 },
		},
		/^'Background Width' must be a whole number of 1 or more, but is 0$/,
	],
	[
		'a background without height',
		{
			...byUrl('backgroundFile', 'https://example.com/a.png'),
			additionalFields: { backgroundHeight: -1 },
		},
		/^'Background Height' must be/,
	],
];
