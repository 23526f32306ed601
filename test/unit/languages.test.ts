import { describe, expect, it } from '@jest/globals';
import { language } from '../../nodes/ComposeVideo/language';
import { readField } from '../../nodes/shared/fields/field';
import { parseLanguages, readLanguage, readWithoutList } from '../../nodes/shared/fields/languages';
import { translateVideo } from '../../nodes/TranslateVideo/translateVideo.operation';
import LANGUAGES from '../../demo-service/areas/languages.json';

const offered = LANGUAGES.map(({ language_code: code, name }) => ({ code, name }));
const withRegions = 'en-US en-GB pt-BR es es-MX zh-CN zh-TW de no fil'
	.split(' ')
	.map((code) => ({ code }));

describe('A language of the list', () => {
	it.each([
		['de', 'de DE De deu ger de-DE de_DE de-AT de-Latn German german GERMAN Deutsch deutsch'],
		['en', 'en eng en-US en_GB EN-us English ENGLISH Inglés anglais 英语'],
		['zh', 'zh cn CN zh-CN zh_TW zh-Hans cmn chi Chinese Mandarin 中文 Chinesisch'],
		['ja', 'ja jp JP jp-JP jpn Japanese 日本語'],
	])('%s is meant by each of: %s', (code, words) => {
		for (const word of words.split(' ')) {
			expect([word, readLanguage(word, offered)]).toEqual([word, { is: 'offered', code }]);
		}
	});

	it.each([
		['English (US)', 'en'],
		['US English', 'en'],
		['Chinese (Simplified, China)', 'zh'],
		['[de]', 'de'],
		['(de)', 'de'],
		['German.', 'de'],
		['Chinese (Cantonese)', undefined],
		['', undefined],
	])('%s is %s', (words, code) => {
		const reading = readLanguage(words, offered);
		expect(reading.is === 'offered' ? reading.code : undefined).toBe(code);
	});

	it.each<[string, string | string[]]>([
		['English', ['en-US', 'en-GB']],
		['en-AU', ['en-US', 'en-GB']],
		['es-MX - Spanish (Mexico)', 'es-MX'],
		['pt-PT', ['pt-BR']],
		['Spanish (Mexico)', 'es-MX'],
		['zh-Hans', 'zh-CN'],
		['Traditional Chinese', 'zh-TW'],
	])('with regions, %s is %p', (words, expected) => {
		const reading = readLanguage(words, withRegions);
		expect(reading).toEqual(
			typeof expected === 'string'
				? { is: 'offered', code: expected }
				: { is: 'unclear', codes: expected },
		);
	});

	it('is unclear where a code of another one stands behind it, which may be meant for a region', () => {
		expect(readLanguage('de fr', offered)).toEqual({ is: 'unclear', codes: ['fr', 'de'] });
		expect(readLanguage('de AT', offered)).toEqual({ is: 'offered', code: 'de' });
		expect(readLanguage('pt br', withRegions)).toEqual({ is: 'offered', code: 'pt-BR' });
	});

	it('is found where the service lists it twice', () => {
		expect(readLanguage('de', [{ code: 'de' }, { code: 'de' }])).toEqual({
			is: 'offered',
			code: 'de',
		});
	});

	it('is found by the name that the service has for it', () => {
		const odd = [
			{ code: 'x1', name: 'Español (LATAM)' },
			{ code: 'x2', name: 'Elvish' },
		];
		expect(readLanguage('elvish', odd)).toEqual({ is: 'offered', code: 'x2' });
		expect(readLanguage('espanol (latam)', odd)).toEqual({ is: 'offered', code: 'x1' });
	});

	it('is only known where it is not offered, and may not be known at all', () => {
		expect(readLanguage('Swedish', offered)).toEqual({ is: 'known', code: 'sv' });
		expect(readLanguage('tlh', offered)).toEqual({ is: 'known', code: 'tlh' });
		expect(readLanguage('Kanuri', offered)).toEqual({ is: 'unknown' });
		expect(readLanguage('Colombia', offered)).toEqual({ is: 'unknown' });
		expect(readLanguage('Germna', offered)).toEqual({ is: 'unknown' });
		expect(readLanguage('German (constructor)', offered)).toEqual({ is: 'unknown' });
	});

	it('is told by its code where there is no list', () => {
		expect(readWithoutList('German')).toEqual({ is: 'unclear', codes: ['de'] });
		expect(readWithoutList('DE')).toEqual({ is: 'offered', code: 'DE' });
	});
});

describe('The language of a speech', () => {
	it.each([
		['en-US', 'en'],
		['English (US)', 'en'],
		['zh', 'cn'],
		['ES', 'es'],
		['Spanish (Mexico)', 'es'],
		['es-MX', 'es-MX'],
		['multilingual', 'multilingual'],
	])('%s is sent as %s', (given, value) => {
		expect(readField(language, given)).toEqual({ value });
	});

	it.each([
		['Swedish', "'Speech Language' is 'Swedish' instead of the code of a language"],
		['as spoken', "'Speech Language' must be the code of a language, such as en or cn"],
	])('%s is refused', (given, title) => {
		const reading = readField(language, given);
		if (!('violation' in reading)) throw new Error('it was taken');
		expect(reading.violation.title).toContain(title);
	});
});

it.each<[unknown, string]>([
	['de, fr', 'de|fr'],
	['German and French', 'German|French'],
	[['de', ' fr ', 'de', ''], 'de|fr'],
	['Chinese (Simplified, China), German', 'Chinese (Simplified, China)|German'],
	['español y francés', 'español|francés'],
	['ドイツ語とフランス語', 'ドイツ語|フランス語'],
	['德语和法语', '德语|法语'],
	['독일어와 프랑스어', '독일어|프랑스어'],
	['トルコ語', 'トルコ語'],
	['de en fr', 'de en fr'],
	['{de,fr}', 'de|fr'],
	['{"languages": ["de", "fr"]}', 'de|fr'],
	['```json\n["de", "fr"]\n```', 'de|fr'],
	[{ languages: ['de', 'fr'] }, 'de|fr'],
	[{ type: 'multi_select', multi_select: [{ name: 'German' }] }, 'German'],
	[{ languageCode: 'de', name: 'German' }, 'de'],
])('several languages are read from %j: %s', (given, languages) => {
	expect(parseLanguages(given)).toEqual({ fits: true, value: languages.split('|') });
});

it('that an earlier execution has not begun is missing once, however it is written', () => {
	const body = { target_languages: ['French', 'fr', 'de'] };
	const tasks = [{ taskId: '1', targetLanguage: 'de' }];
	expect(translateVideo.creation?.missing?.(body, tasks)).toHaveLength(1);
});
