import type { INodeParameters } from 'n8n-workflow';

import { given, type Refused } from './composeVideoRefused';

const line = (beginTime: number, endTime: number, text: string): INodeParameters => ({
	subtitles: { asrType: 'lines', lines: { line: [{ beginTime, endTime, text }] } },
});

/** The same for position, screen, subtitles, watermark and origin. */
export const refusedPicture: Refused[] = [
	[
		'an odd height of the person',
		{ placement: { height: 1919 } },
		/^'Person Height' must be an even number, but is 1919$/,
	],
	[
		'a person without width',
		{ placement: { width: 0 } },
		/^'Person Width' must be a whole number of 1 or more/,
	],
	[
		'a place that is no whole number',
		{ placement: { x: 1.5 } },
		/^'Person X' must be a whole number/,
	],
	[
		'an unknown frame order',
		{ placement: { driveMode: given('backwards') } },
		/^'Frame Order' must be 'In Sequence' \(sequential\) or 'Random' \(random\)/,
	],
	[
		'an unknown end of the recording',
		{ placement: { backway: given(3) } },
		/^'At the End of the Recording' must be 'Start Again' \(1\) or 'Play Backwards' \(2\), but is 3$/,
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
		{ quality: { resolutionRate: 1 } },
		/^'Resolution' is 4K, but 'Screen' is 1080 × 1920: choose a 4K screen$/,
	],
	[
		'an unknown quality',
		{ quality: { model: given(3) } },
		/^'Quality' must be one of 'Basic' \(0\), 'High Quality' \(1\) or 'Cartoon Figures' \(2\), but is 3$/,
	],
	[
		'subtitles wider than the screen',
		{ subtitles: { width: 1081 } },
		/^'Subtitle Width' with 'Subtitle X' reaches 1081, outside the screen \(1080 × 1920\)$/,
	],
	[
		'subtitles taller than the screen',
		{ subtitles: { height: 1921 } },
		/^'Subtitle Height' with 'Subtitle Y' reaches 1921/,
	],
	[
		'subtitles beyond the edges',
		{ subtitles: { x: 100, width: 1000, y: 1900, height: 21 } },
		/'Subtitle X' reaches 1100 and .*'Subtitle Y' reaches 1921/,
	],
	[
		'subtitles left of the screen',
		{ subtitles: { x: -1 } },
		/^'Subtitle X' must be a whole number of 0 or more, but is -1$/,
	],
	[
		'a short text color',
		{ subtitles: { color: '#fff' } },
		/^'Text Color' must be a color in the form #RRGGBB, but is #fff$/,
	],
	[
		'a wrong outline color',
		{ subtitles: { strokeColor: 'blue' } },
		/^'Outline Color' must be a color/,
	],
	['a font of no size', { subtitles: { fontSize: 0 } }, /^'Font Size' must be/],
	[
		'subtitles that are shown and not made',
		{ subtitles: { hideSubtitle: true, show: true } },
		/^'No Subtitles' and 'Show Subtitles' exclude each other$/,
	],
	[
		'own subtitles without lines',
		{ subtitles: { asrType: 'lines' } },
		/^'Subtitle Text' is 'My Own', but 'Subtitle Lines' has no line$/,
	],
	[
		'a line that ends before it begins',
		line(3, 2, 'Hello'),
		/^'Subtitle Lines' has a line that cannot be used: line 1 needs/,
	],
	['a line without text', line(0, 2, ' '), /^'Subtitle Lines' has a line that cannot be used/],
	[
		'a line that begins between two units',
		line(0.5, 2, 'Hello'),
		/^'Subtitle Lines' has a line that cannot be used/,
	],
	[
		'lines that are no JSON',
		{ subtitles: { asrType: 'json', linesJson: given('[{') } },
		/^'Subtitle JSON' must be a list of at least one line/,
	],
	[
		'a watermark position without watermark',
		{ watermark: { complianceWatermarkPosition: 2 } },
		/^'Watermark Position' needs 'Add AI Watermark' to be switched on$/,
	],
	[
		'an unknown watermark position',
		{ watermark: { addComplianceWatermark: true, complianceWatermarkPosition: given(4) } },
		/^'Watermark Position' must be one of 'Top Left' \(0\), .* or 'Bottom Right' \(3\), but is 4$/,
	],
	[
		'a switch that is neither',
		{ watermark: { addComplianceWatermark: given('maybe') } },
		/^'Add AI Watermark' must be true or false, but is maybe$/,
	],
	[
		'an unknown origin',
		{ sources: { source: given(2) } },
		/^'Person Comes From' must be 'Public Persons or Create Person' \(0\) or 'Website of the Service' \(1\), but is 2$/,
	],
];
