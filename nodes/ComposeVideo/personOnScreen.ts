import { sortBy } from 'lodash';
import { z } from 'zod';

import { label } from '../shared/fields/field';
import { AUTOMATIC_FIGURE } from '../shared/fields/locators';
import { maybeWithId, onlyShown, shownNumber, shownText, taskId } from '../shared/api/schemas';
import { isTransient } from '../shared/api/failure';
import {
	type Figure,
	figureName,
	is4k,
	listPublicPersons,
	type PublicPerson,
	type Size,
	sizeOf,
} from '../shared/api/library';
import { eachPage, type Page } from '../shared/api/pages';
import { pickerMessages } from '../shared/pickers/pickerMessages';
import {
	type Asking,
	type IdField,
	refuseName,
	refuseNameOfPerson,
} from '../shared/pickers/namesInLists';
import { canLookUp } from '../shared/tasks/canAsk';
import { person as kind } from '../shared/tasks/person';
import { asError } from '../shared/util/async';
import { PackError } from '../shared/util/errors';
import { formatList } from '../shared/util/text';
import { composeVideoMessages } from './composeVideo.messages';
import {
	figureType,
	IN_4K,
	isRemoveBg,
	personField,
	placePerson,
	PORTRAIT,
	type VideoBody,
} from './layout';
import { ServiceError } from '../shared/api/serviceError';

/** The picture of a person, as far as the service reports it. */
interface Picture {
	name?: string;
	/** Size of the recording, by which the person keeps its proportions. */
	size?: Size;
	supports4k?: boolean;
}

/** What the service reports about the person of a video. */
type PersonInfo =
	/** A public person, with the figure that is used. */
	| { is: 'public'; figureType: string; picture: Picture }
	| { is: 'custom'; supportsRemoval?: boolean; picture: Picture }
	/** Nothing depends on more, or nobody can be asked. */
	| { is: 'unknown' };

/** Persons that were made on the website of the service are not public (`source` of service.md 4.7). */
const FROM_WEBSITE = 1;

/** What the picture of a custom person is like, as far as it is reported (service.md 2.8). */
const personPicture = z.object({
	id: taskId,
	name: shownText,
	width: shownNumber,
	height: shownNumber,
	width_4k: shownNumber,
	height_4k: shownNumber,
	support_4k: onlyShown(z.boolean()),
	is_support_remove_bg: onlyShown(z.boolean()),
});

type PersonPicture = z.infer<typeof personPicture>;

/** The field of the person as messages about IDs name it. */
const PERSON: IdField = { place: label(personField), what: pickerMessages.person };

/** The public person that was looked for; or the others that were read, where it is none of them. */
type SearchedPerson =
	| { is: 'public'; person: PublicPerson }
	| { is: 'other'; read: PublicPerson[] };

/**
 * Looks up the persons of the videos of one run. A public person is found in the list of the service, whose pages are read
 * once in the run and no further than needed; a custom one is asked for once, as far as the credential has a path.
 */
export class PersonLookUps {
	/** The pages of public persons by their numbers; one that failed is read again for a later item. */
	private readonly pages = new Map<number, Promise<Page<PublicPerson>>>();

	/** What the service reports about custom persons, by their IDs. */
	private readonly pictures = new Map<string, Promise<PersonPicture>>();

	/** Whether the path of the credential has shown a person, so that it is right. */
	private hasAnswered = false;

	constructor(private readonly asking: Asking) {}

	/**
	 * Completes what the user set of the person: by its figure, and by the area that keeps the proportions
	 * of the recording.
	 *
	 * @throws PackError that says why the person cannot be used for this video; ServiceError or CancelledError
	 *   when that cannot be known now: a guess might stretch the person
	 */
	async complete(body: VideoBody) {
		const info = await this.infoOf(body);
		const picture: Picture = info.is === 'unknown' ? {} : info.picture;
		const name = picture.name || composeVideoMessages.thisPerson;
		if (body.resolution_rate === IN_4K && picture.supports4k === false) {
			throw new PackError(composeVideoMessages.personNot4k(name));
		}
		const keepsBackground = info.is === 'custom' && info.supportsRemoval === false;
		if (body.person.is_remove_bg && keepsBackground) {
			throw new PackError(composeVideoMessages.keepsBackground(label(isRemoveBg), name));
		}
		const person = { ...body.person, ...placePerson(body, picture.size) };
		if (info.is === 'public') person.figure_type = info.figureType;
		return person;
	}

	private async infoOf(body: VideoBody): Promise<PersonInfo> {
		const found = await this.findPublic(body).catch(
			async (error: unknown): Promise<SearchedPerson> => {
				// A custom person needs no list of public ones.
				if (error instanceof ServiceError && (await this.pictureOf(body))) {
					return { is: 'other', read: [] };
				}
				throw asError(error);
			},
		);
		if (found.is === 'public') return publicPersonInfo(found.person, body);
		const text = String(body.person.id);
		await refuseNameOfPerson(this.asking, PERSON, { text, publicOnes: found.read });
		return await this.customPersonInfo(body);
	}

	/**
	 * Looks for the person of a video in the list of public persons, no further than needed.
	 *
	 * @throws PackError when a public person's name was entered instead of the ID; ServiceError or
	 *   CancelledError when it is not known whether the person is public: the list cannot be read; or
	 *   one of its records cannot, while a figure is chosen. Without a figure, the service itself
	 *   refuses a public person.
	 */
	private async findPublic({ person, source }: VideoBody): Promise<SearchedPerson> {
		if (source === FROM_WEBSITE) return { is: 'other', read: [] };
		const given = String(person.id);
		const read: PublicPerson[] = [];
		let problem: string | undefined;
		const readPage = async (number: number) => await this.readPage(number);
		for await (const page of eachPage(readPage, ({ id }) => id)) {
			const { records } = page;
			const found = records.find(({ id }) => id === given);
			if (found) return { is: 'public', person: found };
			read.push(...records);
			problem ??= page.problem;
		}
		refuseName(PERSON, given, read);
		if (problem === undefined || person.figure_type === undefined) return { is: 'other', read };
		throw new ServiceError({
			endpoint: 'listPublicPersons',
			cause: 'unreadable',
			detail: composeVideoMessages.unreadablePerson(problem),
		});
	}

	private async readPage(number: number): Promise<Page<PublicPerson>> {
		const known = this.pages.get(number);
		if (known) return await known;
		const page = listPublicPersons(this.asking.client, number).catch((error: unknown) => {
			this.pages.delete(number);
			throw asError(error);
		});
		this.pages.set(number, page);
		return await page;
	}

	/**
	 * What is known about a custom person. The service is not asked where nothing depends on it: the
	 * user has set the size, the video is not in 4K, and the person keeps its background.
	 */
	private async customPersonInfo(body: VideoBody): Promise<PersonInfo> {
		const { width, height, is_remove_bg: isRemoved } = body.person;
		const in4k = body.resolution_rate === IN_4K;
		const isSizeSet = width !== undefined && height !== undefined;
		const isAllSet = isSizeSet && !in4k && !isRemoved;
		const picture = isAllSet ? undefined : await this.pictureOf(body);
		return picture ? infoOfPicture(picture, in4k) : { is: 'unknown' };
	}

	/**
	 * What the service reports about the picture of a custom person.
	 *
	 * @returns undefined without a path in the credential, and for a person unknown by that path
	 * @throws ServiceError when the service cannot be asked now
	 */
	private async pictureOf({ person }: VideoBody): Promise<PersonPicture | undefined> {
		if (!canLookUp(this.asking.client.paths, kind)) return undefined;
		const id = String(person.id);
		const picture = this.pictures.get(id) ?? this.readPicture(id);
		this.pictures.set(id, picture);
		return await picture.catch((error: unknown) => {
			// Unknown by this path, or answered in another form: asking again changes nothing.
			const { failure } = error instanceof ServiceError ? error : {};
			const isGone = failure?.cause === 'notTheService' && this.hasAnswered;
			const isUnreadable = failure?.cause === 'unreadable';
			if (failure && (isGone || isUnreadable || !isTransient(failure))) return undefined;
			throw asError(error);
		});
	}

	private async readPicture(id: string): Promise<PersonPicture> {
		const schema = maybeWithId(personPicture, 'id', id);
		const picture = await this.asking.client.call('getPerson', { query: { id } }, schema);
		this.hasAnswered = true;
		return picture;
	}
}

/** A public person with the chosen figure, or the best one. @throws PackError when none can be used */
function publicPersonInfo(person: PublicPerson, body: VideoBody): PersonInfo {
	const name = person.name || composeVideoMessages.personWithId(person.id);
	const { type, figure } = figureOf(person, name, body);
	if (figure) requireReplaceable(figure, name, body);
	const sizes = [figure ?? {}, person].map(sizeOf).filter((size) => size !== undefined);
	const supports4k = person.support_4k ?? (sizes.length > 0 ? sizes.some(is4k) : undefined);
	const picture = { name: person.name, size: sizes[0], supports4k };
	return { is: 'public', figureType: type, picture };
}

/** The chosen figure, or the best one; a person without a list of figures may still have the chosen one. */
function figureOf(person: PublicPerson, name: string, body: VideoBody) {
	const chosen = body.person.figure_type;
	const figures = (person.figures ?? []).filter(({ type }) => type);
	const figure = chosen ? figures.find(({ type }) => type === chosen) : bestFigure(figures, body);
	const type = figure?.type ?? chosen;
	const field = label(figureType);
	if (typeof type !== 'string') throw new PackError(composeVideoMessages.noFigures(name, field));
	if (figure || !person.figures) return { type, figure };
	const others = figures.map((one) => figureName(String(one.type)));
	const choices = formatList([AUTOMATIC_FIGURE.name, ...others]);
	throw new PackError(composeVideoMessages.noSuchFigure(field, figureName(type), name, choices));
}

/** @throws PackError where the background is to be replaced, and this figure keeps its own */
function requireReplaceable(figure: Figure, name: string, { person }: VideoBody): void {
	const isTransparent = person.is_rgba_mode;
	if (figure.bg_replace !== false || !(isTransparent || person.is_remove_bg)) return;
	const option = label(isRemoveBg);
	const { transparentIsSet, anotherBackground, isOn, turnOff } = composeVideoMessages;
	const set = isTransparent ? transparentIsSet : isOn(option);
	const instead = isTransparent ? anotherBackground : turnOff(option);
	const type = figureName(String(figure.type));
	throw new PackError(composeVideoMessages.figureKeepsBackground(set, type, name, instead));
}

/**
 * The figure that fits best: large enough for 4K, with a background that can be replaced, recorded
 * in the orientation of the screen, in this order; of those alike, the one of the best type.
 */
function bestFigure(figures: readonly Figure[], body: VideoBody): Figure | undefined {
	const { bg, bg_color: color, person } = body;
	const landscape = body.screen_width > body.screen_height;
	const isLandscape = ({ width, height }: Size) => width > height;
	const shape = (figure: Figure) => sizeOf(figure) ?? PORTRAIT;
	// A sitting person fills a wide picture, a standing one a high one; a circle is for a corner.
	const order = landscape ? ['sit_body', 'whole_body'] : ['whole_body', 'sit_body'];
	const types = [...order, 'circle_view'];
	const replaces = person.is_rgba_mode || bg !== undefined || color !== undefined;
	return sortBy(figures, [
		(figure) => body.resolution_rate === IN_4K && !is4k(shape(figure)),
		({ bg_replace: replaceable }) => replaces && replaceable === false,
		(figure) => isLandscape(shape(figure)) !== landscape,
		({ type }) => types.indexOf(String(type)) + 1 || types.length + 1,
	])[0];
}

function infoOfPicture(picture: PersonPicture, in4k: boolean): PersonInfo {
	const usual = sizeOf(picture);
	const large = sizeOf({ width: picture.width_4k, height: picture.height_4k });
	const isLarge = large !== undefined || (usual && is4k(usual));
	const size = (in4k && large) || usual;
	const supports4k = picture.support_4k ?? isLarge;
	return {
		is: 'custom',
		supportsRemoval: picture.is_support_remove_bg,
		picture: { name: picture.name, size, supports4k },
	};
}
