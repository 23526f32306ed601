import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { listAiCreations } from '../../../nodes/shared/tasks/aiCreation';
import type { ServiceClient } from '../../../nodes/shared/service/client';
import { listVideos } from '../../../nodes/shared/tasks/composedVideo';
import { filePage } from '../../../nodes/shared/service/files';
import { listLipSyncs } from '../../../nodes/shared/tasks/lipSync';
import { listMotions } from '../../../nodes/shared/tasks/motion';
import type { Page } from '../../../nodes/shared/service/pages';
import {
	listPublicPersons,
	listPublicVoices,
	listTranslationLanguages,
} from '../../../nodes/shared/service/library';
import { fuzzing } from '../../support/fuzz';

interface List {
	name: string;
	idField: string;
	/** A record as specified. */
	record: IDataObject;
	/** Field of the records in an answer; none where the answer is the list. */
	field?: string;
	read(client: ServiceClient): Promise<Page<object>>;
}

const video = { status: 30, video_url: 'https://files.example/1.mp4', create_time: 1_790_000_000 };
const words = { progress_desc: 'Success', output_url: ['https://files.example/1.png'] };

/** Every list of the service. */
const LISTS: List[] = [
	{
		name: 'AI tasks',
		idField: 'unique_id',
		record: words,
		field: 'list',
		read: async (client) => await listAiCreations(client, {}),
	},
	{ name: 'motion', idField: 'unique_id', record: words, read: listMotions },
	{ name: 'composed videos', idField: 'id', record: video, field: 'List', read: listVideos },
	{ name: 'lip-sync videos', idField: 'id', record: video, field: 'list', read: listLipSyncs },
	{
		name: 'persons',
		idField: 'id',
		record: { name: 'Anna', figures: [{ type: 'sit_body' }] },
		field: 'list',
		read: async (client) => await listPublicPersons(client),
	},
	{
		name: 'voices',
		idField: 'id',
		record: { name: 'Anna' },
		field: 'list',
		read: listPublicVoices,
	},
	{
		name: 'files',
		idField: 'id',
		record: { status: 1, bytes: 3 },
		field: 'list',
		read: async (client) => await filePage(client, {}, 0),
	},
	{
		name: 'languages',
		idField: 'language_code',
		record: { name: 'German' },
		field: 'languages',
		read: async (client) => ({ records: await listTranslationLanguages(client), pages: 1 }),
	},
];

function answeredWith(data: unknown): { client: ServiceClient; warnings: string[] } {
	const warnings: string[] = [];
	const client: ServiceClient = {
		call: async (_name, _input, schema) => schema.parse(data),
		until: () => client,
		within: () => client,
		warn: (message) => warnings.push(message),
	};
	return { client, warnings };
}

const answerOf = ({ field }: List, rows: unknown, info?: unknown): unknown =>
	field ? { [field]: rows, ...(info === undefined ? {} : { page_info: info }) } : rows;

/** What no list has as a record: anything but an object with a readable id. */
const junk = (idField: string) =>
	fc.oneof(
		fc.constantFrom(null, true, 7, '', 'record', [], {}, [{}]),
		fc.record({ [idField]: fc.constantFrom(null, '', {}, [], -1, 1.5, true) }),
		fc.anything({ maxDepth: 2 }).filter((value) => typeof value !== 'object'),
	);

describe.each(LISTS)('The list of $name', (list) => {
	const { idField, record, read } = list;
	const idsOf = (records: object[]) => records.map((one) => (one as IDataObject)[idField]);

	it('is read record by record: whatever stands between them is skipped and counted', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.oneof(fc.constant('right' as const), junk(idField)), { maxLength: 9 }),
				async (marks) => {
					const rows = marks.map((mark, n) =>
						mark === 'right' ? { ...record, [idField]: `id${n}` } : mark,
					);
					const right = marks.flatMap((mark, n) => (mark === 'right' ? [`id${n}`] : []));
					const { client, warnings } = answeredWith(
						answerOf(list, [...rows, { ...record, [idField]: 'last' }]),
					);
					const { records } = await read(client);
					expect(idsOf(records)).toEqual([...right, 'last']);
					const odd = marks.length - right.length;
					expect(warnings).toEqual(
						odd === 0 ? [] : [expect.stringContaining(`${odd} of ${marks.length + 1} records`)],
					);
				},
			),
			fuzzing(150),
		);
	});

	it('takes whole numbers as IDs', async () => {
		if (idField === 'language_code') return;
		const { client } = answeredWith(answerOf(list, [{ ...record, [idField]: 4711 }]));
		expect(idsOf((await read(client)).records)).toEqual(['4711']);
	});

	it.each([
		[undefined],
		[null],
		[{}],
		[{ total_page: null }],
		[{ total_page: 'many' }],
		[{ total_page: '1' }],
		['odd'],
	])('needs no paging values (%j)', async (info) => {
		const { client } = answeredWith(answerOf(list, [{ ...record, [idField]: 'one' }], info));
		const { records, pages } = await read(client);
		expect(idsOf(records)).toEqual(['one']);
		expect(pages).toBe(1);
	});

	it('is no empty list where there is none, or none of its records can be read', async () => {
		const absent = list.field
			? [{}, null, 'list', [], { page_info: { total_page: 0 } }]
			: [null, {}, 'list'];
		const wrong = ['list', {}, 7, [null], [{ ...record, [idField]: null }]];
		for (const data of [...absent, ...wrong.map((rows) => answerOf(list, rows))]) {
			await expect(read(answeredWith(data).client)).rejects.toThrow();
		}
	});

	it('is empty where the service says so', async () => {
		const empty = list.field
			? [[], null].map((rows) => answerOf(list, rows, { total_count: 0, total_page: 0 }))
			: [[]];
		for (const data of empty) expect((await read(answeredWith(data).client)).records).toEqual([]);
		if (!list.field) return;
		const { client } = answeredWith(answerOf(list, null, { total_count: 3, total_page: 1 }));
		await expect(read(client)).rejects.toThrow();
	});

	it("keeps the service's own object as it came", async () => {
		if (idField === 'language_code') return;
		const own = { ...record, [idField]: 'one', later: { field: [1] }, create_time: '1790000000' };
		const { client } = answeredWith(answerOf(list, [own]));
		expect((await read(client)).records).toMatchObject([{ raw: own }]);
	});
});
