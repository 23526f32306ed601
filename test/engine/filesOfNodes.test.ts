import { describe, expect, it } from '@jest/globals';
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import { fileInItem, type InputFileOptions, inputOf, storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import {
	byId,
	chosen,
	compose,
	createPerson,
	generate,
	given,
	lipSync,
	translate,
	upload,
} from '../support/engine/runs';
import { hintsOf } from '../support/engine/outputs';
import { noData } from '../support/answers';
import { setUp } from '../support/engine/setup';
import { type Kind, SUBMIT } from '../support/engine/submits';
import beginnings from '../support/files/beginnings.json';

const setup = setUp();
const { submits } = setup;

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
const MAX_FRAME_BYTES = 30 * 1024 ** 2;

/** A video with rows of reference materials. */
const material = (...items: INodeParameters[]): INodeParameters => ({
	modelCode: 'modelb-2.0-lite-tk',
	referenceMaterials: { items },
});

const twoFrames = { startFrameSource: 'inputFile', endFrameSource: 'inputFile' };
const frames = { ...twoFrames, startFrameInputField: ' first ', endFrameInputField: 'last' };

/** An image with rows of reference files. */
const rows = (...items: INodeParameters[]): INodeParameters => ({
	resource: 'image',
	modelCode: 'modelf-4.0',
	referenceImages: { items },
});

const inField = (inputField: string) => ({ source: 'inputFile', inputField });

const pictures = rows(inField('data'));

describe('AI Create with files of the input item', () => {
	const body = () => setup.bodies(SUBMIT.aiCreation).at(-1) as Record<string, unknown>;
	const images = () => (body().ref_img_url as unknown[]).map(fileAt);
	const twoPictures = async () => ({ first: await picture(1), last: await picture(2) });

	/** Name and purpose of the uploaded file at an address. */
	const fileAt = (address: unknown) => {
		const { pathname } = new URL(String(address));
		const file = setup.service.storage.files.byKey(pathname.replace('/files/', ''));
		return file ? `${file.service}: ${file.name}` : address;
	};

	it('uploads both frames and sends their readable addresses', async () => {
		const { json } = await setup.run(create(frames, await twoPictures()));
		expect(json[0]).toHaveProperty('taskId');
		const { start_frame: start, end_frame: end } = body();
		expect(fileAt(start)).toBe('ai_creation: image 1.png');
		expect(fileAt(end)).toBe('ai_creation: image 2.png');
	});

	it('takes several reference images from the input, and further ones by address', async () => {
		const url = 'https://example.com/third.png';
		const binary = { a: await picture(1), b: await picture(2) };
		await setup.run(create(rows(inField('a, b'), { source: 'url', url }), binary));
		expect(images()).toEqual(['ai_creation: image 1.png', 'ai_creation: image 2.png', url]);
	});

	it.each<[string, INodeParameters]>([
		['of a model that accepts one', { ...pictures, modelCode: 'modela-v2-1' }],
		['that an expression gives', rows(inField('={{ $binary.data }}'))],
	])('takes the one reference image %s', async (_, parameters) => {
		await setup.run(create(parameters, { data: await picture(1) }));
		expect(images()).toEqual(['ai_creation: image 1.png']);
	});

	it.each<[string, INodeParameters]>([
		...[
			['addresses', '$json.list'],
			['addresses, as JSON', 'JSON.stringify($json.list)'],
			['attachments', '$json.list.map((url) => ({ id: 1, url }))'],
			['rows', '$json.list.map((url) => ({ source: "url", url }))'],
			['rows with labels', '$json.list.map((url) => ({ source: "By URL", url }))'],
			['the answer of a service', '({ data: $json.list.map((url) => ({ url })) })'],
			['a list with bullets', '$json.list.map((url) => "- " + url).join("\\n")'],
			['lines with signs', '$json.list.map((url) => "📎 " + url).join("\\n")'],
			['lines with labels', '$json.list.map((url) => "Image: " + url).join("\\n")'],
			['lines with notes', '$json.list.map((url) => url + " (final)").join("\\n")'],
			['pictures of Markdown', '$json.list.map((url) => `![](${url})`).join(" ")'],
		].map(([what = '', list]): [string, INodeParameters] => {
			return [what, { referenceImages: `={{ ${list} }}` }];
		}),
		['addresses in its rows', { referenceImages: { items: '={{ $json.list }}' } as never }],
		['addresses in a row', rows({ source: 'url', url: '={{ $json.list }}' })],
		[
			'addresses in a row by its label',
			rows({ source: given('By URL'), url: '={{ $json.list }}' }),
		],
		['a sentence', rows({ source: 'url', url: '={{ $json.list[0] }} and {{ $json.list[1] }}' })],
		[
			'elements of HTML in a row',
			rows({ source: 'url', url: '={{ $json.list.map((url) => `<img src="${url}">`).join("") }}' }),
		],
	])('takes the whole list of references by an expression: %s', async (_, parameters) => {
		const list = ['https://example.com/1.png', 'https://example.com/2.png'];
		const node = { resource: 'image', modelCode: 'modelf-4.0', ...parameters };
		await setup.run(create(node, {}, { items: [{ json: { list }, binary: {} }] }));
		expect(images()).toEqual(list);
	});

	it('submits nothing when a file does not pass the review', async () => {
		setup.service.fate({ seconds: 0, outcome: 98, errMsg: 'violence' });
		const node = create(pictures, { data: await picture(1) });
		await setup.submitsNothing(node, /^.*content review.*violence/);
	});

	it('uploads the same file once, for two fields and many items', async () => {
		const data = await picture(1);
		const items = [1, 2, 3].map(() => ({ json: {}, binary: { a: data, b: data } }));
		const { json } = await setup.run(create(rows(inField('a, b')), {}, { items }));
		expect(json).toHaveLength(3);
		expect(setup.count('single')).toBe(1);
	});

	it.each([
		[
			'={{ $json.nothing }}',
			/'First Frame Input .* Name' is missing\. The item has files in 'first' and 'last': enter .*expression .* returns noth/,
		],
		[
			'first, last',
			/^'First Frame': no file in .*\. The item has files in 'first' and 'last': enter/,
		],
	])('refuses the name %s before anything is sent', async (startFrameInputField, message) => {
		const binary = await twoPictures();
		await setup.refuses(create({ ...frames, startFrameInputField }, binary), message);
	});

	it('refuses a format that the model does not take, by the name of the file', async () => {
		const binary = { first: await picture(1, 'photo.heic'), last: await picture(2) };
		const said =
			/^'First Frame': 'photo\.heic' is an image \(HEIC\), .*Convert it to JPG, .* or GIF/;
		await setup.refuses(create(frames, binary), said);
	});

	it('refuses a format that the model does not take, by the content of the file', async () => {
		const content = Buffer.from(beginnings['a.avif'], 'base64');
		const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: content.length, content };
		const binary = { first: (await storedFile(photo)).binary, last: await picture(2) };
		const said = /^'First Frame': 'photo\.jpg' is an image \(AVIF\), which cannot be used here/;
		await setup.submitsNothing(create(frames, binary), said);
	});

	it('refuses an image that is larger than the model takes, by the names of field and file', async () => {
		const { binary: large } = fileInItem({ bytes: 1, name: 'large.png', mimeType: 'image/png' });
		const binary = { first: await picture(1), last: { ...large, bytes: MAX_FRAME_BYTES + 1 } };
		const said =
			/^'Last Frame': 'large.png' is too large \(31.5 MB\)\. The service accepts at most 30 MB/;
		await setup.refuses(create(frames, binary), said);
		const largest = { ...binary, last: { ...large, bytes: MAX_FRAME_BYTES } };
		const checked = { ...frames, options: { validateOnly: true } };
		await setup.run(create(checked, largest));
		await setup.run(create({ ...checked, modelCode: 'modelb-2.5-first-last-to-video' }, binary));
	});

	it.each([
		[{ source: 'url', url: '' }, /the URL of file 2 is missing/],
		[{ source: 'url', url: '1957000000000007921' }, /the URL of file 2 is an ID .*'By File ID'/],
		[{ source: 'url', url: 'photo.png' }, /the URL of file 2 is not a URL\. .* of 'photo\.png'/],
		[{ source: '={{ "disk" }}' }, /source of file 2 must be one of 'From Input .*, but is disk/],
	])('names the file of a list that cannot be used: %j', async (row, message) => {
		const file = { source: 'url', url: 'https://media.example.com/a.png' };
		const referenceMaterials = { items: [file, row] };
		const node = create({ startFrameSource: 'none', referenceMaterials });
		const { said } = await setup.refuses(node, /^'Reference Materials': /);
		expect(said).toMatch(message);
	});

	describe('by file ID', () => {
		const startingWith = (id: string) =>
			create({ startFrameSource: 'fileId', startFrameFileId: byId(id) });
		const uploaded = async () => {
			const image = await inputOf({ bytes: 1000, name: 'image 1.png', mimeType: 'image/png' });
			const { json } = await setup.run(upload({ purpose: 'ai_creation' }, image));
			return json[0]?.fileId as string;
		};

		it('sends the address of an uploaded frame or reference file, also by a bare ID', async () => {
			const fileId = await uploaded();
			await setup.run(startingWith(fileId));
			expect(fileAt(body().start_frame)).toBe('ai_creation: image 1.png');
			for (const value of [fileId, chosen(fileId)]) {
				await setup.run(create(rows({ source: 'fileId', fileId: value })));
				expect(images()).toEqual(['ai_creation: image 1.png']);
			}
		});

		it.each([
			[
				'clip.mp4',
				1000,
				/^'First Frame File': '\d+\.mp4' is a video \(MP4\), .*Use an image: JPG, PNG/,
			],
			['big.png', MAX_FRAME_BYTES + 1e6, /^'First Frame File': '\d+\.png' is too large.* 30 MB/],
		])('submits nothing for %s, which the model refuses', async (name, bytes, message) => {
			const file = submits.file('ai_creation', name, bytes);
			await setup.submitsNothing(startingWith(file), message);
		});
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

	it.each(runs)('is used in %s only when it is for that', async (_, kind, purpose, run) => {
		const file = submits.file('ai_creation', 'file.mp4');
		const title = /^'.* File': the file was uploaded for .*'AI Creation'/;
		const { error } = await setup.submitsNothing(run(file), title);
		expect(error.description).toContain(`File ID: ${file}`);
		await setup.run(run(submits.file(purpose, 'file.mp4')));
		expect(setup.accepted(SUBMIT[kind])).toBe(1);
	});

	const lipSyncs = (files: string[], more = {}): NodeRun => ({
		...byFile(lipSync, '={{ $json.file }}'),
		items: files.map((file) => ({ file })),
		...more,
	});
	const good = () => submits.file('lip_sync_video', 'file.mp4');

	const deleted = () => {
		const id = good();
		Object.assign(setup.service.storage.files.byId(id) ?? {}, { deleted: true });
		return id;
	};

	it.each<[string, () => string, RegExp]>([
		['was deleted', deleted, /the file was deleted/],
		['is not known', () => '4711', /the service has no file with the ID '4711'/],
		[
			'is an AVI',
			() => submits.file('lip_sync_video', 'old.avi'),
			/avi' is a video \(AVI\), which cannot be used/,
		],
	])('is found before a submit to be one that %s', async (_what, bad, message) => {
		const title = /^'Video File': .* \[item 3 of \d+\]$/;
		const { error } = await setup.submitsNothing(lipSyncs([good(), good(), bad()]), title);
		expect(error.message).toMatch(message);
	});

	it.each([
		['400', { kind: 'code', code: 400, msg: 'odd' }],
		['no record', noData],
	] as const)('is not there when the service answers with %s', async (_what, fault) => {
		setup.always('common/file_detail', fault);
		const said =
			/^'Video File': the service has no file with the ID '12'.* deletes uploaded files after 30 days.*trace_id/;
		await setup.submitsNothing(lipSyncs(['12']), said);
	});

	it.each([
		['40000', { kind: 'code', code: 40000, msg: 'file not found' }],
		['no record', noData],
	] as const)('may be unknown for a moment after its upload (%s)', async (_what, fault) => {
		setup.fault('common/file_detail', fault, { times: 3 });
		const input = await inputOf({ bytes: 3000, name: 'talk.mp4' });
		await setup.run(lipSync({ videoFileSource: 'inputFile', completion: 'return' }, input));
		expect(setup.accepted(SUBMIT.lipSync)).toBe(1);
	});

	it('may be unknown for a moment to the node after Upload File', async () => {
		const unknownTwice = () =>
			setup.fault('common/file_detail', { kind: 'code', code: 40000, msg: 'none' }, { times: 2 });
		const parameters = { purpose: 'lip_sync_video', options: { waitUntilUsable: false } };
		unknownTwice();
		const { json } = await setup.run(upload(parameters, await inputOf({ bytes: 3000 })));
		unknownTwice();
		await setup.run(lipSyncs([String(json[0]?.fileId)]));
		expect(setup.accepted(SUBMIT.lipSync)).toBe(1);
	});

	it('does not hold the node up when the first look-up fails', async () => {
		setup.always('common/file_detail', { kind: 'code', code: 50000 });
		const said = /^'Video File': the service had an internal fault.*File ID: 12\. .*trace_id \w+/;
		await setup.fails(lipSyncs(['12']), said);
		expect(setup.count('common/file_detail')).toBe(6);
	});

	it('is asked about once, however many items use it', async () => {
		const { json } = await setup.run(lipSyncs(Array<string>(8).fill(good())));
		expect(json).toHaveLength(8);
		expect(setup.count('common/file_detail')).toBe(1);
	});

	it('may be an authorization video whatever it was uploaded for', async () => {
		const parameters = {
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
	voice: { bytes: 1_000, name: 'voice.opus', mimeType: 'audio/ogg', seed: 5 },
};

/** An item with such files: each in a field of its own name, or in the given one. */
async function itemOf(...names: Array<string | [field: string, name: string]>) {
	const binary: IBinaryKeyData = {};
	for (const one of names) {
		const [field, name] = typeof one === 'string' ? [one, one] : one;
		binary[field] = (await storedFile(files[name] as InputFileOptions)).binary;
	}
	return { items: [{ json: {}, binary }] };
}

const withAudio = (input: Partial<NodeRun>): NodeRun =>
	lipSync({ videoFileSource: 'inputFile', audioType: 'audio', completion: 'return' }, input);

describe('An input field without a name', () => {
	/** The names of the files at the service, by what they were uploaded for. */
	const uploaded = () =>
		setup.service.storage.files
			.all()
			.map(({ service, name }) => `${service}: ${name}`)
			.sort();

	const talk = ['lip_sync_audio: speech.mp3', 'lip_sync_video: speaker.mp4'];

	const named = { options: { fileName: 'a.mp4' } };
	const frameOf = { startFrameSource: 'inputFile' };
	const voice = { purpose: 'prompt_audio' };

	it.each<[string, Parameters<typeof itemOf>, NodeRun, string[]]>([
		['file of each kind', ['photo', 'speech', 'Your_video'], withAudio({}), talk],
		['one in data', [['a', 'other'], ['data', 'Your_video'], 'speech'], withAudio({}), talk],
		['image', ['speech', 'photo'], create(frameOf), ['ai_creation: photo.png']],
		['video that is renamed', ['photo', 'other'], upload(named), ['video_translation: a.mp4']],
		['recording', ['photo', 'speech'], upload(voice), ['prompt_audio: speech.mp3']],
	])('stands for the only %s', async (_, names, node, files) => {
		await setup.run({ ...node, ...(await itemOf(...names)) });
		expect(uploaded()).toEqual(files);
	});

	it('stands for the only file of its type in a list', async () => {
		const input = await itemOf('speech', 'photo');
		await setup.run(create(material({ fileType: 'audio' }, { fileType: 'image' }), {}, input));
		expect(uploaded()).toEqual(['ai_creation: photo.png', 'ai_creation: speech.mp3']);
		expect(setup.bodies(SUBMIT.aiCreation)).toMatchObject([
			{ ref_resources: [{ file_type: 'audio' }, { file_type: 'image' }] },
		]);
	});

	it.each<[string, string[], RegExp]>([
		[
			'several files are suitable',
			['Your_video', 'other', 'speech'],
			/^'Video': more than one file could be meant\. The item has files in 'Your_video' and 'other': enter one of these names in 'Video Input Data Field Name'/,
		],
		[
			'the only one is in another format',
			['Your_video', 'voice'],
			/^'Audio': 'voice\.opus' is an audio file \(OPUS\), .*Convert it/,
		],
		[
			'the only one is of another type',
			['photo'],
			/^'Video': 'photo\.png' is an image \(PNG\), .*Use a video: MP4, MOV or WebM/,
		],
	])('is refused where %s', async (_what, names, message) => {
		await setup.refuses(withAudio(await itemOf(...names)), message);
	});
});

const CLIP = 'https://media.example.com/clip.mp4?signature=1';

const frame: INodeParameters = { modelCode: 'modela2.5', aspectRatio: '16:9', videoDuration: 5 };

const frameOfInput: INodeParameters = { ...frame, startFrameSource: 'inputFile' };

const byUrl = { source: 'url', url: CLIP };

it.each<[string, string, INodeParameters]>([
	['a frame', 'First Frame', frameOfInput],
	['a reference image by URL', 'Reference Files', rows(byUrl)],
	['an image material', 'Reference Files', material({ fileType: 'image', ...inField('') })],
])('AI Create sends nothing: a video as %s', async (_, label, parameters) => {
	const node = create(parameters, { data: await picture(1, 'clip.mp4', 'video/mp4') });
	const { error } = await setup.refuses(node, "'clip.mp4' is a video, not an image");
	expect(error.message).toContain(`'${label}'`);
});

const row = inField('');

describe('One input file', () => {
	it.each<[string, INodeParameters]>([
		['', {}],
		[' where another field names it', { startFrameInputField: 'data' }],
		[' where a later field names it', { endFrameInputField: 'data' }],
	])('does not become the first and the last frame on its own%s', async (_, named) => {
		const { error } = await setup.refuses(
			create({ ...twoFrames, ...named }, { data: await picture(1) }),
			/^'First Frame' and 'Last Frame' would use the same file, 'image 1.png'$/,
		);
		expect(error.description).toContain(
			"Enter in 'First Frame Input Data Field Name' and 'Last Frame Input Data Field Name' which input field each of them means; the same name twice, if it is meant twice. Fields with a file: 'data'.",
		);
	});

	it('is told from another one by its content where a node left its ID empty', async () => {
		const [first, last] = [1, 2].map((seed) => {
			const { binary } = fileInItem({ bytes: 1000, name: 'a.png', mimeType: 'image/png', seed });
			return { ...binary, id: '' };
		});
		await setup.run(create(frames, { first, last } as IBinaryKeyData));
		expect(setup.count('single')).toBe(2);
	});

	it('serves two fields that both name it', async () => {
		const both = { startFrameInputField: 'data', endFrameInputField: 'data' };
		await setup.run(create({ ...twoFrames, ...both }, { data: await picture(1) }));
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(1);
	});

	it.each<[INodeParameters[], RegExp]>([
		[
			[row, row],
			/^'Reference Files', file 1 and 'Reference Files', file 2 would use the same file/,
		],
		[
			[inField('a'), row],
			/^'Reference Files', file 2: more than one .*\. Several names with commas/,
		],
	])('is no reference twice, and the row of a list is named: %j', async (both, title) => {
		const two = { a: await picture(1), b: await picture(2) };
		const binary = both[0] === both[1] ? { data: await picture(1) } : two;
		await setup.refuses(create(rows(...both), binary), title);
	});

	it('is the one of the item, whatever its json holds', async () => {
		const file = fileInItem({ bytes: 1000, name: 'mine.mp4' });
		const other = fileInItem({ bytes: 10, name: 'other.mp4', seed: 3 });
		const json = { _files: { data: other.binary } } as unknown as IDataObject;
		const items = [{ json, binary: { video: file.binary } }];
		for (const [fileInputField, { sha256 }] of [
			['', file],
			[' ', file],
			['_files.data', other],
			["={{ ['_files.data\u200b'] }}", other],
		] as const) {
			const result = await setup.run(upload({ fileInputField }, { items }));
			expect(setup.arrived(result.json[0]?.fileId)).toBe(sha256);
		}
	});
});

describe('An input field', () => {
	const Video = [{ filename: 'clip.mp4', mimetype: 'video/mp4', size: 1000 }];

	/** Chooses one of two files, which must be that in the first field. */
	const chooses = async (fileInputField: string, first: string, second: string) => {
		const clip = await storedFile({ bytes: 1000, name: 'clip.mp4' });
		const other = await storedFile({ bytes: 900, name: 'other.mp4', seed: 8 });
		const binary = { [first]: clip.binary, [second]: other.binary };
		const node = upload({ fileInputField }, { items: [{ json: { Video }, binary }] });
		const { json } = await setup.run(node);
		expect(setup.arrived(json[0]?.fileId)).toBe(clip.sha256);
	};

	it.each([
		'Your video',
		'YOUR_VIDEO',
		'"Your_video"',
		'$binary.Your_video',
		'{{ $binary.Your_video }}',
		'Your_video,',
		'clip.mp4',
		'={{ $binary.Your_video.fileName }}',
		'={{ $json.Video }}',
		'={{ $json.Video[0].filename }}',
	])('is meant by its name in other signs, or by that of its file: %s', async (fileInputField) => {
		await chooses(fileInputField, 'Your_video', 'other');
	});

	it('may be called as n8n calls all files of an item', async () => {
		await chooses('Binary data', 'Binary_data', 'data');
	});

	it('is none of two that may be meant', async () => {
		const { binary } = await storedFile({ bytes: 1000, name: 'clip.mp4' });
		const items = [{ json: {}, binary: { a_b: binary, 'a-b': binary } }];
		await setup.refuses(upload({ fileInputField: 'A B' }, { items }), /no file in the field 'A B'/);
	});
});

it('A file name by expression may hold the braces of a template', async () => {
	const input = await inputOf({ bytes: 1000, name: 'a.mp4' }, { title: 'Hi {{name}}' });
	const { json } = await setup.run(upload({ options: { fileName: '={{ $json.title }}' } }, input));
	expect(json).toMatchObject([{ fileName: 'Hi {{name}}.mp4' }]);
});

describe('A frame by URL whose expression returns nothing', () => {
	const url = 'https://example.com/a.html';
	const starting = (startFrameUrl: string, parameters: INodeParameters = {}) =>
		create({ startFrameSource: 'url', startFrameUrl, ...parameters });

	it('is left out where it is optional', async () => {
		await setup.run(starting(url, { endFrameSource: 'url', endFrameUrl: '={{ $json.last }}' }));
		const [body] = setup.bodies(SUBMIT.aiCreation);
		expect(body).toMatchObject({ start_frame: url });
		expect(body).not.toHaveProperty('end_frame');
	});

	it('is refused without its password and its signature', async () => {
		const { said } = await setup.refuses(
			starting('https://user:password@example.com/a.svg?X-Signature=abcdef'),
			/^'First Frame URL': 'a\.svg' is an image \(SVG\), which/,
		);
		expect(said).not.toMatch(/password|abcdef/);
	});

	it('is missed where nothing was entered', async () => {
		const node = starting(url, { endFrameSource: 'url', endFrameUrl: '' });
		await setup.refuses(node, /^'Last Frame URL' is missing$/);
	});
});

it.each([
	'constructor',
	'={{ { mimeType: "video/mp4", data: null, fileName: "a.mp4" } }}',
	'={{ { mimeType: "video/mp4" } }}',
	'_files.data',
])('What is no file is said in words: %s', async (fileInputField) => {
	const _files = { data: { mimeType: 'video/mp4', id: {}, data: 'filesystem-v2' } };
	const node = upload({ fileInputField }, await inputOf({ bytes: 1000 }, { _files }));
	await setup.refuses(node, /^'File': no file in the field.* The item has one in 'data'/);
});

it.each<[string, string]>([
	['an address', 'https://example.com/a.mp4'],
	['an attachment', '={{ [{ id: 1, url: "https://example.com/a.mp4", filename: "a.mp4" }] }}'],
])('%s in place of the name of a field leads to By URL', async (_what, fileInputField) => {
	const node = upload({ fileInputField }, await inputOf({ bytes: 1000 }));
	await setup.refuses(node, /^'File': the URL of a file stands in place .* Choose 'By URL'/);
});

const UPLOADED = expect.stringMatching(/^http/);
const uploadedAs = (type: string) => [{ url: UPLOADED, file_type: type }];
const IMAGE = 'https://example.com/image.png';

describe('AI Create makes a video from files of the input', () => {
	const nodeFor = (parameters: INodeParameters, ...binaries: IBinaryKeyData[]) => {
		const started = { refPrompt: 'It moves', completion: 'return', ...parameters };
		return generate(started, { items: binaries.map((binary) => ({ json: {}, binary })) });
	};
	const run = async (...given: Parameters<typeof nodeFor>) => await setup.run(nodeFor(...given));
	const sent = () => setup.bodies(SUBMIT.aiCreation).at(-1);

	it.each<[INodeParameters, IDataObject]>([
		[{}, { model_code: 'modelc3.0-first-last-to-video', start_frame: UPLOADED }],
		[{ modelCode: 'modelb-2.0-lite-tk' }, { ref_resources: uploadedAs('image') }],
		[{ modelCode: 'modeld-1.0-i2v' }, { ref_img_url: [UPLOADED] }],
		[{ modelCode: 'modela1.6' }, { start_frame: UPLOADED }],
		[{ imageSource: 'url', imageUrl: IMAGE }, { start_frame: IMAGE }],
		[
			{ operation: 'fromReferences' },
			{ model_code: 'modelb-2.0-lite-tk', ref_resources: uploadedAs('image') },
		],
		[
			{ operation: 'fromVideo' },
			{ model_code: 'modelb-2.0-pro-tk', ref_resources: uploadedAs('video') },
		],
	])('from a file, without a hint of others: %j', async (parameters, body) => {
		const files = { data: await picture(1), clip: await picture(9, 'clip.mp4', 'video/mp4') };
		const result = await run({ operation: 'fromImage', ...parameters }, files);
		expect(sent()).toMatchObject(body);
		expect(hintsOf(result)).toEqual([]);
	});

	it.each<[INodeParameters, RegExp, Partial<NodeRun>?]>([
		[{}, /^'Image': the input item has no file/],
		[{}, /^'Image': a tool gets no files. Choose 'By URL'/, { type: 'digitalHumanAiCreateTool' }],
		[{ operation: 'fromVideo' }, /^'Video': the input item has no file/],
		[
			{ operation: 'fromVideo', videoSource: 'url', videoUrl: IMAGE },
			/^'Video URL': .* not a video/,
		],
		[
			{ imageSource: 'url', imageUrl: 'https://example.com/report.pdf', modelCode: 'modela1.6' },
			/^'Image URL': 'report.pdf' is not an image/,
		],
		[{ operation: 'fromReferences', referenceMaterials: {} }, /^'Reference Files' is missing/],
		[{ modelCode: given('ext_modela-v3-0-text2video') }, /^'Model' is .* not start from an image/],
		[
			{ modelCode: given('brand-new') },
			/^'Model' is brand-new, which is not in the list\. Use one of these codes: modelc3\.0-first/,
		],
		[
			{ modelCode: '={{ $json.model }}' },
			/^'Model' is missing\. The expression {{ \$json\.model }}/,
		],
		[
			{ operation: 'generate', modelCode: 'modelb-2.0-pro-tk' },
			/'Reference Files' must have a video/,
		],
	])('submits nothing: %j', async (parameters, message, more = {}) => {
		const node = nodeFor({ operation: 'fromImage', ...parameters }, {});
		await setup.submitsNothing({ ...node, ...more }, message);
	});

	it('says once that an image of the input was not used', async () => {
		const images = [{ data: await picture(1) }, { data: await picture(2) }];
		expect(hintsOf(await run({ operation: 'generate' }, ...images))).toEqual([
			"The input has an image that was not used. To start from it, set 'Reference Files', or choose the operation 'From Image'",
			'2 of 2 items send the same request, and each of them is charged',
		]);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	});

	it('says nothing where the model takes no image, or the item has none', async () => {
		const image = { data: await picture(1) };
		const text = { operation: 'generate', modelCode: 'ext_modela-v3-0-text2video' };
		expect(hintsOf(await run(text, image))).toEqual([]);
		expect(hintsOf(await run({ operation: 'generate' }, {}))).toEqual([]);
	});
});
