import { describe, expect, it } from '@jest/globals';
import { difference, range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { PAGES, getTask } from '../support/engine/getTask';
import type { NodeRunResult } from '../support/engine/engine';
import { library } from '../support/engine/library';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import type { Fault } from '../../demo-service';
import type { OddPage, OddRow } from '../../demo-service/server/faults';

const ROWS: OddRow[] = [
	'null',
	'text',
	'list',
	'empty',
	'nullStatus',
	'noStatus',
	'objectStatus',
	'nullId',
	'noId',
	'emptyId',
	'numericId',
];
const STILL_READ: OddPage[] = [
	'lowerCase',
	'upperCase',
	'textTotal',
	'nullTotal',
	'wordTotal',
	'noInfo',
	'nullInfo',
];

/** Animated images, of which ten checks a minute are allowed, are in the unit tests. */
const KINDS = ['aiCreation', 'composedVideo', 'lipSync'] as const;

type Kind = (typeof KINDS)[number];

const PEOPLE = 'list_common_dp';
const VOICES = 'list_common_audio';
const FILES = 'common/file_list';
const LANGUAGES = 'video_translation/target_languages';

const hintsOf = ({ run }: NodeRunResult): string[] =>
	(run.data.resultData.runData.Tested?.[0]?.hints ?? []).map(({ message }) => message);

describe('A list', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const all = { returnAll: true };

	const threeOf = (kind: Kind) => async () => {
		for (let n = 0; n < 3; n++) await submits.fated(kind, { seconds: 0 });
	};
	const threeFiles = async () => range(3).map((n) => submits.file('ai_creation', `${n}.png`));
	const nothing = async () => {};
	const run = (parameters: Parameters<typeof setup.engine.run>[0], id: string) => async () => {
		const result = await setup.engine.run(parameters);
		const shown = result.json.map((json) => String(json[id]));
		return { shown, error: result.error?.message, hints: hintsOf(result) };
	};
	const search =
		(type: string, method: string, parameters: IDataObject = {}) =>
		async () => {
			const node = { type, parameters: parameters as never };
			try {
				const { results } = await setup.engine.search(node, method);
				return { shown: results.map(({ value }) => String(value)) };
			} catch (error) {
				return { shown: [], error: (error as Error).message };
			}
		};
	const options = (type: string, method: string) => async () => {
		try {
			const found = await setup.engine.options({ type, parameters: {} }, method);
			return { shown: found.map(({ value }) => String(value)) };
		} catch (error) {
			return { shown: [], error: (error as Error).message };
		}
	};
	const compose = 'digitalHumanComposeVideo';

	/** Every list that a node or the editor shows: what fills it, and what reads it. */
	const lists: Array<{
		name: string;
		operation: string;
		fill: () => Promise<unknown>;
		read: () => Promise<{ shown: string[]; error?: string; hints?: string[] }>;
	}> = [
		...KINDS.flatMap((kind) => [
			{
				name: `Get Many of ${kind}`,
				operation: PAGES[kind],
				fill: threeOf(kind),
				read: run(getTask([{}], { operation: 'getAll', listKind: kind, ...all }), 'taskId'),
			},
			{
				name: `the choice of ${kind}`,
				operation: PAGES[kind],
				fill: threeOf(kind),
				read: search('digitalHumanGetTask', 'searchTasks', { taskKind: kind }),
			},
		]),
		{
			name: 'persons',
			operation: PEOPLE,
			fill: nothing,
			read: run(library('publicPerson', 'getAll', all), 'personId'),
		},
		{
			name: 'the choice of a person',
			operation: PEOPLE,
			fill: nothing,
			read: search(compose, 'searchPersons'),
		},
		{
			name: 'the choice of tags',
			operation: PEOPLE,
			fill: nothing,
			read: options('digitalHumanLibrary', 'getPersonTags'),
		},
		{
			name: 'voices',
			operation: VOICES,
			fill: nothing,
			read: run(library('publicVoice', 'getAll', all), 'voiceId'),
		},
		{
			name: 'the choice of a voice',
			operation: VOICES,
			fill: nothing,
			read: search(compose, 'searchVoices'),
		},
		{
			name: 'files',
			operation: FILES,
			fill: threeFiles,
			read: run(library('file', 'getAll', all), 'fileId'),
		},
		{
			name: 'the choice of a file',
			operation: FILES,
			fill: threeFiles,
			read: search('digitalHumanLibrary', 'searchFiles'),
		},
		{
			name: 'languages',
			operation: LANGUAGES,
			fill: nothing,
			read: run(library('translationLanguage', 'getAll', all), 'languageCode'),
		},
		{
			name: 'the choice of languages',
			operation: LANGUAGES,
			fill: nothing,
			read: options('digitalHumanTranslateVideo', 'getLanguages'),
		},
	];

	const withFault = async (operation: string, fault: Fault) => {
		setup.service.faults.add({ operation, fault, times: Infinity });
	};

	it.each(lists)('$name: an odd record hides no other', async ({ operation, fill, read }) => {
		await fill();
		const { shown: right } = await read();
		expect(right.length).toBeGreaterThan(1);
		for (const row of ROWS) {
			await withFault(operation, { kind: 'oddRow', row, replace: false });
			const { shown, error } = await read();
			setup.service.faults.clear();
			expect({ row, error, missing: difference(right, shown) }).toEqual({ row, missing: [] });
			expect(difference(shown, right, ['4711'])).toEqual([]);
		}
	});

	it('names the odd record in the output panel, and in the log', async () => {
		await threeOf('composedVideo')();
		await withFault(PAGES.composedVideo, { kind: 'oddRow', row: 'nullStatus', at: 1 });
		const { json, run: execution } = await setup.engine.run(
			getTask([{}], { operation: 'getAll', listKind: 'composedVideo' }),
		);
		expect(json).toHaveLength(2);
		expect(hintsOf({ run: execution } as NodeRunResult)).toEqual([
			expect.stringMatching(
				/1 of 3 records could not be read and were skipped\. The first: 'status'.*\. Send this text to your provider\.$/,
			),
		]);
	});

	it.each(KINDS)('of %s: an odd record takes nothing from the tasks of one check', async (kind) => {
		const items: IDataObject[] = [];
		for (let n = 0; n < 4; n++) {
			const taskId = await submits.fated(kind, { seconds: 0 });
			items.push({ taskId, taskKind: kind });
		}
		// Under another id it would be another task.
		for (const row of ROWS.filter((one) => one !== 'numericId')) {
			await withFault(PAGES[kind], { kind: 'oddRow', row, at: 1 });
			const { json, error } = await setup.engine.run(getTask(items));
			setup.service.faults.clear();
			expect({ row, error }).toEqual({ row });
			const read = json.filter(({ state }) => state === 'succeeded');
			const unread = json.filter(({ statusUnknownReason }) => statusUnknownReason !== undefined);
			expect({ row, all: read.length + unread.length }).toEqual({ row, all: 4 });
			// Two kinds have a detail, which makes up for the list.
			expect(unread.map(({ state }) => state)).toEqual(
				kind === 'composedVideo' ? ['inProgress'] : [],
			);
		}
	});

	it.each(lists)('$name: paging may be odd', async ({ operation, fill, read }) => {
		await fill();
		const { shown: right } = await read();
		for (const page of STILL_READ) {
			await withFault(operation, { kind: 'oddPage', page });
			const { shown, error } = await read();
			setup.service.faults.clear();
			expect({ page, error, shown }).toEqual({ page, shown: right });
		}
	});
});
