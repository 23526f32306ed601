/*
 * A name in a field that takes an ID. People copy what a list shows, and the service only refuses it when files have
 * been uploaded; so names are looked for in its lists before anything is sent. `listed` are always the records of such
 * a list, and `text` is what the user set in the field. "Own" persons and voices are those of the user, which the
 * service does not have among its public ones.
 */
import { compact, once } from 'lodash';

import type { ServiceClient } from '../api/client';
import { enteredPath, type PathField } from '../api/paths';
import { listPublicVoices } from '../api/library';
import { collect, type PageReader } from '../api/pages';
import { ServiceError } from '../api/serviceError';
import { plainWords, withoutQuotes } from '../fields/words';
import { listPersons } from '../tasks/person';
import { listVoices } from '../tasks/voice';
import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { formatList } from '../util/text';
import { pickerMessages } from './pickerMessages';

/** Something in a list of the service. */
interface Named {
	id: string;
	name?: string;
}

/** A voice, with the language that the service says it has. */
interface ListedVoice extends Named {
	lang?: string;
}

/** A field that takes an ID, in the words of messages. */
export interface IdField {
	/** The field, such as "'Voice'". */
	place: string;
	/** What has the ID, such as "voice". */
	what: string;
}

/** The details behind a name in a list of the editor, such as " (female, 3 figures)" in "Anna (female, 3 figures)". */
const DETAILS = / \([^()]*\)$/;

/**
 * The records that have a text as their name. The name may be written as the lists of the editor show it, with details
 * behind it, or in quotes; case and accents do not count. A record without a name is never among them.
 */
export function namesakesOf<T extends Named>(listed: readonly T[], text: string): T[] {
	const unquoted = withoutQuotes(text.trim());
	const written = plainWords(unquoted);
	const withoutDetails = written.replace(DETAILS, '');
	// An empty text is left out, because records without a name would fit it.
	const names = compact([written, withoutDetails]);
	return listed.filter(({ name = '' }) => names.includes(plainWords(name)));
}

/**
 * Refuses a text that is no ID in a list, but the whole name of a record in it.
 *
 * @throws PackError that says the ID to enter, or the IDs where several records have the name
 */
export function refuseWholeName(field: IdField, text: string, listed: readonly Named[]): void {
	const namesakes = namesakesOf(listed, text);
	const [first] = namesakes;
	if (!first) return;
	const ids = formatList(namesakes.map(({ id }) => id));
	// As the list writes it, which may differ from what the user wrote.
	const name = formatValue(first.name);
	throw new PackError(pickerMessages.nameInsteadOfId(field.place, field.what, name, ids));
}

/**
 * Refuses a text that is no ID in a list, but a name in it; or, where the list is known, one that can only be a name,
 * because it has no digit or is not a single word.
 *
 * @throws PackError that says the ID, or where to choose
 */
function refuseNameIn(
	field: IdField,
	text: string,
	{ listed, isListKnown }: { listed: readonly Named[]; isListKnown: boolean },
): void {
	const isIdInList = listed.some(({ id }) => id === text);
	if (isIdInList) return;
	refuseWholeName(field, text, listed);
	const mayBeId = /\d/.test(text) && isSingleWord(text);
	if (mayBeId || !isListKnown) return;
	throw new PackError(pickerMessages.unknownName(field.place, field.what, formatValue(text)));
}

/** From so many characters on, a word with a letter and a digit is taken for an ID, and not for a name. */
const LENGTH_OF_IDS = 12;

/** Whether a text may be a name: it has a letter, and is no word that looks like an ID. */
function mayBeName(text: string): boolean {
	const hasLetter = /\p{L}/u.test(text);
	const hasDigit = /\d/.test(text);
	const isLikeId = hasDigit && isSingleWord(text) && text.length >= LENGTH_OF_IDS;
	return hasLetter && !isLikeId;
}

/** Whether a text is one word: it has no blank within it, and is no address, such as that of a preview. */
function isSingleWord(text: string): boolean {
	return !/\s|:\/\//.test(text.trim());
}

/**
 * The voices that the service lists, public ones and those of the user. Each of the two lists is read once in a run,
 * when something first depends on it. A list that cannot be read counts as empty.
 *
 * All methods throw CancelledError when the execution is stopped, and PackError where the credential has something in
 * the field for the path of the user's voices that is no path.
 */
export class VoiceLists {
	private readonly readPublic = once(async (): Promise<ListedVoice[]> => {
		return await recordsOrNone(this.client, listPublicVoices);
	});

	private readonly readOwn = once(async (): Promise<ListedVoice[]> => {
		return await ownRecords(this.client, 'voiceListPath', listVoices);
	});

	constructor(private readonly client: ServiceClient) {}

	/**
	 * Refuses the name of a voice, or an unknown name, in a field that takes its ID. Nothing is refused that cannot be
	 * checked because a list cannot be read: the service checks the ID.
	 *
	 * @param place how messages name the field
	 * @param given what is in the field; what is no text is not refused here
	 * @throws PackError that says the ID, or where to choose
	 */
	async refuseName(place: string, given: unknown): Promise<void> {
		if (typeof given !== 'string' || !mayBeName(given)) return;
		const publicOnes = await this.readPublic();
		const listed = publicOnes.concat(await this.readOwn());
		// Where the public list could not be read, it is not known whether the text is a name in it.
		const isListKnown = publicOnes.length > 0;
		refuseNameIn({ place, what: pickerMessages.voice }, given, { listed, isListKnown });
	}

	/**
	 * The language of a voice, as the service writes it in the lists, such as "en". Undefined for a voice that is in no
	 * list, as far as the lists can be read, and for one of which they say no language.
	 */
	async languageOf(id: string): Promise<string | undefined> {
		const isMeant = (voice: ListedVoice) => voice.id === id;
		const publicVoice = (await this.readPublic()).find(isMeant);
		// The own voices are only read where they are needed.
		const voice = publicVoice ?? (await this.readOwn()).find(isMeant);
		return voice?.lang;
	}
}

/**
 * Refuses the name of a person, or an unknown name, in a field that takes the ID of a person. Custom persons, which are
 * the user's own, are looked for as well as public ones.
 *
 * @param text is not the ID of a public person, which the caller has found out
 * @param publicOnes all public persons; none where their list could not be read, or was not needed
 * @throws PackError that says the ID, or where to choose, or that the credential has a wrong path for the list of own
 *   persons; CancelledError when the execution is stopped
 */
export async function refuseNameOfPerson(
	client: ServiceClient,
	field: IdField,
	{ text, publicOnes }: { text: string; publicOnes: readonly Named[] },
): Promise<void> {
	if (!mayBeName(text)) return;
	const own: Named[] = await ownRecords(client, 'personListPath', listPersons);
	const listed = publicOnes.concat(own);
	const isListKnown = publicOnes.length > 0;
	refuseNameIn(field, text, { listed, isListKnown });
}

/** How long the reading of one list may take, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * The persons or voices of the user; none where the credential has no path for their list, or the list cannot be read.
 *
 * @param path the field of the credential for the path
 * @param readPage reads a page of the list
 * @throws PackError where something is in that field that is no path; CancelledError when the execution is stopped
 */
async function ownRecords<T extends Named>(
	client: ServiceClient,
	path: PathField,
	readPage: PageReader<T>,
): Promise<T[]> {
	if (enteredPath(client.paths, path) === undefined) return [];
	return await recordsOrNone(client, readPage);
}

/**
 * All records of a list; none where the service does not give all of them within `PATIENCE_MS`.
 *
 * @throws any error but a ServiceError, such as CancelledError when the execution is stopped
 */
async function recordsOrNone<T extends Named>(
	client: ServiceClient,
	readPage: PageReader<T>,
): Promise<T[]> {
	try {
		return await collect(client.with({ withinMs: PATIENCE_MS }), readPage);
	} catch (error) {
		if (error instanceof ServiceError) return [];
		throw asError(error);
	}
}
