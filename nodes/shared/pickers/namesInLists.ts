/*
 * A name in a field that takes an ID. People copy what a list shows, and the service only refuses it when files have
 * been uploaded; so names are looked for in its lists before anything is sent. `listed` are always the records of such
 * a list, and `text` is what the user set in the field. "Own" are the persons or voices of the user, as against the
 * public ones of the service.
 */
import { compact, initial, intersection, once, orderBy, tail, uniq, zipWith } from 'lodash';

import type { ServiceClient } from '../api/client';
import { hasPath, type PathField } from '../api/paths';
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
import { entriesMatching } from './entries';
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

/** A field that takes an ID: how messages name it, and the word for what has the ID. */
export interface IdField {
	place: string;
	what: string;
}

/** The details behind a name in a list of the editor: "Anna (female, 3 figures)". */
const DETAILS = / \([^()]*\)$/;

/**
 * The records whose name a text is. It may be written as the lists of the editor show it, with details or in
 * quotes. A record without a name has none that fits.
 */
export function namesakesOf<T extends Named>(listed: readonly T[], text: string): T[] {
	const unquoted = withoutQuotes(text.trim());
	const written = plainWords(unquoted);
	const withoutDetails = written.replace(DETAILS, '');
	// An empty text is left out, as the records without a name would fit it.
	const names = compact([written, withoutDetails]);
	return listed.filter(({ name = '' }) => names.includes(plainWords(name)));
}

/** Refuses a text that is no ID of a list, but a whole name in it. @throws PackError that says the ID */
export function refuseWholeName(field: IdField, text: string, listed: readonly Named[]): void {
	if (hasId(listed, text)) return;
	const namesakes = namesakesOf(listed, text);
	const [first] = namesakes;
	if (!first) return;
	// More than one may have the same name.
	const ids = formatList(namesakes.map(({ id }) => id));
	// As the list writes it, which may differ from what the user wrote.
	const name = formatValue(first.name);
	throw new PackError(pickerMessages.nameInsteadOfId(field.place, field.what, name, ids));
}

/** Whether a text is the ID of one of the records. */
function hasId(listed: readonly Named[], id: string): boolean {
	return listed.some((record) => record.id === id);
}

/** How many of those that may be meant a message names. */
const MOST_MEANT = 5;

/**
 * Refuses a text that is no ID of a list, but a part of names in it, as "Ada" of "Ada Lovelace".
 *
 * @throws PackError that says what may be meant
 */
function refusePartOfName(field: IdField, text: string, listed: readonly Named[]): void {
	if (hasId(listed, text)) return;
	const entries = listed.map(({ id, name = '' }) => ({ name, value: id }));
	const matching = entriesMatching(entries, withoutQuotes(text));
	if (matching.length === 0) return;
	const shown = matching.slice(0, MOST_MEANT);
	const words = shown.map(({ name, value }) => nameWithId(name, value));
	const notShown = matching.length - shown.length;
	if (notShown > 0) words.push(pickerMessages.moreNames(notShown));
	const candidates = formatList(words, 'and');
	const given = formatValue(text);
	throw new PackError(pickerMessages.partOfName(field.place, field.what, given, candidates));
}

/**
 * Refuses a text that can only be a name, and is none in a list. A list that could not be read is empty, and refuses
 * nothing.
 *
 * @throws PackError that says what is named alike
 */
function refuseUnknownName(field: IdField, text: string, listed: readonly Named[]): void {
	const hasDigit = /\d/.test(text);
	const mayBeId = hasDigit && isSingleWord(text);
	if (mayBeId || hasId(listed, text)) return;
	if (listed.length === 0) return;
	const alike = mostAlikeFirst(listed, text).slice(0, MOST_MEANT);
	const candidates = formatList(alike.map(({ id, name }) => nameWithId(name, id)));
	const given = formatValue(text);
	throw new PackError(pickerMessages.unknownName(field.place, field.what, given, candidates));
}

/** A name and its ID in a message, such as "Ada (ID 17)". */
function nameWithId(name: string, id: string): string {
	return pickerMessages.nameWithId(formatValue(name), id);
}

/**
 * The records with a name, those first whose name is most like a text: by the share of pairs of letters that both have.
 */
function mostAlikeFirst(listed: readonly Named[], text: string): Array<Required<Named>> {
	const wanted = pairsOf(text);
	const named = listed.filter((record): record is Required<Named> => record.name !== undefined);
	// From 0 for no common pair to a half for equal names, because the pairs of both are added up.
	const likenessOf = ({ name }: Required<Named>) => {
		const pairs = pairsOf(name);
		const inBoth = intersection(wanted, pairs);
		return inBoth.length / (wanted.length + pairs.length);
	};
	return orderBy(named, likenessOf, 'desc');
}

/**
 * The pairs of letters that stand beside each other in a text, and at its ends a
 * letter and a blank: " a", "ab", "b " for "ab".
 */
function pairsOf(text: string): string[] {
	const letters = [...` ${plainWords(text)} `];
	const allButLast = initial(letters);
	const allButFirst = tail(letters);
	const pairs = zipWith(allButLast, allButFirst, (letter, next) => letter + next);
	return uniq(pairs);
}

/** From so many characters on, a word with a letter and a digit is rather an ID than a name. */
const LENGTH_OF_IDS = 12;

/** Whether a text may be a name: it has a letter, and is no word that looks like an ID. */
function mayBeName(text: string): boolean {
	const hasLetter = /\p{L}/u.test(text);
	const hasDigit = /\d/.test(text);
	const isLikeId = hasDigit && isSingleWord(text) && text.length >= LENGTH_OF_IDS;
	return hasLetter && !isLikeId;
}

/** Whether a text has no blank within it, and is no address, such as that of a preview. */
function isSingleWord(text: string): boolean {
	return !/\s|:\/\//.test(text.trim());
}

/** What has a client, such as a run: as much of it as is needed to ask the service. */
export interface Asking {
	client: ServiceClient;
}

/**
 * The voices of the service, whose lists are read once in a run, when something depends
 * on them. A list that cannot be read is empty.
 */
export class VoiceLists {
	private readonly readPublic = once(async (): Promise<ListedVoice[]> => {
		return await recordsOrNone(this.asking.client, listPublicVoices);
	});

	private readonly readOwn = once(async (): Promise<ListedVoice[]> => {
		return await ownRecords(this.asking, 'voiceListPath', listVoices);
	});

	constructor(private readonly asking: Asking) {}

	/**
	 * Refuses the name of a voice, a part of it, or an unknown name, where its ID belongs. A list that cannot be read
	 * refuses nothing: the service checks the ID.
	 *
	 * @param place how messages name the field
	 * @throws PackError that says the ID, or what may be meant
	 */
	async refuseName(place: string, given: unknown): Promise<void> {
		if (typeof given !== 'string' || !mayBeName(given)) return;
		const publicOnes = await this.readPublic();
		const all = publicOnes.concat(await this.readOwn());
		const field = { place, what: pickerMessages.voice };
		refuseWholeName(field, given, all);
		refusePartOfName(field, given, all);
		// Where the public list could not be read, the text may be a name in it.
		if (publicOnes.length > 0) refuseUnknownName(field, given, all);
	}

	/** The language that the lists give for a voice; undefined for one that is in none, as far as they can be read. */
	async languageOf(id: string): Promise<string | undefined> {
		const isMeant = (voice: ListedVoice) => voice.id === id;
		const publicVoice = (await this.readPublic()).find(isMeant);
		// The own voices are only read where they are needed.
		const voice = publicVoice ?? (await this.readOwn()).find(isMeant);
		return voice?.lang;
	}
}

/**
 * Refuses a text that is the ID of no public person, where it is the name of one, a part of a name, or an unknown name.
 *
 * @param publicOnes all public persons, of which one may be meant, too; none where their list could not be read
 * @throws PackError that says the ID, or what may be meant
 */
export async function refuseNameOfPerson(
	asking: Asking,
	field: IdField,
	{ text, publicOnes }: { text: string; publicOnes: readonly Named[] },
): Promise<void> {
	if (!mayBeName(text)) return;
	const own: Named[] = await ownRecords(asking, 'personListPath', listPersons);
	const all = publicOnes.concat(own);
	refuseWholeName(field, text, all);
	refusePartOfName(field, text, all);
	const mayBeIdOfCustom = isSingleWord(text);
	// Without the list, the text may be a name in it.
	const isListRead = publicOnes.length > 0;
	if (!mayBeIdOfCustom && isListRead) refuseUnknownName(field, text, all);
}

/** How long the reading of one list may take, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The persons or voices of the user; none where the credential has no path for their list, or it cannot be read. */
async function ownRecords<T extends Named>(
	{ client }: Asking,
	path: PathField,
	readPage: PageReader<T>,
): Promise<T[]> {
	if (!hasPath(client.paths, path)) return [];
	return await recordsOrNone(client, readPage);
}

/**
 * The records of a list; none where the service does not give it. @throws CancelledError when the execution is stopped
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
