import type { INodeParameters } from 'n8n-workflow';

import { given, type Refused } from './composeVideoRefused';

const line = (beginTime: number, endTime: number, text: string): INodeParameters => ({
	subtitleOptions: { subtitleLines: { line: [{ beginTime, endTime, text }] } },
});

/** The same for position, screen, subtitles, watermark and origin. */
export const refusedPicture: Refused[] = [
	[
		'an odd height of the person',
		{ additionalFields: { personHeight: 1919 } },
		/^'Person Height' must be an even number, but is 1919$/,
	],
	[
		'a person without width',
		{ additionalFields: { personWidth: 0 } },
		/^'Person Width' must be a whole number of 1 or more/,
	],
	[
		'a position that is no whole number',
		{ additionalFields: { personX: 1.5 } },
		/^'Person Position X' must be a whole number/,
	],
	[
		'an unknown frame order',
		{ additionalFields: { driveMode: given('backwards') } },
		/^'Person Frame Order' must be 'In Sequence' \(sequential\) or 'Random' \(random\)/,
	],
	[
		'an unknown end of the recording',
		{ additionalFields: { backway: given(3) } },
		/^'Person at End of Recording' must be 'Start Again' \(1\) or 'Play Backward' \(2\), but is 3$/,
	],
	[
		'an unknown screen',
		{ screen: given('tall') },
		/^'Screen' must be one of 'Custom' \(custom\), 'Landscape \(1920 × 1080\)' \(landscape\)/,
	],
	[
		'a screen without width',
		{ screen: 'custom', screenWidth: 0 },
		/^'Screen Width' must be a whole number of 1 or more, but is 0$/,
	],
	[
		'a screen whose height is no whole number',
		{ screen: 'custom', screenHeight: 10.5 },
		/^'Screen Height' must be/,
	],
	[
		'4K on a smaller screen',
		{ additionalFields: { resolutionRate: 1 } },
		/^'Resolution' is 4K, but 'Screen' is 1080 × 1920: choose a 4K screen$/,
	],
	[
		'an unknown quality',
		{ model: given(3) },
		/^'Quality' must be one of 'Basic \(1 Credit A per Second\)' \(0\), .* or 'Cartoon \(3 Credits A per Second\)' \(2\), but is 3$/,
	],
	[
		'subtitles wider than the screen',
		{ subtitleOptions: { subtitleWidth: 1081 } },
		/^'Subtitle Width' is 1081, more than the screen \(1080 × 1920\)$/,
	],
	[
		'subtitles taller than the screen',
		{ subtitleOptions: { subtitleHeight: 1921 } },
		/^'Subtitle Height' is 1921, more than the screen/,
	],
	[
		'subtitles at half a pixel',
		{ subtitleOptions: { subtitleX: -0.5 } },
		/^'Subtitle Position X' must be a whole number, but is -0.5$/,
	],
	[
		'a short text color',
		{ subtitleOptions: { subtitleColor: '#fff' } },
		/^'Subtitle Color' must be a color in the form #RRGGBB, but is #fff$/,
	],
	[
		'a wrong outline color',
		{ subtitleOptions: { subtitleOutlineColor: 'blue' } },
		/^'Subtitle Outline Color' must be a color/,
	],
	[
		'a font of no size',
		{ subtitleOptions: { subtitleFontSize: 0 } },
		/^'Subtitle Font Size' must be/,
	],
	[
		'an unknown choice of subtitles',
		{ subtitles: given('some') },
		/^'Subtitles' must be one of 'Show' \(show\), .* or 'None' \(none\), but is some$/,
	],
	[
		'a line that ends before it begins',
		line(3, 2, 'Hello'),
		/^'Subtitle Lines' has an invalid line: line 1 needs/,
	],
	['a line without text', line(0, 2, ' '), /^'Subtitle Lines' has an invalid line/],
	...['NaN', '3100000000000015839', 'true'].map(
		(text): Refused => [
			`a line of which the text is ${text}`,
			{
				subtitleOptions: {
					subtitleLinesJson: `={{ [{ begin_time: 0, end_time: 2, text: ${text} }] }}`,
				},
			},
			/^'Subtitle Lines \(JSON\)' has an invalid line: line 1 needs a text/,
		],
	),
	[
		'a line that begins between two units',
		line(0.5, 2, 'Hello'),
		/^'Subtitle Lines' has an invalid line/,
	],
	[
		'lines that are no JSON',
		{ subtitleOptions: { subtitleLinesJson: given('[{') } },
		/^'Subtitle Lines \(JSON\)' must be a list of lines/,
	],
	[
		'lines in both fields',
		{
			subtitleOptions: {
				...(line(0, 2, 'Hello').subtitleOptions as INodeParameters),
				subtitleLinesJson: given('[{ "begin_time": 0, "end_time": 2, "text": "Hi" }]'),
			},
		},
		/^Both 'Subtitle Lines' and 'Subtitle Lines \(JSON\)' are set\W+keep one of them/i,
	],
	[
		'an unknown watermark position',
		{ additionalFields: { addComplianceWatermark: true, complianceWatermarkPosition: given(4) } },
		/^'AI Watermark Position' must be one of 'Top Left' \(0\), .* or 'Bottom Right' \(3\), but is 4$/,
	],
	[
		'a switch that is neither',
		{ additionalFields: { addComplianceWatermark: given('maybe') } },
		/^'AI Watermark' must be true or false, but is maybe$/,
	],
	[
		'an unknown origin',
		{ additionalFields: { source: given(2) } },
		/^'Person Origin' must be 'Public or API' \(0\) or 'Website of the Service' \(1\), but is 2$/,
	],
];
