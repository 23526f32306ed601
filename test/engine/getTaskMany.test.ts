import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { Submits, type Kind } from '../support/engine/submits';
import { quickTime } from '../support/quickTime';

quickTime();

const PAGES = {
	aiCreation: 'ai_creation/task/page',
	motion: 'aigc/motion/task/page',
	composedVideo: 'video_list',
	lipSync: 'video_lip_sync/list',
} as const;

type ListedKind = keyof typeof PAGES;

const LISTED = Object.keys(PAGES) as ListedKind[];

const getMany = (listKind: Kind, parameters: INodeParameters = {}): NodeRun => ({
	type: 'digitalHumanGetTask',
	parameters: { operation: 'getAll', listKind, ...parameters },
});

describe('Get Task, Get Many', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const pagesOf = (kind: ListedKind) => setup.service.journal.entries({ operation: PAGES[kind] });

	/** Motion tasks bring their image tasks with them; each kind is listed separately. */
	const submitMany = async (kind: ListedKind, count: number): Promise<string[]> => {
		const ids: string[] = [];
		while (ids.length < count) ids.push(await submits[kind]());
		return ids;
	};

	it.each(LISTED)('returns all tasks of %s, each once', async (kind) => {
		const ids = await submitMany(kind, 103);
		const { json, error } = await setup.engine.run(getMany(kind, { returnAll: true }));
		expect(error).toBeUndefined();
		expect(json.map(({ taskId }) => taskId)).toEqual([...ids].reverse());
		expect(json.every(({ taskKind }) => taskKind === kind)).toBe(true);
		expect(pagesOf(kind)).toHaveLength(3);
	});

	it.each(LISTED)('of %s ends when a last page is exactly full', async (kind) => {
		await submitMany(kind, 50);
		const { json } = await setup.engine.run(getMany(kind, { returnAll: true }));
		expect(json).toHaveLength(50);
		// Only the list of motion tasks has no total that would show it.
		expect(pagesOf(kind)).toHaveLength(kind === 'motion' ? 2 : 1);
	});

	it.each(LISTED)('of %s reads no more pages than the limit needs', async (kind) => {
		await submitMany(kind, 60);
		const { json } = await setup.engine.run(getMany(kind, { limit: 7 }));
		expect(json).toHaveLength(7);
		expect(pagesOf(kind)).toHaveLength(1);
	});

	it.each(LISTED)('gives nothing when there are no tasks of %s', async (kind) => {
		const { json, error } = await setup.engine.run(getMany(kind, { returnAll: true }));
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});

	it.each(LISTED)('of %s leaves out what did not succeed when asked to', async (kind) => {
		const good = await submits.fated(kind, { seconds: 0 });
		await submits.fated(kind, { seconds: Infinity });
		const { json } = await setup.engine.run(
			getMany(kind, { returnAll: true, filters: { onlySuccessful: true } }),
		);
		expect(json).toEqual([expect.objectContaining({ taskId: good, state: 'succeeded' })]);
	});

	it('leaves the filters of AI tasks to the service', async () => {
		await submits.aiCreation();
		await setup.engine.run(getMany('aiCreation', { filters: { onlySuccessful: true, type: 4 } }));
		expect(pagesOf('aiCreation')[0]?.body).toMatchObject({ is_success: true, type: 4 });
	});

	it('names the tasks that moved to the next page in the meantime only once', async () => {
		const ids = await submitMany('composedVideo', 60);
		setup.service.faults.add({
			operation: PAGES.composedVideo,
			fault: { kind: 'delay', delayMs: 300 },
			skip: 1,
		});
		const running = setup.engine.run(getMany('composedVideo', { returnAll: true }));
		await setup.service.journal.waitFor({ operation: PAGES.composedVideo }, 2);
		await submitMany('composedVideo', 5);
		const { json } = await running;
		const listed = json.map(({ taskId }) => String(taskId));
		expect(new Set(listed).size).toBe(listed.length);
		expect(listed.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
	});

	it.each(['translation', 'person'] as const)('says that there is no list of %s', async (kind) => {
		const { error } = await setup.engine.run(getMany(kind));
		expect(error?.message).toContain('which cannot be listed');
	});
});
