import { describe, expect, it } from '@jest/globals';
import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';

import { fileInItem, storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { errorText } from '../support/engine/errorText';
import { Submits } from '../support/engine/submits';
import { setUpUploads } from '../support/engine/uploads';
import { pause } from '../../demo-service/server/clock';
import { quickTime } from '../support/quickTime';

quickTime();

const SUBMIT = 'ai_creation/task/submit';

const image = async (seed: number, name = `image ${seed}.png`) =>
	(await storedFile({ bytes: 1000 + seed, name, mimeType: 'image/png', seed })).binary;

const create = (
	parameters: INodeParameters,
	binary: IBinaryKeyData,
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanAiCreate',
	parameters: {
		resource: 'video',
		operation: 'generate',
		modelCode: 'modelc3.0-first-last-to-video',
		refPrompt: 'A fox',
		completion: 'return',
		...parameters,
	},
	items: [{ json: {}, binary }],
	...more,
});

/** Most bytes of a frame of modelc3.0 (service.md 4.3). */
const LARGEST = 30 * 1024 ** 2;

const frames = {
	startFrameSource: 'inputFile',
	startFrameInputField: 'first',
	endFrameSource: 'inputFile',
	endFrameInputField: 'last',
};

const pictures = {
	resource: 'image',
	operation: 'generate',
	modelCode: 'modelf-4.0',
	referenceImages: { items: [{ source: 'inputFile', inputField: 'data' }] },
};

describe('AI Create with files of the input item', () => {
	const setup = setUpUploads();

	const body = () =>
		setup.service.journal.last({ operation: SUBMIT })?.body as Record<string, unknown>;

	/** Name and purpose of the uploaded file at an address. */
	const fileAt = (address: unknown) => {
		const { pathname } = new URL(String(address));
		const file = setup.service.storage.files.byKey(pathname.replace('/files/', ''));
		return file && `${file.service}: ${file.name}`;
	};

	it('uploads both frames and sends their readable addresses', async () => {
		const binary = { first: await image(1), last: await image(2) };
		const { json, error } = await setup.engine.run(create(frames, binary));
		expect(error).toBeUndefined();
		expect(json[0]).toHaveProperty('taskId');
		const { start_frame: start, end_frame: end } = body();
		expect(fileAt(start)).toBe('ai_creation: image 1.png');
		expect(fileAt(end)).toBe('ai_creation: image 2.png');
	});

	it('mixes a frame from the input with one by address', async () => {
		const url = 'https://example.com/last.png';
		const parameters = { ...frames, endFrameSource: 'url', endFrameUrl: url };
		const { error } = await setup.engine.run(create(parameters, { first: await image(1) }));
		expect(error).toBeUndefined();
		expect(fileAt(body().start_frame)).toBe('ai_creation: image 1.png');
		expect(body().end_frame).toBe(url);
	});

	it('takes several reference images from the input, and further ones by address', async () => {
		const url = 'https://example.com/third.png';
		const binary = { a: await image(1), b: await image(2) };
		const parameters = {
			...pictures,
			referenceImages: {
				items: [
					{ source: 'inputFile', inputField: 'a, b' },
					{ source: 'url', url },
				],
			},
		};
		const { error } = await setup.engine.run(create(parameters, binary));
		expect(error).toBeUndefined();
		const [first, second, third] = body().ref_img_url as unknown[];
		expect([fileAt(first), fileAt(second), third]).toEqual([
			'ai_creation: image 1.png',
			'ai_creation: image 2.png',
			url,
		]);
	});

	it('takes the one reference image of a model that accepts one', async () => {
		const parameters = { ...pictures, modelCode: 'modela-v2-1' };
		const { error } = await setup.engine.run(create(parameters, { data: await image(1) }));
		expect(error).toBeUndefined();
		expect((body().ref_img_url as unknown[]).map(fileAt)).toEqual(['ai_creation: image 1.png']);
	});

	it('takes reference materials from the input and by address', async () => {
		const url = 'https://example.com/voice.mp3';
		const items = [
			{ fileType: 'video', source: 'inputFile', inputField: 'clip' },
			{ fileType: 'audio', source: 'url', url },
		];
		const clip = (await storedFile({ bytes: 99 })).binary;
		const { error } = await setup.engine.run(
			create({ modelCode: 'modelb-2.0-lite-tk', referenceMaterials: { items } }, { clip }),
		);
		expect(error).toBeUndefined();
		const [first, second] = body().ref_resources as Array<{ url: string; file_type: string }>;
		expect([fileAt(first?.url), first?.file_type]).toEqual(['ai_creation: clip.mp4', 'video']);
		expect(second).toEqual({ url, file_type: 'audio' });
	});

	it('takes a file that an expression gives', async () => {
		const parameters = {
			...pictures,
			referenceImages: { items: [{ source: 'inputFile', inputField: '={{ $binary.data }}' }] },
		};
		const { error } = await setup.engine.run(create(parameters, { data: await image(1) }));
		expect(error).toBeUndefined();
		expect((body().ref_img_url as unknown[]).map(fileAt)).toEqual(['ai_creation: image 1.png']);
	});

	it('waits until the files are usable', async () => {
		setup.service.fate((task) =>
			task.operation === 'common/review' ? { seconds: 20 } : undefined,
		);
		const { error } = await setup.engine.run(create(pictures, { data: await image(1) }));
		expect(error).toBeUndefined();
		expect(setup.count(SUBMIT)).toBe(1);
	});

	it('submits nothing when a file does not pass the review', async () => {
		setup.service.fate({ seconds: 0, outcome: 98 as never, errMsg: 'violence' });
		const { error } = await setup.engine.run(create(pictures, { data: await image(1) }));
		expect(error?.message).toMatch(/content review.*violence/);
		expect(setup.count(SUBMIT)).toBe(0);
	});

	it('fails only when no upload is under way any more', async () => {
		setup.service.faults.add({
			operation: 'common/create_upload_url',
			when: ({ query }) => (query as { name?: string }).name === 'image 1.png',
			fault: { kind: 'code', code: 400 },
		});
		setup.service.faults.add({ operation: 'single', fault: { kind: 'delay', delayMs: 500 } });
		const binary = { first: await image(1), last: await image(2) };
		const { error } = await setup.engine.run(create(frames, binary));
		expect(error).toBeDefined();
		const asked = setup.service.journal.count();
		await pause(1500, new AbortController().signal);
		expect(setup.service.journal.count()).toBe(asked);
		expect(setup.count('single')).toBe(1);
		expect(setup.count(SUBMIT)).toBe(0);
	});

	it('uploads the same file once, for two fields and many items', async () => {
		const data = await image(1);
		const { json, error } = await setup.engine.run(
			create(
				{
					...pictures,
					referenceImages: { items: [{ source: 'inputFile', inputField: 'a, b' }] },
				},
				{},
				{
					items: [1, 2, 3].map(() => ({ json: {}, binary: { a: data, b: data } })),
				},
			),
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		expect(setup.count('single')).toBe(1);
	});

	it('neither uploads nor pays again when the node is run again after a failure', async () => {
		setup.service.faults.add({ operation: SUBMIT, skip: 1, fault: { kind: 'code', code: 40000 } });
		const good = fileInItem({ bytes: 500, name: 'a.png', mimeType: 'image/png' }).binary;
		const { json, error } = await setup.engine.run(
			create(
				pictures,
				{},
				{
					items: [good, await image(2)].map((data) => ({ json: {}, binary: { data } })),
					settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
				},
			),
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(setup.count('single')).toBe(2);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(2);
	});

	it.each([
		[
			'a missing file',
			{ startFrameInputField: 'none' },
			/'First Frame'.* no file in the field 'none'/,
		],
		[
			'an expression that names no field',
			{ startFrameInputField: '={{ $json.nothing }}' },
			/'First Frame Input Data Field Name' is missing/,
		],
		[
			'several names where one image is expected',
			{ startFrameInputField: 'first, last' },
			/^'First Frame': no file in the field 'first, last'\. The item has files in 'first' and 'last': enter one of these names in 'First Frame Input Data Field Name'$/,
		],
	])('refuses %s before anything is sent', async (_what, parameters, message) => {
		const binary = { first: await image(1), last: await image(2) };
		const { error } = await setup.engine.run(create({ ...frames, ...parameters }, binary));
		expect(errorText(error)).toMatch(message);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('refuses a format that the model does not take, by the name of the file', async () => {
		const binary = { first: await image(1, 'photo.heic'), last: await image(2) };
		const { error } = await setup.engine.run(create(frames, binary));
		expect(error?.message).toBe("The image in 'First Frame' is not a supported type");
		expect(error?.description).toMatch(/^Use JPG, .* or GIF instead of input file 'photo\.heic'\./);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('refuses an image that is larger than the model takes, by the names of field and file', async () => {
		const { binary: large } = fileInItem({ bytes: 1, name: 'large.png', mimeType: 'image/png' });
		const binary = { first: await image(1), last: { ...large, bytes: LARGEST + 1 } };
		const { error } = await setup.engine.run(create(frames, binary));
		expect(error?.message).toBe(
			"'Last Frame' must be an image of at most 30 MB, but input file 'large.png' has 31.5 MB",
		);
		expect(setup.service.journal.count()).toBe(0);
		const largest = { ...binary, last: { ...large, bytes: LARGEST } };
		const fitting = create({ ...frames, options: { validateOnly: true } }, largest);
		expect((await setup.engine.run(fitting)).error).toBeUndefined();
		const other = await setup.engine.run(
			create(
				{ ...frames, modelCode: 'modelb-2.5-first-last-to-video', options: { validateOnly: true } },
				binary,
			),
		);
		expect(other.error).toBeUndefined();
	});

	it.each([
		[{ source: 'url', url: '={{ $json.nothing }}' }, /the URL of file 2 is missing/],
		[
			{ source: 'url', url: 'photo.png' },
			/the URL of file 2 is not a URL\. .* instead of 'photo\.png'/,
		],
		[{ source: 'fileId', fileId: { __rl: true, mode: 'id', value: '' } }, /the file ID of file 2/],
		[{ source: 'inputFile', inputField: 'a' }, /no file in the field 'a'/],
		[{ source: '={{ "disk" }}' }, /the source of file 2 must be 'From Input File'.*, but is disk/],
	])('names the file of a list that cannot be used: %j', async (row, message) => {
		const file = { source: 'url', url: 'https://media.example.com/a.png' };
		const referenceMaterials = { items: [file, row] };
		const { error } = await setup.engine.run(
			create({ startFrameSource: 'none', referenceMaterials }, {}),
		);
		expect(error?.message).toMatch(/^'Reference Materials': /);
		expect(errorText(error)).toMatch(message);
		expect(setup.service.journal.count()).toBe(0);
	});

	describe('by file ID', () => {
		const uploaded = async () => {
			const { json } = await setup.engine.run({
				type: 'digitalHumanUploadFile',
				parameters: { purpose: 'ai_creation', fileSource: 'inputFile' },
				items: [{ json: {}, binary: { data: await image(1) } }],
			});
			return json[0]?.fileId as string;
		};

		it('sends the address of an uploaded frame', async () => {
			const fileId = await uploaded();
			const startFrameFileId = { __rl: true, mode: 'id', value: fileId };
			const { error } = await setup.engine.run(
				create({ startFrameSource: 'fileId', startFrameFileId }, {}),
			);
			expect(error).toBeUndefined();
			expect(fileAt(body().start_frame)).toBe('ai_creation: image 1.png');
		});

		it('sends the address of an uploaded reference file, also by a bare ID', async () => {
			const fileId = await uploaded();
			for (const value of [fileId, { __rl: true, mode: 'list', value: fileId }]) {
				const referenceImages = { items: [{ source: 'fileId', fileId: value }] };
				const { error } = await setup.engine.run(create({ ...pictures, referenceImages }, {}));
				expect(error).toBeUndefined();
				expect((body().ref_img_url as unknown[]).map(fileAt)).toEqual(['ai_creation: image 1.png']);
			}
		});

		it.each([
			['clip.mp4', 1000, /^'First Frame File': '\d+\.mp4' is not a supported type/, 'Use JPG, PNG'],
			['big.png', LARGEST + 1e6, /^'First Frame File': '\d+\.png' is too large/, 'at most 30 MB'],
		])(
			'submits nothing for %s, which the model does not take',
			async (name, bytes, title, todo) => {
				const value = new Submits(() => setup.service).file('ai_creation', name, bytes);
				const startFrameFileId = { __rl: true, mode: 'id', value };
				const { error } = await setup.engine.run(
					create({ startFrameSource: 'fileId', startFrameFileId }, {}),
				);
				expect(error?.message).toMatch(title);
				expect(error?.description).toContain(todo);
				expect(setup.count(SUBMIT)).toBe(0);
			},
		);

		it('submits nothing for a file that the service does not have', async () => {
			const startFrameFileId = { __rl: true, mode: 'id', value: '4100000000000000001' };
			const { error } = await setup.engine.run(
				create({ startFrameSource: 'fileId', startFrameFileId }, {}),
			);
			expect(error?.message).toMatch(/^'First Frame File': .*4100000000000000001/);
			expect(setup.count(SUBMIT)).toBe(0);
		});
	});

	it('shows the names of the files when it only validates', async () => {
		const binary = { first: await image(1), last: await image(2) };
		const options = { validateOnly: true };
		const { json } = await setup.engine.run(create({ ...frames, options }, binary));
		expect(json[0]).toMatchObject({
			request: { start_frame: "input file 'image 1.png'", end_frame: "input file 'image 2.png'" },
			estimatedCost: {},
		});
		expect(setup.service.journal.count()).toBe(0);
	});
});
