import { describe, expect, it, jest } from '@jest/globals';
import { mapValues, omit, range, set } from 'lodash';
import type { IBinaryData, IDataObject, INodeParameters, IWorkflowSettings } from 'n8n-workflow';

import type { StoredFile } from '../../demo-service/server/memory';
import { BinaryDataService, Container } from '../support/engine/core';
import { CUT_OFF_FILM } from '../support/files/films';
import { fileElsewhere, fileInItem, type InputFile, storedFile } from '../support/engine/binaries';
import { pairsOf } from '../support/engine/outputs';
import { finishedVideo, goingOn, MIB, triedTwice, upload, uploadOf } from '../support/engine/runs';
import { type Setup, setUp } from '../support/engine/setup';
import { queryOfCallback } from '../support/engine/webhook';
import {
	createWorkflowEngine,
	storedWithItems,
	videosWorkflow,
} from '../support/engine/workflowEngine';

const setup = setUp();

const CREATE_URL = 'common/create_upload_url';
const CREATE_PARTS = 'common/create_multipart_upload';
const COMPLETE = 'common/complete_multipart_upload';
const DETAIL = 'common/file_detail';

const inParts = { options: { method: 'multipart' } };

/** What is output for a file, which has to arrive whole. */
const uploaderFor =
	(setup: Setup) =>
	async (file: InputFile | number, parameters: INodeParameters = {}): Promise<IDataObject> => {
		const sent = typeof file === 'number' ? await storedFile({ bytes: file }) : file;
		const { json } = await setup.run(uploadOf([sent], parameters));
		expect(setup.arrived(json[0]?.fileId)).toBe(sent.sha256);
		return json[0] ?? {};
	};

const several = async (count: number, bytes: number) =>
	await Promise.all(range(count).map(async (seed) => await storedFile({ bytes, seed })));

describe('Upload File', () => {
	const setup = setUp({ partBytes: MIB });
	const uploaded = uploaderFor(setup);

	it('sends a small file in one piece and describes it', async () => {
		const file = await storedFile({ bytes: 70_000 });
		const { json, outputs } = await setup.run(uploadOf([file]));
		expect(json).toMatchObject([
			{
				url: expect.stringMatching(/^http.*\.mp4$/),
				key: expect.stringMatching(/\.mp4$/),
				fileName: 'clip.mp4',
				mimeType: 'video/mp4',
				bytes: 70_000,
				purpose: 'video_translation',
				status: 'Usable',
			},
		]);
		expect(pairsOf(outputs)).toEqual([0]);
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
		expect(setup.requests(CREATE_URL).map(({ query }) => query)).toEqual([
			{ service: 'video_translation', name: 'clip.mp4' },
		]);
		const days = (Date.parse(String(json[0]?.expiresAt)) - Date.now()) / 86_400_000;
		expect(days).toBeCloseTo(30, 1);
	});

	it('refuses a film that is cut off, wherever n8n keeps it, and sends none of it', async () => {
		const file = { bytes: CUT_OFF_FILM.length, content: CUT_OFF_FILM };
		const message = /^'File': 'clip\.mp4' is incomplete/;
		const kept = [await storedFile(file), fileInItem(file), fileElsewhere('database', file)];
		for (const one of kept) await setup.fails(uploadOf([one]), message);
		expect([setup.count('single'), setup.count('part')]).toEqual([0, 0]);
	});

	it.each([1, 2])('keeps to %d parts at once', async (partsAtOnce) => {
		// They take so long that they are on their way together.
		setup.always('part', { kind: 'slow', bytesPerSecond: MIB / 2 });
		setup.service.storage.uploads.mostAtOnce = 0;
		await uploaded(4 * MIB, { options: { method: 'multipart', partsAtOnce } });
		expect(setup.service.storage.uploads.mostAtOnce).toBe(partsAtOnce);
	});

	it.each(['inItem', 'database', 's3'] as const)('takes a file of n8n: %s', async (where) => {
		for (const parameters of [{}, inParts]) {
			const options = { bytes: 2.5 * MIB, seed: Object.keys(parameters).length };
			const file = where === 'inItem' ? fileInItem(options) : fileElsewhere(where, options);
			await uploaded(file, parameters);
		}
	});

	it('takes a file without a media type, as code of users makes it', async () => {
		const { binary, sha256 } = fileInItem({ bytes: 300 });
		const file = omit(binary, 'mimeType') as IBinaryData;
		const { json } = await setup.run(uploadOf([{ binary: file, sha256 }]));
		expect(json).toMatchObject([{ fileName: 'clip.mp4' }]);
		expect(setup.arrived(json[0]?.fileId)).toBe(sha256);
	});

	it.each([
		['purpose', 'inputFile', ['lip_sync_video', 'video_translation']],
		['fileName', 'inputFile', ['one.mp4', 'two.mp4']],
		['fileName', 'url', ['one.mp4', 'two.mp4']],
	])('uploads a file once for each %s (%s)', async (field, fileSource, [one, two]) => {
		const { binary } = await storedFile({ bytes: 5000 });
		const items = [one, two, one].map((own) => ({ json: { own }, binary: { data: binary } }));
		const own = { [field]: '={{ $json.own }}' };
		const parameters = {
			fileSource,
			fileUrl: setup.service.storage.source({ bytes: 5000 }).url,
			...(field === 'purpose' ? own : { options: own }),
		};
		const { json } = await setup.run(uploadOf([], parameters, { items }));
		expect(json.map((item) => item[field])).toEqual([one, two, one]);
		expect(json[0]?.fileId).toBe(json[2]?.fileId);
		expect(json[0]?.fileId).not.toBe(json[1]?.fileId);
		expect(setup.count('single')).toBe(2);
	});

	it('brings uploads under way to their end when an item fails, and begins no others', async () => {
		setup.fault('part', { kind: 'status', status: 411 });
		await setup.fails(uploadOf(await several(6, 2.5 * MIB), inParts), 'HTTP 411');
		expect(setup.count(CREATE_PARTS)).toBe(3);
		const arrived = setup.service.storage.files.all().filter(({ received }) => received);
		expect(arrived).toHaveLength(2);
	});

	it('does not send again what had arrived before another item failed', async () => {
		setup.fault('single', { kind: 'status', status: 411 });
		const { json } = await setup.run(uploadOf(await several(3, 1000), {}, triedTwice));
		expect(json).toHaveLength(3);
		expect(setup.count('single')).toBe(4);
	});

	it.each([
		['is deleted', (file: StoredFile) => void (file.deleted = true)],
		['is unknown', (file: StoredFile) => void (file.token = 'of another application')],
	])('sends a file again that had arrived and then %s at the service', async (_, lose) => {
		const when = () => {
			setup.service.storage.files.all().forEach(lose);
			return true;
		};
		setup.fault(DETAIL, { kind: 'code', code: 40000 }, { when });
		const file = await storedFile({ bytes: 1000 });
		const { json } = await setup.run(uploadOf([file], {}, triedTwice));
		const [lost, fresh] = setup.service.storage.files.all();
		expect(json).toMatchObject([{ fileId: fresh?.id, status: 'Usable' }]);
		expect(fresh?.id).not.toBe(lost?.id);
		expect(setup.count('single')).toBe(2);
	});

	it.each([
		['Inter\r\nview\u202E 05.11', {}, 'Interview 05.11.mp4', 'video/mp4'],
		['take', { fileName: 'presenter.mov' }, 'presenter.mov', 'video/quicktime'],
	])('names an input file %j, options %j', async (name, options, fileName, mimeType) => {
		const { json } = await setup.run(uploadOf([fileInItem({ bytes: 10, name })], { options }));
		expect(json[0]).toMatchObject({ fileName, mimeType });
		expect(setup.requests(CREATE_URL)[0]?.query.name).toBe(fileName);
	});

	it.each([
		[{ kind: 'redirect', location: 'https://sso.example.com' }],
		[{ kind: 'code', code: 10400 }],
	] as const)('waits on where its review is refused for once: %j', async (fault) => {
		setup.service.fate({ seconds: 30 });
		setup.fault(DETAIL, fault, { skip: 2 });
		expect(await uploaded(10)).toMatchObject({ status: 'Usable' });
		setup.always(DETAIL, fault);
		setup.service.journal.clear();
		await setup.fails(uploadOf([await storedFile({ bytes: 11 })]), /refused|redirect/);
		expect(setup.count(DETAIL)).toBeLessThan(25);
	});

	it('continues at once when it should not wait', async () => {
		setup.service.fate({ seconds: Infinity });
		const output = await uploaded(10, { options: { waitUntilUsable: false, simple: false } });
		expect(output).toMatchObject({ status: 'Not yet synced', raw: { status: 0, bytes: 10 } });
	});

	it('says that a file was not usable in time, and keeps its ID', async () => {
		setup.service.fate({ seconds: Infinity });
		const node = uploadOf([await storedFile({ bytes: 10 })], { options: { timeLimit: 0.02 } });
		await setup.fails(node, /not usable within .*File ID: \d+, status: not yet synced/);
	});

	it.each([
		[98, /content review.*violence/],
		[99, /was deleted/],
		[100, /removed the file, as it does after 30 days/],
	])('ends the wait at status %d with the reason', async (outcome, message) => {
		setup.service.fate({ seconds: 1, outcome, errMsg: 'violence' });
		await setup.fails(uploadOf([await storedFile({ bytes: 10 })]), message);
	});

	it('reads a file again that its storage cannot give at first, and names one that is gone', async () => {
		const small = await storedFile({ bytes: 10 });
		const storage = Container.get(BinaryDataService);
		const cutOff = await storage.getAsStream(small.binary.id as string);
		const read = jest.spyOn(storage, 'getAsStream').mockRejectedValueOnce(new Error('aborted'));
		read.mockResolvedValueOnce(cutOff);
		await uploaded(2 * MIB);
		read.mockRejectedValue(new Error('File not found'));
		await setup.fails(uploadOf([small]), "'File': the file could not be read: File not found");
	});

	it('names the field of a file that its storage no longer gives whole', async () => {
		const node = uploadOf([fileElsewhere('s3', { bytes: 5 * MIB }, 30 * MIB)]);
		const title = /^'File': the file ended after 5\.2 MB, but 31\.5 MB were announced$/;
		await setup.fails(node, title);
	});
});

it('Upload File with parts of 10 MiB, as the service has them, sends a large file in parts, two at once', async () => {
	// They are on their way together.
	setup.always('part', { kind: 'slow', bytesPerSecond: 40 * MIB });
	const bytes = 35 * MIB + 17;
	const output = await uploaderFor(setup)(bytes);
	expect(output).not.toHaveProperty('key');
	expect(output).toMatchObject({ url: expect.stringMatching(/^http.*\.mp4$/) });
	expect(output.mimeType).toBe('video/mp4');
	expect(setup.count('part')).toBe(4);
	expect(setup.service.storage.uploads.mostAtOnce).toBe(2);
	expect(setup.bodies(CREATE_PARTS)).toEqual([
		{ service: 'video_translation', name: 'clip.mp4', file_size: bytes },
	]);
});

describe('An upload in parts', () => {
	const setup = setUp({ repeatedComplete: 'missing', partBytes: MIB });
	const uploaded = uploaderFor(setup);

	it('is found when the answer of the merge was lost and the look-up fails for minutes', async () => {
		setup.fault(COMPLETE, { kind: 'resetAfter' });
		setup.always(DETAIL, { kind: 'status', status: 503 }, () => setup.count(DETAIL) < 40);
		await uploaded(2.5 * MIB, inParts);
		expect(setup.count(CREATE_PARTS)).toBe(1);
	});
});

it.each([
	[400, false],
	[50000, true],
])(
	'An upload in one piece whose look-up ends with code %d names it (waits: %s)',
	async (code, waitUntilUsable) => {
		setup.always(DETAIL, { kind: 'code', code });
		const file = await storedFile({ bytes: 5000 });
		const options = waitUntilUsable ? { timeLimit: 0.1 } : { waitUntilUsable };
		const { json } = await setup.engine.run(uploadOf([file], { options }, goingOn));
		const { id } = setup.requests(DETAIL)[0]?.query as { id: string };
		expect(setup.arrived(id)).toBe(file.sha256);
		expect(json[0]).toMatchObject({ details: { code, traceId: expect.any(String) } });
		const { description } = json[0]?.details as { description: string };
		expect(description).toMatch(new RegExp(`File ID: ${id}\\. .*trace_id \\w+`));
	},
);

describe('Upload File refuses before anything is sent', () => {
	const refuses = async (files: InputFile[], message: RegExp, parameters: INodeParameters = {}) =>
		await setup.refuses(uploadOf(files, parameters), message);
	const sized = (bytes: number) => {
		const file = fileInItem({ bytes: 10 });
		return { ...file, binary: { ...file.binary, bytes } };
	};

	const webm = fileInItem({ bytes: 10, name: 'clip.webm' });
	const bare = fileInItem({ bytes: 10, name: 'clip', mimeType: 'application/octet-stream' });

	it.each([fileInItem, storedFile])('a web page in the place of a video (%p)', async (keep) => {
		const opened = jest.spyOn(Container.get(BinaryDataService), 'getAsStream');
		const page = await keep({ bytes: 6, content: '<html>' });
		await refuses([page], /^'File': 'clip\.mp4' is a web page, not a media file$/);
		const streams = await Promise.all(opened.mock.results.map(async ({ value }) => await value));
		expect(streams).toMatchObject(keep === storedFile ? [{ destroyed: true }] : []);
	});

	it.each<[string, INodeParameters, RegExp, InputFile]>([
		['an empty file', {}, /'clip.mp4' is empty/, fileInItem({ bytes: 0 })],
		[
			'a type that the purpose does not take',
			{},
			/which cannot be used here\. Convert it to MP4 or MOV/,
			webm,
		],
		['a file without extension', {}, /has no file extension/, bare],
		['more than 1 GB', {}, /is too large \(1\.1 GB\)\. .*at most 1 GB/, sized(1024 ** 3 + 1)],
	])('%s', async (_, parameters, message, file) => {
		const { said } = await refuses([file], message, parameters);
		expect(said).not.toMatch(/binary/i);
	});

	it('more than 1 GB, also where only the storage of n8n knows the size', async () => {
		const file = await storedFile({ bytes: 10 });
		delete file.binary.bytes;
		const storage = jest.spyOn(Container.get(BinaryDataService), 'getMetadata');
		storage.mockResolvedValue({ fileSize: 1024 ** 3 + 1 });
		await refuses([file], /is too large \(1\.1 GB\)\. .*at most 1 GB/);
	});

	it('everything that is wrong with an item, and names the other wrong items', async () => {
		const file = await storedFile({ bytes: 10, name: 'clip.txt' });
		const single = { purpose: 'customised_person', options: { method: 'single' } };
		const said =
			/Convert it to MP4, WebM or MOV.*'Upload Method' cannot be 'Single' for Custom Person/;
		const { error } = await refuses([file, file, file], said, single);
		expect(error.description).toMatch(/Other items with errors: 2; 3/);
	});
});

/** n8n's newer binary mode: files are part of the json, in `_files`. */
const combined = { binaryMode: 'combined' } as IWorkflowSettings;

describe('An item with its files in the json', () => {
	const setup = setUp({ limits: false });
	const uploadInJson = (
		files: Record<string, InputFile>,
		parameters: INodeParameters = {},
		workflowSettings: IWorkflowSettings = combined,
	) => {
		const json = { _files: mapValues(files, 'binary') } as unknown as IDataObject;
		return upload(parameters, { items: [{ json }], workflowSettings });
	};

	it.each([
		['the only file', combined, ['film']],
		['the file in the usual field', combined, ['data', 'film']],
		['the only file, where the workflow has the usual binary mode', {}, ['film']],
	])('uploads %s', async (_, settings, names) => {
		const all: Record<string, InputFile> = {
			data: await storedFile({ bytes: 1000, seed: 1 }),
			film: await storedFile({ bytes: 1000, seed: 2 }),
			photo: await storedFile({ bytes: 1000, seed: 3, name: 'a.png', mimeType: 'image/png' }),
		};
		const files = Object.fromEntries(names.map((name) => [name, all[name] as InputFile]));
		const { json } = await setup.run(uploadInJson(files, {}, settings));
		expect(setup.arrived(json[0]?.fileId)).toBe(files[names[0] ?? '']?.sha256);
	});

	it('is searched for the name that the user enters, which a message names', async () => {
		const film = await storedFile({ bytes: 1000 });
		const said = /The item has one in '_files\.film': enter that name in 'Input Data Field Name'/;
		await setup.fails(uploadInJson({ film }, { fileInputField: 'data' }), said);
		const { json } = await setup.run(uploadInJson({ film }, { fileInputField: '_files.film' }));
		expect(setup.arrived(json[0]?.fileId)).toBe(film.sha256);
	});

	it('is output by a node that was paused', async () => {
		// The first task has finished before the pause.
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		const videos = videosWorkflow(['One', 'Two', 'Three'], { completion: 'pause' });
		// Beside its task, a row may have a column of this name.
		for (const row of range(3))
			set(videos, ['nodes', 0, 'parameters', 'items', row, 'json', 'json'], 1);
		const plan = { workflow: { ...videos, settings: combined }, id: '1' };
		const engine = await createWorkflowEngine(setup.credential);
		const { status, data } = await engine.start(plan).done;
		expect(status).toBe('waiting');
		const stored = JSON.stringify(data);
		setup.settleAll();
		const call = { query: queryOfCallback(setup.service), body: finishedVideo('1') };
		const { items = [] } = await engine.callBack({ ...plan, stored }, call);
		const resumed = await engine.start({ ...plan, stored: storedWithItems(stored, items) }).done;
		expect(resumed.status).toBe('success');
		const output = resumed.data.resultData.runData.Videos?.at(-1)?.data?.main?.[0];
		expect(output).toMatchObject(
			range(3).map((item) => ({
				json: { state: 'succeeded', _files: { data: { mimeType: 'video/mp4' } } },
				pairedItem: { item },
			})),
		);
	});
});
