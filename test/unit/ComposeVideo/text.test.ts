import { describe, expect, it } from '@jest/globals';

import { text } from '../../../nodes/ComposeVideo/fields/speech';
import { emojiIn } from '../../../nodes/shared/fields/speech';
import { readField } from '../../../nodes/shared/fields/values';

describe('the text of a video', () => {
	it.each([
		['3999 letters', 'x'.repeat(3999)],
		['3999 characters beyond the basic plane', '𠮷'.repeat(3999)],
		['parts of 3999 characters with what joins them', ['x'.repeat(2000), 'y'.repeat(1998)]],
	])('may have %s', (_, given) => {
		const { value, violation } = readField(text, given);
		expect(violation).toBeUndefined();
		expect(value).toEqual([Array.isArray(given) ? given.join('\n') : given]);
	});

	it.each([
		['4000 letters', 'x'.repeat(4000)],
		['4000 characters beyond the basic plane', '𠮷'.repeat(4000)],
		['parts of 4000 characters with what joins them', ['x'.repeat(2000), 'y'.repeat(1999)]],
	])('may not have %s', (_, given) => {
		expect(readField(text, given).violation).toContain('has 4000 characters');
	});

	it('keeps markup, spaces and line breaks as they are', () => {
		const spoken = ' <speak>重<phoneme ph="chong2">庆</phoneme></speak>\n& "more" ';
		expect(readField(text, spoken).value).toEqual([spoken]);
	});

	it('takes a number for a text', () => {
		expect(readField(text, 42).value).toEqual(['42']);
	});
});

describe('emoji', () => {
	it.each(['😀', '👍🏽', '👩‍💻', '🇩🇪', '1️⃣', '❤️', '☎️', '✈', '☀', '⚡', '✅', '🀄', '🫠', 'a🙂b'])(
		'%s is found',
		(given) => {
			expect(emojiIn(given)).toBeDefined();
		},
	);

	it.each(['1️⃣', '#️⃣', '👩‍💻', '👨‍👩‍👧‍👦', '👍🏽', '🇩🇪', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', '✈'])('%s is named whole', (given) => {
		expect(emojiIn(`Take ${given}${given} now`)).toBe(given);
		expect(readField(text, `Take ${given} now`).violation).toBe(
			`'Text' contains the emoji ${given}, which the service does not accept`,
		);
	});

	it.each([
		'plain',
		'0123456789 #*',
		'© ® ™ ‼ ↔ № ° € → …',
		'你好，世界。',
		'こんにちは',
		'안녕하세요',
		'𠮷野家',
		'مرحبا',
		'«Grüße» – “quotes”',
		'<break time="1s"/>',
	])('%s has none', (given) => {
		expect(emojiIn(given)).toBeUndefined();
	});
});
