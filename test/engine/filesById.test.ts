import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { compose } from '../support/composeVideoCase';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { SUBMIT, Submits, type Kind } from '../support/engine/submits';
import { errorText } from '../support/engine/errorText';
import { quickTime } from '../support/quickTime';

quickTime();

const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

const byFile = (type: string, parameters: INodeParameters, file: string): NodeRun => ({
	type: `digitalHuman${type}`,
	parameters: {
		...parameters,
		videoFileSource: 'fileId',
		videoFileFileId: byId(file),
		completion: 'return',
	},
});

const lipSync = { text: 'Welcome.', voiceId: byId('8988587500000000000') };

describe('A file that is chosen by its ID', () => {
	const setup = setUp();
	const submits = new Submits(() => setup.service);

	const runs: Array<[string, Kind, string, (file: string) => NodeRun]> = [
		['Lip Sync', 'lipSync', 'lip_sync_video', (file) => byFile('LipSync', lipSync, file)],
		[
			'Translate Video',
			'translation',
			'video_translation',
			(file) => byFile('TranslateVideo', { targetLanguages: ['de'] }, file),
		],
		[
			'Create Person',
			'person',
			'customised_person',
			(file) => byFile('CreatePerson', { name: 'Anna' }, file),
		],
		[
			'Compose Video',
			'composedVideo',
			'make_video_background',
			(file) =>
				compose({
					background: 'file',
					backgroundFileSource: 'fileId',
					backgroundFileFileId: byId(file),
					completion: 'return',
				}),
		],
	];

	it.each(runs)('is used in %s when it fits', async (_node, kind, purpose, run) => {
		const { error } = await setup.engine.run(run(submits.file(purpose, 'file.mp4')));
		expect(error).toBeUndefined();
		expect(setup.service.journal.accepted(SUBMIT[kind])).toBe(1);
	});

	it.each(runs)(
		'is refused by %s, with nothing submitted, when it was uploaded for something else',
		async (_node, kind, _purpose, run) => {
			const file = submits.file('ai_creation', 'file.mp4');
			const { error } = await setup.engine.run(run(file));
			expect(error?.message).toMatch(/^'.* File': the file was uploaded for .*'AI Creation'/);
			expect(error?.description).toContain(`File ID: ${file}`);
			expect(setup.service.journal.count({ operation: SUBMIT[kind] })).toBe(0);
		},
	);

	it('is refused when its type is not supported', async () => {
		const file = submits.file('lip_sync_video', 'file.gif');
		const { error } = await setup.engine.run(byFile('LipSync', lipSync, file));
		expect(errorText(error)).toMatch(
			/^'Video File': .*gif' is not a supported type.* Use MP4, MOV or WebM/,
		);
		expect(setup.service.journal.count({ operation: SUBMIT.lipSync })).toBe(0);
	});

	const lipSyncs = (files: string[], settings = {}): NodeRun => ({
		...byFile('LipSync', lipSync, ''),
		parameters: {
			...byFile('LipSync', lipSync, '').parameters,
			videoFileFileId: { __rl: true, mode: 'id', value: '={{ $json.file }}' },
		},
		items: files.map((file) => ({ file })),
		settings,
	});

	const withStatus = (status: number, msg = '') => {
		const id = submits.file('lip_sync_video', 'file.mp4');
		const file = setup.service.storage.files.byId(id);
		if (!file) throw new Error('no file');
		if (status === 98) file.review = { endsAt: 0, status, msg };
		if (status === 99) file.deleted = true;
		if (status === 100) file.createdAt -= 31 * 24 * 3600;
		return id;
	};

	const unusable: Array<[string, () => string, RegExp]> = [
		[
			'was refused by the safety check',
			() => withStatus(98, 'violence'),
			/content review.*violence/,
		],
		['was deleted', () => withStatus(99), /the file was deleted/],
		['was purged', () => withStatus(100), /the service has removed the file/],
		['is not known', () => '4711', /the service has no file with the ID '4711'/],
		['is an AVI', () => submits.file('lip_sync_video', 'old.avi'), /avi' is not a supported type/],
	];

	it.each(unusable)(
		'is found to be one that %s before anything is submitted, and the field is named',
		async (_what, bad, message) => {
			const good = submits.file('lip_sync_video', 'file.mp4');
			const { error } = await setup.engine.run(lipSyncs([good, good, bad()]));
			expect(error?.message).toMatch(/^'Video File': /);
			expect(error?.message).toMatch(message);
			expect(error?.context.itemIndex).toBe(2);
			expect(setup.service.journal.count({ operation: SUBMIT.lipSync })).toBe(0);
		},
	);

	it.each([
		['400', { kind: 'code', code: 400, msg: 'odd' }],
		['40000', { kind: 'code', code: 40000, msg: 'odd' }],
		['no record', { kind: 'nullData' }],
	] as const)('is not there when the service answers with %s', async (_what, fault) => {
		setup.service.faults.add({ operation: 'common/file_detail', times: 99, fault });
		const { error } = await setup.engine.run(lipSyncs(['12']));
		expect(error?.message).toMatch(/^'Video File': the service has no file with the ID '12'/);
		expect(error?.description).toMatch(/deletes uploaded files after 30 days.*trace_id/);
		expect(setup.service.journal.count({ operation: SUBMIT.lipSync })).toBe(0);
	});

	it('does not hold the node up when the first look-up fails', async () => {
		const fault = { kind: 'code', code: 50000 } as const;
		setup.service.faults.add({ operation: 'common/file_detail', times: 99, fault });
		const { error } = await setup.engine.run(lipSyncs(['12']));
		expect(error?.message).toMatch(/^'Video File': the service had an internal fault/);
		expect(error?.description).toMatch(/File ID: 12\. .*trace_id \w+/);
		expect(setup.service.journal.count({ operation: 'common/file_detail' })).toBe(6);
	});

	it('fails only its own item where the workflow continues after errors', async () => {
		const good = submits.file('lip_sync_video', 'file.mp4');
		const settings = { onError: 'continueRegularOutput' };
		const { json } = await setup.engine.run(lipSyncs([withStatus(99), good], settings));
		expect(json[0]).toMatchObject({ error: expect.stringMatching(/^'Video File': /) });
		expect(json[1]).toMatchObject({ taskId: expect.any(String) });
		expect(setup.service.journal.accepted(SUBMIT.lipSync)).toBe(1);
	});

	it('is asked about once, however many items use it', async () => {
		const good = submits.file('lip_sync_video', 'file.mp4');
		const { json } = await setup.engine.run(lipSyncs(Array<string>(8).fill(good)));
		expect(json).toHaveLength(8);
		expect(setup.service.journal.count({ operation: 'common/file_detail' })).toBe(1);
	});

	it('may be an authorization video whatever it was uploaded for', async () => {
		const parameters = {
			name: 'Anna',
			version: '2.0',
			authText: 'I agree.',
			authVideoSource: 'fileId',
			authVideoFileId: byId(submits.file('ai_creation', 'consent.mp4')),
		};
		const file = submits.file('customised_person', 'anna.mp4');
		const { error } = await setup.engine.run(byFile('CreatePerson', parameters, file));
		expect(error).toBeUndefined();
		expect(setup.service.journal.accepted(SUBMIT.person)).toBe(1);
	});
});
