import { upperFirst } from 'lodash';
import { z } from 'zod';

import { isObject } from '../util/json';
import type { Input, ServiceClient } from './client';
import { endpoints, type EndpointName } from './endpoints';
import { apiMessages } from './apiMessages';
import { onlyShown, shownNumber, type Schema } from './schemas';

export interface Page<T> {
	records: T[];
	/** Pages that the list has at least; exact where the service reports it (service.md 1). */
	pages: number;
	/** What is wrong with the first of the records that could not be read, and were skipped. */
	problem?: string;
}

interface PageShape<T> {
	record: Schema<T>;
	/** Number of the page, from 1. */
	number?: number;
	/** Field of the answer that holds the records; one list begins it with a capital (service.md 4.7). */
	listField?: string;
	/** The answer is the list itself, without a total (service.md 4.4). */
	bare?: boolean;
}

/** Records that a page is asked for: the most of the list that names a limit (service.md 4.2). */
export const PAGE_SIZE = 50;

/** Page size of a list that is asked for none (service.md 4.4); no service allows less. */
const USUAL_PAGE_SIZE = 10;

/** What a list says of itself, where it does. */
const totals = onlyShown(z.object({ total_count: shownNumber, total_page: shownNumber }));

/** The records of a page that could be read, what is wrong with the first of the others, and how many it has in all. */
interface ReadRecords<T> extends Pick<Page<T>, 'records' | 'problem'> {
	all: number;
}

/**
 * Reads one page of any list, its records one by one. An answer without a list, or a first page without a readable record, is
 * no empty list, but a fault.
 */
function pageOf<T>(shape: PageShape<T>) {
	const { record, number = 1, listField = 'list' } = shape;
	return z.unknown().transform((data, context): Page<T> & ReadRecords<T> => {
		const refuse = (message: string, path?: string[]) => {
			context.addIssue({ code: 'custom', message, path });
			return z.NEVER;
		};
		const fields = isObject(data) ? data : {};
		const total = totals.parse(fields.page_info ?? fields.PageInfo);
		const rows = recordsIn(data, shape, total?.total_count);
		if (!rows) return refuse(apiMessages.expectedList, [listField]);
		const read = readRows(rows, record);
		if (read.problem && number === 1 && read.records.length === 0) {
			return refuse(apiMessages.noRecordReadable(read.all, read.problem));
		}
		return { ...read, pages: pagesOf(number, read.all, total) };
	});
}

/**
 * The records of a page as they came; undefined where there is no list.
 *
 * @param count how many records the list has, where it says so
 */
function recordsIn<T>(
	data: unknown,
	{ number = 1, listField = 'list', bare }: PageShape<T>,
	count = 0,
): unknown[] | undefined {
	const fields = isObject(data) ? data : {};
	const rows = bare ? data : fields[listField in fields ? listField : upperFirst(listField)];
	if (Array.isArray(rows)) return rows as unknown[];
	if (rows !== null) return undefined;
	// Null stands for an empty list: past the end, which has to be asked for where there is no total, or where it has none.
	const mayBeEmpty = number > 1 || (!bare && count === 0);
	return mayBeEmpty ? [] : undefined;
}

function readRows<T>(rows: readonly unknown[], record: Schema<T>): ReadRecords<T> {
	const read = rows.map((row) => record.safeParse(row));
	const records = read.flatMap((one) => (one.success ? [one.data] : []));
	const refused = read.find(({ success }) => !success);
	return { records, problem: refused?.error && problemIn(refused.error), all: read.length };
}

/** What is wrong with a record, in words. */
function problemIn({ issues }: z.ZodError): string {
	const [{ path, message }] = issues as [z.ZodIssue];
	if (path.length === 0) return apiMessages.recordNotAsSpecified(message);
	return apiMessages.fieldNotAsSpecified(path.join('.'), message);
}

/**
 * How many pages a list has at least, as far as one of them shows.
 *
 * @param all records on that page
 * @param total what the list says; one that leaves out the page that has just come, or records that it counts, is wrong
 */
function pagesOf(number: number, all: number, total: z.infer<typeof totals>): number {
	const { total_page: pages, total_count: count = 0 } = total ?? {};
	const isCountedOn = all > 0 && (number - 1) * PAGE_SIZE + all < count;
	if (isCountedOn) return Math.max(pages ?? 0, number + 1);
	if (pages !== undefined && (pages >= number || all === 0)) return pages;
	// Only a very short page is surely the last: fewer than asked for may come.
	return all < USUAL_PAGE_SIZE ? number : number + 1;
}

/**
 * Calls an endpoint that answers with a page of a list, and warns of the records that cannot be read.
 *
 * @throws ServiceError when there is no such page
 */
export async function readPage<T>(
	client: ServiceClient,
	endpoint: EndpointName,
	{ input = {}, ...shape }: PageShape<T> & { input?: Input },
): Promise<Page<T>> {
	const { all, ...page } = await client.call(endpoint, input, pageOf(shape));
	if (page.problem) {
		const { action } = endpoints[endpoint];
		const skipped = all - page.records.length;
		client.warn(apiMessages.recordsSkipped(action, skipped, all, page.problem));
	}
	return page;
}

/**
 * Pages in a row that may bring nothing new. When a whole page of tasks has been created meanwhile, the
 * next page is the one before; a service that ignores the number would give the same one forever.
 */
const MAX_REPEATED = 2;

/**
 * Reads a list page by page, each record once. It ends with the last page, and where several bring
 * nothing new, so that a list without a total always comes to an end.
 *
 * @param read reads one page, from 1
 * @param idOf identifies repeated records, such as those that have moved to the next page
 */
export async function* eachPage<T>(
	read: (number: number) => Promise<Page<T>>,
	idOf: (record: T) => string,
): AsyncGenerator<Omit<Page<T>, 'pages'> & { pagesLeft: number }> {
	const seen = new Set<string>();
	let repeated = 0;
	for (let number = 1, pages = 1; number <= pages; number++) {
		const page = await read(number);
		({ pages } = page);
		const isNew = (id: string) => !seen.has(id) && seen.add(id);
		const records = page.records.filter((record) => isNew(idOf(record)));
		repeated = records.length === 0 ? repeated + 1 : 0;
		if (repeated > MAX_REPEATED) return;
		yield { records, problem: page.problem, pagesLeft: Math.max(0, pages - number) };
	}
}

/** What is collected of a list; all, unless something else is said. */
interface Collecting<T> {
	/** Most records. */
	limit?: number;
	/** Whether a record is one of those. */
	counts?(record: T): boolean;
}

/** Collects the records of a list that count, each once, up to a limit; pages are read from 1. */
export async function collect<T extends { id: string }>(
	client: ServiceClient,
	list: (client: ServiceClient, number: number) => Promise<Page<T>>,
	{ limit = Infinity, counts = () => true }: Collecting<T> = {},
): Promise<T[]> {
	const found: T[] = [];
	const read = async (number: number) => await list(client, number);
	for await (const { records } of eachPage(read, ({ id }) => id)) {
		found.push(...records.filter(counts));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}
