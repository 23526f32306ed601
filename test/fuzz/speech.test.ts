import { expect, test } from '@jest/globals';

import { cleanForSpeech } from '../../nodes/shared/speech/cleanup';
import { estimateSeconds } from '../../nodes/shared/speech/readingTime';
import { splitText } from '../../nodes/shared/speech/split';
import { growth, LINEAR } from '../support/clock';

test.each([
	...'😀¦<b>¦[a](¦![¦*¦_¦`¦|¦- ¦ ¦\n¦—¦--¦https://¦<script>¦<!--¦((¦&¦.¦# ¦<a><b></a>'.split('¦'),
	...'```\n¦\\¦【¦~¦a_¦|a\n¦= ¦<a "¦<a \'¦<ol>¦<td>¦<x></x>¦<think>¦&amp;amp;¦$x¦$$¦\\('.split('¦'),
	...'\\frac{¦[[¦[b]¦[a=¦:a¦:-¦---\n¦---\na: b\n¦①¦:::\n¦(a: https://a.b/¦https://a.b/(¦www.'.split(
		'¦',
	),
	..."*a ¦*a* ¦~a~¦x_@¦[^1]¦<https://a|¦1. ¦> ¦''¦字¦(^¦¯\\_(¦ʕa¦a<b ¦<a:b>¦(a) ¦(1) ".split('¦'),
	...'<p>\n¦<br>\n¦e\u0301'.split('¦'),
])('the cleanup for speech takes any length in proportional time: %j', (piece) => {
	expect(growth(2_000, (size) => cleanForSpeech(piece.repeat(size)))).toBeLessThan(LINEAR);
});

test.each([['Intro.\nRead more ', '.', ' 5']])(
	'the same for what is repeated between other words: %j, %j, %j',
	(before, piece, behind) => {
		const clean = (size: number) => cleanForSpeech(`${before}${piece.repeat(size)}${behind}`);
		expect(growth(2_000, clean)).toBeLessThan(LINEAR);
	},
);

test.each(['One sentence. ', '字', 'word ', '<w>', '<p>a</p>', '<a></b>', '\n', 'a'])(
	'splitting takes any length in proportional time: %j',
	(piece) => {
		const split = (size: number) => {
			const text = piece.repeat(size);
			return [splitText(text, 500), estimateSeconds(text)];
		};
		expect(growth(2_000, split)).toBeLessThan(LINEAR);
	},
);
