import { describe, expect, it } from '@jest/globals';

import { explanation } from '../../../nodes/shared/util/text';

describe('A text as title and description', () => {
	it.each([
		["'Text' is missing", "'Text' is missing", ''],
		['It broke. Try again', 'It broke', 'Try again.'],
		["'Text' is missing. 'Voice' is missing", "'Text' is missing", "'Voice' is missing."],
		[
			"'My. Video.mp4' is empty. Choose another one.",
			"'My. Video.mp4' is empty",
			'Choose another one.',
		],
		["'Tom's. Video.mp4' is empty. Go", "'Tom's. Video.mp4' is empty", 'Go.'],
		[
			"The service's host api.example.com is down. Wait",
			"The service's host api.example.com is down",
			'Wait.',
		],
		['Version 1.0 is old', 'Version 1.0 is old', ''],
		["It must be {{ 'a' }}. {{ 'b' }} is not", "It must be {{ 'a' }}", "{{ 'b' }} is not."],
	])('%s', (text, title, description) => {
		expect(explanation(text)).toEqual({ title, description });
	});
});
