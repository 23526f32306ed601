/** The answer that every documented operation gives (service.md 1). */
export interface Envelope {
	trace_id: string;
	code: number;
	msg: string;
	data: unknown;
}

/** Thrown by an operation to answer with a code of service.md 7. */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		message: string,
	) {
		super(message);
	}
}

/** Refusal with code 40000, the general parameter error. */
export function parameterError(message: string): Refusal {
	return new Refusal(40000, message);
}

/** Paging block of list answers (service.md 1). */
export interface PageInfo {
	page: number;
	size: number;
	total_count: number;
	total_page: number;
}

/**
 * Cuts one page out of a list.
 * @param page number of the requested page, counted from `first` (0 for files, else 1)
 */
export function pageOf<T>(
	all: readonly T[],
	page: number,
	size: number,
	first = 1,
): { list: T[]; pageInfo: PageInfo } {
	const start = (page - first) * size;
	return {
		list: all.slice(start, start + size),
		pageInfo: {
			page,
			size,
			total_count: all.length,
			total_page: Math.ceil(all.length / size),
		},
	};
}
