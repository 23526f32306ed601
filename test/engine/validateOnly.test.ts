import { describe, expect, it } from '@jest/globals';
import get from 'lodash/get';
import set from 'lodash/set';
import sortBy from 'lodash/sortBy';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DigitalHumanComposeVideo } from '../../nodes/ComposeVideo/DigitalHumanComposeVideo.node';
import { storedFile } from '../support/engine/binaries';
import type { NodeRun, NodeRunResult } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';
import { errorText, hintsOf } from '../support/engine/outputs';
import { chosen, compose, goingOn, VOICE } from '../support/engine/runs';

/** What the node may do with 'Validate Only': it changes nothing. */
const LOOK_UPS = [
	'ai_creation/task/page',
	'common/file_detail',
	'list_common_dp',
	'video_translation/target_languages',
	'person/detail',
];

const file = async (name: string, mimeType: string, field = 'data') => {
	const { binary } = await storedFile({ bytes: 9_000, name, mimeType });
	return { json: { title: name }, binary: { [field]: binary } };
};

const node = (type: string, parameters: INodeParameters, items: NodeRun['items'] = [{}]) => ({
	type: `digitalHuman${type}`,
	parameters,
	items,
});

describe('Validate Only', () => {
	const setup = setUp({ videoDetailPath: 'video/detail', personDetailPath: 'person/detail' });
	const { submits } = setup;

	const validating = (run: NodeRun, validateOnly: unknown = true): NodeRun => ({
		...run,
		parameters: {
			completion: 'return',
			...run.parameters,
			options: { ...(run.parameters.options as IDataObject), validateOnly } as INodeParameters,
		},
	});
	const validate = async (run: NodeRun) => await setup.engine.run(validating(run));
	const withoutTrace = ({ error }: NodeRunResult) =>
		errorText(error).replace(/trace_id \w+/, 'trace_id');

	/** The requests that would be sent, with the ids of uploaded files taken from the ones that were sent. */
	function expectSame(planned: IDataObject[], sent: Array<{ method: string; path: string }>): void {
		const bodies = planned.map((json) => json.request as IDataObject);
		expect(planned.map(({ method, path }) => ({ method, path }))).toEqual(sent.map(pickAddress));
		const text = (body: unknown) =>
			JSON.stringify(body).replace(/(secret|proof|signature)=[^&"]+/g, '$1=***');
		const real = sent.map((entry) => (entry as unknown as { body: IDataObject }).body);
		const withPlaceholders = real.map((body, index) => {
			const uploads = (planned[index]?.uploads ?? []) as Array<{ field: string; file: string }>;
			for (const { field, file: words } of uploads) {
				expect(get(bodies[index], field)).toBe(words);
				expect(typeof get(body, field)).toBe('string');
				set(body, field, words);
			}
			return body;
		});
		expect(sortBy(bodies.map(text))).toEqual(sortBy(withPlaceholders.map(text)));
	}

	function pickAddress({ method, path }: { method: string; path: string }) {
		return { method, path };
	}

	const uploaded = (purpose: string, name: string) => chosen(submits.file(purpose, name));

	const cases: Array<[name: string, operation: string, run: () => Promise<NodeRun> | NodeRun]> = [
		['an image', SUBMIT.aiCreation, () => aiImage({}, ['A fox', 'A crow'])],
		[
			'a video with frames to upload and by file ID',
			SUBMIT.aiCreation,
			async () =>
				aiVideo(
					{
						startFrameSource: 'inputFile',
						startFrameInputField: 'data',
						endFrameSource: 'fileId',
						endFrameFileId: uploaded('ai_creation', 'last.png'),
					},
					[await file('first.png', 'image/png')],
				),
		],
		[
			'an animated image',
			SUBMIT.motion,
			async () => {
				const taskId = await submits.fated('aiCreation', { seconds: 0 });
				const parameters = { resource: 'video', operation: 'animate', photoPath: '' };
				return node('AiCreate', { ...parameters, emotion: 'smiles' }, [{ taskId }]);
			},
		],
		[
			'videos of public persons on several screens, by expressions',
			SUBMIT.composedVideo,
			() =>
				compose(
					{
						screen: '={{ $json.screen }}',
						text: '={{ $json.text }}',
						figureType: chosen(''),
						model: '={{ $json.model }}',
					},
					{
						items: [
							{ screen: 'landscape', text: 'One', model: 0 },
							{ screen: 'portrait', text: 'Two', model: 1 },
							{ screen: 'square', text: 'Three', model: 1 },
						],
					},
				),
		],
		[
			'a video of a custom person with audio and background to upload, and a callback',
			SUBMIT.composedVideo,
			async () => {
				const personId = chosen(await submits.fated('person', { seconds: 0 }));
				const audio = await file('speech.mp3', 'audio/mpeg', 'audio');
				const background = await file('office.png', 'image/png', 'background');
				return compose(
					{
						personId,
						audioType: 'audio',
						audioFileSource: 'inputFile',
						audioFileInputField: 'audio',
						background: 'file',
						backgroundFileSource: 'inputFile',
						backgroundFileInputField: 'background',
						callbackUrl: 'https://n8n.example.com/webhook/1/digital-human',
						options: { reference: 'order 7' },
					},
					{ items: [{ json: {}, binary: { ...audio.binary, ...background.binary } }] },
				);
			},
		],
		[
			'lip sync of an input file',
			SUBMIT.lipSync,
			async () =>
				lipSync({ videoFileSource: 'inputFile', text: '={{ $json.title }}' }, [
					await file('one.mp4', 'video/mp4'),
				]),
		],
		[
			'lip sync of a file on the web',
			SUBMIT.lipSync,
			() =>
				lipSync({
					videoFileSource: 'url',
					videoFileUrl: setup.service.storage.source({ bytes: 5000, name: 'talk.mp4' }).url,
				}),
		],
		[
			'a translation of an input file',
			SUBMIT.translation,
			async () =>
				node('TranslateVideo', { targetLanguages: ['de', 'fr'] }, [
					await file('interview.mp4', 'video/mp4'),
				]),
		],
		[
			'a person from a file on the web',
			SUBMIT.person,
			() => node('CreatePerson', { name: 'Anna', ...personUrl(setup.service.storage.url) }),
		],
		[
			'a person from an input file',
			SUBMIT.person,
			async () => node('CreatePerson', { name: 'Anna' }, [await file('anna.mp4', 'video/mp4')]),
		],
	];

	describe.each(cases)('%s', (_name, operation, make) => {
		it('outputs exactly what a run then sends, and sends nothing that changes anything', async () => {
			const run = await make();
			setup.service.journal.clear();
			const files = setup.service.storage.files.all().length;
			const tasks = setup.service.tasks().length;
			const planned = await validate(run);
			expect(planned.error).toBeUndefined();
			expect(planned.json).toHaveLength(run.items?.length ?? 1);
			const called = setup.service.journal
				.entries({ side: 'service' })
				.map((entry) => entry.operation);
			expect(called.filter((name) => !LOOK_UPS.includes(name))).toEqual([]);
			expect(setup.service.storage.files.all()).toHaveLength(files);
			expect(setup.service.tasks()).toHaveLength(tasks);
			expect(planned.stored).not.toContain(setup.service.token);
			expect(JSON.stringify(planned.json)).not.toMatch(/(secret|proof)=[^*]/);
			expect(hintsOf(planned).join()).toContain("'Validate Only' is on");

			const real = await setup.engine.run(validating(run, false));
			expect(real.error).toBeUndefined();
			const sent = setup.requests(operation);
			expect(sent).toHaveLength(planned.json.length);
			expectSame(planned.json, sent);
		});
	});

	it('says which file would be uploaded for what', async () => {
		const { url } = setup.service.storage.source({ bytes: 5000, name: 'talk.mp4' });
		const { json } = await validate(lipSync({ videoFileSource: 'url', videoFileUrl: url }));
		expect(json[0]?.uploads).toEqual([
			{
				field: 'video_file_id',
				file: url,
				fileName: 'talk.mp4',
				bytes: 5000,
				purpose: 'lip_sync_video',
			},
		]);
	});

	it.each([
		[0, 1],
		[1, 2],
		[2, 3],
	])('knows what a second of a composed video of quality %d costs', async (model, creditA) => {
		const { json } = await validate(compose({ model }));
		expect(json[0]?.estimatedCost).toEqual({ perSecond: { creditA } });
	});

	it('names no price where none is published', async () => {
		const lip = lipSync({ videoFileSource: 'fileId', videoFileFileId: uploadedVideo() });
		for (const run of [aiImage({}, ['A fox']), lip]) {
			const { json } = await validate(run);
			expect(json[0]?.request).toBeDefined();
			expect(json[0]).not.toHaveProperty('estimatedCost');
		}
	});

	it('pausing shows the callback without what opens it, and does not pause', async () => {
		const { json, run, error } = await validate(compose({ completion: 'pause' }));
		expect(error).toBeUndefined();
		expect(run.waitTill).toBeUndefined();
		expect((json[0]?.request as IDataObject).callback).toMatch(/proof=\*\*\*/);
		expect(setup.count(SUBMIT.composedVideo)).toBe(0);
	});

	describe('refuses what a run refuses', () => {
		const wrong: Array<[string, () => NodeRun | Promise<NodeRun>]> = [
			['a field', () => compose({ text: '' })],
			['two fields', () => compose({ text: '', voiceId: chosen('') })],
			['a person without the figure', () => compose({ figureType: chosen('circle_view') })],
			['a file that the service does not have', () => lipSync(fileId('4711'))],
			['a file of another type', async () => lipSync({}, [await file('a.txt', 'text/plain')])],
			['a language', () => node('TranslateVideo', { targetLanguages: ['xx'], ...videoMade() })],
			[
				'an option',
				() => aiImage({ completion: 'wait', options: { checkEvery: 'often' } }, ['A fox']),
			],
			['an image task', () => node('AiCreate', { ...animate, photoUniqueId: chosen('4711') })],
			['a page of the web', () => person('/source/page.html')],
			['files that are not there', () => node('CreatePerson', { name: 'Anna', consent: 'video' })],
		];

		it.each(wrong)('%s', async (_, make) => {
			const run = await make();
			const refused = await validate(run);
			const really = await setup.engine.run(validating(run, false));
			expect(really.error).toBeDefined();
			expect(withoutTrace(refused)).toBe(withoutTrace(really));
			const created = Object.values(SUBMIT).flatMap((operation) => setup.requests(operation));
			expect(created).toEqual([]);
		});

		it('of all items at once, whatever finds it out', async () => {
			const { error } = await validate(
				compose(
					{ text: '={{ $json.text }}', figureType: chosen('={{ $json.figure }}') },
					{
						items: [
							{ text: 'One', figure: 'sit_body' },
							{ text: 'Two', figure: 'circle_view' },
							{ text: '', figure: 'sit_body' },
						],
					},
				),
			);
			expect(error?.context.itemIndex).toBe(1);
			expect(errorText(error)).toContain('Other items with errors: 3');
		});

		it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
			'per item with %s, and shows the requests of the others',
			async (onError) => {
				const { outputs, error } = await validate({
					...compose(
						{ text: '={{ $json.text }}' },
						{ items: [{ text: 'One' }, { text: '' }, { text: 'Three' }] },
					),
					settings: { onError },
				});
				expect(error).toBeUndefined();
				const items = outputs.flat().map(({ json, pairedItem }) => ({ json, pairedItem }));
				const failed = items.filter(({ json }) => json.error !== undefined);
				expect(failed).toHaveLength(1);
				expect(failed[0]?.json.error).toContain("'Text' is missing");
				const good = items.filter(({ json }) => json.request !== undefined);
				// n8n pairs items itself where a node has one output, not where there is the one for errors too.
				expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
				expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
				expect(setup.count(SUBMIT.composedVideo)).toBe(0);
			},
		);
	});

	it('ends when the execution is stopped, also where errors continue', async () => {
		setup.fault('list_common_dp', { kind: 'never' });
		await setup.stop(
			DigitalHumanComposeVideo,
			validating({ ...compose(), ...goingOn }),
			async () => await setup.service.journal.waitFor({ operation: 'list_common_dp' }),
		);
	});

	it.each([
		['={{ "true" }}', true],
		['={{ "false" }}', false],
		['={{ 1 === 1 }}', true],
	])('is read from an expression: %s', async (validateOnly, isOn) => {
		const { json } = await setup.engine.run(validating(compose(), validateOnly));
		expect(json[0]?.request !== undefined).toBe(isOn);
		expect(setup.count(SUBMIT.composedVideo)).toBe(isOn ? 0 : 1);
	});

	it.each([
		['={{ "maybe" }}', [{}], "'Validate Only' must be true or false, but is maybe"],
		['={{ $json.test }}', [{ test: false }, { test: true }], "'Validate Only' must be the same"],
	])('submits nothing when it is not clear: %s', async (validateOnly, items, message) => {
		await setup.refuses(validating(compose({}, { items }), validateOnly), message);
	});

	function aiImage(more: INodeParameters, prompts: string[]): NodeRun {
		return node(
			'AiCreate',
			{
				resource: 'image',
				operation: 'generate',
				modelCode: 'modelf-4.0',
				refPrompt: '={{ $json.prompt }}',
				...more,
			},
			prompts.map((prompt) => ({ prompt })),
		);
	}

	function aiVideo(more: INodeParameters, items: NodeRun['items']): NodeRun {
		return node(
			'AiCreate',
			{
				resource: 'video',
				operation: 'generate',
				modelCode: 'modelc3.0-first-last-to-video',
				refPrompt: 'A walk',
				aspectRatio: '16:9',
				clarity: 720,
				videoDuration: 5,
				...more,
			},
			items,
		);
	}

	function lipSync(more: INodeParameters, items?: NodeRun['items']): NodeRun {
		return node('LipSync', { text: 'Welcome.', voiceId: chosen(VOICE), ...more }, items);
	}

	function fileId(id: string): INodeParameters {
		return { videoFileSource: 'fileId', videoFileFileId: chosen(id) };
	}

	function uploadedVideo(): INodeParameters {
		return uploaded('lip_sync_video', 'talk.mp4');
	}

	function videoMade(): INodeParameters {
		return { sourceType: 'video', videoId: chosen('4711') };
	}

	function personUrl(storage: string): INodeParameters {
		return { videoFileSource: 'url', videoFileUrl: `${storage}/source/anna.mp4` };
	}

	function person(path: string): NodeRun {
		const videoFileUrl = `${setup.service.storage.url}${path}`;
		return node('CreatePerson', { name: 'Anna', videoFileSource: 'url', videoFileUrl });
	}
});

const animate: INodeParameters = { resource: 'video', operation: 'animate', photoPath: '' };
