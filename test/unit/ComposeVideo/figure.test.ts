import { describe, expect, it } from '@jest/globals';

import { type FigureWish, misfitOf, publicPersonFor } from '../../../nodes/ComposeVideo/person';
import type { Figure, PublicPerson } from '../../../nodes/shared/service/library';

const portrait = { width: 1080, height: 1920 };
const landscape = { width: 1920, height: 1080 };
const large = { width: 2160, height: 3840 };

const figure = (type: string, more: Partial<Figure> = {}) => ({ type, ...more }) as Figure;
const anna = (figures?: Figure[], more: Partial<PublicPerson> = {}) =>
	({ id: '7', name: 'Anna', figures, ...more }) as PublicPerson;
const wish = (more: Partial<FigureWish> = {}): FigureWish => ({
	screen: portrait,
	in4k: false,
	replacesBackground: false,
	...more,
});

describe('the automatic figure', () => {
	const all = ['circle_view', 'sit_body', 'whole_body'].map((type) => figure(type));

	it.each<[string, Figure[], Partial<FigureWish>, string]>([
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
		expect(publicPersonFor(anna(figures), wish(more))).toMatchObject({ figureType: expected });
	});

	it.each([[undefined], [[]]])('is none where the service reports none: %j', (figures) => {
		expect(publicPersonFor(anna(figures), wish())).toEqual({
			title: 'The service lists no figures for Anna',
			advice: "Choose a figure in 'Figure', or another person.",
		});
	});
});

describe('a chosen figure', () => {
	it('keeps its size; without one it is a portrait', () => {
		const person = anna([figure('whole_body', { width: 100, height: 200 }), figure('sit_body')]);
		expect(publicPersonFor(person, wish({ type: 'whole_body' }))).toEqual({
			name: 'Anna',
			figureType: 'whole_body',
			size: { width: 100, height: 200 },
			supports4k: false,
		});
		expect(publicPersonFor(person, wish({ type: 'sit_body' }))).toEqual({
			name: 'Anna',
			figureType: 'sit_body',
			size: { width: 9, height: 16 },
		});
	});

	it('is used where the record lists no figures', () => {
		expect(publicPersonFor(anna(undefined), wish({ type: 'sit_body' }))).toMatchObject({
			figureType: 'sit_body',
		});
	});

	it.each([
		['Anna', 'Anna'],
		[undefined, 'the person with the ID 7'],
	])('that the person does not have is refused, for %s', (name, words) => {
		const person = anna([figure('whole_body'), figure('sit_body')], { name });
		expect(publicPersonFor(person, wish({ type: 'circle_view' }))).toEqual({
			title: `'Figure' is Circle View, which ${words} does not have`,
			advice: 'Choose another figure: Automatic, Whole Body or Sitting.',
		});
	});
});

describe('a person who is cut out', () => {
	const fixed = figure('whole_body', { bg_replace: false });
	const removal = wish({ replacesBackground: true, cutOut: 'removal' });

	it.each([
		[
			'transparent',
			"'Background' is Transparent, which Anna does not support as Whole Body",
			"Choose another person or figure whose background can be replaced, or another 'Background'.",
		],
		[
			'removal',
			"'Remove the Person's Background' is on, which Anna does not support as Whole Body",
			"Choose another person or figure whose background can be replaced, or turn off 'Remove the Person's Background'.",
		],
	] as const)('(%s) is refused where the background stays', (cutOut, title, advice) => {
		for (const type of [undefined, 'whole_body']) {
			const misfit = publicPersonFor(anna([fixed]), { ...removal, type, cutOut });
			expect(misfit).toEqual({ title, advice });
		}
	});

	it('is accepted where the service does not say that it stays', () => {
		for (const replaceable of [true, undefined]) {
			const person = anna([figure('whole_body', { bg_replace: replaceable })]);
			expect(publicPersonFor(person, removal)).toMatchObject({ figureType: 'whole_body' });
		}
		const unlisted = { ...removal, type: 'sit_body' };
		expect(publicPersonFor(anna(undefined), unlisted)).toMatchObject({ figureType: 'sit_body' });
	});

	it('has the automatic figure that can be', () => {
		const person = anna([fixed, figure('circle_view', { bg_replace: true })]);
		expect(publicPersonFor(person, removal)).toMatchObject({ figureType: 'circle_view' });
	});

	it('is not, with only something else behind: it may fill the area around a small person', () => {
		const behind = wish({ replacesBackground: true });
		expect(publicPersonFor(anna([fixed]), behind)).toMatchObject({ figureType: 'whole_body' });
	});
});

describe('4K', () => {
	const of = (person: PublicPerson) => publicPersonFor(person, wish({ type: 'whole_body' }));

	it.each<[string, PublicPerson, boolean | undefined]>([
		['the record says so', anna([figure('whole_body', portrait)], { support_4k: true }), true],
		['the record denies it', anna([figure('whole_body', large)], { support_4k: false }), false],
		['the size of the person is 4K', anna([figure('whole_body', portrait)], large), true],
		['the size of the figure is 4K', anna([figure('whole_body', large)]), true],
		['all sizes are smaller', anna([figure('whole_body', portrait)], portrait), false],
		['nothing is reported', anna([figure('whole_body')]), undefined],
	])('is supported or not, when %s', (_case, person, expected) => {
		expect((of(person) as { supports4k?: boolean }).supports4k).toBe(expected);
	});

	it('is refused only for a person that is known not to support it', () => {
		const in4k = { resolution_rate: 1 };
		expect(misfitOf({ name: 'Anna', supports4k: false }, in4k)?.title).toBe(
			"'Screen' is 4K, which Anna does not support",
		);
		expect(misfitOf({ supports4k: false }, in4k)?.title).toContain('this person does not');
		expect(misfitOf({ supports4k: true }, in4k)).toBeUndefined();
		expect(misfitOf({}, in4k)).toBeUndefined();
		expect(misfitOf({ supports4k: false }, {})).toBeUndefined();
	});
});
