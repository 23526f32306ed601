import cloneDeep from 'lodash/cloneDeep';
import mapValues from 'lodash/mapValues';

import type { Fault } from '../../../demo-service';

type Json = Record<string, unknown>;

/** A record with another value under each of these names that it has. */
const having = (names: string[], value: unknown) => (right: Json) =>
	mapValues(right, (own, name) => (names.includes(name) ? value : own));

const STATUSES = ['status', 'progress_desc'];
const IDS = ['unique_id', 'id', 'language_code'];

/** What is odd about one record of a list. */
const odd = {
	null: () => null,
	text: () => 'record',
	nullStatus: having(STATUSES, null),
	noStatus: having(STATUSES, undefined),
	objectStatus: having(STATUSES, {}),
	nullId: having(IDS, null),
	numericId: having(IDS, 4711),
};

export type OddRow = keyof typeof odd;

/**
 * The right list with one odd record.
 *
 * @param at place of the record; a further one is put there unless `replace` says to change the one that is there
 */
export const oddRow = (row: OddRow, at = 0, replace = true): Fault => ({
	kind: 'answer',
	change(right) {
		const answer = cloneDeep(right) as { data: Json };
		const list = [answer.data, ...Object.values(answer.data)].find(Array.isArray) as Json[];
		const made: unknown = odd[row](list[at] ?? {});
		list.splice(at, replace ? 1 : 0, made as Json);
		return answer;
	},
});
