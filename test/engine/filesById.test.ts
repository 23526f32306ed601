import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { compose } from './cases/composeVideo';
import type { NodeRun } from './support/engine';
import { setUp } from './support/setup';
import { SUBMIT, Submits, type Kind } from './support/submits';

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
			expect(error?.message).toContain(`(file ID ${file})`);
			expect(setup.service.journal.count({ operation: SUBMIT[kind] })).toBe(0);
		},
	);

	it('is refused when its type does not fit', async () => {
		const file = submits.file('lip_sync_video', 'file.gif');
		const { error } = await setup.engine.run(byFile('LipSync', lipSync, file));
		expect(error?.message).toMatch(/^'Video File': .*gif' does not fit.* takes mp4, mov, webm/);
		expect(setup.service.journal.count({ operation: SUBMIT.lipSync })).toBe(0);
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
