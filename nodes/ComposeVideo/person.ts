import { memoize, sortBy } from 'lodash';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { label } from '../shared/fields/field';
import { AUTOMATIC_FIGURE, figureName } from '../shared/fields/locators';
import { NOTHING_SUBMITTED } from '../shared/fields/request';
import type { ServiceClient } from '../shared/service/client';
import { canLookUp } from '../shared/service/credential';
import { ServiceError } from '../shared/service/failure';
import {
	type Figure,
	is4k,
	listPublicPersons,
	type PublicPerson,
	type Size,
	sizeOf,
} from '../shared/service/library';
import { eachPage } from '../shared/service/pages';
import { isTransient } from '../shared/service/retry';
import { getPersonPicture, person as kind, type PersonPicture } from '../shared/tasks/person';
import { asError } from '../shared/util/async';
import { formatList, formatValue } from '../shared/util/text';
import { figureType, isRemoveBg, type Rectangle } from './picture';

/** The parts of the body of create_video that rules concern (service.md 4.7). */
export interface VideoBody extends IDataObject {
	person?: IDataObject & Partial<Rectangle> & { figure_type?: string };
	audio?: IDataObject & { type?: string; tts?: IDataObject };
	bg?: IDataObject;
	bg_color?: string;
	subtitle_config?: IDataObject & Partial<Rectangle>;
	screen_width?: number;
	screen_height?: number;
}

/** The size of the picture, which each video says. */
export function screenOf({ screen_width: width = 0, screen_height: height = 0 }: VideoBody): Size {
	return { width, height };
}

/** Whether the video is made in 4K. */
export function isIn4k(body: VideoBody): boolean {
	return body.resolution_rate === 1;
}

/** Whether the person is cut out of the own background, for another one to be seen. */
function removesBackground({ person }: VideoBody): boolean {
	return person?.is_remove_bg === true;
}

/** What the service reports about the person of a video; what it does not report is left out. */
interface PersonInfo {
	name?: string;
	/** The figure that is used, of a public person. */
	figureType?: string;
	/** Size of the recording, by which the person keeps its proportions. */
	size?: Size;
	supports4k?: boolean;
	/** Whether the background can be removed, of a custom person. */
	supportsRemoval?: boolean;
}

/** Why a person cannot be used as chosen, and what to do about it. */
function unsupported(title: string, advice: string): Error {
	return new Error(`${title}. ${advice}. ${NOTHING_SUBMITTED}`);
}

/**
 * Looks up a public person, or a custom one as far as the credential has a path for it.
 *
 * @returns what is known about the person
 * @throws Error that says why the person cannot be used for this video; ServiceError when that
 *   cannot be known now: a guess might stretch the person
 */
export async function lookUpPerson(
	client: ServiceClient,
	context: IExecuteFunctions,
	body: VideoBody,
): Promise<PersonInfo> {
	const id = String(body.person?.id);
	const listed = await findPublicPerson(client, body).catch(async (error: unknown) => {
		// A custom person needs no list of public ones.
		if (error instanceof ServiceError && (await pictureOf(client, context, id))) return;
		throw asError(error);
	});
	const info = listed
		? publicPersonInfo(listed, body)
		: await customPersonInfo(client, context, body);
	requireSupport(info, body);
	return info;
}

/** @throws Error when the body asks for what the person is known not to support */
export function requireSupport(
	{ name = 'this person', supports4k, supportsRemoval }: PersonInfo,
	body: VideoBody,
): void {
	if (isIn4k(body) && supports4k === false) {
		throw unsupported(
			`'Screen' is 4K, which ${name} does not support`,
			"Choose a smaller screen, or a person that supports 4K: it is marked in the list of 'Person'",
		);
	}
	if (removesBackground(body) && supportsRemoval === false) {
		throw unsupported(
			`${label(isRemoveBg)} is on, which ${name} does not support`,
			`Turn off ${label(isRemoveBg)}, or choose a person that was made with it`,
		);
	}
}

/** Reads the pages of public persons, each once in a run; one that failed is read again for a later item. */
const publicPages = memoize((client: ServiceClient) => {
	const read = memoize(async (number: number) => {
		try {
			return await listPublicPersons(client, number);
		} catch (error) {
			read.cache.delete(number);
			throw asError(error);
		}
	});
	return read;
});
publicPages.cache = new WeakMap();

/** Persons that were made on the website of the service are not public (`source` of service.md 4.7). */
const FROM_WEBSITE = 1;

/**
 * Looks for the person of a video in the list of public persons, no further than needed.
 *
 * @returns undefined for a person that is not public
 * @throws Error when a public person's name was entered instead of the ID; ServiceError or
 *   CancelledError when it is not known whether the person is public: the list cannot be read; or
 *   one of its records cannot, while a figure is chosen. Without a figure, the service itself
 *   refuses a public person.
 */
export async function findPublicPerson(
	client: ServiceClient,
	{ person, source }: VideoBody,
): Promise<PublicPerson | undefined> {
	if (source === FROM_WEBSITE) return undefined;
	const given = String(person?.id);
	let namesake: PublicPerson | undefined;
	let problem: string | undefined;
	for await (const page of eachPage(publicPages(client), ({ id }) => id)) {
		const { records } = page;
		const found = records.find(({ id }) => id === given);
		if (found) return found;
		namesake ??= records.find(({ name }) => name?.trim().toLowerCase() === given.toLowerCase());
		problem ??= page.problem;
	}
	if (namesake) {
		throw unsupported(
			`'Person' is the name ${formatValue(namesake.name)} instead of an ID`,
			`Choose the person under 'From List', or enter the ID ${namesake.id}`,
		);
	}
	if (problem === undefined || person?.figure_type === undefined) return undefined;
	throw new ServiceError({
		operation: 'listPublicPersons',
		cause: 'unreadable',
		detail: `the person is not in the list, of which a record could not be read: ${problem}`,
	});
}

function isTransparent({ person }: VideoBody): boolean {
	return person?.is_rgba_mode === true;
}

/** What cuts the person out, for which the background has to be replaceable (service.md 2.6). */
function cutOutBy(body: VideoBody): { set: string; instead: string } | undefined {
	if (isTransparent(body)) {
		return { set: "'Background' is Transparent", instead: "another 'Background'" };
	}
	if (!removesBackground(body)) return undefined;
	return { set: `${label(isRemoveBg)} is on`, instead: `turn off ${label(isRemoveBg)}` };
}

/**
 * A public person with the figure that is chosen, or that fits the video best.
 *
 * @returns what the service reports about them
 * @throws Error when there is no figure that can be used
 */
export function publicPersonInfo(person: PublicPerson, body: VideoBody): PersonInfo {
	const name = person.name || `the person with the ID ${person.id}`;
	const chosen = body.person?.figure_type;
	const figures = (person.figures ?? []).filter((one) => one.type);
	const figure =
		chosen === undefined ? bestFigure(figures, body) : figures.find(({ type }) => type === chosen);
	const type = figure?.type ?? chosen;
	if (type === undefined) {
		throw unsupported(
			`The service lists no figures for ${name}`,
			`Choose a figure in ${label(figureType)}, or another person`,
		);
	}
	// A person without the field may still have the figure.
	if (!figure && person.figures) {
		const others = figures.map((one) => figureName(String(one.type)));
		throw unsupported(
			`${label(figureType)} is ${figureName(type)}, which ${name} does not have`,
			`Choose another figure: ${formatList([AUTOMATIC_FIGURE.name, ...others])}`,
		);
	}
	const cutOut = cutOutBy(body);
	if (cutOut && figure?.bg_replace === false) {
		throw unsupported(
			`${cutOut.set}, but the figure ${figureName(type)} of ${name} keeps its background`,
			`Choose another figure or person whose background can be replaced, or ${cutOut.instead}`,
		);
	}
	const sizes = [figure ?? {}, person].map(sizeOf).filter((size) => size !== undefined);
	const supports4k = person.support_4k ?? (sizes.length > 0 ? sizes.some(is4k) : undefined);
	const size = sizes[0] ?? PORTRAIT;
	return { name: person.name || undefined, figureType: type, size, supports4k };
}

/** A sitting person fills a wide picture, a standing one a high one; a circle is for a corner. */
const LANDSCAPE_ORDER = ['sit_body', 'whole_body', 'circle_view'];
const PORTRAIT_ORDER = ['whole_body', 'sit_body', 'circle_view'];

/**
 * The figure that fits best: large enough for 4K, with a background that can be replaced, recorded
 * in the orientation of the screen, in this order; of those alike, the one of the best type.
 */
function bestFigure(figures: readonly Figure[], body: VideoBody): Figure | undefined {
	const isLandscape = ({ width, height }: Size) => width > height;
	const landscape = isLandscape(screenOf(body));
	const order = landscape ? LANDSCAPE_ORDER : PORTRAIT_ORDER;
	const replaces = isTransparent(body) || body.bg !== undefined || body.bg_color !== undefined;
	const [best] = sortBy(figures, [
		(figure) => isIn4k(body) && !is4k(sizeOf(figure) ?? PORTRAIT),
		({ bg_replace: replaceable }) => replaces && replaceable === false,
		(figure) => isLandscape(sizeOf(figure) ?? PORTRAIT) !== landscape,
		({ type }) => order.indexOf(String(type)) + 1 || order.length + 1,
	]);
	return best;
}

/** Reads the custom persons of a run, each once. */
const pictureReader = memoize((client: ServiceClient) =>
	memoize(async (id: string) => await getPersonPicture(client, id)),
);
pictureReader.cache = new WeakMap();

/**
 * What the service reports about a custom person.
 *
 * @returns undefined without a path in the credential, and for a person unknown by that path
 * @throws ServiceError when the service cannot be asked now
 */
async function pictureOf(
	client: ServiceClient,
	context: IExecuteFunctions,
	id: string,
): Promise<PersonPicture | undefined> {
	if (!(await canLookUp(context, kind))) return undefined;
	try {
		return await pictureReader(client)(id);
	} catch (error) {
		// Unknown by this path, or answered in another form: asking again changes nothing.
		const isFinal =
			error instanceof ServiceError &&
			(error.failure.cause === 'unreadable' || !isTransient(error.failure));
		if (isFinal) return undefined;
		throw asError(error);
	}
}

/**
 * What is known about a custom person. The service is not asked where nothing depends on it: the
 * user has set the size, the video is not in 4K, and the person keeps its background.
 */
async function customPersonInfo(
	client: ServiceClient,
	context: IExecuteFunctions,
	body: VideoBody,
): Promise<PersonInfo> {
	const { person } = body;
	const in4k = isIn4k(body);
	const hasSize = person?.width !== undefined && person.height !== undefined;
	if (hasSize && !in4k && !removesBackground(body)) return {};
	const picture = await pictureOf(client, context, String(person?.id));
	if (!picture) return {};
	const usual = sizeOf(picture);
	const large = sizeOf({ width: picture.width_4k, height: picture.height_4k });
	return {
		name: picture.name || undefined,
		size: (in4k && large) || usual,
		supports4k: picture.support_4k ?? (large ? true : usual && is4k(usual)),
		supportsRemoval: picture.is_support_remove_bg ?? undefined,
	};
}

/** The shape of a person whose size is not known: people are filmed upright. */
const PORTRAIT: Size = { width: 9, height: 16 };

/**
 * Where the person stands unless the user sets it: as large as the screen allows without changing
 * the proportions, in the middle, on the lower edge. The height is even, as the service requires.
 *
 * @param figure size of the recording; without it, the person counts as a portrait
 * @param given what the user set
 */
export function personArea(
	screen: Size,
	figure: Size = PORTRAIT,
	{ x, y, width, height }: Partial<Rectangle> = {},
): Rectangle {
	const ratio = figure.width / figure.height;
	const largest = Math.min(screen.height, screen.width / ratio);
	const high = height ?? even(width === undefined ? largest : width / ratio);
	const wide =
		width ?? Math.max(1, Math.round(height === undefined ? largest * ratio : height * ratio));
	return {
		x: x ?? Math.round((screen.width - wide) / 2),
		y: y ?? screen.height - high,
		width: wide,
		height: high,
	};
}

function even(value: number): number {
	return Math.max(2, Math.floor(value / 2) * 2);
}
