import sortBy from 'lodash/sortBy';

import { label } from '../shared/fields/bodyField';
import { AUTOMATIC_FIGURE, FIGURE_TYPES } from '../shared/lookups/figures';
import type { Figure, PublicPerson } from '../shared/service/persons';
import { is4k, sizeOf, type Size } from '../shared/util/size';
import { joined } from '../shared/util/text';
import { isRemoveBg } from './fields/background';
import { figureType } from './fields/person';
import type { KnownPerson, Misfit } from './known';
import { PORTRAIT } from './layout';

/** What a figure has to fit. */
export interface FigureWish {
	/** The chosen figure; without one, it is chosen automatically. */
	type?: string;
	screen: Size;
	in4k: boolean;
	/** Whether something else than the person's own background is behind it. */
	replacesBackground: boolean;
	/** What the person has to be cut out for, if anything: the own background has to be replaceable (service.md 2.6). */
	cutOut?: CutOut;
}

/** is_rgba_mode and is_remove_bg (service.md 4.7). */
type CutOut = 'transparent' | 'removal';

/** What the user set to have the person cut out, and what to do instead. */
const CUT_OUTS: Readonly<Record<CutOut, { set: string; instead: string }>> = {
	transparent: {
		set: "'Background' is Transparent",
		instead: "another 'Background'",
	},
	removal: {
		set: `${label(isRemoveBg)} is on`,
		instead: `turn off ${label(isRemoveBg)}`,
	},
};

/**
 * The figure of a public person for a video, and what the service reports about it.
 *
 * @returns the person with its figure, or why there is none that can be used
 */
export function publicPersonFor(person: PublicPerson, wish: FigureWish): KnownPerson | Misfit {
	const named = nameOf(person);
	const figures = (person.figures ?? []).filter((one) => one.type);
	const figure =
		wish.type === undefined
			? bestFigure(figures, wish)
			: figures.find((one) => one.type === wish.type);
	const type = figure?.type ?? wish.type;
	if (type === undefined) {
		return {
			title: `The service lists no figures for ${named}`,
			advice: `Choose a figure in ${label(figureType)}, or another person.`,
		};
	}
	// A person without the field may still have the figure.
	if (!figure && person.figures) {
		return {
			title: `${label(figureType)} is ${wordsFor(type)}, which ${named} does not have`,
			advice: `Choose another figure: ${joined([AUTOMATIC_FIGURE.name, ...figures.map((one) => wordsFor(String(one.type)))])}.`,
		};
	}
	if (wish.cutOut && figure?.bg_replace === false) {
		const { set, instead } = CUT_OUTS[wish.cutOut];
		return {
			title: `${set}, which ${named} does not support as ${wordsFor(type)}`,
			advice: `Choose another person or figure whose background can be replaced, or ${instead}.`,
		};
	}
	const sizes = [figure ?? {}, person].map(sizeOf).filter((size) => size !== undefined);
	return {
		...(person.name ? { name: person.name } : {}),
		figureType: type,
		size: sizes[0] ?? PORTRAIT,
		...supportOf(person, sizes),
	};
}

/**
 * The figure that fits best: large enough for 4K, with a background that can be replaced, recorded in the orientation
 * of the screen, in this order; of those alike, the one that fills the screen best.
 */
function bestFigure(figures: readonly Figure[], wish: FigureWish): Figure | undefined {
	const landscape = isLandscape(wish.screen);
	const order = landscape ? LANDSCAPE_ORDER : PORTRAIT_ORDER;
	const [best] = sortBy(figures, [
		(figure) => wish.in4k && !isLarge(figure),
		({ bg_replace: replaceable }) => wish.replacesBackground && replaceable === false,
		(figure) => isLandscape(sizeOf(figure) ?? PORTRAIT) !== landscape,
		({ type }) => order.indexOf(String(type)) + 1 || order.length + 1,
	]);
	return best;
}

/** A sitting person fills a wide picture, a standing person a high one; a circle is meant for a corner. */
const LANDSCAPE_ORDER = ['sit_body', 'whole_body', 'circle_view'];
const PORTRAIT_ORDER = ['whole_body', 'sit_body', 'circle_view'];

function isLandscape({ width, height }: Size): boolean {
	return width > height;
}

function isLarge(figure: Figure): boolean {
	const size = sizeOf(figure);
	return size !== undefined && is4k(size);
}

/** Where the record does not report whether the person supports 4K, its sizes decide. */
function supportOf({ support_4k: reported }: PublicPerson, sizes: readonly Size[]) {
	if (typeof reported === 'boolean') return { supports4k: reported };
	return sizes.length > 0 ? { supports4k: sizes.some(is4k) } : {};
}

function nameOf({ name, id }: PublicPerson): string {
	return name || `the person with the ID ${id}`;
}

function wordsFor(type: string): string {
	return FIGURE_TYPES[type] ?? type;
}
