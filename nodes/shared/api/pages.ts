import { uniqBy, upperFirst } from 'lodash';
import { z } from 'zod';

import { isObject } from '../util/json';
import type { Input } from './call';
import type { ServiceClient } from './client';
import { endpoints, type EndpointName } from './endpoints';
import { apiMessages } from './apiMessages';
import { onlyShown, shownNumber, type Schema } from './schemas';

/*
 * The lists of the service, which come page by page. Pages are counted from 1 here.
 */

/** One page of a list. */
export interface Page<T> {
	/** Those that could be read, in the order of the list. */
	records: T[];
	/** Pages that the list has at least; exact where the service reports it (service.md 1). */
	pages: number;
	/**
	 * What is wrong with the first of the records that were skipped, because they could not be read; undefined for none.
	 */
	problem?: string;
}

/** Reads one page of a list, by its number from 1. */
export type PageReader<T> = (client: ServiceClient, number: number) => Promise<Page<T>>;

/** How one page of a list is written in the answer of the service. */
interface PageShape<T> {
	/** Reads one record. */
	record: Schema<T>;
	/** Number of the page, from 1. */
	number: number;
	/**
	 * Field of the answer that holds the records, `list` if not set; one list begins it with a capital (service.md 4.7).
	 */
	listField?: string;
	/** The answer is the list itself, without a total (service.md 4.4). */
	bare?: boolean;
}

/**
 * How many records each page is asked for: the most that the service allows where it names a limit (service.md 4.2).
 */
export const PAGE_SIZE = 50;

/**
 * How many records a page has where no number is asked for (service.md 4.4). A page with fewer is taken for the last
 * one.
 */
const USUAL_PAGE_SIZE = 10;

/** What a list says of its length; undefined where it does not say it. */
interface Totals {
	/** How many records it has on all its pages. */
	count?: number;
	/** How many pages it has. */
	pages?: number;
}

const pageInfo = onlyShown(z.object({ total_count: shownNumber, total_page: shownNumber }));

/** What the data of an answer says of the length of its list, in its field `page_info`. */
function totalsIn(data: unknown): Totals {
	if (!isObject(data)) return {};
	// The list in a field "List" has its totals in "PageInfo".
	const info = pageInfo.parse(data.page_info ?? data.PageInfo);
	return { count: info?.total_count, pages: info?.total_page };
}

/** A page with a count of its records. */
interface CountedPage<T> extends Page<T> {
	/** How many records came, also those that could not be read. */
	all: number;
}

/**
 * Makes the schema that reads one page of a list from the data of an answer, its records one by one, so that one odd
 * record does not spoil the others. A page may be empty. The schema refuses data without a list, and a first page that
 * has records of which none can be read.
 */
function pageSchema<T>(shape: PageShape<T>): Schema<CountedPage<T>> {
	const { record, number, listField = 'list' } = shape;
	return z.unknown().transform((data, context) => {
		const fail = (message: string, path: string[] = []) => {
			context.addIssue({ code: 'custom', message, path });
			// For zod: there is no value.
			return z.NEVER;
		};
		const totals = totalsIn(data);
		const rows = rowsOfPage(data, shape, totals);
		if (!rows) return fail(apiMessages.expectedList, [listField]);
		const all = rows.length;
		const { records, problem } = readRows(rows, record);
		const isUnreadable = problem !== undefined && records.length === 0;
		// A later page without a readable record does not spoil the pages before it.
		if (isUnreadable && number === 1) return fail(apiMessages.noRecordReadable(all, problem));
		return { records, problem, all, pages: pagesOf(number, all, totals) };
	});
}

/**
 * The records of a page as they came; undefined where there is no list. A list without records may be null, or may be
 * left out.
 *
 * @param count how many records the service says that the whole list has; undefined where it does not say it
 */
function rowsOfPage(data: unknown, shape: PageShape<unknown>, { count }: Totals) {
	const { number, bare } = shape;
	const list = valueOfList(data, shape);
	if (Array.isArray(list)) return list as unknown[];
	// Some services leave out a list that has no records.
	if (list === undefined && count === 0) return [];
	if (list !== null) return undefined;
	// From here on, the list is null. A later page may lie behind the last one: it is asked for where nothing says how
	// many pages there are.
	if (number > 1) return [];
	// A first page may be empty unless the service says that the list has records. Of a bare list, which has no place to
	// say it, null may stand for anything.
	const mayBeEmpty = !bare && (count ?? 0) === 0;
	return mayBeEmpty ? [] : undefined;
}

/**
 * What the data of an answer has in the place of the list, which may be anything. One list of the service has a field
 * that begins with a capital, "List".
 */
function valueOfList(data: unknown, { bare, listField = 'list' }: PageShape<unknown>): unknown {
	if (bare) return data;
	if (!isObject(data)) return undefined;
	return listField in data ? data[listField] : data[upperFirst(listField)];
}

/** The records that can be read, and the problem of the first that cannot; undefined where all can be read. */
function readRows<T>(
	rows: readonly unknown[],
	record: Schema<T>,
): Pick<Page<T>, 'records' | 'problem'> {
	const records: T[] = [];
	let problem: string | undefined;
	for (const row of rows) {
		const read = record.safeParse(row);
		if (read.success) records.push(read.data);
		else problem ??= problemIn(read.error);
	}
	return { records, problem };
}

/** In words, the first thing that is wrong with a record, with the name of the field where it is in one. */
function problemIn({ issues }: z.ZodError): string {
	const [{ path, message }] = issues as [z.ZodIssue];
	if (path.length === 0) return apiMessages.recordNotAsSpecified(message);
	return apiMessages.fieldNotAsSpecified(path.join('.'), message);
}

/**
 * How many pages a list has at least, as one of its pages shows it.
 *
 * @param number of that page, from 1
 * @param onPage how many records that page has
 * @param totals what the list says of itself: how many records it has in all, and how many pages. Services count wrong,
 *   so that it is compared with what the page shows
 */
function pagesOf(number: number, onPage: number, { pages, count = 0 }: Totals): number {
	// An empty page does not show that the list has counted wrong: it may well be a page behind the last one. Where the
	// list does not say how many pages it has, it ends here.
	if (onPage === 0) return pages ?? number;
	const upToHere = (number - 1) * PAGE_SIZE + onPage;
	// The list has records that no page up to this one can have had: at least one page
	// follows, whatever the number of pages says.
	if (count > upToHere) return Math.max(pages ?? 0, number + 1);
	// A number of pages is wrong if it is smaller than that of this page, which has records.
	if (pages !== undefined && pages >= number) return pages;
	// Neither number can be relied on, so the page itself decides. Only a very short one is surely the last, because a
	// service may put fewer records on each page than were asked for.
	return onPage < USUAL_PAGE_SIZE ? number : number + 1;
}

/**
 * Calls an endpoint that answers with a page of a list. Records that cannot be read are skipped, with a warning.
 *
 * @param input query or body of the request, which has to ask for the page that `shape.number` names
 * @throws ServiceError when the service does not give the page, or no record of the first page can be read
 */
export async function readPage<T>(
	client: ServiceClient,
	endpoint: EndpointName,
	{ input = {}, ...shape }: PageShape<T> & { input?: Input },
): Promise<Page<T>> {
	const page = await client.call(endpoint, input, pageSchema(shape));
	const { all, records, problem } = page;
	if (problem !== undefined) {
		const skipped = apiMessages.someOf(all - records.length, all);
		client.warn(apiMessages.recordsSkipped(endpoints[endpoint].action, skipped, problem));
	}
	return page;
}

/**
 * How many pages in a row may have nothing new before the reading of a list ends. One or two may: when as many tasks as
 * fill a page were created since the last page was read, all records have moved by one page. But a service that ignores
 * the number of the page would give the same one forever.
 */
const MAX_REPEATED = 2;

/** One of the pages of a list that is read page by page, with those of its records that no earlier page had. */
interface NextPage<T> extends Omit<Page<T>, 'pages'> {
	/** How many pages follow at least. */
	pagesLeft: number;
}

/**
 * Reads a list page by page, each record once. It ends with the last page, or with the third page in a row that has
 * nothing new, so that a list which does not say how long it is always comes to an end. A page is only read when the
 * caller asks for it.
 *
 * @param read reads one page by its number, from 1
 * @param idOf the ID by which a repeated record is known, such as one that has moved to the next page
 * @throws what `read` throws
 */
export async function* eachPage<T>(
	read: (number: number) => Promise<Page<T>>,
	idOf: (record: T) => string,
): AsyncGenerator<NextPage<T>> {
	const seen = new Set<string>();
	let pages = 1;
	let pagesWithoutNew = 0;
	for (let number = 1; number <= pages; number++) {
		const page = await read(number);
		pages = page.pages;
		// The same record may also stand twice on one page.
		const records = uniqBy(page.records, idOf).filter((record) => !seen.has(idOf(record)));
		for (const record of records) seen.add(idOf(record));
		pagesWithoutNew = records.length === 0 ? pagesWithoutNew + 1 : 0;
		if (pagesWithoutNew > MAX_REPEATED) return;
		yield { records, problem: page.problem, pagesLeft: Math.max(0, pages - number) };
	}
}

/** What is collected of a list. */
interface Collecting<T> {
	/** How many records at most; all if not set. */
	limit?: number;
	/** Whether a record is one of those that are wanted; all are if not set. */
	isWanted?(record: T): boolean;
}

/**
 * Collects the wanted records of a list, each once and in their order, and reads no more pages than are needed for
 * that.
 *
 * @param list reads one page
 * @throws what `list` throws; what was collected before is lost then
 */
export async function collect<T extends { id: string }>(
	client: ServiceClient,
	list: PageReader<T>,
	{ limit = Infinity, isWanted = () => true }: Collecting<T> = {},
): Promise<T[]> {
	let wanted: T[] = [];
	const read = async (number: number) => await list(client, number);
	for await (const { records } of eachPage(read, ({ id }) => id)) {
		wanted = wanted.concat(records.filter(isWanted));
		if (wanted.length >= limit) break;
	}
	return wanted.slice(0, limit);
}
