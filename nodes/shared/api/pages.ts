import { uniqBy, upperFirst } from 'lodash';
import { z } from 'zod';

import { isObject } from '../util/json';
import type { Input, ServiceClient } from './client';
import { endpoints, type EndpointName } from './endpoints';
import { apiMessages } from './apiMessages';
import { onlyShown, shownNumber, type Schema } from './schemas';

/*
 * The lists of the service, which come page by page. Pages are counted from 1 here.
 */

export interface Page<T> {
	records: T[];
	/** Pages that the list has at least; exact where the service reports it (service.md 1). */
	pages: number;
	/**
	 * What is wrong with the first of the records that could not be read, and were
	 * skipped; undefined where there is none.
	 */
	problem?: string;
}

/** Reads one page of a list, by its number from 1. */
export type PageReader<T> = (client: ServiceClient, number: number) => Promise<Page<T>>;

/** How one page of a list is written in the answer of the service. */
interface PageShape<T> {
	record: Schema<T>;
	/** Number of the page, from 1; the first if not set. */
	number?: number;
	/**
	 * Field of the answer that holds the records, `list` if not set; one list begins it with a capital (service.md 4.7).
	 */
	listField?: string;
	/** The answer is the list itself, without a total (service.md 4.4). */
	bare?: boolean;
}

/** Records that a page is asked for: the most of the list that names a limit (service.md 4.2). */
export const PAGE_SIZE = 50;

/** Page size of a list that is asked for none (service.md 4.4); no service allows less. */
const USUAL_PAGE_SIZE = 10;

/** What a list says of its length, where it does: all its records, and all its pages. */
interface Totals {
	count?: number;
	pages?: number;
}

const pageInfo = onlyShown(z.object({ total_count: shownNumber, total_page: shownNumber }));

/** What the data of an answer says of the length of its list; nothing where it does not say it. */
function totalsIn(data: unknown): Totals {
	if (!isObject(data)) return {};
	// The list in a field "List" has its totals in "PageInfo".
	const info = pageInfo.parse(data.page_info ?? data.PageInfo);
	return { count: info?.total_count, pages: info?.total_page };
}

/** A page, and how many records it has in all, with those that could not be read. */
interface CountedPage<T> extends Page<T> {
	all: number;
}

/**
 * Reads one page of any list from the data of an answer, its records one by one. A page may be empty. An answer without
 * a list is a fault, and so is a first page of which no record can be read.
 */
function pageSchema<T>(shape: PageShape<T>): Schema<CountedPage<T>> {
	const { record, number = 1, listField = 'list' } = shape;
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
 * The records of a page as they came; undefined where there is no list. The service may write null for a list without
 * records.
 */
function rowsOfPage(data: unknown, shape: PageShape<unknown>, { count }: Totals) {
	const { number = 1, bare = false } = shape;
	const list = valueOfList(data, shape);
	if (Array.isArray(list)) return list as unknown[];
	// Some services leave out a list that has no records.
	if (list === undefined && count === 0) return [];
	if (list !== null) return undefined;
	// A later page may lie behind the last one: it is asked for where nothing says how many pages there are.
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

/**
 * The records that can be read, and what is wrong with the first of the others; undefined where there are no others.
 */
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

/** What is wrong with a record first of all, in words. */
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
 * Calls an endpoint that answers with a page of a list, and warns of the records that cannot be read.
 *
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
 * Pages in a row that may bring nothing new. When a whole page of tasks has been created meanwhile, the
 * next page is the one before; a service that ignores the number would give the same one forever.
 */
const MAX_REPEATED = 2;

/** A page of a list that is read to its end, with the records that no earlier page had. */
interface NextPage<T> extends Omit<Page<T>, 'pages'> {
	/** Pages that follow at least. */
	pagesLeft: number;
}

/**
 * Reads a list page by page, each record once. It ends with the last page, and where too many in a row bring nothing
 * new, so that a list without a total always comes to an end.
 *
 * @param read reads one page, from 1; what it throws ends the list with that error
 * @param idOf identifies repeated records, such as those that have moved to the next page
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

/** What is collected of a list; all, unless something else is said. */
interface Collecting<T> {
	/** Most records. */
	limit?: number;
	/** Whether a record is one of those that are wanted. */
	isWanted?(record: T): boolean;
}

/**
 * Collects the wanted records of a list, each once, up to a limit.
 *
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
