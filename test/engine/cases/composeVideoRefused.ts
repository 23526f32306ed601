import type { INodeParameters } from 'n8n-workflow';

import { chosen, extra, given } from '../../support/engine/runs';

type Refused = [message: RegExp, parameters: INodeParameters];

const audioByUrl = (audioFileUrl: string): INodeParameters => ({
	audioType: 'audio',
	audioFileSource: 'url',
	audioFileUrl,
});

/** n8n shows all fields of a choice that is made by an expression, and demands the required ones. */
const withFile = (url: string, more: INodeParameters = {}): INodeParameters => ({
	background: 'file',
	backgroundFileSource: 'url',
	backgroundFileFileId: chosen('1'),
	backgroundFileUrl: url,
	...more,
});

const PICTURE = 'https://example.com/a.png';

const subtitles = (subtitleOptions: INodeParameters): INodeParameters => ({ subtitleOptions });

const line = (beginTime: number, endTime: number, text: string): INodeParameters => ({
	subtitleLines: { line: [{ beginTime, endTime, text }] },
});

const asJson = (text: string): INodeParameters => ({
	subtitleLinesJson: `={{ [{ begin_time: 0, end_time: 2, text: ${text} }] }}`,
});

const custom = (sides: INodeParameters): INodeParameters => ({ screen: 'custom', ...sides });

const colored = (bgColor: string): INodeParameters => ({ background: 'color', bgColor });

/** What a rule of service.md 4.7 refuses, and the message. */
export const refused: Refused[] = [
	[/^'Background Color' is missing/, colored('')],
	[/^'Figure' must be one of .* 'Circle View' \(circle_view\)/, { figureType: chosen('standing') }],
	[/^'Person' is missing/, { personId: given('') }],
	[/^'Speech Speed' must be a number from 0.5 to 2, but is 2.1$/, extra({ speed: 2.1 })],
	[
		/^'Audio URL' must end in .mp3, .wav, .m4a or .mp4, but is https:\/\/example.com\/speech\.ogg\. The part after a question mark/,
		audioByUrl('https://example.com/speech.ogg?file=a.mp3'),
	],
	[/^'Audio URL' is not a URL/, audioByUrl('speech.mp3')],
	[/^'Background' must be one of .*, but is sky$/, withFile(PICTURE, { background: given('sky') })],
	[/^'Background Color' must be .* #RRGGBB, but is reddish$/, colored('reddish')],
	[/^'Background Image or Video URL' must end in .jpg/, withFile('https://example.com/a.webp')],
	[/^'Background Height' must be/, withFile(PICTURE, extra({ backgroundHeight: -1 }))],
	[/^'Person Height' must be an even number, but is 1919$/, extra({ personHeight: 1919 })],
	[/^'Screen' must be one of 'Custom' \(custom\), 'Landscape for/, { screen: given('huge') }],
	[/^'Screen Width' must be a whole number of 1 or more, but is 0$/, custom({ screenWidth: 0 })],
	[/^'Screen Width' must be an even number of 64 .*, but is 1081$/, custom({ screenWidth: 1081 })],
	[/^'Screen Height' must be an even number of 64 .*, but is 6$/, custom({ screenHeight: 6 })],
	[/^'Resolution' is 4K, but 'Screen' is 1080 × 1920: choose/, extra({ resolutionRate: 1 })],
	[/^'Subtitle Position X' must be a whole number, but is -0.5$/, subtitles({ subtitleX: -0.5 })],
	[/^'Subtitle Color' must be a color in the form #RRGGBB/, subtitles({ subtitleColor: '#ffff0' })],
	[/^'Subtitles' must be one of 'Show' \(show\)/, { subtitles: given('some') }],
	[/^'Subtitle Lines' has an invalid line: line 1 needs/, subtitles(line(3, 2, 'Hello'))],
	[/^'Subtitle Lines' has an invalid line/, subtitles(line(0, 2, ' '))],
	[/^'Subtitle Lines' has an invalid line/, subtitles(line(0.5, 2, 'Hello'))],
	[/'Subtitle Lines \(JSON\)' has an invalid line: line 1 needs a text/, subtitles(asJson('NaN'))],
	[/^'Subtitle Lines \(JSON\)' must be a list/, subtitles({ subtitleLinesJson: given('[{') })],
	[
		/^Both 'Subtitle Lines' and 'Subtitle Lines \(JSON\)' are set\W+keep one of them/i,
		subtitles({ ...line(0, 2, 'Hello'), ...asJson('"Hi"') }),
	],
	[/^'AI Watermark' must be true or false/, extra({ addComplianceWatermark: given('maybe') })],
];
