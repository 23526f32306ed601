import { compact } from 'lodash';
import { z } from 'zod';

import { isTransient } from '../shared/api/failure';
import {
	is4k,
	listPublicPersons,
	type PublicPerson,
	type Size,
	sizeOf,
} from '../shared/api/library';
import { eachPage, type Page } from '../shared/api/pages';
import { maybeWithId, onlyShown, shownNumber, shownText, taskId } from '../shared/api/schemas';
import { ServiceError } from '../shared/api/serviceError';
import { label } from '../shared/fields/field';
import {
	type Asking,
	type IdField,
	refuseNameOfPerson,
	refuseWholeName,
} from '../shared/pickers/namesInLists';
import { pickerMessages } from '../shared/pickers/pickerMessages';
import { canLookUp } from '../shared/tasks/canAsk';
import { person as personKind } from '../shared/tasks/person';
import { asError } from '../shared/util/async';
import { PackError } from '../shared/util/errors';
import { isRemoveBg } from './background';
import { composeVideoMessages } from './composeVideo.messages';
import { figureFor } from './figures';
import { personField } from './personFields';
import { placePerson } from './placePerson';
import { IN_4K, type PersonInBody, type VideoBody } from './videoBody';

/*
 * What the service knows about the person of a video. It decides where the person stands, and
 * whether the video is possible. A public person is in the list of the service. A custom one is only
 * known at the 'Person Detail Path' of the credential.
 */

/** What the service says about the recording of a person. What it does not say refuses nothing. */
interface Recording {
	/** The name of the person, for messages. */
	name?: string;
	/** Its size, whose proportions the person keeps. */
	size?: Size;
	supports4k?: boolean;
	supportsRemoval?: boolean;
}

/** What is known about the person of a video. */
type PersonInfo = Recording &
	(
		| { is: 'public'; figureType: string }
		/** Custom persons have no figures. */
		| { is: 'custom' }
	);

/** Persons that were made on the website of the service are not public (`source` of service.md 4.7). */
const FROM_WEBSITE = 1;

/** What the service says about the picture of a custom person (service.md 2.8). */
const customPerson = z.object({
	id: taskId,
	name: shownText,
	width: shownNumber,
	height: shownNumber,
	width_4k: shownNumber,
	height_4k: shownNumber,
	support_4k: onlyShown(z.boolean()),
	is_support_remove_bg: onlyShown(z.boolean()),
});

type CustomPerson = z.infer<typeof customPerson>;

/** The field of the person as messages about IDs name it. */
const PERSON: IdField = { place: label(personField), what: pickerMessages.person };

/** What the list of public persons says about an ID. */
type InPublicList =
	| { is: 'public'; person: PublicPerson }
	/** It is none of the persons that were `read`; these are none where the list was not needed, or cannot be read. */
	| { is: 'notPublic'; read: PublicPerson[] };

/**
 * Looks up the persons of the videos of one run. Pages of public persons are read once in the run and no further than
 * needed, and each custom person is asked for once.
 */
export class PersonLookUps {
	/** The pages of public persons by their numbers. One that could not be read is read again for a later item. */
	private readonly pages = new Map<number, Promise<Page<PublicPerson>>>();

	/** What the service says about custom persons, by their IDs. */
	private readonly customPersons = new Map<string, Promise<CustomPerson>>();

	/** Whether the service has found a person at the path of the credential, so that the path is right. */
	private isPathProven = false;

	constructor(private readonly asking: Asking) {}

	/**
	 * Completes what the user set of the person: by its figure, and by the area that keeps the proportions
	 * of the recording.
	 *
	 * @throws PackError that says why the person cannot be used for this video; ServiceError or CancelledError
	 *   when that cannot be known now, because a guess might stretch the person
	 */
	async complete(body: VideoBody): Promise<PersonInBody> {
		const info = await this.infoOf(body);
		const name = info.name || composeVideoMessages.thisPerson;
		if (body.resolution_rate === IN_4K && info.supports4k === false) {
			throw new PackError(composeVideoMessages.personNot4k(name));
		}
		if (body.person.is_remove_bg && info.supportsRemoval === false) {
			throw new PackError(composeVideoMessages.keepsBackground(label(isRemoveBg), name));
		}
		const person = { ...body.person, ...placePerson(body, info.size) };
		if (info.is === 'public') person.figure_type = info.figureType;
		return person;
	}

	/** What is known about the person of a video. @throws what `complete` throws */
	private async infoOf(body: VideoBody): Promise<PersonInfo> {
		const inPublicList = await this.findPublicUnlessCustom(body);
		if (inPublicList.is === 'public') return infoOfPublicPerson(inPublicList.person, body);
		// A custom person is known by its ID alone, so what looks like a name of one is refused.
		const text = String(body.person.id);
		await refuseNameOfPerson(this.asking, PERSON, { text, publicOnes: inPublicList.read });
		return await this.infoOfCustomPerson(body);
	}

	/**
	 * Looks for the person of a video in the list of public persons. Where that cannot be read, a custom person is looked
	 * for instead, who is then not public.
	 *
	 * @throws what `findPublic` throws, where no custom person is found either
	 */
	private async findPublicUnlessCustom(body: VideoBody): Promise<InPublicList> {
		try {
			return await this.findPublic(body);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw asError(error);
			const isCustom = (await this.findCustom(body)) !== undefined;
			if (!isCustom) throw asError(error);
			return { is: 'notPublic', read: [] };
		}
	}

	/**
	 * Looks for the person of a video in the list of public persons, no further than needed.
	 *
	 * @throws PackError when a public person's name was entered instead of the ID; ServiceError or
	 *   CancelledError when it is not known whether the person is public: the list cannot be read; or
	 *   one of its records cannot, while a figure is chosen. Without a figure, the service itself
	 *   refuses a public person.
	 */
	private async findPublic({ person, source }: VideoBody): Promise<InPublicList> {
		if (source === FROM_WEBSITE) return { is: 'notPublic', read: [] };
		const id = String(person.id);
		const read: PublicPerson[] = [];
		// Why a record could not be read, of the first one.
		let problem: string | undefined;
		const readPage = async (number: number) => await this.readPage(number);
		// A record that has moved to the next page in the meantime is known by its ID.
		for await (const page of eachPage(readPage, (record) => record.id)) {
			const wanted = page.records.find((record) => record.id === id);
			if (wanted) return { is: 'public', person: wanted };
			read.push(...page.records);
			problem ??= page.problem;
		}
		refuseWholeName(PERSON, id, read);
		const isFigureChosen = person.figure_type !== undefined;
		if (problem === undefined || !isFigureChosen) return { is: 'notPublic', read };
		throw new ServiceError({
			endpoint: 'listPublicPersons',
			cause: 'unreadable',
			detail: composeVideoMessages.unreadablePerson(problem),
		});
	}

	/** A page of public persons, by its number from 1. */
	private async readPage(number: number): Promise<Page<PublicPerson>> {
		const known = this.pages.get(number);
		if (known) return await known;
		// The promise is kept, and not its page, so that items that are prepared at once ask for it only once.
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
	private async infoOfCustomPerson(body: VideoBody): Promise<PersonInfo> {
		const { width, height, is_remove_bg: isRemoved } = body.person;
		const isIn4k = body.resolution_rate === IN_4K;
		const isSizeSet = width !== undefined && height !== undefined;
		const isAllKnown = isSizeSet && !isIn4k && !isRemoved;
		const record = isAllKnown ? undefined : await this.findCustom(body);
		return record ? infoOfRecord(record, isIn4k) : { is: 'custom' };
	}

	/**
	 * Asks for a custom person, once in a run.
	 *
	 * @returns undefined without a path in the credential, and where asking again would change nothing: for a person that
	 *   is unknown at that path, after a refusal for good, and after an answer in another form
	 * @throws ServiceError when the service cannot be asked now; PackError when the path is no path
	 */
	private async findCustom({ person }: VideoBody): Promise<CustomPerson | undefined> {
		if (!canLookUp(this.asking.client.paths, personKind)) return undefined;
		const id = String(person.id);
		// The promise is kept, also one that fails, so that each person is asked for once.
		const answer = this.customPersons.get(id) ?? this.readCustomPerson(id);
		this.customPersons.set(id, answer);
		try {
			return await answer;
		} catch (error) {
			const isUnknownForGood = error instanceof ServiceError && this.isFinal(error);
			if (isUnknownForGood) return undefined;
			throw asError(error);
		}
	}

	/** Whether asking for the same person again would fail again. */
	private isFinal({ failure }: ServiceError): boolean {
		if (failure.cause === 'unreadable') return true;
		// Such an answer comes from a wrong path, or for a person who is gone. Where the path has shown another person, it
		// is right, so that it is the person who is gone.
		if (failure.cause === 'notTheService' && this.isPathProven) return true;
		return !isTransient(failure);
	}

	/** Asks the service for a custom person. @throws ServiceError when it gives none, or one with another ID */
	private async readCustomPerson(id: string): Promise<CustomPerson> {
		const schema = maybeWithId(customPerson, 'id', id);
		const read = await this.asking.client.call('getPerson', { query: { id } }, schema);
		this.isPathProven = true;
		return read;
	}
}

/**
 * What the list says about a public person with the figure for a video. @throws PackError when no figure can be used
 */
function infoOfPublicPerson(person: PublicPerson, body: VideoBody): PersonInfo {
	const name = person.name || composeVideoMessages.personWithId(person.id);
	const { type, listed } = figureFor(body, person, name);
	const sizeOfFigure = listed ? sizeOf(listed) : undefined;
	const sizeOfPerson = sizeOf(person);
	const sizes = compact([sizeOfFigure, sizeOfPerson]);
	// Where the list has no size at all, it does not show whether the person can be seen in 4K.
	const isLarge = sizes.length > 0 ? sizes.some(is4k) : undefined;
	return {
		is: 'public',
		figureType: type,
		name: person.name,
		size: sizeOfFigure ?? sizeOfPerson,
		supports4k: person.support_4k ?? isLarge,
	};
}

/** What the service says about a custom person, of whom it may have a second recording in 4K. */
function infoOfRecord(record: CustomPerson, isIn4k: boolean): PersonInfo {
	const usual = sizeOf(record);
	const in4k = sizeOf({ width: record.width_4k, height: record.height_4k });
	// Without a size of the usual recording, it does not show whether that is in 4K.
	const isUsualLarge = usual ? is4k(usual) : undefined;
	const isLarge = in4k ? true : isUsualLarge;
	return {
		is: 'custom',
		name: record.name,
		size: isIn4k && in4k ? in4k : usual,
		supports4k: record.support_4k ?? isLarge,
		supportsRemoval: record.is_support_remove_bg,
	};
}
