import sortBy from 'lodash/sortBy';
import type { IExecuteFunctions } from 'n8n-workflow';

import { label } from '../shared/fields/field';
import { AUTOMATIC_FIGURE, FIGURE_TYPES } from '../shared/fields/lists';
import type { ServiceClient } from '../shared/service/client';
import { canLookUp } from '../shared/service/credential';
import { ServiceError } from '../shared/service/failure';
import { sizeOf, is4k } from '../shared/service/library';
import {
	type Size,
	type Figure,
	listPublicPersons,
	type PublicPerson,
} from '../shared/service/library';
import { eachPage, type Unreadable } from '../shared/service/pages';
import { isPassing } from '../shared/service/retry';
import { getPersonPicture, getPerson, person as kind } from '../shared/tasks/person';
import { type PersonPicture } from '../shared/tasks/person';
import { asError } from '../shared/util/async';
import { joined } from '../shared/util/text';
import { isRemoveBg } from './fields/background';
import { figureType } from './fields/picture';
import { PORTRAIT } from './layout';
import { isIn4k, removesBackground, type VideoBody } from './rules';

/** What the service reports about the person of a video; what it does not report is left out. */
export interface KnownPerson {
	name?: string;
	/** The figure that is used, of a public person. */
	figureType?: string;
	/** Size of the recording, by which the person keeps its proportions. */
	size?: Size;
	supports4k?: boolean;
	/** Whether the background can be removed, of a custom person. */
	supportsRemoval?: boolean;
}

/** Why a person cannot be used as chosen: a title and what to do about it. */
export interface Misfit {
	title: string;
	advice: string;
}

/** What the body asks of a person that the person is known not to support. */
export function misfitOf(
	{ name = 'this person', supports4k, supportsRemoval }: KnownPerson,
	body: VideoBody,
): Misfit | undefined {
	if (isIn4k(body) && supports4k === false) {
		return {
			title: `'Screen' is 4K, which ${name} does not support`,
			advice:
				"Choose a smaller screen, such as 'Portrait (1080 × 1920)', or a person that supports 4K: it is marked in the list of 'Person'.",
		};
	}
	if (removesBackground(body) && supportsRemoval === false) {
		return {
			title: `${label(isRemoveBg)} is on, which ${name} does not support`,
			advice: `Turn off ${label(isRemoveBg)}, or choose a person that was made with it.`,
		};
	}
	return undefined;
}

/** The persons that a run has looked up, each once. */
const lookedUp = new WeakMap<ServiceClient, Map<string, Promise<PersonPicture>>>();

/**
 * What the service reports about a custom person. It is not asked where nothing depends on it: the user has set the
 * size, the video is not in 4K, and the person keeps its background.
 *
 * @returns nothing where the credential has no path to ask with, and where the service does not know the person
 * @throws ServiceError when the service cannot be asked now: a guess might stretch the person, and costs credits
 */
export async function lookUpCustomPerson(
	client: ServiceClient,
	context: IExecuteFunctions,
	body: VideoBody,
): Promise<KnownPerson> {
	const { person } = body;
	const in4k = isIn4k(body);
	const hasSize = person?.width !== undefined && person.height !== undefined;
	if (hasSize && !in4k && !removesBackground(body)) return {};
	if (!(await canLookUp(context, kind))) return {};
	try {
		return knownFrom(await lookUpOnce(client, String(person?.id)), in4k);
	} catch (error) {
		if (error instanceof ServiceError && isFinal(error)) return {};
		throw asError(error);
	}
}

/**
 * Whether the service lists the person among the custom ones of the application.
 *
 * @returns false where the credential has no path to ask with, and where the service gives no answer
 */
export async function isCustomPerson(
	client: ServiceClient,
	context: IExecuteFunctions,
	id: string,
): Promise<boolean> {
	if (!(await canLookUp(context, kind))) return false;
	try {
		await getPerson(client, id);
		return true;
	} catch (error) {
		if (error instanceof ServiceError) return false;
		throw asError(error);
	}
}

async function lookUpOnce(client: ServiceClient, id: string): Promise<PersonPicture> {
	const persons = lookedUp.get(client) ?? new Map<string, Promise<PersonPicture>>();
	lookedUp.set(client, persons);
	const answer = persons.get(id) ?? getPersonPicture(client, id);
	persons.set(id, answer);
	return await answer;
}

/** The service does not know the person by this path, or answers in another form: asking again changes nothing. */
function isFinal({ failure }: ServiceError): boolean {
	return failure.cause === 'unreadable' || !isPassing(failure);
}

function knownFrom(picture: PersonPicture, in4k: boolean): KnownPerson {
	const usual = sizeOf(picture);
	const large = sizeOf({ width: picture.width_4k, height: picture.height_4k });
	const supports4k = picture.support_4k ?? (large ? true : usual && is4k(usual));
	return {
		...(picture.name ? { name: picture.name } : {}),
		size: (in4k && large) || usual,
		supports4k,
		supportsRemoval: picture.is_support_remove_bg ?? undefined,
	};
}

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

/** Persons that were made on the website of the service are not public (`source` of service.md 4.7). */
const FROM_WEBSITE = 1;

type Pages = AsyncGenerator<{ records: PublicPerson[]; unreadable: Unreadable[] }>;

/** The list of public persons as far as a run has read it: it is read once, and no further than needed. */
interface Scan {
	pages: Pages;
	known: Map<string, PublicPerson>;
	/** What is wrong with a record that could not be read, which may be that of any person. */
	unreadable?: string;
	/** Look-ups take turns, so that no page is read twice. */
	turn: Promise<unknown>;
}

const scans = new WeakMap<ServiceClient, Scan>();

/**
 * Looks up the person of a video where it may be public.
 *
 * @returns undefined for a person that is not public
 * @throws ServiceError when it is not known whether the person is public: the list cannot be read, or one of its records
 *   while a figure is chosen, which only public persons have. Without a figure, the service itself refuses a public person.
 */
export async function lookUpPublicPerson(
	client: ServiceClient,
	{ person, source }: VideoBody,
): Promise<PublicPerson | undefined> {
	if (source === FROM_WEBSITE) return undefined;
	const { found, unreadable } = await findPublicPerson(client, String(person?.id));
	if (found || unreadable === undefined || person?.figure_type === undefined) return found;
	throw new ServiceError({
		operation: 'listPublicPersons',
		cause: 'unreadable',
		detail: `the person is not in the list, of which a record could not be read: ${unreadable}`,
	});
}

/**
 * The public person with a name that was given instead of an ID, as far as the list was read for a look-up of that ID: to
 * its end where no person has it.
 */
export function publicPersonNamed(client: ServiceClient, name: string): PublicPerson | undefined {
	const wanted = name.trim().toLowerCase();
	const known = [...(scans.get(client)?.known.values() ?? [])];
	return known.find((person) => person.name?.trim().toLowerCase() === wanted);
}

/**
 * Looks for a person in the list of public persons.
 *
 * @returns the person, if it is among them, and otherwise what is wrong with a record of the list, if any
 * @throws ServiceError or StoppedError when the list cannot be read, also for the look-ups that wait their
 *   turn: a list that was read halfway does not show that a person is missing in it
 */
async function findPublicPerson(
	client: ServiceClient,
	id: string,
): Promise<{ found?: PublicPerson; unreadable?: string }> {
	const scan = scans.get(client) ?? begin(client);
	const search = scan.turn.then(async () => {
		while (!scan.known.has(id)) {
			const next = await scan.pages.next();
			if (next.done) break;
			for (const record of next.value.records) scan.known.set(record.id, record);
			scan.unreadable ??= next.value.unreadable[0]?.problem;
		}
		return { found: scan.known.get(id), unreadable: scan.unreadable };
	});
	scan.turn = search;
	search.catch(() => {
		// A later item begins again.
		if (scans.get(client) === scan) scans.delete(client);
	});
	return await search;
}

function begin(client: ServiceClient): Scan {
	const pages = eachPage(
		async (number) => await listPublicPersons(client, {}, number),
		({ id }) => id,
	);
	const scan: Scan = { pages, known: new Map(), turn: Promise.resolve() };
	scans.set(client, scan);
	return scan;
}
