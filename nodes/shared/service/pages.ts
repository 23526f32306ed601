import { z } from 'zod';

/** One page of a list of the service. */
export interface Page<T> {
	records: T[];
	/** Pages that the list has at least; more exactly where the service tells (specification 1). */
	pages: number;
}

const pageInfo = z.object({ total_page: z.number().int() }).passthrough().nullish();

/** A list that may be sent as null when it is empty. */
function listOf<T>(record: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return z
		.array(record)
		.nullish()
		.transform((list) => list ?? []);
}

/** Answer with `list` and `page_info` (specification 1). */
export function pageOf<T>(
	record: z.ZodType<T, z.ZodTypeDef, unknown>,
): z.ZodType<Page<T>, z.ZodTypeDef, unknown> {
	return z
		.object({ list: listOf(record), page_info: pageInfo })
		.transform(({ list, page_info: info }) => ({ records: list, pages: info?.total_page ?? 1 }));
}

/** Answer with `List` and `PageInfo`, as only `video_list` writes them (specification 4.7). */
export function capitalPageOf<T>(
	record: z.ZodType<T, z.ZodTypeDef, unknown>,
): z.ZodType<Page<T>, z.ZodTypeDef, unknown> {
	return z
		.object({ List: listOf(record), PageInfo: pageInfo })
		.transform(({ List, PageInfo: info }) => ({ records: List, pages: info?.total_page ?? 1 }));
}

/** Page size of a list that is asked for none (specification 4.4); no service allows less. */
const USUAL_PAGE_SIZE = 10;

/**
 * Answer that is the list itself, without a total. The service may give shorter pages than were asked for, so
 * only a very short one is the last for sure.
 */
export function barePageOf<T>(
	record: z.ZodType<T, z.ZodTypeDef, unknown>,
	number: number,
	size: number,
): z.ZodType<Page<T>, z.ZodTypeDef, unknown> {
	return listOf(record).transform((records) => ({
		records,
		pages: records.length < Math.min(size, USUAL_PAGE_SIZE) ? number : number + 1,
	}));
}

/**
 * Reads a list page by page, each record once. It ends with the last page, and with a page that brings
 * nothing new, so that a list without a total always comes to an end.
 *
 * @param read reads one page
 * @param idOf tells repeated records, such as those that moved to the next page meanwhile
 * @param first number of the first page
 */
export async function* eachPage<T>(
	read: (number: number) => Promise<Page<T>>,
	idOf: (record: T) => string,
	first = 1,
): AsyncGenerator<{ records: T[]; pagesLeft: number }> {
	const seen = new Set<string>();
	for (let number = first, last = first; number <= last; number++) {
		const page = await read(number);
		last = page.pages + first - 1;
		const records = page.records.filter((record) => {
			const id = idOf(record);
			return !seen.has(id) && seen.add(id);
		});
		if (records.length === 0) return;
		yield { records, pagesLeft: Math.max(0, last - number) };
	}
}

/**
 * Collects the records of a list, each once.
 *
 * @param limit most records wanted; Infinity for all
 * @param wanted tells which records count
 */
export async function collect<T>(
	read: (number: number) => Promise<Page<T>>,
	idOf: (record: T) => string,
	limit = Infinity,
	{ first = 1, wanted = () => true }: { first?: number; wanted?: (record: T) => boolean } = {},
): Promise<T[]> {
	const found: T[] = [];
	for await (const { records } of eachPage(read, idOf, first)) {
		found.push(...records.filter(wanted));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}
