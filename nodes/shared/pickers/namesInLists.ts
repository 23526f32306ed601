/*
 * A name in a field that takes an ID. People copy what a list shows, and the service only refuses it when files have been
 * uploaded; so names are looked for in its lists before anything is sent.
 */
import { once } from 'lodash';

import type { ServiceClient } from '../api/client';
import { canLookUp, type ServiceContext } from '../api/credential';
import type { PathField } from '../api/paths';
import { listPublicVoices } from '../api/library';
import { collect, type Page } from '../api/pages';
import { ServiceError } from '../api/serviceError';
import { plainWords } from '../fields/words';
import { listPersons } from '../tasks/person';
import { listVoices } from '../tasks/voice';
import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { formatList } from '../util/text';
import { pickerMessages } from './pickerMessages';

/** Something in a list of the service. */
export interface Named {
	id: string;
	name?: string;
}

/** A voice, with the language that the service says it has. */
interface ListedVoice extends Named {
	lang?: string;
}

/** Behind a name in a list stand details in brackets. */
const DETAILS = / \([^()]*\)$/;

const QUOTES = /^["'“”‘’]|["'“”‘’]$/g;

/** Those that have a name, which may be written as the lists of the editor show it. */
export function namesakesOf<T extends Named>(records: readonly T[], given: string): T[] {
	const written = plainWords(given.trim().replace(QUOTES, ''));
	const names = [written, written.replace(DETAILS, '')].filter(Boolean);
	return records.filter(({ name }) => names.includes(plainWords(name ?? '')));
}

/** The error of a name in place of an ID; undefined where nothing has this name. */
export function nameError(
	place: string,
	what: string,
	namesakes: readonly Named[],
): PackError | undefined {
	const [first] = namesakes;
	if (!first) return undefined;
	const ids = formatList(namesakes.map(({ id }) => id));
	const name = formatValue(first.name);
	return new PackError(pickerMessages.nameInsteadOfId(place, what, name, ids));
}

/** An ID is a number, or a long word with digits in it; all else may be a name. */
function mayBeName(text: string): boolean {
	const isLongId = text.length >= 12 && /\d/.test(text) && !/\s/.test(text);
	return /\p{L}/u.test(text) && !isLongId;
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
	 * Refuses the name of a voice where its ID belongs. A list that cannot be read refuses nothing: the service checks the ID.
	 *
	 * @param place how messages name the field
	 * @throws PackError that says the ID
	 */
	async refuseName(place: string, given: unknown): Promise<void> {
		const text = typeof given === 'string' ? given : '';
		if (!mayBeName(text)) return;
		const voices = [...(await this.public()), ...(await this.own())];
		refuseName(text, voices, place, pickerMessages.voice);
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

/** Refuses the name of a custom person where its ID belongs. Public persons are looked up anyway. */
export async function refuseNameOfOwnPerson(asking: Asking, place: string, text: string) {
	if (!mayBeName(text)) return;
	const own = await ownRecords(asking, 'personListPath', listPersons);
	refuseName(text, own, place, pickerMessages.person);
}

/** @throws PackError that says the ID, where the text is no ID of a list and a name in it */
function refuseName(text: string, listed: readonly Named[], place: string, what: string): void {
	if (listed.some(({ id }) => id === text)) return;
	const error = nameError(place, what, namesakesOf(listed, text));
	if (error) throw error;
}

/** How long the list may take, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The custom ones, as far as the credential has a path for their list. */
async function ownRecords<T extends Named>(
	{ client, context }: Asking,
	detailPath: PathField,
	list: (client: ServiceClient, number: number) => Promise<Page<T>>,
): Promise<T[]> {
	return (await canLookUp(context, { detailPath })) ? await allOrNone(client, list) : [];
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
