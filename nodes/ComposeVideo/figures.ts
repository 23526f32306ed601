import { sortBy } from 'lodash';

import { type Figure, figureName, type PublicPerson } from '../shared/api/library';
import { label } from '../shared/fields/field';
import { AUTOMATIC_FIGURE } from '../shared/fields/locators';
import { PackError } from '../shared/util/errors';
import { is4k, type Size, sizeOf } from '../shared/util/pictureSize';
import { formatList } from '../shared/util/text';
import { isRemoveBg } from './background';
import { composeVideoMessages } from './composeVideo.messages';
import { PORTRAIT } from './placePerson';
import { IN_4K, type VideoBody } from './videoBody';

/*
 * The figure of a public person: how the person is framed, such as sitting. Each figure
 * is a recording of its own, with its own size.
 */

/** The figure that is sent. */
interface UsedFigure {
	type: string;
	/** What the service lists for it; undefined where it lists no figures, and the user has chosen this one. */
	listed?: Figure;
}

/**
 * The figure that is sent for a public person: the one that the user has chosen, else the one that fits the video best.
 *
 * @param body the request, of which the figure that the user has chosen, the screen and the background are read
 * @param personName how messages name the person
 * @throws PackError when the person does not have the chosen figure; when none is chosen, and the service lists none;
 *   and when the figure keeps its background, and the user wants it removed or transparent
 */
export function figureFor(body: VideoBody, person: PublicPerson, personName: string): UsedFigure {
	const chosenType = body.person.figure_type;
	// Those without a type are left out, because a figure is sent by its type.
	const figures = (person.figures ?? []).filter(({ type }) => type);
	const listed = chosenType
		? figures.find(({ type }) => type === chosenType)
		: bestFigure(figures, body);
	if (listed) {
		refuseKeptBackground(body, listed, personName);
		return { type: String(listed.type), listed };
	}
	if (!chosenType) throw new PackError(composeVideoMessages.noFigures(personName));
	// Where the service lists no figures of the person, only it can say whether there is this one.
	if (figures.length === 0) return { type: chosenType };
	throw noSuchFigure(chosenType, figures, personName);
}

/** The error for a figure that the person does not have, which names those that can be chosen. */
function noSuchFigure(type: string, figures: readonly Figure[], personName: string): PackError {
	const choices = [AUTOMATIC_FIGURE.name];
	for (const figure of figures) choices.push(figureName(String(figure.type)));
	return new PackError(
		composeVideoMessages.noSuchFigure(figureName(type), personName, formatList(choices)),
	);
}

/**
 * Refuses a figure that cannot be separated from its background, where the user wants to have it separated.
 *
 * @throws PackError when the background is to be transparent or removed, and this figure keeps it
 */
function refuseKeptBackground({ person }: VideoBody, figure: Figure, personName: string): void {
	// Undefined, where the service does not say it, refuses nothing.
	const keepsBackground = figure.bg_replace === false;
	if (!keepsBackground) return;
	const type = figureName(String(figure.type));
	if (person.is_rgba_mode) {
		throw new PackError(composeVideoMessages.figureIsNotTransparent(type, personName));
	}
	if (person.is_remove_bg) {
		const option = label(isRemoveBg);
		throw new PackError(composeVideoMessages.figureKeepsBackground(option, type, personName));
	}
}

/**
 * The preferred types of figures, the best one first, by which is chosen among figures that fit a video alike: a
 * sitting person fills a wide picture, and a standing one a high picture.
 */
const TYPES_FOR_LANDSCAPE = ['sit_body', 'whole_body', 'circle_view'];
const TYPES_FOR_PORTRAIT = ['whole_body', 'sit_body', 'circle_view'];

/**
 * The figure that fits a video best. What counts is, the most important first: whether it is large enough, for a video
 * in 4K; whether its background can be replaced, for a video with another or a transparent one; whether it was recorded
 * in the orientation of the screen; and its type.
 *
 * @returns undefined where there are no figures
 */
function bestFigure(figures: readonly Figure[], body: VideoBody): Figure | undefined {
	const isIn4k = body.resolution_rate === IN_4K;
	const isTransparent = body.person.is_rgba_mode === true;
	const isCutOut = isTransparent || body.bg !== undefined || body.bg_color !== undefined;
	const screen = { width: body.screen_width, height: body.screen_height };
	const types = isLandscape(screen) ? TYPES_FOR_LANDSCAPE : TYPES_FOR_PORTRAIT;
	// A figure whose size is not listed counts as upright, and as too small for 4K.
	const sizeIn = (figure: Figure) => sizeOf(figure) ?? PORTRAIT;
	// False comes before true, so each of the first three says what makes a figure unfit.
	const [best] = sortBy(figures, [
		(figure) => isIn4k && !is4k(sizeIn(figure)),
		(figure) => isCutOut && figure.bg_replace === false,
		(figure) => isLandscape(sizeIn(figure)) !== isLandscape(screen),
		(figure) => rankOfFigure(figure, types),
	]);
	return best;
}

/** The place of a figure's type among the preferred types, from 0 on. A type that is not among them comes last. */
function rankOfFigure({ type }: Figure, types: readonly string[]): number {
	const rank = types.indexOf(String(type));
	return rank < 0 ? types.length : rank;
}

/** Whether something is wider than high; a square is not. */
function isLandscape({ width, height }: Size): boolean {
	return width > height;
}
