import type { INodeParameters } from 'n8n-workflow';

import { chosen, extra, given } from '../../support/engine/runs';

type Refused = [message: RegExp, parameters: INodeParameters];

const byUrl = (field: 'audioFile' | 'backgroundFile', url: string): INodeParameters => ({
	...(field === 'audioFile' ? { audioType: 'audio' } : { background: 'file' }),
	[`${field}Source`]: 'url',
	[`${field}Url`]: url,
});

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
	[/^'Person' is missing/, { personId: given('') }],
	[
		/^'Figure' must be one of 'Automatic' \(auto\), 'Whole Body' \(whole_body\), 'Circle View' \(circle_view\) or 'Sitting' \(sit_body\), but is standing$/,
		{ figureType: chosen('standing') },
	],
	[/^'Text' is missing/, { text: given('  ') }],
	[/^'Text' has 4000 characters, but may have at most 3999$/, { text: 'x'.repeat(4000) }],
	[/has 4000 characters/, { text: given(['x'.repeat(2000), 'y'.repeat(1999)]) }],
	[/^'Text' contains the emoji 😀, which the service does not accept$/, { text: 'Welcome 😀' }],
	[/has 4001 characters.* and contains the emoji 😀/, { text: `😀${'x'.repeat(4000)}` }],
	[/^'Text' must be a text, but is {"a":1}$/, { text: given({ a: 1 }) }],
	[/^'Voice' is missing/, { voiceId: given('') }],
	[
		/^'Speech From' must be 'Text' \(tts\) or 'Audio File' \(audio\), but is song$/,
		{ audioType: given('song'), ...allFields('audioFile') },
	],
	[/^'Speech Speed' must be a number from 0.5 to 2, but is 2.1$/, extra({ speed: 2.1 })],
	[/^'Speech Speed' must be a number from 0.5 to 2/, extra({ speed: 0.4 })],
	[/^'Speech Volume' must be a whole number, but is 50.5$/, extra({ volume: 50.5 })],
	[/^'Speech Pitch' must be a number, but is high$/, extra({ pitch: given('high') })],
	[
		/^'Audio URL' must end in .wav, .mp3, .m4a or .mp4, but is https:\/\/example.com\/speech\. The part after a question mark/,
		byUrl('audioFile', 'https://example.com/speech?file=a.mp3'),
	],
	[/^'Audio URL' must end in/, byUrl('audioFile', 'https://example.com/a.ogg')],
	[/^'Audio URL' is not a URL/, byUrl('audioFile', 'speech.mp3')],
	[/^'Audio': the input item has no file/, { audioType: 'audio' }],
	[
		/^'Background' must be one of 'Keep Original' \(keep\), .* or 'Transparent' \(transparent\), but is sky$/,
		background('sky'),
	],
	[
		/^'Background Color' must be a color in the form #RRGGBB, but is red$/,
		{ background: 'color', bgColor: 'red' },
	],
	[/^'Background Color' must be a color/, { background: 'color', bgColor: '#33669980' }],
	[
		/^'Background Image or Video URL' must end in .jpg, .jpeg, .png, .heic, .mp4 or .mov/,
		byUrl('backgroundFile', 'https://example.com/a.webp'),
	],
	[
		/^'Background Width' must be a whole number of 1 or more, but is 0$/,
		{
			...byUrl('backgroundFile', 'https://example.com/a.png'),
			additionalFields: { backgroundWidth: 0 },
		},
	],
	[
		/^'Background Height' must be/,
		{
			...byUrl('backgroundFile', 'https://example.com/a.png'),
			additionalFields: { backgroundHeight: -1 },
		},
	],
];

const subtitles = (subtitleOptions: INodeParameters): INodeParameters => ({ subtitleOptions });

const line = (beginTime: number, endTime: number, text: string): INodeParameters => ({
	subtitleOptions: { subtitleLines: { line: [{ beginTime, endTime, text }] } },
});

/** The same for position, screen, subtitles, watermark and origin. */
export const refusedPicture: Refused[] = [
	[/^'Person Height' must be an even number, but is 1919$/, extra({ personHeight: 1919 })],
	[/^'Person Width' must be a whole number of 1 or more/, extra({ personWidth: 0 })],
	[/^'Person Position X' must be a whole number/, extra({ personX: 1.5 })],
	[
		/^'Person Frame Order' must be 'In Sequence' \(sequential\) or 'Random' \(random\)/,
		extra({ driveMode: given('backwards') }),
	],
	[
		/^'Person at End of Recording' must be 'Start Again' \(1\) or 'Play Backward' \(2\), but is 3$/,
		extra({ backway: given(3) }),
	],
	[
		/^'Screen' must be one of 'Custom' \(custom\), 'Landscape for YouTube \(1920 × 1080\)' \(landscape\)/,
		{ screen: given('tall') },
	],
	[
		/^'Screen Width' must be a whole number of 1 or more, but is 0$/,
		{ screen: 'custom', screenWidth: 0 },
	],
	[/^'Screen Height' must be/, { screen: 'custom', screenHeight: 10.5 }],
	[
		/^'Resolution' is 4K, but 'Screen' is 1080 × 1920: choose a 4K screen$/,
		extra({ resolutionRate: 1 }),
	],
	[
		/^'Quality' must be one of 'Basic \(1 Credit A per Second\)' \(0\), .* or 'Cartoon \(3 Credits A per Second\)' \(2\), but is 3$/,
		{ model: given(3) },
	],
	[
		/^'Subtitle Width' is 1081, more than the screen \(1080 × 1920\)$/,
		subtitles({ subtitleWidth: 1081 }),
	],
	[/^'Subtitle Height' is 1921, more than the screen/, subtitles({ subtitleHeight: 1921 })],
	[/^'Subtitle Position X' must be a whole number, but is -0.5$/, subtitles({ subtitleX: -0.5 })],
	[
		/^'Subtitle Color' must be a color in the form #RRGGBB, but is #fff$/,
		subtitles({ subtitleColor: '#fff' }),
	],
	[/^'Subtitle Outline Color' must be a color/, subtitles({ subtitleOutlineColor: 'blue' })],
	[/^'Subtitle Font Size' must be/, subtitles({ subtitleFontSize: 0 })],
	[
		/^'Subtitles' must be one of 'Show' \(show\), .* or 'None' \(none\), but is some$/,
		{ subtitles: given('some') },
	],
	[/^'Subtitle Lines' has an invalid line: line 1 needs/, line(3, 2, 'Hello')],
	[/^'Subtitle Lines' has an invalid line/, line(0, 2, ' ')],
	...['NaN', '3100000000000015839', 'true'].map((text): Refused => {
		const subtitleLinesJson = `={{ [{ begin_time: 0, end_time: 2, text: ${text} }] }}`;
		const message = /^'Subtitle Lines \(JSON\)' has an invalid line: line 1 needs a text/;
		return [message, subtitles({ subtitleLinesJson })];
	}),
	[/^'Subtitle Lines' has an invalid line/, line(0.5, 2, 'Hello')],
	[
		/^'Subtitle Lines \(JSON\)' must be a list of lines/,
		subtitles({ subtitleLinesJson: given('[{') }),
	],
	[
		/^Both 'Subtitle Lines' and 'Subtitle Lines \(JSON\)' are set\W+keep one of them/i,
		{
			subtitleOptions: {
				...(line(0, 2, 'Hello').subtitleOptions as INodeParameters),
				subtitleLinesJson: given('[{ "begin_time": 0, "end_time": 2, "text": "Hi" }]'),
			},
		},
	],
	[
		/^'AI Watermark Position' must be one of 'Top Left' \(0\), .* or 'Bottom Right' \(3\), but is 4$/,
		extra({ addComplianceWatermark: true, complianceWatermarkPosition: given(4) }),
	],
	[
		/^'AI Watermark' must be true or false, but is maybe$/,
		extra({ addComplianceWatermark: given('maybe') }),
	],
	[
		/^'Person Origin' must be 'Public or API' \(0\) or 'Website of the Service' \(1\), but is 2$/,
		extra({ source: given(2) }),
	],
];
