import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, IRun } from 'n8n-workflow';

import { compose } from '../support/composeVideoCase';
import { createPerson } from '../support/createPersonCase';
import type { NodeRun } from '../support/engine/engine';
import { callPaused, queryOfCallback } from '../support/engine/pausedVideo';
import { setUp } from '../support/engine/setup';

const video = compose({ completion: 'pause' }, { items: [{}] });

const finishedVideo = (id: string): IDataObject => ({
	id,
	status: 30,
	progress: 100,
	video_url: 'https://forged.example/v.mp4',
	subtitle_data_url: '',
});

/** Without a 'Person Detail Path', the service cannot be asked: the callback itself counts. */
const person = createPerson({ completion: 'pause' });

describe('the proof in the address of a paused execution', () => {
	const setup = setUp({ limits: false });
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	const pause = async (node: NodeRun) => {
		const { run, stored } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		const id = setup.service.tasks().at(-1)?.id ?? '';
		return { run, stored, id, query: queryOfCallback(setup.service) };
	};
	const callPerson = async (
		waiting: IRun,
		id: string,
		query: Record<string, string | string[]>,
		accessToken = setup.service.token,
	) => {
		const credential = { baseUrl: setup.service.url, accessToken };
		const body = { id, type: 'person', status: 2, preview_url: 'https://files.example/p.mp4' };
		return await callPaused(setup.service, person, waiting, body, { credential, query });
	};

	it.each<[string, (proof: string) => Record<string, string | string[]>]>([
		['is missing', () => ({})],
		['is empty', () => ({ proof: '' })],
		[
			'is another one',
			(proof) => ({ proof: proof.replace(/^./, (sign) => (sign === '0' ? '1' : '0')) }),
		],
		['is longer', (proof) => ({ proof: `${proof}0` })],
		['is given twice', (proof) => ({ proof: [proof, proof] })],
		['has another name', (proof) => ({ secret: proof, signature: proof })],
	])('refuses a call where it %s, before anything is asked', async (_, change) => {
		const { run, id, query } = await pause(video);
		expect(query.proof).toMatch(/^[0-9a-f]{64}$/);
		const forged = change(query.proof ?? '');
		setup.service.settle(id);
		setup.service.journal.clear();
		const answer = await callPaused(setup.service, video, run, finishedVideo(id), {
			query: forged as Record<string, string>,
		});
		expect(answer).toMatchObject({ status: 401 });
		expect(answer.items).toBeUndefined();
		expect(setup.service.journal.entries()).toEqual([]);
		expect((await callPaused(setup.service, video, run, finishedVideo(id))).items).toHaveLength(1);
	});

	it('protects a person that cannot be looked up', async () => {
		const { run, id, query } = await pause(person);
		expect(await callPerson(run, id, {})).toMatchObject({ status: 401 });
		expect((await callPerson(run, id, query)).items).toMatchObject([{ json: { taskId: id } }]);
	});

	it('still holds when the access token was replaced while the execution was paused', async () => {
		const { run, id, query } = await pause(person);
		expect((await callPerson(run, id, query, 'another token')).items).toHaveLength(1);
	});

	it('is in nothing that n8n stores', async () => {
		const { run, stored, id, query } = await pause(person);
		expect(query.proof).toBeTruthy();
		expect(stored).not.toContain(query.proof);
		expect(stored).not.toContain(setup.service.token);
		const { items } = await callPerson(run, id, query);
		expect(JSON.stringify(items)).not.toContain(query.proof);
	});
});
