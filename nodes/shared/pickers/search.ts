/*
 * Searchable lists of the service: page by page while nothing is typed. The service has no search by text, so that all pages
 * are read when something is.
 */
import { uniqBy } from 'lodash';
import type { ILoadOptionsFunctions, INodeType } from 'n8n-workflow';

import { createClient, type ServiceClient } from '../api/client';
import { hasPath, type PathField } from '../api/paths';
import { collect, eachPage, type Page } from '../api/pages';
import { shownState, type Task } from '../model/task';
import { toNodeError } from '../output/nodeError';
import { asError } from '../util/async';
import { errorText, PackError, wordsOf } from '../util/errors';
import {
	distinguished,
	type Entry,
	entryOf,
	matching,
	orNothingFound,
	saying,
	STATES,
} from './entries';
import { pickerMessages } from './pickerMessages';

/** A list method of n8n. */
export type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

type ListResult = Awaited<ReturnType<ListSearch>>;

/** Where the entries of a list come from. */
interface ListSource<T> {
	/** Reads one page, by its number from 1. */
	read(client: ServiceClient, number: number): Promise<Page<T>>;
	entry(record: T): Entry;
	isOffered?(record: T): boolean;
	own?: OwnList;
}

/** The own persons or voices of the application, which only a credential with a path for them lists. */
interface OwnList {
	path: PathField;
	/** Ends a list without them: how to use one nevertheless. */
	hint: string;
	read(client: ServiceClient, number: number): Promise<Page<OwnRecord>>;
	taskOf(record: OwnRecord): Pick<Task, 'state'>;
}

type OwnRecord = { id: string } & Partial<Record<'name' | 'preview_url', string>>;

/** Most pages that one search reads, and milliseconds that it takes. */
const MAX_PAGES_SEARCHED = 40;
const MAX_SEARCH_MS = 15_000;

/** A user waits for the list: it shows within five seconds that a service does not answer. */
const MAX_ANSWER_MS = 4_500;

/** Most own entries that a list begins with. */
const MAX_OWN = 200;

/** Makes a searchable list. */
export function searchIn<T>(
	sourceOf: (context: ILoadOptionsFunctions) => ListSource<T>,
): ListSearch {
	return async function (filter, paginationToken) {
		return await explained(this, async (client) => {
			const source = sourceOf(this);
			const { own } = source;
			const hasOwn = own !== undefined && hasPath(client.paths, own.path);
			const hint = own && !hasOwn ? [saying(own.hint)] : [];
			const number = Number(paginationToken ?? 1);
			const ownOnes = hasOwn && number === 1 ? ownEntries(client, own) : [];
			const typed = filter?.trim() ?? '';
			if (typed === '') return await pageOfList(client, source, { number, ownOnes, hint });
			return await foundInList(client, source, { typed, ownOnes, hint });
		});
	};
}

/** What stands around the entries of the source: the own ones before them, and a hint behind the last one. */
interface Around {
	ownOnes: Promise<Entry[]> | Entry[];
	hint: Entry[];
}

async function pageOfList<T>(
	client: ServiceClient,
	source: ListSource<T>,
	{ number, ownOnes, hint }: Around & { number: number },
): Promise<ListResult> {
	const [first, { records, pages }] = await Promise.all([ownOnes, source.read(client, number)]);
	const results = entriesOfRecords(source, records, first);
	if (records.length === 0 || number >= pages) return { results: [...results, ...hint] };
	return { results, paginationToken: String(number + 1) };
}

async function foundInList<T>(
	client: ServiceClient,
	source: ListSource<T>,
	{ typed, ownOnes, hint }: Around & { typed: string },
): Promise<ListResult> {
	const [first, { records, error }] = await Promise.all([ownOnes, readAll(client, source)]);
	const results = matching(entriesOfRecords(source, records, first), typed);
	if (results.length > 0) return { results };
	if (error !== undefined) throw asError(error);
	return { results: [...orNothingFound([], typed), ...hint] };
}

/** The entries of the records that are offered, behind the user's own ones, which win where both have an ID. */
function entriesOfRecords<T>(
	{ entry, isOffered }: ListSource<T>,
	records: readonly T[],
	first: Entry[],
) {
	const offered = isOffered ? records.filter(isOffered) : records;
	return distinguished(uniqBy([...first, ...offered.map(entry)], 'value'));
}

/** The records of all pages; where one cannot be read, of those before it, and why. */
async function readAll<T>(
	client: ServiceClient,
	{ read, entry }: ListSource<T>,
): Promise<{ records: T[]; error?: unknown }> {
	const all: T[] = [];
	let pages = 0;
	const readPage = async (number: number) => await read(client, number);
	try {
		for await (const { records } of eachPage(readPage, (record) => entry(record).value)) {
			all.push(...records);
			if (++pages >= MAX_PAGES_SEARCHED) break;
		}
		return { records: all };
	} catch (error) {
		return { records: all, error };
	}
}

/** The own ones, with their state; it never fails. Where they cannot be read, an entry says why. */
async function ownEntries(client: ServiceClient, { read, taskOf }: OwnList): Promise<Entry[]> {
	try {
		const records = await collect(client, read, { limit: MAX_OWN });
		return records.map((record) => {
			const details = [pickerMessages.custom, STATES[shownState(taskOf(record).state)]];
			return entryOf(record.id, record.name, details, record.preview_url);
		});
	} catch (error) {
		return [saying(wordsOf(error).title)];
	}
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
		const client = await createClient(context);
		return await work(client.with({ withinMs: MAX_SEARCH_MS, eachWithinMs: MAX_ANSWER_MS }));
	} catch (error) {
		const inOneText = new PackError({ code: 'unexpected', title: errorText(error), advice: '' });
		throw toNodeError(context.getNode(), inOneText);
	}
}
