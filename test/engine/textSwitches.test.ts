import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { PAGES, getTask } from '../support/engine/getTask';
import { library } from '../support/engine/library';
import { redFox } from '../support/engine/redFox';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { uploadOf } from '../support/engine/uploads';
import { quickTime } from '../support/quickTime';

quickTime();

const continues = { onError: 'continueRegularOutput' } as const;

const getMany = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun => ({
	type: 'digitalHumanGetTask',
	parameters: { operation: 'getAll', listKind: 'aiCreation', ...parameters },
	...more,
});

describe('A switch that an expression gives as text', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const run = async (node: NodeRun) => {
		const { json, error } = await setup.engine.run(node);
		expect(error).toBeUndefined();
		return json;
	};

	/** Nodes that output one thing each, with their options. */
	const simplified: Array<[string, (options: INodeParameters) => Promise<NodeRun>]> = [
		['listed persons', async (options) => library('publicPerson', 'getAll', { limit: 1, options })],
		['listed voices', async (options) => library('publicVoice', 'getAll', { limit: 1, options })],
		[
			'listed files',
			async (options) => {
				submits.file('ai_creation', 'a.png');
				return library('file', 'getAll', { options });
			},
		],
		[
			'a file',
			async (options) => {
				const fileId = submits.file('ai_creation', 'a.png');
				return library('file', 'get', { fileId, options });
			},
		],
		[
			'listed tasks',
			async (options) => {
				await submits.aiCreation();
				return getMany({ options });
			},
		],
		['a task', async (options) => getTask([{ taskId: await submits.aiCreation() }], { options })],
		[
			'a created image',
			async (options) => ({
				type: 'digitalHumanAiCreate',
				parameters: { ...redFox, downloadResult: false, options },
			}),
		],
		[
			'an uploaded file',
			async (options) => uploadOf([await storedFile({ bytes: 10 })], { options }),
		],
	];

	describe.each(simplified)('Simplify of %s', (_what, nodeWith) => {
		it.each([
			['TRUE', false],
			[' False ', true],
			['', false],
		])('%j', async (simple, hasRaw) => {
			const [item] = await run(await nodeWith({ simple }));
			expect(item).toBeDefined();
			expect(item?.raw !== undefined).toBe(hasRaw);
		});

		it('is refused before a request', async () => {
			const node = await nodeWith({ simple: '={{ "yes" }}' });
			setup.service.journal.clear();
			const { error } = await setup.engine.run(node);
			expect(error?.message).toMatch(/^'Simplify' must be true or false, but is yes$/);
			expect(setup.service.journal.count()).toBe(0);
		});
	});

	it.each([
		['TRUE', true],
		['false', false],
		['', false],
	])('Only Successful: %j', async (onlySuccessful, is_success) => {
		await run(getMany({ filters: { onlySuccessful } }));
		const [page] = setup.service.journal.entries({ operation: PAGES.aiCreation });
		expect(page?.body).toMatchObject({ is_success });
	});

	it.each([
		['false', 3],
		['TRUE', 68],
		['', 3],
	])('Return All: %j', async (word, count) => {
		const returnAll = '={{ $json.word }}';
		const persons = library('publicPerson', 'getAll', { returnAll, limit: 3 });
		expect(await run({ ...persons, items: [{ word }] })).toHaveLength(count);
	});

	it.each([
		['FALSE', 'Not yet synced'],
		['True', 'Usable'],
	])('Wait Until Usable: %j', async (waitUntilUsable, status) => {
		setup.service.fate({ seconds: 30 });
		const file = await storedFile({ bytes: 10 });
		const json = await run(uploadOf([file], { options: { waitUntilUsable } }));
		expect(json).toMatchObject([{ status }]);
	});

	const word = '={{ $json.word }}';

	it.each<[string, NodeRun]>([
		['Only Successful', getMany({ filters: { onlySuccessful: word } })],
		['Return All', getMany({ returnAll: word })],
		['Return All', library('publicVoice', 'getAll', { returnAll: word })],
		['Simplify', library('publicVoice', 'getAll', { options: { simple: word } })],
		['Simplify', library('file', 'get', { fileId: '1', options: { simple: word } })],
	])('is an error of its own item: %s (%#)', async (label, node) => {
		await submits.aiCreation();
		setup.service.journal.clear();
		const items = [{ word: 'yes' }];
		const refused = await run({ ...node, items, settings: continues });
		expect(refused).toMatchObject([
			{ error: expect.stringContaining(`'${label}' must be true or false, but is yes`) },
		]);
		expect(setup.service.journal.count()).toBe(0);
		const both = await run({ ...node, items: [...items, { word: 'true' }], settings: continues });
		expect(both).toContainEqual(refused[0]);
		expect(setup.service.journal.count()).toBeGreaterThan(0);
	});

	it.each(['Wait Until Usable', 'Simplify'])(
		'is an error of its own upload: %s',
		async (displayName) => {
			const name = displayName === 'Simplify' ? 'simple' : 'waitUntilUsable';
			const { binary } = await storedFile({ bytes: 10 });
			const items = ['yes', 'true'].map((given) => ({
				json: { word: given },
				binary: { data: binary },
			}));
			const node = uploadOf([], { options: { [name]: word } }, { items });
			const { error } = await setup.engine.run(node);
			expect(error?.message).toBe(`'${displayName}' must be true or false, but is yes`);
			expect(setup.service.journal.count()).toBe(0);
			expect(await run({ ...node, settings: continues })).toMatchObject([
				{ error: expect.stringContaining(`'${displayName}' must be true or false`) },
				{ fileName: 'clip.mp4' },
			]);
		},
	);
});
