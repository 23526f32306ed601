import { countBy, sortBy, uniqBy } from 'lodash';
import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { createClient, type ServiceClient } from '../service/client';
import { ServiceError } from '../service/failure';
import { explain, toNodeError } from '../service/messages';
import { eachPage, type Page } from '../service/pages';
import { asError } from '../util/async';
import { inOneText } from '../util/text';

/** An entry of a searchable list. */
export type Entry = INodeListSearchItems & { value: string };

/**
 * The entries that fit what the user typed, the best first; those that fit alike stay in their order.
 * Only what an entry shows counts, which is its name and details in brackets, and its whole ID.
 */
export function bestFirst<T extends Entry>(entries: readonly T[], typed = ''): T[] {
	const query = plain(typed);
	const words = query.match(/[\p{L}\p{N}]+/gu) ?? [query];
	const rankOf = ({ name, value }: Entry) => {
		const shown = plain(name);
		const title = shown.replace(/ \([^()]*\)$/, '');
		const fits = [
			title === query || plain(value) === query,
			title.startsWith(query),
			words.every((word) => startsWord(word, title)),
			words.every((word) => startsWord(word, shown)),
			words.every((word) => startsWord(word, shown) || isInside(word, shown)),
		];
		return fits.indexOf(true);
	};
	const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) }));
	const fitting = ranked.filter(({ rank }) => rank >= 0);
	return sortBy(fitting, 'rank').map(({ entry }) => entry);
}

function startsWord(word: string, text: string): boolean {
	return withStarts(text).includes(withStarts(word));
}

/** A text with a sign before each word, and before each number: "Person07" is found by "07". */
function withStarts(text: string): string {
	return text.replace(/(?<!\p{L})(?=\p{L})|(?<!\p{N})(?=\p{N})/gu, '\0');
}

/** Not digits inside of a number, "8" in "1080", nor a short word, "male" in "female". */
function isInside(word: string, text: string): boolean {
	return !/^\p{N}|^\p{Script=Latin}{1,4}$/u.test(word) && text.includes(word);
}

/** A text as it is compared: without case, accents and repeated spaces. */
function plain(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** How a searchable list reads the list of the service. */
export interface Source<T> {
	read(client: ServiceClient, number: number): Promise<Page<T>>;
	entry(record: T): Entry;
	/** Whether a record is offered; all unless given. */
	isOffered?(record: T): boolean;
	/** Reads what stands before all others. */
	own?(client: ServiceClient): Promise<Entry[]>;
	/** Ends the list: what to do if the wanted one is not there. */
	hint?: string;
}

/** The service has no search by text, so pages are searched one by one: so many, for so long. */
const MAX_PAGES_SEARCHED = 40;
const MAX_SEARCH_MS = 15_000;

/** A user waits for the list: it shows within five seconds that a service does not answer. */
const MAX_ANSWER_MS = 4_500;

/**
 * Makes a searchable list for a resource locator: page by page while nothing is typed, all pages at
 * once when a text is.
 */
export function searchIn<T>(
	sourceOf: (context: ILoadOptionsFunctions) => Source<T> | Promise<Source<T>>,
): ListSearch {
	return async function (filter, paginationToken) {
		return await explained(this, async (client) => {
			const source = await sourceOf(this);
			return filter?.trim()
				? { results: await searchAll(client, source, filter) }
				: await readOne(client, source, paginationToken);
		});
	};
}

/**
 * Runs what fills a list.
 *
 * @param work gets a client for somebody who waits for each answer, whatever time the service asks for
 * @throws NodeOperationError with its advice in the message: n8n shows nothing else of it
 */
export async function explained<T>(
	context: ILoadOptionsFunctions,
	work: (client: ServiceClient) => Promise<T>,
): Promise<T> {
	try {
		const limited = (await createClient(context)).within(MAX_SEARCH_MS);
		return await work({
			...limited,
			call: async (name, input, schema) =>
				await limited.within(MAX_ANSWER_MS).call(name, input, schema),
		});
	} catch (error) {
		const { message, description } = toNodeError(context.getNode(), error);
		throw new NodeOperationError(context.getNode(), inOneText(message, description));
	}
}

function hintOf({ hint }: Pick<Source<never>, 'hint'>): Entry[] {
	return hint ? [{ name: hint, value: '' }] : [];
}

/** What stands first; it never fails. Where it cannot be read, an entry says why. */
async function ownEntries<T>(client: ServiceClient, { own }: Source<T>): Promise<Entry[]> {
	try {
		return (await own?.(client)) ?? [];
	} catch (error) {
		const name =
			error instanceof ServiceError ? explain(error.failure).title : asError(error).message;
		return [{ name, value: '' }];
	}
}

async function readOne<T>(
	client: ServiceClient,
	source: Source<T>,
	token?: string,
): Promise<INodeListSearchResult> {
	const { read, entry, isOffered = () => true } = source;
	const number = Number(token ?? 1);
	const [own, { records, pages }] = await Promise.all([
		number === 1 ? ownEntries(client, source) : [],
		read(client, number),
	]);
	const others = records.filter(isOffered).map(entry);
	const results = distinguished(uniqBy([...own, ...others], 'value'));
	return records.length > 0 && number < pages
		? { results, paginationToken: String(number + 1) }
		: { results: [...results, ...hintOf(source)] };
}

/** Searches the pages of a list; of those that cannot be read in time, it leaves out the rest. */
async function searchAll<T>(
	client: ServiceClient,
	source: Source<T>,
	filter: string,
): Promise<Entry[]> {
	const { read, entry, isOffered = () => true } = source;
	const own = ownEntries(client, source);
	const seen: Entry[] = [];
	const found = async () => bestFirst(distinguished([...(await own), ...seen]), filter);
	let pages = 0;
	const readPage = async (number: number) => await read(client, number);
	try {
		for await (const { records } of eachPage(readPage, (record) => entry(record).value)) {
			seen.push(...records.filter(isOffered).map(entry));
			if (++pages >= MAX_PAGES_SEARCHED) break;
		}
	} catch (error) {
		const some = error instanceof ServiceError ? await found() : [];
		if (some.length === 0) throw asError(error);
		return some;
	}
	const results = await found();
	return results.length > 0 ? results : hintOf(source);
}

/** Entries of the same name, each with its ID added. */
function distinguished(entries: readonly Entry[]): Entry[] {
	const times = countBy(entries, 'name');
	return entries.map((entry) => {
		const { name, value } = entry;
		if ((times[name] ?? 0) < 2) return entry;
		const more = `ID ${value})`;
		return {
			...entry,
			name: name.endsWith(')') ? `${name.slice(0, -1)}, ${more}` : `${name} (${more}`,
		};
	});
}

/** A name with its details, as in "Anna (female, 3 figures)". */
export function named(
	name: string | null | undefined,
	details: Array<string | null | undefined | false>,
): string {
	const more = details.filter(Boolean).join(', ');
	const text = name || 'Unnamed';
	return more ? `${text} (${more})` : text;
}

/** A link for the button beside an entry, where there is one that a browser can open. */
export function link(...urls: Array<string | null | undefined>): Pick<INodeListSearchItems, 'url'> {
	const url = urls.find((candidate) => /^https?:\/\//.test(candidate ?? ''));
	return url ? { url } : {};
}
