import { z } from 'zod';

import { isObject, safeJson } from '../util/text';
import type { Input, ServiceClient } from './client';
import { operations, type OperationName } from './endpoints';
import { shownNumber, taskId, type Schema } from './schemas';

/** One page of a list of the service. */
export interface Page<T> {
	records: T[];
	/** Pages that the list has at least; exact where the service reports it (service.md 1). */
	pages: number;
	/** Records that could not be read; they take nothing from the others. */
	unreadable?: Unreadable[];
}

/** A record that could not be read. */
export interface Unreadable {
	/** Its id, where that can be read. */
	id?: string;
	/** What is wrong with it. */
	problem: string;
	/** The service's own value. */
	raw: unknown;
}

/** How the records of a list are found in an answer. */
interface PageShape<T> {
	record: Schema<T>;
	/** Field of a record that holds its id. */
	idField?: string;
	/** Field of the answer that holds the records. */
	listField?: string;
	/** The answer may be the list itself (service.md 4.4). */
	bare?: boolean;
	/** Number of the page, from 1. */
	number?: number;
}

/**
 * Records that a page is asked for: the most where the service names one (service.md 4.2), and for the
 * other lists, which name none.
 */
export const PAGE_SIZE = 50;

/** Page size of a list that is asked for none (service.md 4.4); no service allows less. */
const USUAL_PAGE_SIZE = 10;

/**
 * Reads one page of any list, its records one by one. Names are read in upper and lower case, for the
 * service writes both (service.md 1 and 4.7).
 *
 * An answer without a list, or a first page without a readable record, is no empty list, but a fault.
 */
function pageOf<T>(shape: PageShape<T>): Schema<Page<T>> {
	const { record, idField = 'id', listField = 'list', bare = false } = shape;
	return z.unknown().transform((data, context) => {
		const refuse = (message: string, path: string[] = []) => {
			context.addIssue({ code: 'custom', message, path });
			return z.NEVER;
		};
		const isFirst = (shape.number ?? 1) === 1;
		// Without a total, a page past the end has to be asked for, and may be null.
		const isList = bare && (Array.isArray(data) || (data === null && !isFirst));
		const list = isList ? data : fieldOf(data, listField);
		const info = fieldOf(data, 'pageinfo');
		const isEmpty = list === null && !(isFirst && Number(fieldOf(info, 'totalcount')) > 0);
		if (!Array.isArray(list) && !isEmpty) return refuse('Expected a list', [listField]);
		const rows: unknown[] = Array.isArray(list) ? list : [];
		const page: Required<Page<T>> = {
			records: [],
			pages: pagesOf(info, rows, shape),
			unreadable: [],
		};
		for (const raw of rows) {
			const read = record.safeParse(raw);
			if (read.success) page.records.push(read.data);
			else page.unreadable.push({ id: idIn(raw, idField), problem: problemOf(read.error), raw });
		}
		const [odd] = page.unreadable;
		return odd && page.records.length === 0 && isFirst
			? refuse(`None of its ${rows.length} records can be read. The first: ${odd.problem}`)
			: page;
	});
}

/**
 * Calls an operation that answers with a page of a list, and warns of the records that cannot be read.
 *
 * @throws ServiceError when there is no such page
 */
export async function readPage<T>(
	client: ServiceClient,
	operation: OperationName,
	input: Input,
	shape: PageShape<T>,
): Promise<Page<T>> {
	const page = await client.call(operation, input, pageOf(shape));
	const { records, unreadable: odd = [] } = page;
	if (odd[0]) {
		const all = records.length + odd.length;
		client.warn?.(
			`Could not ${operations[operation].action} completely: ${odd.length} of ${all} records could not be read and were skipped. The first: ${odd[0].problem}. Send this text to your provider.`,
		);
	}
	return page;
}

/** Without a total, only a very short page is surely the last: fewer than asked for may come. */
function pagesOf<T>(info: unknown, rows: unknown[], { number = 1 }: PageShape<T>): number {
	const total = shownNumber.parse(fieldOf(info, 'totalpage'));
	// A total that does not even count the page with these records says nothing.
	const least = rows.length > 0 ? number : 0;
	if (typeof total === 'number' && Number.isSafeInteger(total) && total >= least) return total;
	return rows.length < USUAL_PAGE_SIZE ? number : number + 1;
}

/** A field by its name without regard to case and underscores; undefined where there is none. */
function fieldOf(value: unknown, name: string): unknown {
	if (!isObject(value)) return undefined;
	return Object.entries(value).find(([key]) => key.replaceAll('_', '').toLowerCase() === name)?.[1];
}

function idIn(row: unknown, idField: string): string | undefined {
	const { data } = taskId.safeParse((row as Record<string, unknown> | null)?.[idField]);
	return data;
}

function problemOf({ issues: [issue] }: z.ZodError): string {
	const field = issue?.path.join('.');
	return `${field ? `'${field}'` : 'it'} is not as specified (${issue?.message ?? 'unknown'})`;
}

/**
 * Pages in a row that may bring nothing new. When a whole page of tasks has been created meanwhile, the
 * next page is the one before; a service that ignores the number would give the same one forever.
 */
const MAX_REPEATED = 2;

/**
 * Reads a list page by page, each record once. It ends with the last page, with an empty one, and where
 * pages only repeat what was read, so that a list without a total always comes to an end.
 *
 * @param read reads one page, by its number from 1
 * @param idOf identifies repeated records, such as those that have moved to the next page
 */
export async function* eachPage<T>(
	read: (number: number) => Promise<Page<T>>,
	idOf: (record: T) => string,
): AsyncGenerator<{ records: T[]; unreadable: Unreadable[]; pagesLeft: number }> {
	const seen = new Set<string>();
	let repeated = 0;
	for (let number = 1, last = 1; number <= last; number++) {
		const page = await read(number);
		last = page.pages;
		const known = seen.size;
		const isNew = (id: string) => !seen.has(id) && seen.add(id);
		const records = page.records.filter((record) => isNew(idOf(record)));
		const { unreadable = [] } = page;
		for (const { id, raw } of unreadable) isNew(`unreadable ${id ?? safeJson(raw)}`);
		repeated = seen.size === known ? repeated + 1 : 0;
		const isEmpty = page.records.length === 0 && unreadable.length === 0;
		if (isEmpty || repeated > MAX_REPEATED) return;
		yield { records, unreadable, pagesLeft: Math.max(0, last - number) };
	}
}

/**
 * Collects the records of a list, each once.
 *
 * @param limit most records; Infinity for all
 * @param counts whether a record counts
 */
export async function collect<T extends { id: string }>(
	read: (number: number) => Promise<Page<T>>,
	limit = Infinity,
	counts: (record: T) => boolean = () => true,
): Promise<T[]> {
	const found: T[] = [];
	for await (const { records } of eachPage(read, ({ id }) => id)) {
		found.push(...records.filter(counts));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}
