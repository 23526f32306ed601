import { describe, expect, it } from '@jest/globals';

import { insteadOfMedia, typeOfContent } from '../../../nodes/shared/files/content';

const JSON_TEXT = '{"code":403}';
const XML_TEXT = '<?xml version="1.0"?><Error/>';
const PAGE = '<!DOCTYPE html><html>';
const VIDEO = '\0\0\0\u0018ftypmp42';

const seen = (text: string, mimeType?: string, name = 'video.mp4') =>
	insteadOfMedia({ first: Buffer.from(text, 'latin1'), mimeType, names: [undefined, name] });

it.each([
	['\u0089PNG\r\n', 'image/png'],
	['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
	['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
	['RIFF\0\0\0\0WAVEfmt ', 'audio/x-wav'],
	['\0\0\0\u0014ftypqt  ', 'video/quicktime'],
	['\0\0\0\u0018ftypheic', 'image/heic'],
	[VIDEO, 'video/mp4'],
	['\u001aE\u00df\u00a3', 'video/webm'],
	['RIFF', undefined],
	['', undefined],
	[JSON_TEXT, undefined],
])('the first bytes %j show %s', (text, expected) => {
	expect(typeOfContent(Buffer.from(text, 'latin1'))).toBe(expected);
});

describe('What comes in the place of a media file', () => {
	it.each([
		[JSON_TEXT, 'application/json', 'a message (JSON)'],
		[`\u00ef\u00bb\u00bf \n${JSON_TEXT}`, 'text/json', 'a message (JSON)'],
		['[]', 'application/vnd.api+json', 'a message (JSON)'],
		[XML_TEXT, 'application/xml', 'a message (XML)'],
		['\n<Error><Code>', 'text/xml', 'a message (XML)'],
		[PAGE, 'text/html', 'a web page'],
		[PAGE, 'video/mp4', 'a web page'],
		[PAGE, undefined, 'a web page'],
		['Please wait', 'text/html', 'a web page'],
	])('%j as %s is %s', (text, mimeType, expected) => {
		expect(seen(text, mimeType)).toBe(expected);
	});

	it.each([
		// What is announced and what comes are not the same.
		[JSON_TEXT, 'video/mp4'],
		[JSON_TEXT, undefined],
		[XML_TEXT, 'application/json'],
		[VIDEO, 'application/json'],
		[VIDEO, 'text/html'],
		[VIDEO, 'video/mp4'],
		['<?xml version="1.0"?>\n<svg xmlns="">', 'application/xml'],
		['<svg>', 'image/svg+xml'],
		['', 'application/json'],
	])('%j as %s may be the file', (text, mimeType) => {
		expect(seen(text, mimeType)).toBeUndefined();
	});

	it.each([
		[JSON_TEXT, 'application/json', 'animation.json'],
		[XML_TEXT, 'text/xml', 'subtitles.XML'],
		['1\n00:00', 'text/html', 'subtitles.srt'],
		['<html> is the first word', 'text/plain', 'script.txt'],
	])('%j as %s is what the name %s says', (text, mimeType, name) => {
		expect(seen(text, mimeType, name)).toBeUndefined();
	});
});
