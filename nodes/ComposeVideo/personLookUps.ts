import { compact, memoize } from 'lodash';
import { z } from 'zod';

import type { ServiceClient } from '../shared/api/client';
import { isTransient } from '../shared/api/failure';
import { listPublicPersons, type PublicPerson } from '../shared/api/library';
import { eachPage, type Page } from '../shared/api/pages';
import { onlyShown, shownNumber, shownText, taskId, withId } from '../shared/api/schemas';
import { asServiceError, ServiceError } from '../shared/api/serviceError';
import { label } from '../shared/fields/field';
import { canLookUp } from '../shared/model/taskKind';
import { type IdField, refuseNameOfPerson, refuseWholeName } from '../shared/pickers/namesInLists';
import { pickerMessages } from '../shared/pickers/pickerMessages';
import { person as personKind } from '../shared/tasks/person';
import { asError } from '../shared/util/async';
import { PackError } from '../shared/util/errors';
import { is4k, type Size, sizeOf } from '../shared/util/pictureSize';
import { isRemoveBg } from './background';
import { composeVideoMessages } from './composeVideo.messages';
import { figureFor } from './figures';
import { personField } from './personFields';
import { placePerson } from './placePerson';
import { FROM_WEBSITE, IN_4K, type PersonInBody, type VideoBody } from './videoBody';

/*
 * What the service knows about the person of a video. It decides where the person stands, and
 * whether the video is possible. A public person is in the list of the service. A custom one is only
 * known at the 'Person Detail Path' of the credential.
 */

/** What the service says about the recording of a person. Nothing is refused because of what it does not say. */
interface Recording {
	/** The name of the person, for messages. */
	name?: string;
	/** Its size, whose proportions the person keeps. */
	size?: Size;
	supports4k?: boolean;
	/** Whether its background can be removed. */
	supportsRemoval?: boolean;
}

/** What is known about the person of a video; of a public one, also the type of the figure that is sent. */
type PersonInfo = Recording &
	(
		| { is: 'public'; figureType: string }
		/** A custom person has no figures. */
		| { is: 'custom' }
	);

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
	/** No public person has it. `read` are all public persons; none where the list was not needed, or cannot be read. */
	| { is: 'notPublic'; read: PublicPerson[] };

/**
 * Looks up the persons of the videos of one run. Pages of public persons are read once in the run and no further than
 * needed, and each custom person is asked for once.
 */
export class PersonLookUps {
	/** Whether the service has found a person at the path of the credential, which proves that the path is right. */
	private isPathProven = false;

	constructor(private readonly client: ServiceClient) {}

	/**
	 * The person as it is sent: what the user set, the figure of a public person, and the area on the screen, which keeps
	 * the proportions of the recording.
	 *
	 * @throws PackError that says why the person cannot be used for this video; ServiceError when the service does not
	 *   answer what has to be known of the person, because a guess might stretch the picture; CancelledError when the
	 *   execution is stopped
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
		// A custom person can only be given by its ID, so what looks like a name is refused.
		const text = String(body.person.id);
		await refuseNameOfPerson(this.client, PERSON, { text, publicOnes: inPublicList.read });
		return await this.infoOfCustomPerson(body);
	}

	/**
	 * Looks for the person of a video in the list of public persons. Where the list cannot be read, it asks for a custom
	 * person with this ID: if there is one, the person is not public, and the list is not needed.
	 *
	 * @throws what `findPublic` throws, but a ServiceError only where no custom person is found; and what `findCustom`
	 *   throws
	 */
	private async findPublicUnlessCustom(body: VideoBody): Promise<InPublicList> {
		try {
			return await this.findPublic(body);
		} catch (thrown) {
			const error = asServiceError(thrown);
			const isCustom = (await this.findCustom(body)) !== undefined;
			if (!isCustom) throw error;
			return { is: 'notPublic', read: [] };
		}
	}

	/**
	 * Looks for the person of a video in the list of public persons, no further than needed.
	 *
	 * @throws PackError when the whole name of a public person was entered instead of the ID; ServiceError or
	 *   CancelledError when the list cannot be read
	 */
	private async findPublic({ person, source }: VideoBody): Promise<InPublicList> {
		// A person that was made on the website of the service is in no list.
		if (source === FROM_WEBSITE) return { is: 'notPublic', read: [] };
		const id = String(person.id);
		const read: PublicPerson[] = [];
		// The ID tells a record that has moved to the next page in the meantime, so that it is not read twice.
		for await (const page of eachPage(this.readPage, (record) => record.id)) {
			const wanted = page.records.find((record) => record.id === id);
			if (wanted) return { is: 'public', person: wanted };
			read.push(...page.records);
		}
		refuseWholeName(PERSON, id, read);
		return { is: 'notPublic', read };
	}

	/**
	 * A page of public persons, by its number from 1, which is asked for once unless it could not be read. The promise is
	 * kept, and not its page, so that items that are prepared at once ask for it only once.
	 *
	 * @throws ServiceError when the service does not give the page; CancelledError when the execution is stopped
	 */
	private readonly readPage = memoize(async (number: number): Promise<Page<PublicPerson>> => {
		try {
			return await listPublicPersons(this.client, number);
		} catch (error) {
			// A later item asks again.
			this.readPage.cache.delete(number);
			throw asError(error);
		}
	});

	/**
	 * What is known about a custom person: nothing where the service cannot tell it. The service is not asked where
	 * nothing depends on its answer: the user has set the size, the video is not in 4K, and the person keeps its
	 * background.
	 *
	 * @throws what `findCustom` throws
	 */
	private async infoOfCustomPerson(body: VideoBody): Promise<PersonInfo> {
		const { person } = body;
		const isIn4k = body.resolution_rate === IN_4K;
		const isSizeSet = person.width !== undefined && person.height !== undefined;
		const isBackgroundRemoved = Boolean(person.is_remove_bg);
		const isAnswerNeeded = !isSizeSet || isIn4k || isBackgroundRemoved;
		const record = isAnswerNeeded ? await this.findCustom(body) : undefined;
		return record ? infoOfRecord(record, isIn4k) : { is: 'custom' };
	}

	/**
	 * Asks for a custom person, once in a run.
	 *
	 * @returns undefined without a path in the credential, and where asking again would change nothing: for a person that
	 *   is unknown at that path, after a refusal for good, and after an answer in another form
	 * @throws ServiceError when the service does not answer now, but may do so later; PackError when the path in the
	 *   credential is no path; CancelledError when the execution is stopped
	 */
	private async findCustom({ person }: VideoBody): Promise<CustomPerson | undefined> {
		if (!canLookUp(this.client.paths, personKind)) return undefined;
		const id = String(person.id);
		try {
			return await this.readCustomPerson(id);
		} catch (error) {
			const isUnknownForGood = error instanceof ServiceError && this.isFinal(error);
			if (isUnknownForGood) return undefined;
			throw asError(error);
		}
	}

	/**
	 * Whether the failure is for good, as far as it is known: asking for the same person again would fail again. As long
	 * as no person was read at the path, an answer that is not the service's does not count, so that the user learns that
	 * the path may be wrong.
	 */
	private isFinal({ failure }: ServiceError): boolean {
		if (failure.cause === 'unreadable') return !failure.isCutOff;
		// What is no answer of the service comes from a wrong path, or for a person who is gone. Where the path has shown
		// another person, it is right, so that it is the person who is gone.
		if (failure.cause === 'notTheService' && this.isPathProven) return true;
		return !isTransient(failure);
	}

	/**
	 * What the service says about a custom person, which it is asked for once, also where that fails.
	 *
	 * @throws ServiceError when it gives none, or one with another ID
	 */
	private readonly readCustomPerson = memoize(async (id: string): Promise<CustomPerson> => {
		const schema = withId(customPerson, 'id', id);
		const read = await this.client.call('getPerson', { query: { id } }, schema);
		this.isPathProven = true;
		return read;
	});
}

/**
 * What the list says about a public person, with the figure for a video.
 *
 * @throws PackError when no figure can be used
 */
function infoOfPublicPerson(person: PublicPerson, body: VideoBody): PersonInfo {
	const name = person.name || composeVideoMessages.personWithId(person.id);
	const { type, listed } = figureFor(body, person, name);
	const sizeOfFigure = listed ? sizeOf(listed) : undefined;
	const sizeOfPerson = sizeOf(person);
	const sizes = compact([sizeOfFigure, sizeOfPerson]);
	// Undefined where the list has no size at all, so that it is not known.
	const hasSizeIn4k = sizes.length > 0 ? sizes.some(is4k) : undefined;
	return {
		is: 'public',
		figureType: type,
		name: person.name,
		size: sizeOfFigure ?? sizeOfPerson,
		// What the service says itself comes before what follows from the sizes.
		supports4k: person.support_4k ?? hasSizeIn4k,
	};
}

/**
 * What the service says about a custom person, of whom it may have a second recording in 4K.
 *
 * @param isIn4k whether the video is to be in 4K
 */
function infoOfRecord(record: CustomPerson, isIn4k: boolean): PersonInfo {
	const usualSize = sizeOf(record);
	const sizeIn4k = sizeOf({ width: record.width_4k, height: record.height_4k });
	// Undefined where the usual recording has no size, so that it is not known.
	const isUsualIn4k = usualSize ? is4k(usualSize) : undefined;
	const hasSizeIn4k = sizeIn4k ? true : isUsualIn4k;
	return {
		is: 'custom',
		name: record.name,
		size: isIn4k && sizeIn4k ? sizeIn4k : usualSize,
		// What the service says itself comes before what follows from the sizes.
		supports4k: record.support_4k ?? hasSizeIn4k,
		supportsRemoval: record.is_support_remove_bg,
	};
}
