import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import {
	findPublicPerson,
	personArea,
	publicPersonInfo,
	requireSupport,
	type VideoBody,
} from '../../nodes/ComposeVideo/person';
import type { Figure, PublicPerson, Size } from '../../nodes/shared/service/library';
import { areaProblems, subtitleStyle } from '../../nodes/ComposeVideo/subtitles';
import type { ServiceClient } from '../../nodes/shared/service/client';
import { failed } from '../support/noRequests';
import { emojiIn, text } from '../../nodes/ComposeVideo/speech';
import { readField } from '../../nodes/shared/fields/values';

const portrait = { width: 1080, height: 1920 };
const landscape = { width: 1920, height: 1080 };
const large = { width: 2160, height: 3840 };

const areaOf = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

const figure = (type: string, more: Partial<Figure> = {}) => ({ type, ...more }) as Figure;
const anna = (figures?: Figure[], more: Partial<PublicPerson> = {}) =>
	({ id: '7', name: 'Anna', figures, ...more }) as PublicPerson;

/** What is asked of a figure. */
interface Asked {
	type?: string;
	screen?: Size;
	in4k?: true;
	replacesBackground?: true;
	cutOut?: 'transparent' | 'removal';
}

const asking = ({
	type,
	screen = portrait,
	in4k,
	replacesBackground,
	cutOut,
}: Asked = {}): VideoBody => ({
	screen_width: screen.width,
	screen_height: screen.height,
	person: {
		...(type ? { figure_type: type } : {}),
		...(cutOut === 'transparent' ? { is_rgba_mode: true } : {}),
		...(cutOut === 'removal' ? { is_remove_bg: true } : {}),
	},
	...(in4k ? { resolution_rate: 1 } : {}),
	...(replacesBackground ? { bg: {} } : {}),
});

const NOT_SENT = 'Nothing was submitted';

describe('the automatic figure', () => {
	const all = ['circle_view', 'sit_body', 'whole_body'].map((type) => figure(type));

	it.each<[string, Figure[], Asked, string]>([
		['the only one', [figure('circle_view')], {}, 'circle_view'],
		['the only one, of an unknown type', [figure('half_body')], {}, 'half_body'],
		['whole body for a portrait screen', all, {}, 'whole_body'],
		['whole body for a square screen', all, { screen: { width: 9, height: 9 } }, 'whole_body'],
		['sitting for a landscape screen', all, { screen: landscape }, 'sit_body'],
		['one of a known type', [figure('half_body'), figure('circle_view')], {}, 'circle_view'],
		[
			'one recorded in the orientation of the screen',
			[figure('sit_body', portrait), figure('whole_body', landscape)],
			{ screen: landscape },
			'whole_body',
		],
		[
			'one whose background can be replaced, where it is',
			[figure('whole_body', { bg_replace: false }), figure('sit_body', { bg_replace: true })],
			{ replacesBackground: true },
			'sit_body',
		],
		[
			'one in 4K for a video in 4K',
			[figure('whole_body', portrait), figure('circle_view', large)],
			{ screen: large, in4k: true },
			'circle_view',
		],
	])('is %s', (_case, figures, more, expected) => {
		expect(publicPersonInfo(anna(figures), asking(more))).toMatchObject({ figureType: expected });
	});

	it.each([[undefined], [[]]])('is none where the service reports none: %j', (figures) => {
		expect(() => publicPersonInfo(anna(figures), asking())).toThrow(
			`The service lists no figures for Anna. Choose a figure in 'Figure', or another person. ${NOT_SENT}`,
		);
	});
});

describe('a chosen figure', () => {
	it('keeps its size; without one it is a portrait', () => {
		const person = anna([figure('whole_body', { width: 100, height: 200 }), figure('sit_body')]);
		expect(publicPersonInfo(person, asking({ type: 'whole_body' }))).toEqual({
			name: 'Anna',
			figureType: 'whole_body',
			size: { width: 100, height: 200 },
			supports4k: false,
		});
		expect(publicPersonInfo(person, asking({ type: 'sit_body' }))).toEqual({
			name: 'Anna',
			figureType: 'sit_body',
			size: { width: 9, height: 16 },
		});
	});

	it('is used where the record lists no figures', () => {
		expect(publicPersonInfo(anna(undefined), asking({ type: 'sit_body' }))).toMatchObject({
			figureType: 'sit_body',
		});
	});

	it.each([
		['Anna', 'Anna'],
		[undefined, 'the person with the ID 7'],
	])('that the person does not have is refused, for %s', (name, words) => {
		const person = anna([figure('whole_body'), figure('sit_body')], { name });
		expect(() => publicPersonInfo(person, asking({ type: 'circle_view' }))).toThrow(
			`'Figure' is Circle View, which ${words} does not have. Choose another figure: Automatic, Whole Body or Sitting. ${NOT_SENT}`,
		);
	});
});

describe('a person who is cut out', () => {
	const fixed = figure('whole_body', { bg_replace: false });
	const removal: Asked = { replacesBackground: true, cutOut: 'removal' };

	it.each([
		[
			'transparent',
			"'Background' is Transparent, but the figure Whole Body of Anna keeps its background",
			"Choose another figure or person whose background can be replaced, or another 'Background'",
		],
		[
			'removal',
			"'Remove the Person's Background' is on, but the figure Whole Body of Anna keeps its background",
			"Choose another figure or person whose background can be replaced, or turn off 'Remove the Person's Background'",
		],
	] as const)('(%s) is refused where the background stays', (cutOut, title, advice) => {
		for (const type of [undefined, 'whole_body']) {
			const body = asking({ ...removal, type, cutOut });
			expect(() => publicPersonInfo(anna([fixed]), body)).toThrow(
				`${title}. ${advice}. ${NOT_SENT}`,
			);
		}
	});

	it('is accepted where the service does not say that it stays', () => {
		for (const replaceable of [true, undefined]) {
			const person = anna([figure('whole_body', { bg_replace: replaceable })]);
			expect(publicPersonInfo(person, asking(removal))).toMatchObject({ figureType: 'whole_body' });
		}
		const unlisted = asking({ ...removal, type: 'sit_body' });
		expect(publicPersonInfo(anna(undefined), unlisted)).toMatchObject({ figureType: 'sit_body' });
	});

	it('has the automatic figure that can be', () => {
		const person = anna([fixed, figure('circle_view', { bg_replace: true })]);
		expect(publicPersonInfo(person, asking(removal))).toMatchObject({ figureType: 'circle_view' });
	});

	it('is not, with only something else behind: it may fill the area around a small person', () => {
		const behind = asking({ replacesBackground: true });
		expect(publicPersonInfo(anna([fixed]), behind)).toMatchObject({ figureType: 'whole_body' });
	});
});

describe('4K', () => {
	const of = (person: PublicPerson) => publicPersonInfo(person, asking({ type: 'whole_body' }));

	it.each<[string, PublicPerson, boolean | undefined]>([
		['the record says so', anna([figure('whole_body', portrait)], { support_4k: true }), true],
		['the record denies it', anna([figure('whole_body', large)], { support_4k: false }), false],
		['the size of the person is 4K', anna([figure('whole_body', portrait)], large), true],
		['the size of the figure is 4K', anna([figure('whole_body', large)]), true],
		['all sizes are smaller', anna([figure('whole_body', portrait)], portrait), false],
		['nothing is reported', anna([figure('whole_body')]), undefined],
	])('is supported or not, when %s', (_case, person, expected) => {
		expect(of(person).supports4k).toBe(expected);
	});

	it('is refused only for a person that is known not to support it', () => {
		const requiring = (info: object, body: VideoBody) => () => requireSupport(info, body);
		const in4k = { resolution_rate: 1 };
		expect(requiring({ name: 'Anna', supports4k: false }, in4k)).toThrow(
			"'Screen' is 4K, which Anna does not support",
		);
		expect(requiring({ supports4k: false }, in4k)).toThrow('this person does not');
		expect(requiring({ supports4k: true }, in4k)).not.toThrow();
		expect(requiring({}, in4k)).not.toThrow();
		expect(requiring({ supports4k: false }, {})).not.toThrow();
	});
});

const sizes: Size[] = [1, 2, 333, 1080, 1081, 1920, 2160, 3840, 4096].flatMap((width) =>
	[2, 7, 720, 1080, 1920, 2160, 3840].map((height) => ({ width, height })),
);

const figures: Size[] = [
	{ width: 1080, height: 1920 },
	{ width: 1920, height: 1080 },
	{ width: 500, height: 500 },
	{ width: 1, height: 3840 },
	{ width: 4096, height: 1 },
];

describe('the area of the subtitles', () => {
	it('is the recommended one for the usual and the 4K screen', () => {
		expect(subtitleStyle(portrait)).toEqual({ ...areaOf(31, 1521, 1000, 200), font_size: 64 });
		expect(subtitleStyle(large)).toEqual({ ...areaOf(80, 2840, 2000, 1000), font_size: 150 });
	});

	it('may be as large as the screen and no larger', () => {
		const broken = (width: number, height: number) => areaProblems(portrait, { width, height });
		const [wide, tall] = ["'Subtitle Width' is 1081", "'Subtitle Height' is 1921"];
		const more = 'more than the screen (1080 × 1920)';
		expect(broken(1080, 1920)).toEqual([]);
		expect(broken(1081, 1920)).toEqual([`${wide}, ${more}`]);
		expect(broken(1080, 1921)).toEqual([`${tall}, ${more}`]);
		expect(broken(1081, 1921)).toEqual([`${wide} and ${tall}, ${more}`]);
	});

	it.each(sizes)('lies inside $width × $height', (screen) => {
		const { x, y, width, height } = subtitleStyle(screen);
		for (const value of [x, y, width, height]) expect(Number.isInteger(value)).toBe(true);
		expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
		expect(Math.min(width, height)).toBeGreaterThan(0);
		expect(x + width).toBeLessThanOrEqual(screen.width);
		expect(y + height).toBeLessThanOrEqual(screen.height);
	});

	it('keeps what the user says, and makes the rest fit', () => {
		const screen = { width: 1080, height: 1920 };
		expect(subtitleStyle(screen, { x: 500 })).toMatchObject({ x: 500, width: 580, y: 1521 });
		expect(subtitleStyle(screen, { height: 1000 })).toMatchObject({ y: 920, height: 1000 });
		expect(subtitleStyle(screen, { width: 2000 })).toMatchObject({ x: 0, width: 2000 });
		expect(subtitleStyle(screen, { x: -50 })).toMatchObject({ x: -50, width: 1000, y: 1521 });
	});

	it('has letters of the recommended size', () => {
		expect(subtitleStyle({ width: 1920, height: 1080 }).font_size).toBe(64);
		expect(subtitleStyle({ width: 3840, height: 2160 }).font_size).toBe(150);
		expect(subtitleStyle({ width: 4096, height: 2159 }).font_size).toBe(64);
	});
});

describe('the area of the person', () => {
	it.each(sizes)('has an even height and lies inside $width × $height', (screen) => {
		for (const figure of [undefined, ...figures]) {
			const { x, y, width, height } = personArea(screen, figure);
			expect(height % 2).toBe(0);
			expect(width).toBeGreaterThan(0);
			expect(height).toBeGreaterThan(0);
			expect(x).toBeGreaterThanOrEqual(0);
			expect(x + width).toBeLessThanOrEqual(screen.width);
			// A height of 2 is the least there is.
			if (height > 2) expect(y).toBeGreaterThanOrEqual(0);
			expect(y + height).toBe(screen.height);
		}
	});

	it('keeps the proportions of the figure', () => {
		expect(personArea(landscape, portrait)).toEqual(areaOf(656, 0, 608, 1080));
		const square = { width: 1000, height: 1000 };
		expect(personArea(portrait, square)).toEqual(areaOf(0, 840, 1080, 1080));
	});

	it.each([
		[landscape, areaOf(656, 0, 608, 1080)],
		[{ width: 1080, height: 1080 }, areaOf(236, 0, 608, 1080)],
		[portrait, areaOf(0, 0, 1080, 1920)],
	])('is that of a portrait on %j where the size of the person is unknown', (screen, area) => {
		expect(personArea(screen)).toEqual(area);
	});

	it('takes the other side from the one that is given', () => {
		const screen = { width: 1080, height: 1920 };
		const figure = { width: 500, height: 1000 };
		expect(personArea(screen, figure, { height: 800 })).toMatchObject({ width: 400, height: 800 });
		expect(personArea(screen, figure, { width: 401 })).toMatchObject({ width: 401, height: 802 });
		expect(personArea(screen, figure, { x: -7, y: 9 })).toMatchObject({ x: -7, y: 9 });
	});
});

/** A list of public persons, three a page; `fails` lets requests fail. */
function listOf(persons: number, fails: (request: number) => boolean = () => false) {
	const requested: number[] = [];
	const call = async (_: string, { query }: { query: { page: number } }) => {
		requested.push(query.page);
		if (fails(requested.length)) {
			throw failed('listPublicPersons', { cause: 'unreachable', detail: 'no connection' });
		}
		const first = (query.page - 1) * 3;
		return {
			records: range(first, Math.min(first + 3, persons)).map((n) => ({ id: `${n}` })),
			pages: Math.ceil(persons / 3),
		};
	};
	return { client: { call } as unknown as ServiceClient, requested };
}

const video = (id: string, figure?: string, more: VideoBody = {}): VideoBody => ({
	...more,
	person: { id, ...(figure ? { figure_type: figure } : {}) },
});

describe('a public person', () => {
	it('is found with one scan for all items, no further than needed', async () => {
		const { client, requested } = listOf(30);
		const found = await Promise.all(
			['4', '0', '7', '4'].map(async (id) => await findPublicPerson(client, video(id))),
		);
		expect(found.map((person) => person?.id)).toEqual(['4', '0', '7', '4']);
		expect(requested).toEqual([1, 2, 3]);
	});

	it('is not found among others', async () => {
		const { client, requested } = listOf(4);
		expect(await findPublicPerson(client, video('custom', 'whole_body'))).toBeUndefined();
		expect(await findPublicPerson(client, video('custom'))).toBeUndefined();
		expect(requested).toEqual([1, 2]);
	});

	it('may be anybody when the public list cannot be read, with and without a chosen figure', async () => {
		const { client } = listOf(4, () => true);
		for (const one of [video('own'), video('1', 'whole_body')]) {
			await expect(findPublicPerson(client, one)).rejects.toThrow('no connection');
		}
	});

	it('may be one whose record cannot be read, if a figure is chosen for it', async () => {
		const problem = "'id' is not as specified";
		const page = { records: [{ id: '1' }], pages: 1, problem };
		const client = { call: async () => page } as unknown as ServiceClient;
		await expect(findPublicPerson(client, video('2', 'sit_body'))).rejects.toThrow(problem);
		expect(await findPublicPerson(client, video('2'))).toBeUndefined();
		expect(await findPublicPerson(client, video('1', 'sit_body'))).toMatchObject({ id: '1' });
	});

	it('is not looked up for a person of the website', async () => {
		const { client, requested } = listOf(4);
		expect(await findPublicPerson(client, video('1', undefined, { source: 1 }))).toBeUndefined();
		expect(requested).toEqual([]);
	});

	it('is unknown to none of the items behind a request that fails', async () => {
		const { client, requested } = listOf(9, (request) => request === 2);
		const find = async (id: string) => await findPublicPerson(client, video(id, 'whole_body'));
		const found = await Promise.allSettled(['5', '1', '8', '4'].map(find));
		expect(found.map(({ status }) => status)).toEqual([
			'rejected',
			'fulfilled',
			'rejected',
			'rejected',
		]);
		expect(requested).toEqual([1, 2]);
		expect(await findPublicPerson(client, video('8', 'whole_body'))).toMatchObject({ id: '8' });
	});
});

describe('the text of a video', () => {
	it.each([
		['3999 letters', 'x'.repeat(3999)],
		['3999 characters beyond the basic plane', '𠮷'.repeat(3999)],
		['parts of 3999 characters with what joins them', ['x'.repeat(2000), 'y'.repeat(1998)]],
	])('may have %s', (_, given) => {
		const { value, violation } = readField(text, given);
		expect(violation).toBeUndefined();
		expect(value).toBe(Array.isArray(given) ? given.join('\n') : given);
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
		expect(readField(text, spoken).value).toBe(spoken);
	});

	it('takes a number for a text', () => {
		expect(readField(text, 42).value).toBe('42');
	});
});

describe('emoji', () => {
	const some = [
		'😀',
		'👍🏽',
		'👩‍💻',
		'🇩🇪',
		'1️⃣',
		'❤️',
		'☎️',
		'✈',
		'☀',
		'⚡',
		'✅',
		'🀄',
		'🫠',
		'a🙂b',
	];

	it.each(some)('%s is found', (given) => expect(emojiIn(given)).toBeDefined());

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
