/*
 * Searchable lists of the service: page by page while nothing is typed. The service has no search by text,
 * so that all pages are read when something is.
 */
import { uniqBy } from 'lodash';
import type { ILoadOptionsFunctions, INodeType } from 'n8n-workflow';

import { createClient, type ServiceClient } from '../api/client';
import { enteredPath, type PathField } from '../api/paths';
import { collect, eachPage, type PageReader } from '../api/pages';
import type { Task } from '../model/task';
import { toNodeError } from '../output/nodeError';
import { asError } from '../util/async';
import { errorText, PackError, wordsOf } from '../util/errors';
import {
	entriesMatching,
	type Entry,
	entryOf,
	noteEntry,
	nothingFound,
	STATE_WORDS,
	withIdsOfNamesakes,
} from './entries';
import { pickerMessages } from './pickerMessages';

/** The methods of a node by which the editor loads lists. */
type ListMethods = NonNullable<NonNullable<INodeType['methods']>['listSearch']>;

/** A list method of n8n. */
export type ListSearch = ListMethods[string];

/** What a list method gives: entries, and a token for the next page where there is one. */
type ListResult = Awaited<ReturnType<ListSearch>>;

/** Where the entries of a list come from. */
interface ListSource<T> {
	/** Reads a page of the records. */
	read: PageReader<T>;
	/** Makes the entry of a record. */
	entry(record: T): Entry;
	/** Whether a record can be chosen; without it, every one can. */
	isOffered?(record: T): boolean;
	/** The user's own ones, which stand before the others; undefined where there are no such. */
	own?: OwnList;
}

/**
 * The persons or voices that the user has made at the service. They can only be listed with a credential that has the
 * path of their list, which is not published.
 */
interface OwnList {
	/** The field of the credential for that path. */
	path: PathField;
	/** How to use one without the list; it stands at the end of the public ones, where they cannot be listed. */
	hint: string;
	/** Reads a page of them. */
	read: PageReader<OwnRecord>;
	/** The task that has made one; its state is shown. */
	taskOf(record: OwnRecord): Pick<Task, 'state'>;
}

/** A person or a voice of the user, as the service lists it. */
type OwnRecord = { id: string } & Partial<Record<'name' | 'preview_url', string>>;

/** Most pages that one search reads. */
const MAX_PAGES_SEARCHED = 40;

/** Longest time for filling a list, in milliseconds. */
const MAX_SEARCH_MS = 15_000;

/**
 * Longest time for one answer of the service, in milliseconds. A user waits for the list, which has to show within five
 * seconds that the service does not answer.
 */
const MAX_ANSWER_MS = 4_500;

/** The most own persons or voices with which a list begins. */
const MAX_OWN = 200;

/**
 * Makes a searchable list. n8n calls it for one page after the other, each time with the token that came with the page
 * before; or, while the user has typed something, for all that fits.
 *
 * @param sourceOf gives the source of the entries; what it throws is shown in place of the list
 */
export function searchIn<T>(
	sourceOf: (context: ILoadOptionsFunctions) => ListSource<T>,
): ListSearch {
	return async function (filter, paginationToken) {
		return await withListClient(this, async (client) => {
			const source = sourceOf(this);
			// n8n leaves out the filter while nothing is typed, and the token for the first page.
			const typed = filter?.trim() ?? '';
			const page = Number(paginationToken ?? 1);
			if (typed !== '') return await searchList(client, source, typed);
			return await pageOfList(client, source, page);
		});
	};
}

/**
 * One page of the list, and the token for the next one, which is its number as a text. The first page begins with all
 * that are the user's own, and the last one ends with the hint about them where they cannot be listed.
 *
 * @param page its number, from 1
 * @throws what reading the page throws
 */
async function pageOfList<T>(
	client: ServiceClient,
	source: ListSource<T>,
	page: number,
): Promise<ListResult> {
	const [own, { records, pages }] = await Promise.all([
		page === 1 ? ownEntries(client, source.own) : [],
		source.read(client, page),
	]);
	const results = entriesOf(source, records, own);
	const isLast = records.length === 0 || page >= pages;
	// Without a token, n8n asks for no further page.
	if (isLast) return { results: results.concat(hintsOf(client, source.own)) };
	return { results, paginationToken: String(page + 1) };
}

/**
 * All entries that fit what is typed, at once and so without a token; where none fits, the entry that says so. Where a
 * page cannot be read, those from the pages before it.
 *
 * @throws what ended the reading of the list, where nothing of what was read before that fits
 */
async function searchList<T>(
	client: ServiceClient,
	source: ListSource<T>,
	typed: string,
): Promise<ListResult> {
	const [own, { records, failure }] = await Promise.all([
		ownEntries(client, source.own),
		readAll(client, source),
	]);
	const results = entriesMatching(entriesOf(source, records, own), typed);
	if (results.length > 0) return { results };
	// What fits may stand on a page that could not be read.
	if (failure) throw failure;
	return { results: [nothingFound(typed)].concat(hintsOf(client, source.own)) };
}

/**
 * The entries of a list: the user's own ones, then those of the records that can be chosen. Of two with the same ID,
 * the first stays; of those with the same name, each says its ID.
 *
 * @param own the entries of the user's own ones
 */
function entriesOf<T>(source: ListSource<T>, records: readonly T[], own: Entry[]): Entry[] {
	const offered = records.filter((record) => source.isOffered?.(record) ?? true);
	const entries = own.concat(offered.map((record) => source.entry(record)));
	return withIdsOfNamesakes(uniqBy(entries, 'value'));
}

/**
 * The end of a list whose own records are missing, because the credential has no path for them: one entry, which says
 * how to use such a record without the list. For any other list, there is no entry.
 *
 * @throws PackError where the credential has something in the field for the path that is no path
 */
function hintsOf({ paths }: ServiceClient, own: OwnList | undefined): Entry[] {
	const cannotBeListed = own !== undefined && enteredPath(paths, own.path) === undefined;
	return cannotBeListed ? [noteEntry(own.hint)] : [];
}

/**
 * The records of all pages, each once. At most `MAX_PAGES_SEARCHED` pages are read, and nothing says that there are
 * more. Nothing is thrown: where a page cannot be read, there are the records of the pages before it, and the error as
 * `failure`.
 */
async function readAll<T>(
	client: ServiceClient,
	source: ListSource<T>,
): Promise<{ records: T[]; failure?: Error }> {
	const all: T[] = [];
	let pagesRead = 0;
	const readPage = async (number: number) => await source.read(client, number);
	// A record that has moved to the next page meanwhile, and pages that a service repeats, are told by these.
	const idOf = (record: T) => source.entry(record).value;
	try {
		for await (const { records } of eachPage(readPage, idOf)) {
			all.push(...records);
			pagesRead += 1;
			if (pagesRead >= MAX_PAGES_SEARCHED) break;
		}
		return { records: all };
	} catch (error) {
		return { records: all, failure: asError(error) };
	}
}

/**
 * The entries of the user's own records, each with its state; none in a list without such records, or where the
 * credential has no path for them. If they cannot be read, the list shall still show the others, so an entry that
 * chooses nothing says why.
 *
 * @throws PackError where the credential has something in the field for the path that is no path
 */
async function ownEntries(client: ServiceClient, own: OwnList | undefined): Promise<Entry[]> {
	if (!own || enteredPath(client.paths, own.path) === undefined) return [];
	try {
		const records = await collect(client, own.read, { limit: MAX_OWN });
		return records.map((record) => {
			const { state } = own.taskOf(record);
			const details = [pickerMessages.custom, STATE_WORDS[state]];
			const { id, name } = record;
			return entryOf({ value: id, name, details, urls: [record.preview_url] });
		});
	} catch (error) {
		return [noteEntry(wordsOf(error).title)];
	}
}

/**
 * Runs what fills a list, with a client for a user who waits: the service has a few seconds for each answer.
 *
 * @param work fills the list
 * @returns what the work gives
 * @throws NodeOperationError for any error, with the advice in its message, because n8n shows nothing else of it
 */
export async function withListClient<T>(
	context: ILoadOptionsFunctions,
	work: (client: ServiceClient) => Promise<T>,
): Promise<T> {
	try {
		const client = await createClient(context);
		return await work(client.with({ withinMs: MAX_SEARCH_MS, eachWithinMs: MAX_ANSWER_MS }));
	} catch (error) {
		const titleAndAdvice = errorText(error);
		const withoutAdvice = new PackError({ code: 'unexpected', title: titleAndAdvice, advice: '' });
		throw toNodeError(context.getNode(), withoutAdvice);
	}
}
