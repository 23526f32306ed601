/*
 * A name in a field that takes an ID. People copy what a list shows, and the service only refuses it when files have been
 * uploaded; so names are looked for in its lists before anything is sent.
 */
import { intersection, once, sortBy, uniq } from 'lodash';

import type { ServiceClient } from '../api/client';
import type { ServiceContext } from '../api/credential';
import { hasPath, type PathField } from '../api/paths';
import { listPublicVoices } from '../api/library';
import { collect, type Page } from '../api/pages';
import { ServiceError } from '../api/serviceError';
import { plainWords, withoutQuotes } from '../fields/words';
import { listPersons } from '../tasks/person';
import { listVoices } from '../tasks/voice';
import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { formatList } from '../util/text';
import { matching } from './entries';
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

/** Behind a name in a list stand details in brackets. */
const DETAILS = / \([^()]*\)$/;

/** Those that have a name, which may be written as the lists of the editor show it. */
export function namesakesOf<T extends Named>(records: readonly T[], given: string): T[] {
	const written = plainWords(withoutQuotes(given.trim()));
	const names = [written, written.replace(DETAILS, '')].filter(Boolean);
	return records.filter(({ name }) => names.includes(plainWords(name ?? '')));
}

/** Those whose name has every word of a text, such as "Ada Lovelace" for "Ada". */
function partlyNamed(records: readonly Named[], text: string): Named[] {
	const entries = records.map(({ id, name = '' }) => ({ id, name, value: id }));
	return matching(entries, withoutQuotes(text));
}

/** An ID is a number, or a long word with digits in it; all else may be a name. */
function mayBeName(text: string): boolean {
	const isLongId = text.length >= 12 && /\d/.test(text) && !/\s/.test(text);
	return /\p{L}/u.test(text) && !isLongId;
}

/** A field that takes an ID: how messages name it, and the word for what has the ID. */
export interface IdField {
	place: string;
	what: string;
}

/** @throws PackError that says the ID, where a text is no ID of a list, but a name in it */
export function refuseName(
	{ place, what }: IdField,
	given: string,
	listed: readonly Named[],
): void {
	if (listed.some(({ id }) => id === given)) return;
	const namesakes = namesakesOf(listed, given);
	const [first] = namesakes;
	if (!first) return;
	const ids = formatList(namesakes.map(({ id }) => id));
	throw new PackError(pickerMessages.nameInsteadOfId(place, what, formatValue(first.name), ids));
}

/** How many of those that may be meant a message names. */
const MOST_MEANT = 5;

/**
 * The same, also where a text is a part of names, because the service would only refuse it once files are uploaded.
 *
 * @throws PackError that says what may be meant
 */
function refusePartOfName(field: IdField, given: string, listed: readonly Named[]): void {
	refuseName(field, given, listed);
	if (listed.some(({ id }) => id === given)) return;
	const meant = partlyNamed(listed, given);
	if (meant.length === 0) return;
	const names = meant.slice(0, MOST_MEANT).map(({ id, name }) => {
		return pickerMessages.nameWithId(formatValue(name), id);
	});
	const more = meant.length - names.length;
	if (more > 0) names.push(pickerMessages.moreNames(more));
	const { place, what } = field;
	const candidates = formatList(names, 'and');
	throw new PackError(pickerMessages.partOfName(place, what, formatValue(given), candidates));
}

/** A text without any digit, or of several words, is never an ID. */
function isNoId(text: string): boolean {
	return !/\d/.test(text) || /\s/.test(text.trim());
}

/** @throws PackError that says what is named alike, where a text is neither an ID nor in a name of a list that was read */
function refuseUnknownName(field: IdField, given: string, listed: readonly Named[]): void {
	if (!isNoId(given) || listed.length === 0 || listed.some(({ id }) => id === given)) return;
	const named = listed.filter(({ name }) => name !== undefined);
	const alike = byLikeness(named, given).slice(0, MOST_MEANT);
	const names = alike.map(({ id, name }) => pickerMessages.nameWithId(formatValue(name), id));
	const { place, what } = field;
	const candidates = formatList(names);
	throw new PackError(pickerMessages.unknownName(place, what, formatValue(given), candidates));
}

/** All records, those first whose name is most alike: by the share of pairs of letters that it has in common with a text. */
function byLikeness(records: readonly Named[], text: string): Named[] {
	const wanted = pairsOf(text);
	return sortBy(records, ({ name = '' }) => {
		const pairs = pairsOf(name);
		return -intersection(wanted, pairs).length / (wanted.length + pairs.length);
	});
}

function pairsOf(text: string): string[] {
	const letters = ` ${plainWords(text)} `;
	return uniq(Array.from(letters, (_letter, at) => letters.slice(at, at + 2)));
}

/** What is needed to ask the service. */
export interface Asking {
	client: ServiceClient;
	context: ServiceContext;
}

/** The voices of the service, whose lists are read once in a run, when something depends on them. */
export class VoiceLists {
	private readonly public = once(async () => await this.readPublic());

	private readonly own = once(async () => await this.readOwn());

	constructor(private readonly asking: Asking) {}

	/**
	 * Refuses the name of a voice, a part of it, or an unknown name, where its ID belongs. A list that cannot be read refuses
	 * nothing: the service checks the ID.
	 *
	 * @param place how messages name the field
	 * @throws PackError that says the ID, or what may be meant
	 */
	async refuseName(place: string, given: unknown): Promise<void> {
		const text = typeof given === 'string' ? given : '';
		if (!mayBeName(text)) return;
		const listed = await this.public();
		const own = await this.own();
		const field = { place, what: pickerMessages.voice };
		refusePartOfName(field, text, [...listed, ...own]);
		// A public voice may be meant whose list could not be read.
		if (listed.length > 0) refuseUnknownName(field, text, [...listed, ...own]);
	}

	/** The language that the lists give for a voice; undefined for one that is in none, as far as they can be read. */
	async languageOf(id: string): Promise<string | undefined> {
		const listed = (await this.public()).find((voice) => voice.id === id);
		const voice = listed ?? (await this.own()).find((own) => own.id === id);
		return voice?.lang;
	}

	/** None where the list cannot be read. */
	private async readPublic(): Promise<ListedVoice[]> {
		return await allOrNone(this.asking.client, listPublicVoices);
	}

	private async readOwn(): Promise<ListedVoice[]> {
		return await ownRecords(this.asking, 'voiceListPath', listVoices);
	}
}

/**
 * Refuses the name of a person that is not public, a part of it, or an unknown name, where its ID belongs.
 *
 * @param publicOnes all public persons, of which a part of a name may be meant, too
 * @throws PackError that says the ID, or what may be meant
 */
export async function refuseNameOfPerson(
	asking: Asking,
	field: IdField,
	given: { text: string; publicOnes: readonly Named[] },
) {
	const { text, publicOnes } = given;
	if (!mayBeName(text)) return;
	const own = await ownRecords(asking, 'personListPath', listPersons);
	refusePartOfName(field, text, [...publicOnes, ...own]);
	// A single word may be the ID of a custom person.
	if (publicOnes.length > 0 && /\s/.test(text.trim()))
		refuseUnknownName(field, text, [...publicOnes, ...own]);
}

/** How long the list may take, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The custom ones, as far as the credential has a path for their list. */
async function ownRecords<T extends Named>(
	{ client }: Asking,
	path: PathField,
	list: (client: ServiceClient, number: number) => Promise<Page<T>>,
): Promise<T[]> {
	return hasPath(client.paths, path) ? await allOrNone(client, list) : [];
}

async function allOrNone<T extends Named>(
	client: ServiceClient,
	list: (client: ServiceClient, number: number) => Promise<Page<T>>,
): Promise<T[]> {
	try {
		return await collect(client.with({ withinMs: PATIENCE_MS }), list);
	} catch (error) {
		if (error instanceof ServiceError) return [];
		throw asError(error);
	}
}
