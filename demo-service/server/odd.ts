type Json = Record<string, unknown>;

/** What is odd about one record of a list. */
export type OddRow =
	| 'null'
	| 'text'
	| 'list'
	| 'empty'
	| 'nullStatus'
	| 'noStatus'
	| 'objectStatus'
	| 'nullId'
	| 'noId'
	| 'emptyId'
	| 'numericId';

/** What is odd about the list itself. */
export type OddPage =
	| 'lowerCase'
	| 'upperCase'
	| 'textTotal'
	| 'nullTotal'
	| 'wordTotal'
	| 'noInfo'
	| 'nullInfo'
	| 'nullList'
	| 'noList'
	| 'textList'
	| 'objectList';

const IDS = ['unique_id', 'id', 'language_code'];
const STATUSES = ['status', 'progress_desc'];
const LISTS = ['list', 'List', 'languages'];
const INFOS = ['page_info', 'PageInfo'];

/**
 * The data of a list answer with one odd record.
 *
 * @param at place of the record; a further one is put there unless `replace` says to change the one that is there
 */
export function withOddRow(data: unknown, row: OddRow, at = 0, replace = true): unknown {
	return onList(data, (rows) => {
		const right = (rows[at] ?? {}) as Json;
		return [...rows.slice(0, at), oddRow(right, row), ...rows.slice(replace ? at + 1 : at)];
	});
}

function oddRow(right: Json, row: OddRow): unknown {
	const id = IDS.find((name) => name in right) ?? 'id';
	const status = STATUSES.find((name) => name in right) ?? 'status';
	const without = (name: string) =>
		Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
	switch (row) {
		case 'null':
			return null;
		case 'text':
			return 'record';
		case 'list':
			return [right];
		case 'empty':
			return {};
		case 'nullStatus':
			return { ...right, [status]: null };
		case 'noStatus':
			return without(status);
		case 'objectStatus':
			return { ...right, [status]: {} };
		case 'nullId':
			return { ...right, [id]: null };
		case 'noId':
			return without(id);
		case 'emptyId':
			return { ...right, [id]: '' };
		case 'numericId':
			return { ...right, [id]: 4711 };
	}
}

/** The data of a list answer, odd as a whole. */
export function withOddPage(data: unknown, page: OddPage): unknown {
	if (Array.isArray(data)) return page === 'textList' ? 'list' : page === 'objectList' ? {} : data;
	const answer = data as Json;
	const list = LISTS.find((name) => name in answer) ?? 'list';
	const info = INFOS.find((name) => name in answer) ?? 'page_info';
	const { [list]: rows, [info]: paging, ...rest } = answer;
	const total = (total_page: unknown) => ({
		...answer,
		[info]: { ...(paging as Json), total_page },
	});
	switch (page) {
		case 'lowerCase':
			return { ...rest, [list.toLowerCase()]: rows, page_info: paging };
		case 'upperCase':
			return { ...rest, [list[0]?.toUpperCase() + list.slice(1)]: rows, PageInfo: paging };
		case 'textTotal':
			return total(String((paging as Json | undefined)?.total_page ?? 1));
		case 'nullTotal':
			return total(null);
		case 'wordTotal':
			return total('many');
		case 'noInfo':
			return { ...rest, [list]: rows };
		case 'nullInfo':
			return { ...answer, [info]: null };
		case 'nullList':
			return { ...answer, [list]: null };
		case 'noList':
			return { ...rest, [info]: paging };
		case 'textList':
			return { ...answer, [list]: 'list' };
		case 'objectList':
			return { ...answer, [list]: { 0: rows } };
	}
}

function onList(data: unknown, change: (rows: unknown[]) => unknown[]): unknown {
	if (Array.isArray(data)) return change(data);
	const answer = data as Json;
	const list = LISTS.find((name) => Array.isArray(answer[name]));
	return list ? { ...answer, [list]: change(answer[list] as unknown[]) } : data;
}
