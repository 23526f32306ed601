import { describe, expect, it } from '@jest/globals';
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';
import {
	fileElsewhere,
	fileInItem,
	type InputFileOptions,
	storedFile,
} from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { pause } from '../../demo-service/server/tasks';
import { errorText } from '../support/engine/outputs';
import { setUp } from '../support/engine/setup';
import { type Kind, SUBMIT } from '../support/engine/submits';
import {
	byId,
	chosen,
	compose,
	createPerson,
	generate,
	goingOn,
	library,
	lipSync,
	MIB,
	translate,
	triedTwice,
	upload,
	uploadFrom,
	uploadOf,
} from '../support/engine/runs';

/** A picture of the storage, each seed another one. */
const picture = async (seed: number, name = `image ${seed}.png`, mimeType = 'image/png') =>
	(await storedFile({ bytes: 1000 + seed, name, mimeType, seed })).binary;

/** AI Create with files in the input item; a video from two frames unless something else is said. */
const create = (
	parameters: INodeParameters,
	binary: IBinaryKeyData = {},
	more: Partial<NodeRun> = {},
): NodeRun =>
	generate(
		{ modelCode: FIRST_LAST, refPrompt: 'A fox', completion: 'return', ...parameters },
		{ items: [{ json: {}, binary }], ...more },
	);

const FIRST_LAST = 'modelc3.0-first-last-to-video';

/** Most bytes of a frame of modelc3.0 (service.md 4.3). */
const LARGEST = 30 * 1024 ** 2;

/** A video with rows of reference materials. */
const material = (...items: INodeParameters[]): INodeParameters => ({
	modelCode: 'modelb-2.0-lite-tk',
	referenceMaterials: { items },
});

const frames = {
	startFrameSource: 'inputFile',
	startFrameInputField: 'first',
	endFrameSource: 'inputFile',
	endFrameInputField: 'last',
};

/** An image with rows of reference files. */
const rows = (...items: INodeParameters[]): INodeParameters => ({
	resource: 'image',
	modelCode: 'modelf-4.0',
	referenceImages: { items },
});

const inField = (inputField: string) => ({ source: 'inputFile', inputField });

const pictures = rows(inField('data'));

describe('AI Create with files of the input item', () => {
	const setup = setUp();

	const body = () => setup.bodies(SUBMIT.aiCreation).at(-1) as Record<string, unknown>;
	const images = () => (body().ref_img_url as unknown[]).map(fileAt);
	const twoPictures = async () => ({ first: await picture(1), last: await picture(2) });

	/** Name and purpose of the uploaded file at an address. */
	const fileAt = (address: unknown) => {
		const { pathname } = new URL(String(address));
		const file = setup.service.storage.files.byKey(pathname.replace('/files/', ''));
		return file && `${file.service}: ${file.name}`;
	};

	it('uploads both frames and sends their readable addresses', async () => {
		const binary = await twoPictures();
		const { json } = await setup.run(create(frames, binary));
		expect(json[0]).toHaveProperty('taskId');
		const { start_frame: start, end_frame: end } = body();
		expect(fileAt(start)).toBe('ai_creation: image 1.png');
		expect(fileAt(end)).toBe('ai_creation: image 2.png');
	});

	it('mixes a frame from the input with one by address', async () => {
		const url = 'https://example.com/last.png';
		const parameters = { ...frames, endFrameSource: 'url', endFrameUrl: url };
		await setup.run(create(parameters, { first: await picture(1) }));
		expect(fileAt(body().start_frame)).toBe('ai_creation: image 1.png');
		expect(body().end_frame).toBe(url);
	});

	it('takes several reference images from the input, and further ones by address', async () => {
		const url = 'https://example.com/third.png';
		const binary = { a: await picture(1), b: await picture(2) };
		await setup.run(create(rows(inField('a, b'), { source: 'url', url }), binary));
		expect(images().slice(0, 2)).toEqual(['ai_creation: image 1.png', 'ai_creation: image 2.png']);
		expect((body().ref_img_url as unknown[])[2]).toBe(url);
	});

	it('takes the one reference image of a model that accepts one', async () => {
		const parameters = { ...pictures, modelCode: 'modela-v2-1' };
		await setup.run(create(parameters, { data: await picture(1) }));
		expect(images()).toEqual(['ai_creation: image 1.png']);
	});

	it('takes reference materials from the input and by address', async () => {
		const url = 'https://example.com/voice.mp3';
		const clip = (await storedFile({ bytes: 99 })).binary;
		const audio = { fileType: 'audio', source: 'url', url };
		await setup.run(create(material({ fileType: 'video', ...inField('clip') }, audio), { clip }));
		const [first, second] = body().ref_resources as Array<{ url: string; file_type: string }>;
		expect([fileAt(first?.url), first?.file_type]).toEqual(['ai_creation: clip.mp4', 'video']);
		expect(second).toEqual({ url, file_type: 'audio' });
	});

	it('takes a file that an expression gives', async () => {
		await setup.run(create(rows(inField('={{ $binary.data }}')), { data: await picture(1) }));
		expect(images()).toEqual(['ai_creation: image 1.png']);
	});

	it('waits until the files are usable', async () => {
		setup.service.fate((task) =>
			task.operation === 'common/review' ? { seconds: 20 } : undefined,
		);
		await setup.run(create(pictures, { data: await picture(1) }));
		expect(setup.count(SUBMIT.aiCreation)).toBe(1);
	});

	it('submits nothing when a file does not pass the review', async () => {
		setup.service.fate({ seconds: 0, outcome: 98 as never, errMsg: 'violence' });
		const { error } = await setup.engine.run(create(pictures, { data: await picture(1) }));
		expect(error?.message).toMatch(/content review.*violence/);
		expect(setup.count(SUBMIT.aiCreation)).toBe(0);
	});

	it('fails only when no upload is under way any more', async () => {
		const when = ({ query }: { query: unknown }) =>
			(query as { name?: string }).name === 'image 1.png';
		setup.fault('common/create_upload_url', { kind: 'code', code: 400 }, { when });
		setup.fault('single', { kind: 'delay', delayMs: 500 });
		const binary = await twoPictures();
		const { error } = await setup.engine.run(create(frames, binary));
		expect(error).toBeDefined();
		const asked = setup.count();
		await pause(1500, new AbortController().signal);
		expect(setup.count()).toBe(asked);
		expect(setup.count('single')).toBe(1);
		expect(setup.count(SUBMIT.aiCreation)).toBe(0);
	});

	it('uploads the same file once, for two fields and many items', async () => {
		const data = await picture(1);
		const items = [1, 2, 3].map(() => ({ json: {}, binary: { a: data, b: data } }));
		const { json } = await setup.run(create(rows(inField('a, b')), {}, { items }));
		expect(json).toHaveLength(3);
		expect(setup.count('single')).toBe(1);
	});

	it('neither uploads nor pays again when the node is run again after a failure', async () => {
		setup.fault(SUBMIT.aiCreation, { kind: 'code', code: 40000 }, { skip: 1 });
		const good = fileInItem({ bytes: 500, name: 'a.png', mimeType: 'image/png' }).binary;
		const files = [good, await picture(2)];
		const items = files.map((data) => ({ json: {}, binary: { data } }));
		const { json } = await setup.run(create(pictures, {}, { items, ...triedTwice }));
		expect(json).toHaveLength(2);
		expect(setup.count('single')).toBe(2);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	});

	it.each([
		['none', /'First Frame'.* no file in the field 'none'/],
		['={{ $json.nothing }}', /'First Frame Input Data Field Name' is missing/],
		[
			'first, last',
			/^'First Frame': no file in the field 'first, last'\. The item has files in 'first' and 'last': enter one of these names in 'First Frame Input Data Field Name'$/,
		],
	])('refuses the name %s before anything is sent', async (startFrameInputField, message) => {
		const binary = await twoPictures();
		await setup.refuses(create({ ...frames, startFrameInputField }, binary), message);
	});

	it('refuses a format that the model does not take, by the name of the file', async () => {
		const binary = { first: await picture(1, 'photo.heic'), last: await picture(2) };
		const { error } = await setup.engine.run(create(frames, binary));
		expect(error?.message).toBe("The image in 'First Frame' is not a supported type");
		expect(error?.description).toMatch(/^Use JPG, .* or GIF instead of input file 'photo\.heic'\./);
		expect(setup.count()).toBe(0);
	});

	it('refuses an image that is larger than the model takes, by the names of field and file', async () => {
		const { binary: large } = fileInItem({ bytes: 1, name: 'large.png', mimeType: 'image/png' });
		const binary = { first: await picture(1), last: { ...large, bytes: LARGEST + 1 } };
		const { error } = await setup.engine.run(create(frames, binary));
		expect(error?.message).toBe(
			"'Last Frame' must be an image of at most 30 MB, but input file 'large.png' has 31.5 MB",
		);
		expect(setup.count()).toBe(0);
		const largest = { ...binary, last: { ...large, bytes: LARGEST } };
		const checked = { ...frames, options: { validateOnly: true } };
		await setup.run(create(checked, largest));
		await setup.run(create({ ...checked, modelCode: 'modelb-2.5-first-last-to-video' }, binary));
	});

	it.each([
		[{ source: 'url', url: '={{ $json.nothing }}' }, /the URL of file 2 is missing/],
		[
			{ source: 'url', url: 'photo.png' },
			/the URL of file 2 is not a URL\. .* instead of 'photo\.png'/,
		],
		[{ source: 'fileId', fileId: byId('') }, /the file ID of file 2/],
		[{ source: 'inputFile', inputField: 'a' }, /no file in the field 'a'/],
		[{ source: '={{ "disk" }}' }, /the source of file 2 must be 'From Input File'.*, but is disk/],
	])('names the file of a list that cannot be used: %j', async (row, message) => {
		const file = { source: 'url', url: 'https://media.example.com/a.png' };
		const referenceMaterials = { items: [file, row] };
		const node = create({ startFrameSource: 'none', referenceMaterials });
		const { error } = await setup.refuses(node, /^'Reference Materials': /);
		expect(errorText(error)).toMatch(message);
	});

	describe('by file ID', () => {
		const uploaded = async () => {
			const items = [{ json: {}, binary: { data: await picture(1) } }];
			const { json } = await setup.run(upload({ purpose: 'ai_creation' }, { items }));
			return json[0]?.fileId as string;
		};

		const startingWith = (id: string) => ({
			startFrameSource: 'fileId',
			startFrameFileId: byId(id),
		});

		it('sends the address of an uploaded frame', async () => {
			await setup.run(create(startingWith(await uploaded())));
			expect(fileAt(body().start_frame)).toBe('ai_creation: image 1.png');
		});

		it('sends the address of an uploaded reference file, also by a bare ID', async () => {
			const fileId = await uploaded();
			for (const value of [fileId, chosen(fileId)]) {
				await setup.run(create(rows({ source: 'fileId', fileId: value })));
				expect(images()).toEqual(['ai_creation: image 1.png']);
			}
		});

		it.each([
			['clip.mp4', 1000, /^'First Frame File': '\d+\.mp4' is not a supported type/, 'Use JPG, PNG'],
			['big.png', LARGEST + 1e6, /^'First Frame File': '\d+\.png' is too large/, 'at most 30 MB'],
		])('submits nothing for %s, which the model refuses', async (name, bytes, title, todo) => {
			const id = setup.submits.file('ai_creation', name, bytes);
			const { error } = await setup.engine.run(create(startingWith(id)));
			expect(error?.message).toMatch(title);
			expect(error?.description).toContain(todo);
			expect(setup.count(SUBMIT.aiCreation)).toBe(0);
		});

		it('submits nothing for a file that the service does not have', async () => {
			const { error } = await setup.engine.run(create(startingWith('4100000000000000001')));
			expect(error?.message).toMatch(/^'First Frame File': .*4100000000000000001/);
			expect(setup.count(SUBMIT.aiCreation)).toBe(0);
		});
	});

	it('shows the names of the files when it only validates', async () => {
		const binary = await twoPictures();
		const options = { validateOnly: true };
		const { json } = await setup.engine.run(create({ ...frames, options }, binary));
		expect(json[0]).toMatchObject({
			request: { start_frame: "input file 'image 1.png'", end_frame: "input file 'image 2.png'" },
			estimatedCost: {},
		});
		expect(setup.count()).toBe(0);
	});
});

const byFile = (build: typeof lipSync, file: string, parameters: INodeParameters = {}): NodeRun =>
	build({
		sourceType: 'file',
		videoFileSource: 'fileId',
		videoFileFileId: byId(file),
		completion: 'return',
		...parameters,
	});

describe('A file that is chosen by its ID', () => {
	const setup = setUp();
	const { submits } = setup;

	const runs: Array<[string, Kind, string, (file: string) => NodeRun]> = [
		['Lip Sync', 'lipSync', 'lip_sync_video', (file) => byFile(lipSync, file)],
		['Translate Video', 'translation', 'video_translation', (file) => byFile(translate, file)],
		['Create Person', 'person', 'customised_person', (file) => byFile(createPerson, file)],
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
		await setup.run(run(submits.file(purpose, 'file.mp4')));
		expect(setup.accepted(SUBMIT[kind])).toBe(1);
	});

	it.each(runs)('is refused by %s when it is for something else', async (_, kind, _for, run) => {
		const file = submits.file('ai_creation', 'file.mp4');
		const { error } = await setup.engine.run(run(file));
		expect(error?.message).toMatch(/^'.* File': the file was uploaded for .*'AI Creation'/);
		expect(error?.description).toContain(`File ID: ${file}`);
		expect(setup.count(SUBMIT[kind])).toBe(0);
	});

	it('is refused when its type is not supported', async () => {
		const file = submits.file('lip_sync_video', 'file.gif');
		const { error } = await setup.engine.run(byFile(lipSync, file));
		expect(errorText(error)).toMatch(
			/^'Video File': .*gif' is not a supported type.* Use MP4, MOV or WebM/,
		);
		expect(setup.count(SUBMIT.lipSync)).toBe(0);
	});

	const lipSyncs = (files: string[], more = {}): NodeRun => ({
		...byFile(lipSync, '={{ $json.file }}'),
		items: files.map((file) => ({ file })),
		...more,
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
		['was refused as unsafe', () => withStatus(98, 'violence'), /content review.*violence/],
		['was deleted', () => withStatus(99), /the file was deleted/],
		['was purged', () => withStatus(100), /the service has removed the file/],
		['is not known', () => '4711', /the service has no file with the ID '4711'/],
		['is an AVI', () => submits.file('lip_sync_video', 'old.avi'), /avi' is not a supported type/],
	];

	it.each(unusable)('is found before a submit to be one that %s', async (_what, bad, message) => {
		const good = submits.file('lip_sync_video', 'file.mp4');
		const { error } = await setup.engine.run(lipSyncs([good, good, bad()]));
		expect(error?.message).toMatch(/^'Video File': /);
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/ \[item 3 of \d+\]$/);
		expect(setup.count(SUBMIT.lipSync)).toBe(0);
	});

	it.each([
		['400', { kind: 'code', code: 400, msg: 'odd' }],
		['40000', { kind: 'code', code: 40000, msg: 'odd' }],
		['no record', { kind: 'nullData' }],
	] as const)('is not there when the service answers with %s', async (_what, fault) => {
		setup.fault('common/file_detail', fault, { times: 99 });
		const { error } = await setup.engine.run(lipSyncs(['12']));
		expect(error?.message).toMatch(/^'Video File': the service has no file with the ID '12'/);
		expect(error?.description).toMatch(/deletes uploaded files after 30 days.*trace_id/);
		expect(setup.count(SUBMIT.lipSync)).toBe(0);
	});

	it('does not hold the node up when the first look-up fails', async () => {
		const fault = { kind: 'code', code: 50000 } as const;
		setup.fault('common/file_detail', fault, { times: 99 });
		const { error } = await setup.engine.run(lipSyncs(['12']));
		expect(error?.message).toMatch(/^'Video File': the service had an internal fault/);
		expect(error?.description).toMatch(/File ID: 12\. .*trace_id \w+/);
		expect(setup.count('common/file_detail')).toBe(6);
	});

	it('fails only its own item where the workflow continues after errors', async () => {
		const good = submits.file('lip_sync_video', 'file.mp4');
		const { json } = await setup.engine.run(lipSyncs([withStatus(99), good], goingOn));
		expect(json[0]).toMatchObject({ error: expect.stringMatching(/^'Video File': /) });
		expect(json[1]).toMatchObject({ taskId: expect.any(String) });
		expect(setup.accepted(SUBMIT.lipSync)).toBe(1);
	});

	it('is asked about once, however many items use it', async () => {
		const good = submits.file('lip_sync_video', 'file.mp4');
		const { json } = await setup.engine.run(lipSyncs(Array<string>(8).fill(good)));
		expect(json).toHaveLength(8);
		expect(setup.count('common/file_detail')).toBe(1);
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
		await setup.run(byFile(createPerson, file, parameters));
		expect(setup.accepted(SUBMIT.person)).toBe(1);
	});
});

const files: Record<string, InputFileOptions> = {
	Your_video: { bytes: 3_000, name: 'speaker.mp4', seed: 1 },
	other: { bytes: 4_000, name: 'other.mov', mimeType: 'video/quicktime', seed: 2 },
	speech: { bytes: 2_000, name: 'speech.mp3', mimeType: 'audio/mpeg', seed: 3 },
	photo: { bytes: 1_000, name: 'photo.png', mimeType: 'image/png', seed: 4 },
	picture: { bytes: 1_500, name: 'picture.jpg', mimeType: 'image/jpeg', seed: 5 },
};

/** Stored files by the fields of an item. */
async function item(fields: Record<string, keyof typeof files>): Promise<Partial<NodeRun>> {
	const stored = Object.entries(fields).map(async ([field, file]) => [
		field,
		(await storedFile(files[file] as InputFileOptions)).binary,
	]);
	return { items: [{ json: {}, binary: Object.fromEntries(await Promise.all(stored)) }] };
}

/** An item with each of the files in a field of its own name. */
const itemOf = async (...names: string[]) =>
	await item(Object.fromEntries(names.map((name) => [name, name])));

const withAudio = async (names: string[], parameters: INodeParameters = {}): Promise<NodeRun> =>
	lipSync(
		{ videoFileSource: 'inputFile', audioType: 'audio', completion: 'return', ...parameters },
		await itemOf(...names),
	);

describe('An input field without a name', () => {
	const setup = setUp({ limits: false });
	/** The names of the files at the service, by what they were uploaded for. */
	const uploaded = () =>
		setup.service.storage.files.all().map(({ service, name }) => `${service}: ${name}`);

	it('stands for the only file of each kind that an operation takes', async () => {
		await setup.run(await withAudio(['photo', 'speech', 'Your_video']));
		expect(uploaded().sort()).toEqual([
			'lip_sync_audio: speech.mp3',
			'lip_sync_video: speaker.mp4',
		]);
	});

	it('stands for the file in the usual field where several are suitable', async () => {
		const input = await item({ before: 'other', data: 'Your_video', speech: 'speech' });
		await setup.run({ ...(await withAudio([])), ...input });
		expect(uploaded()).toContain('lip_sync_video: speaker.mp4');
		expect(uploaded()).toHaveLength(2);
	});

	it('stands for the only image where a model takes one', async () => {
		const input = await itemOf('speech', 'photo');
		await setup.run(create({ startFrameSource: 'inputFile' }, {}, input));
		expect(uploaded()).toEqual(['ai_creation: photo.png']);
	});

	it('stands for the only file of its type in a list', async () => {
		const input = await itemOf('speech', 'photo');
		await setup.run(create(material({ fileType: 'audio' }, { fileType: 'image' }), {}, input));
		expect(uploaded().sort()).toEqual(['ai_creation: photo.png', 'ai_creation: speech.mp3']);
		expect(setup.bodies(SUBMIT.aiCreation)).toMatchObject([
			{ ref_resources: [{ file_type: 'audio' }, { file_type: 'image' }] },
		]);
	});

	it.each<[string, string[], INodeParameters, RegExp]>([
		[
			'several files are suitable',
			['Your_video', 'other', 'speech'],
			{},
			/^'Video': more than one file could be meant\. The item has files in 'Your_video' and 'other': enter one of these names in 'Video Input Data Field Name'/,
		],
		[
			'the only file is of another type',
			['photo'],
			{},
			/^'Video': 'photo\.png' is not a supported type\. Use MP4, MOV or WebM/,
		],
		[
			'its expression returns nothing',
			['Your_video', 'speech'],
			{ videoFileInputField: '={{ $json.nothing }}' },
			/^'Video': 'Video Input Data Field Name' is missing\. .*The expression \{\{ \$json\.nothing \}\} returns nothing/,
		],
	])('is refused where %s', async (_what, names, parameters, message) => {
		await setup.refuses(await withAudio(names, parameters), message);
	});
});

const CLIP = 'https://media.example.com/clip.mp4?signature=1';

const stored = async (name: string, mimeType: string) => await picture(name.length, name, mimeType);

const frame: INodeParameters = { modelCode: 'modela2.5', aspectRatio: '16:9', videoDuration: 5 };

const frameOfInput: INodeParameters = { ...frame, startFrameSource: 'inputFile' };

const byUrl = { source: 'url', url: CLIP };

describe('AI Create, with a file that clearly is of another type', () => {
	const setup = setUp({ limits: false });

	it.each<[string, string, INodeParameters]>([
		['a frame', 'First Frame', frameOfInput],
		['a frame by its field', 'First Frame', { ...frameOfInput, startFrameInputField: 'data' }],
		[
			'a frame by URL',
			'First Frame URL',
			{ ...frame, startFrameSource: 'url', startFrameUrl: CLIP },
		],
		['a reference image by URL', 'Reference Files', rows(byUrl)],
		['an image material', 'Reference Files', material({ fileType: 'image', ...inField('') })],
		['an image material by URL', 'Reference Files', material({ fileType: 'image', ...byUrl })],
	])('sends nothing: a video as %s', async (_, label, parameters) => {
		const { error } = await setup.refuses(
			create(parameters, { data: await stored('clip.mp4', 'video/mp4') }),
			"'clip.mp4' is a video, not an image",
		);
		expect(error?.message).toContain(`'${label}'`);
	});

	it('submits nothing for an uploaded video', async () => {
		const fileId = byId(setup.submits.file('ai_creation', 'clip.mp4'));
		const run = create(material({ fileType: 'image', source: 'fileId', fileId }));
		const { error } = await setup.engine.run(run);
		expect(errorText(error)).toContain(".mp4' is a video, not an image");
		expect(setup.count(SUBMIT.aiCreation)).toBe(0);
	});

	it('takes the image where another file is in the usual field', async () => {
		const data = await stored('invoice.pdf', 'application/pdf');
		const picture = await stored('photo.png', 'image/png');
		await setup.run(create(frameOfInput, { data, picture }));
		expect(setup.service.storage.files.all().map(({ name }) => name)).toEqual(['photo.png']);
	});

	it('takes a video where a video is meant', async () => {
		await setup.run(create(material({ fileType: 'video', ...byUrl })));
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(1);
	});
});

const twoFrames = { startFrameSource: 'inputFile', endFrameSource: 'inputFile' };

const row = inField('');

const person: INodeParameters = {
	videoFileSource: 'inputFile',
	version: '2.0',
	authText: 'I agree',
	authVideoFileSource: 'inputFile',
};

describe('One input file', () => {
	const setup = setUp({ limits: false });
	const submitted = () => setup.accepted(SUBMIT.aiCreation);

	it('does not become the first and the last frame of a video on its own', async () => {
		const { error } = await setup.engine.run(create(twoFrames, { data: await picture(1) }));
		expect(error?.message).toBe(
			"'First Frame' and 'Last Frame' would use the same file, 'image 1.png'",
		);
		expect(error?.description).toContain(
			"Enter in 'First Frame Input Data Field Name' and 'Last Frame Input Data Field Name' which input field each of them means",
		);
		expect(setup.count()).toBe(0);
	});

	it('is not taken on its own where another field names it', async () => {
		const named = { ...twoFrames, startFrameInputField: 'data' };
		const { error } = await setup.engine.run(create(named, { data: await picture(1) }));
		expect(error?.message).toMatch(/^'First Frame' and 'Last Frame' would use the same file/);
	});

	it('is not taken on its own where a later field names it', async () => {
		const named = { ...twoFrames, endFrameInputField: 'data' };
		const { error } = await setup.engine.run(create(named, { data: await picture(1) }));
		expect(error?.message).toMatch(/^'First Frame' and 'Last Frame' would use the same file/);
	});

	it('serves two fields that both name it', async () => {
		const both = { ...twoFrames, startFrameInputField: 'data', endFrameInputField: 'data' };
		const { error } = await setup.engine.run(create(both, { data: await picture(1) }));
		expect(error).toBeUndefined();
		expect(submitted()).toBe(1);
	});

	it('is no reference twice, and the row of a list is named', async () => {
		const one = await setup.engine.run(create(rows(row, row), { data: await picture(1) }));
		expect(one.error?.message).toBe(
			"'Reference Files', file 1 and 'Reference Files', file 2 would use the same file, 'image 1.png'",
		);
		const two = await setup.engine.run(
			create(rows({ ...row, inputField: 'a' }, row), {
				a: await picture(1),
				b: await picture(2),
			}),
		);
		expect(two.error?.message).toBe("'Reference Files', file 2: more than one file could be meant");
		expect(submitted()).toBe(0);
	});

	it('is not the video of a person and their consent', async () => {
		const { binary } = await storedFile({ bytes: 1000 });
		const items = [{ json: {}, binary: { data: binary } }];
		const { error } = await setup.engine.run(createPerson(person, { items }));
		expect(error?.message).toBe("'Video' and 'Consent Video' would use the same file, 'clip.mp4'");
		expect(setup.count()).toBe(0);
	});

	it('is shown under its own name', async () => {
		const { error } = await setup.engine.run(
			create(
				{ ...twoFrames, endFrameSource: 'none' },
				{ data: await picture(1, 'photo.png', 'video/mp4') },
			),
		);
		expect(error?.message).toBe("'First Frame': 'photo.png' is a video, not an image");
	});

	it('is the one of the item, whatever its json holds', async () => {
		const file = fileInItem({ bytes: 1000, name: 'mine.mp4' });
		const other = fileInItem({ bytes: 10, name: 'other.mp4', seed: 3 });
		const json = { _files: { data: other.binary } } as unknown as IDataObject;
		const items = [{ json, binary: { video: file.binary } }];
		for (const [fileInputField, { sha256 }] of [
			['', file],
			['_files.data', other],
		] as const) {
			const result = await setup.engine.run(upload({ fileInputField }, { items }));
			expect(setup.arrived(result.json[0]?.fileId)).toBe(sha256);
		}
	});
});

describe('A frame by URL whose expression returns nothing', () => {
	const setup = setUp({ limits: false });
	const url = 'https://example.com/a.png';
	const starting = async (startFrameUrl: string, parameters: INodeParameters = {}) =>
		await setup.engine.run(create({ startFrameSource: 'url', startFrameUrl, ...parameters }));

	it('is left out where it is optional', async () => {
		const last = { endFrameSource: 'url', endFrameUrl: '={{ $json.last }}' };
		const { error } = await starting(url, last);
		expect(error).toBeUndefined();
		const [body] = setup.bodies(SUBMIT.aiCreation);
		expect(body).toMatchObject({ start_frame: url });
		expect(body).not.toHaveProperty('end_frame');
	});

	it('is named with the expression where it is required', async () => {
		const { error } = await starting('={{ $json.first }}');
		expect(error?.message).toBe("'First Frame URL' is missing");
		expect(error?.description).toMatch(/The expression \{\{ \$json\.first \}\} returns nothing/);
	});

	it('is refused without its password and its signature', async () => {
		const { error } = await starting('https://user:password@example.com/a.svg?X-Signature=abcdef');
		expect(error?.message).toMatch(/^The image in 'First Frame' is not a supported type/);
		expect(errorText(error)).toContain('https://example.com/a.svg');
		expect(errorText(error)).not.toMatch(/password|abcdef/);
	});

	it('is missed where nothing was entered', async () => {
		const { error } = await starting(url, { endFrameSource: 'url', endFrameUrl: '' });
		expect(error?.message).toBe("'Last Frame URL' is missing");
	});
});

describe('What is no file', () => {
	const setup = setUp({ limits: false });
	const refused = async (fileInputField: string, json: IDataObject = {}) => {
		const { binary } = await storedFile({ bytes: 1000 });
		const items = [{ json, binary: { data: binary } }];
		const { error } = await setup.engine.run(upload({ fileInputField }, { items }));
		return error;
	};

	it.each([
		'constructor',
		'__proto__',
		'toString',
		'={{ { mimeType: "video/mp4", data: null, fileName: "a.mp4" } }}',
		'={{ { mimeType: "video/mp4", data: 5, fileName: "a.mp4" } }}',
		'={{ { mimeType: "video/mp4", data: "AAAA", fileName: 7 } }}',
		'={{ { mimeType: 5, data: "AAAA", fileName: "a.mp4" } }}',
		'={{ { mimeType: "video/mp4", id: 5, data: "filesystem-v2", fileName: "a.mp4" } }}',
		'={{ { mimeType: "video/mp4" } }}',
	])('is said in words: %s', async (field) => {
		const error = await refused(field);
		expect(error?.message).toMatch(/^'File': no file in the field/);
		expect(error?.description).toMatch(/The item has one in 'data'/);
	});

	it('is said in words for the json of an item too', async () => {
		const _files = { data: { mimeType: 'video/mp4', id: {}, data: 'filesystem-v2' } };
		const error = await refused('_files.data', { _files });
		expect(error?.message).toMatch(/^'File': no file in the field '_files\.data'/);
	});
});

describe('What is said of a file', () => {
	const setup = setUp({ limits: false });

	it.each([
		[`attachment; filename="talk.mov"; filename*=UTF-8''%E0%A4%A`, 'talk.mov'],
		[`attachment; filename*=UTF-8''F%C3%A4den.mov; filename="talk.mov"`, 'Fäden.mov'],
	])('takes the name from %j', async (disposition, name) => {
		const source = setup.service.storage.source({ bytes: 10, name: 'download', disposition });
		const { json } = await setup.engine.run(uploadFrom(source.url));
		expect(json[0]?.fileName).toBe(name);
	});

	it('names the field of a source that keeps breaking off', async () => {
		const source = setup.service.storage.source({ bytes: 2 * MIB, cutAt: 0.6 });
		const { error } = await setup.engine.run(uploadFrom(source.url));
		expect(error?.message).toMatch(/^'File URL': the file could not be read to its end: /);
		expect(setup.count('source')).toBe(4);
	});

	it('names the field of an input file that its storage no longer gives whole', async () => {
		const file = fileElsewhere('s3', { bytes: 5 * MIB }, 30 * MIB);
		const { error } = await setup.engine.run(uploadOf([file]));
		expect(error?.message).toBe("'File': the file ended after 5.2 MB, but 31.5 MB were announced");
	});

	it.each(['get', 'delete'])('says that an unknown ID is unknown: %s', async (operation) => {
		const { error } = await setup.engine.run(library('file', operation, { fileId: byId('404') }));
		expect(error?.message).toBe("'File': the service has no file with the ID '404'");
		expect(errorText(error)).toMatch(/deletes uploaded files after 30 days/);
	});
});
