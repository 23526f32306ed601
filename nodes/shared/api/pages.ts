import { upperFirst } from 'lodash';
import { z } from 'zod';

import { isObject } from '../util/text';
import type { Input, ServiceClient } from './client';
import { endpoints, type EndpointName } from './endpoints';
import { apiMessages } from './messages';
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

const pageInfo = onlyShown(z.object({ total_count: shownNumber, total_page: shownNumber }));

/**
 * Reads one page of any list, its records one by one, with the number of all. An answer without a
 * list, or a first page without a readable record, is no empty list, but a fault.
 */
function pageOf<T>({ record, number = 1, listField = 'list', bare }: PageShape<T>) {
	return z.unknown().transform((data, context): Page<T> & { all: number } => {
		const refuse = (message: string, path?: string[]) => {
			context.addIssue({ code: 'custom', message, path });
			return z.NEVER;
		};
		const fields = isObject(data) ? data : {};
		const rows = bare ? data : fields[listField in fields ? listField : upperFirst(listField)];
		const info = pageInfo.parse(fields.page_info ?? fields.PageInfo);
		const isFirst = number === 1;
		// Without a total, a page past the end has to be asked for, and may be null.
		const isEmpty = rows === null && !(isFirst && (bare || info?.total_count));
		if (!Array.isArray(rows) && !isEmpty) return refuse(apiMessages.expectedList, [listField]);
		const read = ((rows ?? []) as unknown[]).map((row) => record.safeParse(row));
		const records = read.flatMap(({ success, data: row }) => (success ? [row] : []));
		const problem = read.map(problemOf).find((one) => one !== undefined);
		const all = read.length;
		if (problem && isFirst && records.length === 0) {
			return refuse(apiMessages.noRecordReadable(all, problem));
		}
		// Without a total, only a very short page is surely the last: fewer than asked for may come.
		const next = all < USUAL_PAGE_SIZE ? number : number + 1;
		const total = info?.total_page;
		// A total that leaves out the page that has just come is none.
		const isTotal = total !== undefined && (total >= number || all === 0);
		const pages = isTotal ? total : next;
		return { records, pages, problem, all };
	});
}

/**
 * Calls an endpoint that answers with a page of a list, and warns of the records that cannot be read.
 *
 * @throws ServiceError when there is no such page
 */
export async function readPage<T>(
	client: ServiceClient,
	endpoint: EndpointName,
	input: Input,
	shape: PageShape<T>,
): Promise<Page<T>> {
	const { all, ...page } = await client.call(endpoint, input, pageOf(shape));
	if (page.problem) {
		const { action } = endpoints[endpoint];
		const skipped = all - page.records.length;
		client.warn(apiMessages.recordsSkipped(action, skipped, all, page.problem));
	}
	return page;
}

function problemOf({ error }: z.SafeParseReturnType<unknown, unknown>): string | undefined {
	return error?.issues.map(({ path, message }) => {
		return path.length > 0
			? apiMessages.fieldNotAsSpecified(path.join('.'), message)
			: apiMessages.recordNotAsSpecified(message);
	})[0];
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

/** Collects the records of a list that count, each once, up to a limit; pages are read from 1. */
export async function collect<T extends { id: string }>(
	client: ServiceClient,
	list: (client: ServiceClient, number: number) => Promise<Page<T>>,
	limit = Infinity,
	counts: (record: T) => boolean = () => true,
): Promise<T[]> {
	const found: T[] = [];
	const read = async (number: number) => await list(client, number);
	for await (const { records } of eachPage(read, ({ id }) => id)) {
		found.push(...records.filter(counts));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}
