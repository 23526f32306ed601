import { describe, expect, it } from '@jest/globals';
import { chunk, get, range, set } from 'lodash';

import { composeVideo } from '../../nodes/ComposeVideo/composeVideo.operation';
import { PersonLookUps } from '../../nodes/ComposeVideo/personLookUps';
import type { Rectangle, VideoBody } from '../../nodes/ComposeVideo/videoBody';
import { spoken } from '../../nodes/ComposeVideo/speechOfVideo';
import { readField } from '../../nodes/shared/fields/field';
import { Draft } from '../../nodes/shared/fields/fileFields';
import { completeSpeech, textCleanup } from '../../nodes/shared/fields/speechFields';
import type { ServiceClient } from '../../nodes/shared/api/client';
import type { Figure, PublicPerson } from '../../nodes/shared/api/library';
import type { Size } from '../../nodes/shared/util/pictureSize';
import { failed } from '../support/noRequests';
import { saidAbout, saidOf } from '../support/violations';

const portrait = { width: 1080, height: 1920 };
const landscape = { width: 1920, height: 1080 };
const large = { width: 2160, height: 3840 };

const areaOf = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

const figure = (type: string, more: Partial<Figure> = {}) => ({ type, ...more }) as Figure;
const anna = (figures?: Figure[], more: Partial<PublicPerson> = {}) =>
	({ id: '7', name: 'Anna', figures, ...more }) as PublicPerson;

/** A list of public persons, three a page; `fails` lets requests fail. */
function listOf(persons: PublicPerson[], fails: (request: number) => boolean = () => false) {
	const requested: number[] = [];
	const pages = chunk(persons, 3);
	const call = async (_: string, { query }: { query: { page: number } }) => {
		requested.push(query.page);
		if (fails(requested.length)) {
			throw failed('listPublicPersons', { cause: 'unreachable', detail: 'no connection' });
		}
		return { records: pages[query.page - 1] ?? [], pages: pages.length };
	};
	return { client: { call, paths: {} } as unknown as ServiceClient, requested };
}

/** What is asked of a person. */
interface Asked extends Partial<VideoBody> {
	id?: string;
	type?: string;
	screen?: Size;
	area?: Partial<Rectangle>;
	cutOut?: 'is_rgba_mode' | 'is_remove_bg';
}

const asking = ({ id = '7', type, screen = portrait, area, cutOut, ...body }: Asked = {}) => ({
	...body,
	screen_width: screen.width,
	screen_height: screen.height,
	person: {
		id,
		...area,
		...(type ? { figure_type: type } : {}),
		...(cutOut ? { [cutOut]: true } : {}),
	},
});

/** The person of a video, completed by one public person. */
const completed = async (person: PublicPerson, asked?: Asked) =>
	await new PersonLookUps(listOf([person]).client).complete(asking(asked));

const NOT_SENT = 'Nothing was submitted';

describe('the automatic figure', () => {
	const all = ['circle_view', 'sit_body', 'whole_body'].map((type) => figure(type));

	it.each<[string, Figure[], Asked, string]>([
		['the only one, also of an unknown type', [figure('half_body')], {}, 'half_body'],
		['whole body for a portrait screen', all, {}, 'whole_body'],
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
			{ bg: {} },
			'sit_body',
		],
		[
			'one in 4K for a video in 4K',
			[figure('whole_body', portrait), figure('circle_view', large)],
			{ screen: large, resolution_rate: 1 },
			'circle_view',
		],
	])('is %s', async (_case, figures, asked, expected) => {
		expect(await completed(anna(figures), asked)).toMatchObject({ figure_type: expected });
	});

	it.each([[undefined], [[]]])('is none where the service reports none: %j', async (figures) => {
		await expect(completed(anna(figures))).rejects.toMatchObject({
			title: 'The service lists no figures for Anna',
			advice: `Choose a figure in 'Figure', or another person. ${NOT_SENT}.`,
		});
	});
});

describe('a chosen figure', () => {
	it('keeps its proportions; without a size it is a portrait', async () => {
		const person = anna([figure('whole_body', { width: 100, height: 100 }), figure('sit_body')]);
		const [square, upright] = [areaOf(0, 840, 1080, 1080), areaOf(0, 0, 1080, 1920)];
		expect(await completed(person, { type: 'whole_body' })).toMatchObject(square);
		expect(await completed(person, { type: 'sit_body' })).toMatchObject(upright);
	});

	it.each([[undefined], [[]]])('is used where the record lists none: %j', async (figures) => {
		const person = await completed(anna(figures), { type: 'sit_body' });
		expect(person).toMatchObject({ figure_type: 'sit_body' });
	});

	it('is refused where the person, who may have no name, does not have it', async () => {
		const person = anna([figure('whole_body'), figure('sit_body')], { name: undefined });
		await expect(completed(person, { type: 'circle_view' })).rejects.toMatchObject({
			title: "'Figure' is Circle View, which the person with the ID 7 does not have",
			advice: `Choose another figure: Automatic, Whole Body or Sitting. ${NOT_SENT}.`,
		});
	});
});

const fixed = figure('whole_body', { bg_replace: false });
const removal: Asked = { bg: {}, cutOut: 'is_remove_bg' };

it.each<[string, Figure[] | undefined, Asked, string]>([
	['can be', [fixed, figure('circle_view', { bg_replace: true })], removal, 'circle_view'],
	['may be', [figure('whole_body')], removal, 'whole_body'],
	['is not listed', undefined, { ...removal, type: 'sit_body' }, 'sit_body'],
	// Something else behind may fill the area around a small person.
	['is not, with something else behind', [fixed], { bg: {} }, 'whole_body'],
])('a person who is cut out has a figure that %s', async (_case, figures, asked, expected) => {
	expect(await completed(anna(figures), asked)).toMatchObject({ figure_type: expected });
});

it.each<[string, PublicPerson, boolean]>([
	['the record says so', anna([figure('whole_body', portrait)], { support_4k: true }), true],
	['the record denies it', anna([figure('whole_body', large)], { support_4k: false }), false],
	['the size of the person is 4K', anna([figure('whole_body', portrait)], large), true],
	['the size of the figure is 4K', anna([figure('whole_body', large)]), true],
	['all sizes are smaller', anna([figure('whole_body', portrait)], portrait), false],
	['nothing is reported', anna([figure('whole_body')]), true],
])('4K is accepted or refused, when %s', async (_case, person, isAccepted) => {
	const work = completed(person, { type: 'whole_body', screen: large, resolution_rate: 1 });
	if (isAccepted) expect(await work).toBeDefined();
	else await expect(work).rejects.toThrow("'Screen' is 4K, which Anna does not support");
	expect(await completed(person, { type: 'whole_body' })).toBeDefined();
});

const sizes: Size[] = [1, 2, 333, 1080, 1081, 1920, 2160, 3840, 4096].flatMap((width) =>
	[2, 7, 720, 1080, 1920, 2160, 3840].map((height) => ({ width, height })),
);

describe('the area of the person', () => {
	const personArea = async (screen: Size, size?: Size, area?: Partial<Rectangle>) =>
		(await completed(anna([figure('sit_body', size)]), { screen, area })) as Rectangle;
	const recordings = [undefined, portrait, landscape, { width: 1, height: 3840 }];

	it.each(sizes)('has an even height and lies inside $width × $height', async (screen) => {
		for (const size of [...recordings, { width: 4096, height: 1 }]) {
			const { x, y, width, height } = await personArea(screen, size);
			expect(height % 2).toBe(0);
			expect(Math.min(width, height)).toBeGreaterThan(0);
			expect(x).toBeGreaterThanOrEqual(0);
			expect(x + width).toBeLessThanOrEqual(screen.width);
			// A height of 2 is the least there is.
			if (height > 2) expect(y).toBeGreaterThanOrEqual(0);
			expect(y + height).toBe(screen.height);
		}
	});

	it.each([
		[{ height: 800 }, { width: 400, height: 800 }],
		[{ width: 401 }, { width: 401, height: 802 }],
		// Its head stays on the screen.
		[{ width: 1000 }, { y: 0, height: 2000 }],
	])('takes the other side from the one that is given: %j', async (given, area) => {
		const size = { width: 500, height: 1000 };
		expect(await personArea(portrait, size, given)).toMatchObject(area);
	});
});

describe('a public person', () => {
	const persons = (count: number) =>
		range(count).map((n) => anna([figure('sit_body')], { id: `${n}`, name: `Person ${n}` }));
	/** Whose area is all set, so that nothing is asked about it where it is a custom one. */
	const video = (id: string, type?: string) => asking({ id, type, area: areaOf(0, 0, 9, 16) });

	it('is not looked up for a person of the website', async () => {
		const { client, requested } = listOf(persons(4));
		await new PersonLookUps(client).complete({ ...video('1'), source: 1 });
		expect(requested).toEqual([]);
	});

	it('is unknown to none of the items behind a request that fails', async () => {
		const { client, requested } = listOf(persons(9), (request) => request === 2);
		const lookUps = new PersonLookUps(client);
		const find = async (id: string) => await lookUps.complete(video(id));
		const found = await Promise.allSettled(['5', '1', '8', '4'].map(find));
		expect(found.map(({ status }) => status === 'fulfilled')).toEqual([false, true, false, false]);
		expect(requested).toEqual([1, 2]);
		expect(await find('8')).toMatchObject({ id: '8' });
	});
});

describe('the area of the subtitles', () => {
	/** What is sent for a screen, or what is wrong with it. */
	const prepared = ({ width, height }: Size, options: Record<string, number | string> = {}) => {
		const values: Record<string, unknown> = {
			...{ personId: '1', text: 'Welcome.', voiceId: '2', subtitleOptions: options },
			...{ screen: 'custom', screenWidth: width, screenHeight: height },
		};
		const request = composeVideo.prepare({
			read: (name) => values[name],
			readInput: () => ({ violation: { code: 'wrongInput', title: 'no input file', advice: '' } }),
		});
		return 'violations' in request ? saidOf(request) : request.body.subtitle_config;
	};
	const areaIn = (screen: Size, options?: Record<string, number | string>) =>
		prepared(screen, options) as Rectangle;

	it.each([
		[portrait, { ...areaOf(31, 1521, 1000, 200), font_size: 64 }],
		[large, { ...areaOf(80, 2840, 2000, 1000), font_size: 150 }],
		[landscape, { font_size: 64 }],
		[{ width: 3840, height: 2160 }, { font_size: 150 }],
		[{ width: 4096, height: 2158 }, { font_size: 64 }],
	])('is the recommended one on %j', (screen, style) => {
		expect(prepared(screen)).toMatchObject(style);
	});

	it.each<[Record<string, number | string>, RegExp]>([
		[
			{ subtitleWidth: 1081, subtitleHeight: 1921 },
			/^'Subtitle Width' is 1081 and 'Subtitle Height' is 1921, more than the screen \(1080 × 1920\)$/,
		],
		[{ subtitleX: 1080 }, /^'Subtitle Position X' is 1080, outside the screen.* from 0 to 1079,/],
		[
			{ subtitlePosition: 'top', subtitleY: 5 },
			/^Both 'Subtitle Position' and 'Subtitle Position Y' are set: keep one of them/,
		],
		[{ subtitleY: -1 }, /^'Subtitle Position Y' is -1, outside the screen.* from 0 to 1919,/],
	])('is not larger than the screen, and begins on it: %j', (options, violation) => {
		expect(prepared(portrait, options)).toEqual([expect.stringMatching(violation)]);
	});

	const even = ({ width, height }: Size) =>
		Math.min(width, height) >= 64 && (width | height) % 2 === 0;

	it.each(sizes.filter(even))('lies inside $width × $height', (screen) => {
		const { x, y, width, height } = areaIn(screen);
		for (const value of [x, y, width, height]) expect(Number.isInteger(value)).toBe(true);
		expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
		expect(Math.min(width, height)).toBeGreaterThan(0);
		expect(x + width).toBeLessThanOrEqual(screen.width);
		expect(y + height).toBeLessThanOrEqual(screen.height);
	});

	it.each<[Record<string, number | string>, Partial<Rectangle>]>([
		[{ subtitleWidth: 1080, subtitleHeight: 1920 }, portrait],
		[{ subtitleX: 500 }, { x: 500, width: 580, y: 1521 }],
		[{ subtitlePosition: 'middle' }, { y: 860, height: 200 }],
		[
			{ subtitlePosition: 'top', subtitleColor: '#ff0000' },
			{ y: 199, height: 200 },
		],
		[{ subtitleHeight: 1000 }, { y: 920, height: 1000 }],
	])('keeps what the user says, and makes the rest fit: %j', (options, area) => {
		expect(areaIn(portrait, options)).toMatchObject(area);
	});
});

describe('the text of a video', () => {
	/** What is sent, or what is wrong, where the text is sent as it is. */
	const asItIs = (given: unknown) => {
		const draft = new Draft();
		draft.chosen[textCleanup.property.name] = 'asItIs';
		const reading = readField(spoken.field, given);
		if ('violation' in reading) return saidAbout(reading);
		set(draft.body, spoken.field.path, [reading.value]);
		completeSpeech(draft, spoken);
		return saidOf(draft).join() || get(draft.body, [...spoken.field.path.split('.'), 0]);
	};

	it.each([3999, 4000])('counts %i characters as a reader does', (count) => {
		const texts = ['x', '𠮷'].map((letter) => letter.repeat(count));
		for (const given of [...texts, ['x'.repeat(2000), 'y'.repeat(count - 2001)]]) {
			if (count > 3999) expect(asItIs(given)).toContain('has 4000 characters');
			else expect(asItIs(given)).toBe(Array.isArray(given) ? given.join('\n') : given);
		}
	});

	const emoji = '😀 👍🏽 👩‍💻 👨‍👩‍👧‍👦 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣ #️⃣ ❤️ ☎️ ✈ ☀ ⚡ ✅ 🀄 🫠';

	it.each(emoji.split(' '))('has no %s, which is named whole', (given) => {
		expect(asItIs(`Take ${given}${given} now`)).toContain(
			`'Text' contains the emoji ${given}, which the service does not accept`,
		);
	});

	it.each([
		'0123456789 #*',
		'© ® ™ ‼ ↔ № ° € → …',
		' <speak>重<phoneme ph="chong2">庆</phoneme><break time="1s"/></speak>\n& "more" ',
	])('is kept as it is: %s', (given) => {
		expect(asItIs(given)).toBe(String(given));
	});
});
