import { describe, expect, it, jest } from '@jest/globals';
import { mapValues, range } from 'lodash';
import type { IDataObject, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import type { StoredFile } from '../../demo-service/storage/files';
import { fileElsewhere, fileInItem, type InputFile, storedFile } from '../support/engine/binaries';
import { errorText, pairsOf } from '../support/engine/outputs';
import {
	finishedVideo,
	goingOn,
	MIB,
	triedTwice,
	upload,
	uploadFrom,
	uploadOf,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { BinaryDataService, Container } from '../support/engine/core';
import { queryOfCallback } from '../support/engine/webhook';
import {
	createWorkflowEngine,
	storedWithItems,
	videosWorkflow,
} from '../support/engine/workflowEngine';

const CREATE_URL = 'common/create_upload_url';
const DETAIL = 'common/file_detail';

function inADay(): void {
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + 24 * 3600_000);
}

describe('Upload File', () => {
	const setup = setUp({ partBytes: MIB });
	const inParts = { method: 'multipart' };

	/** Parts take so long that they are on their way together. */
	const slowParts = () =>
		setup.fault('part', { kind: 'slow', bytesPerSecond: MIB / 2 }, { times: 100 });

	it('sends a small file in one piece and describes it', async () => {
		const file = await storedFile({ bytes: 70_000 });
		const { json, outputs } = await setup.run(uploadOf([file]));
		expect(json).toEqual([
			{
				fileId: expect.stringMatching(/^\d+$/),
				url: expect.stringMatching(/^http.*\.mp4$/),
				key: expect.stringMatching(/\.mp4$/),
				fileName: 'clip.mp4',
				mimeType: 'video/mp4',
				bytes: 70_000,
				purpose: 'video_translation',
				status: 'Usable',
				expiresAt: expect.stringMatching(/^20.*Z$/),
			},
		]);
		expect(pairsOf(outputs)).toEqual([0]);
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
		expect(setup.requests(CREATE_URL).map(({ query }) => query)).toEqual([
			{ service: 'video_translation', name: 'clip.mp4' },
		]);
	});

	it('says when the file will be deleted', async () => {
		const file = await storedFile({ bytes: 100 });
		const { json } = await setup.engine.run(uploadOf([file]));
		const days = (Date.parse(String(json[0]?.expiresAt)) - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(29.9);
		expect(days).toBeLessThan(30.1);
	});

	it.each([1, 2])('keeps to %d parts at once', async (partsAtOnce) => {
		slowParts();
		const file = await storedFile({ bytes: 4 * MIB });
		setup.service.storage.uploads.mostAtOnce = 0;
		await setup.engine.run(uploadOf([file], { options: { ...inParts, partsAtOnce } }));
		expect(setup.service.storage.uploads.mostAtOnce).toBe(partsAtOnce);
	});

	it.each([
		['single', 21 * MIB, 'single'],
		['multipart', 1000, 'part'],
	])('sends by the method %s when asked to', async (method, bytes, operation) => {
		const file = await storedFile({ bytes });
		const { json } = await setup.run(uploadOf([file], { options: { method } }));
		expect(setup.arrived(json[0]?.fileId) ?? 'not hashed').toBe(file.sha256);
		expect(setup.count(operation)).toBe(1);
	});

	it('never sends the video of a digital person in one piece', async () => {
		const file = await storedFile({ bytes: 1000 });
		const person = { purpose: 'customised_person' };
		const { json } = await setup.engine.run(uploadOf([file], person));
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
		expect(setup.count(CREATE_URL)).toBe(0);
		const forced = { ...person, options: { method: 'single' } };
		const { error } = await setup.engine.run(uploadOf([file], forced));
		expect(error?.message).toMatch(/'Upload Method' cannot be 'Single' for Custom Person/);
	});

	it.each(['inItem', 'database', 's3'] as const)(
		'takes a file that n8n keeps %s',
		async (where) => {
			for (const bytes of [50_000, 21 * MIB]) {
				const options = { bytes, seed: bytes };
				const file = where === 'inItem' ? fileInItem(options) : fileElsewhere(where, options);
				const { json } = await setup.run(uploadOf([file]));
				expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
			}
		},
	);

	it('keeps several items apart, in their order', async () => {
		const sizes = [300, 22 * MIB, 500];
		const files = await Promise.all(
			sizes.map(async (bytes, seed) => await storedFile({ bytes, seed, name: `clip ${seed}.mp4` })),
		);
		const { json, outputs } = await setup.engine.run(uploadOf(files));
		const arrived = json.map(({ fileId }) => setup.arrived(fileId));
		expect(arrived).toEqual(files.map(({ sha256 }) => sha256));
		const names = ['clip 0.mp4', 'clip 1.mp4', 'clip 2.mp4'];
		expect(json.map(({ fileName }) => fileName)).toEqual(names);
		expect(pairsOf(outputs)).toEqual([0, 1, 2]);
	});

	it('uploads the same input file only once, however many items carry it', async () => {
		const stored = await storedFile({ bytes: 5000 });
		const inItem = fileInItem({ bytes: 6000 });
		const { json } = await setup.engine.run(uploadOf([stored, inItem, stored, inItem, stored]));
		const ids = json.map(({ fileId }) => fileId);
		expect(new Set(ids).size).toBe(2);
		expect(ids[0]).toBe(ids[4]);
		expect(setup.count('single')).toBe(2);
	});

	it('uploads a file once for each purpose', async () => {
		const file = await storedFile({ bytes: 5000 });
		const purposes = ['video_translation', 'lip_sync_video', 'video_translation'];
		const items = purposes.map((purpose) => ({ json: { purpose }, binary: { data: file.binary } }));
		const { json } = await setup.run(uploadOf([], { purpose: '={{ $json.purpose }}' }, { items }));
		expect(json.map(({ purpose }) => purpose)).toEqual(purposes);
		const asked = setup.requests(CREATE_URL).map(({ query }) => query?.service);
		expect(asked.sort()).toEqual(['lip_sync_video', 'video_translation']);
		expect(json[0]?.fileId).toBe(json[2]?.fileId);
		expect(json[0]?.fileId).not.toBe(json[1]?.fileId);
	});

	it.each(['inputFile', 'url'])('uploads a file once for each name (%s)', async (fileSource) => {
		const { binary } = await storedFile({ bytes: 5000 });
		const names = ['one.mp4', 'two.mp4', 'one.mp4'];
		const items = names.map((name) => ({ json: { name }, binary: { data: binary } }));
		const fileUrl = setup.service.storage.source({ bytes: 5000 }).url;
		const options = { fileName: '={{ $json.name }}' };
		const node = uploadOf([], { fileSource, fileUrl, options }, { items });
		const { json } = await setup.engine.run(node);
		expect(json.map(({ fileName }) => fileName)).toEqual(names);
		expect(json[0]?.fileId).toBe(json[2]?.fileId);
		expect(setup.count('single')).toBe(2);
	});

	it.each([
		['where nothing is waited for', { waitUntilUsable: false }],
		['where it is usable at once', {}],
	])('asks once for the detail of one file of 30 items %s', async (_what, options) => {
		setup.service.fate({ seconds: 0 });
		const file = await storedFile({ bytes: 5000 });
		const files = Array<typeof file>(30).fill(file);
		const { json } = await setup.engine.run(uploadOf(files, { options }));
		expect(json).toHaveLength(30);
		expect(setup.count(DETAIL)).toBe(1);
	});

	it('brings uploads under way to their end when an item fails, and begins no others', async () => {
		const files = await Promise.all(
			[1, 2, 3, 4, 5, 6].map(async (seed) => await storedFile({ bytes: 2.5 * MIB, seed })),
		);
		setup.fault('part', { kind: 'status', status: 411 });
		const { error } = await setup.engine.run(uploadOf(files, { options: inParts }));
		expect(error?.message).toMatch(/HTTP 411/);
		expect(setup.count('common/create_multipart_upload')).toBe(3);
		const arrived = setup.service.storage.files.all().filter(({ received }) => received);
		expect(arrived).toHaveLength(2);
	});

	it('does not send again what had arrived before another item failed', async () => {
		const files = await Promise.all(
			[1, 2, 3].map(async (seed) => await storedFile({ bytes: 1000, seed })),
		);
		setup.fault('single', { kind: 'status', status: 411 });
		const { json } = await setup.run(uploadOf(files, {}, triedTwice));
		expect(json).toHaveLength(3);
		expect(setup.count('single')).toBe(4);
	});

	it.each([
		['is deleted', (file: StoredFile) => void (file.deleted = true)],
		['is unknown', (file: StoredFile) => void (file.token = 'of another application')],
		['is a day old', inADay],
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
		['Interview 05.11', 'Interview 05.11.mp4'],
		['a\r\nb\u202E.mp4', 'ab.mp4'],
	])('names an input file %j by its media type, without unseen signs', async (name, sent) => {
		const file = fileInItem({ bytes: 10, name });
		const { json } = await setup.engine.run(uploadOf([file]));
		expect(json[0]).toMatchObject({ fileName: sent, mimeType: 'video/mp4' });
		expect(setup.requests('common/create_upload_url')[0]?.query.name).toBe(sent);
	});

	it('waits until the file is usable', async () => {
		setup.service.fate((task) =>
			task.operation === 'common/review' ? { seconds: 30 } : undefined,
		);
		const { json } = await setup.engine.run(uploadOf([await storedFile({ bytes: 10 })]));
		expect(json[0]?.status).toBe('Usable');
		expect(setup.count(DETAIL)).toBeGreaterThan(2);
	});

	it('continues at once when it should not wait', async () => {
		setup.service.fate({ seconds: Infinity });
		const file = await storedFile({ bytes: 10 });
		const options = { waitUntilUsable: false, simple: false };
		const { json } = await setup.engine.run(uploadOf([file], { options }));
		expect(json[0]).toMatchObject({ status: 'Not yet synced', raw: { status: 0, bytes: 10 } });
	});

	it('says that a file was not usable in time, and keeps its ID', async () => {
		setup.service.fate({ seconds: Infinity });
		const file = await storedFile({ bytes: 10 });
		const { error } = await setup.engine.run(uploadOf([file], { options: { timeLimit: 0.02 } }));
		expect(errorText(error)).toMatch(/not usable within .*File ID: \d+, status: not yet synced/);
	});

	it.each([
		[98, /content review.*violence/],
		[99, /was deleted/],
		[100, /removed the file, as it does after 30 days/],
	])('ends the wait at status %d with the reason', async (outcome, message) => {
		setup.service.fate({ seconds: 1, outcome: outcome as never, errMsg: 'violence' });
		const { error } = await setup.engine.run(uploadOf([await storedFile({ bytes: 10 })]));
		expect(error?.message).toMatch(message);
	});

	it('gives the file another name', async () => {
		const file = await storedFile({ bytes: 10, name: 'take' });
		const options = { fileName: 'presenter.mov' };
		const { json } = await setup.engine.run(uploadOf([file], { options }));
		expect(json[0]).toMatchObject({ fileName: 'presenter.mov', mimeType: 'video/quicktime' });
	});

	it('adds the extension that the media type implies', async () => {
		const file = fileInItem({ bytes: 10, name: 'take' });
		const { json } = await setup.engine.run(uploadOf([file]));
		expect(json[0]?.fileName).toBe('take.mp4');
	});
});

describe('Upload File with parts of 10 MiB, as the service has them', () => {
	const setup = setUp();

	it('sends a large file in parts, two at once', async () => {
		// They are on their way together.
		const fault = { kind: 'slow', bytesPerSecond: 40 * MIB } as const;
		setup.fault('part', fault, { times: 100 });
		const bytes = 35 * MIB + 17;
		const file = await storedFile({ bytes });
		const { json } = await setup.run(uploadOf([file]));
		expect(json[0]).not.toHaveProperty('key');
		expect(json[0]).toMatchObject({ url: expect.stringMatching(/^http.*\.mp4$/) });
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
		expect(setup.requests('part').map((part) => part.bytes)).toHaveLength(4);
		expect(setup.service.storage.uploads.mostAtOnce).toBe(2);
		expect(setup.bodies('common/create_multipart_upload')).toEqual([
			{ service: 'video_translation', name: 'clip.mp4', file_size: bytes },
		]);
	});
});

describe('Upload File refuses before anything is sent', () => {
	const setup = setUp();

	const refusal = async (...args: Parameters<typeof uploadOf>) => {
		const { error, json } = await setup.engine.run(uploadOf(...args));
		expect(setup.count()).toBe(0);
		return error ? errorText(error) : `no error but ${JSON.stringify(json)}`;
	};

	it('an empty file', async () => {
		expect(await refusal([await storedFile({ bytes: 0 })])).toMatch(/'clip.mp4' is empty/);
		expect(await refusal([fileInItem({ bytes: 0 })])).toMatch(/'clip.mp4' is empty/);
	});

	it('a type that the purpose does not take', async () => {
		const file = await storedFile({ bytes: 10, name: 'clip.webm' });
		expect(await refusal([file])).toMatch(/is not a supported type\. Use MP4 or MOV/);
		const background = { purpose: 'make_video_background' };
		expect(await refusal([file], background)).toMatch(/Use JPG, PNG, HEIC, MP4 or MOV/);
	});

	it('a file without extension', async () => {
		const file = fileInItem({ bytes: 10, name: 'clip', mimeType: 'application/octet-stream' });
		expect(await refusal([file])).toMatch(/has no file extension/);
	});

	it('more than 1 GB for a translation', async () => {
		const file = fileInItem({ bytes: 10 });
		file.binary.bytes = 1024 ** 3 + 1;
		expect(await refusal([file])).toMatch(/is too large \(1\.1 GB\)\. .*at most 1 GB/);
	});

	it.each([
		['an empty file', 0, /'clip.mp4' is empty/],
		['more than 1 GB', 1024 ** 3 + 1, /is too large \(1\.1 GB\)\. .*at most 1 GB/],
	])('%s, also where only the storage of n8n knows the size', async (_, fileSize, expected) => {
		const file = await storedFile({ bytes: 10 });
		delete file.binary.bytes;
		const storage = jest.spyOn(Container.get(BinaryDataService), 'getMetadata');
		storage.mockResolvedValue({ fileSize });
		expect(await refusal([file])).toMatch(expected);
	});

	it('more than the service takes in a thousand parts', async () => {
		const file = fileInItem({ bytes: 10 });
		file.binary.bytes = 10_485_760_001;
		expect(await refusal([file], { purpose: 'ai_creation' })).toMatch(
			/is too large \(10\.5 GB\)\. .*at most 10\.5 GB/,
		);
	});

	it('an item without a file, in plain words', async () => {
		const file = await storedFile({ bytes: 10 });
		const message = await refusal([file], { fileInputField: 'video' });
		expect(message).toMatch(/'File': no file in the field 'video'/);
		expect(message).not.toMatch(/binary/i);
	});

	it('everything that is wrong with an item, and names the other wrong items', async () => {
		const good = await storedFile({ bytes: 10, name: 'clip.txt' });
		const parameters = { purpose: 'customised_person', options: { method: 'single' } };
		const { error } = await setup.refuses(
			uploadOf([good, good, good], parameters),
			/Use MP4, WebM or MOV.*'Upload Method' cannot be/,
		);
		expect(error?.description).toMatch(/Other items with errors: 2; 3/);
	});

	it.each([
		['={{ "" }}', /'File URL' is missing/],
		['ftp://example.com/a.mp4', /is not a URL/],
		['/home/me/a.mp4', /is not a URL/],
	])('the address %j', async (url, message) => {
		await setup.refuses(uploadFrom(url), message);
	});

	it('only the wrong item where the workflow continues after errors', async () => {
		const text = await storedFile({ bytes: 10, name: 'clip.txt' });
		const files = [text, await storedFile({ bytes: 20 })];
		const { json } = await setup.run(uploadOf(files, {}, goingOn));
		expect(json[0]).toMatchObject({ error: expect.stringMatching(/is not a supported type/) });
		expect(json[1]).toMatchObject({ bytes: 20, status: 'Usable' });
	});
});

/** n8n's newer binary mode: files are part of the json, in `_files`. */
const combined = { binaryMode: 'combined' } as IWorkflowSettings;

describe('An item with its files in the json', () => {
	const setup = setUp({ limits: false });
	const uploadInJson = async (
		files: Record<string, InputFile>,
		parameters: INodeParameters = {},
		workflowSettings: IWorkflowSettings = combined,
	) => {
		const json = { _files: mapValues(files, 'binary') } as unknown as IDataObject;
		return await setup.engine.run(upload(parameters, { items: [{ json }], workflowSettings }));
	};

	it.each([
		['the only file', combined, ['film']],
		['the only suitable file', combined, ['film', 'photo']],
		['the file in the usual field', combined, ['data', 'film']],
		['the only file, where the workflow has the usual binary mode', {}, ['film']],
	])('uploads %s', async (_, settings, names) => {
		const all: Record<string, InputFile> = {
			data: await storedFile({ bytes: 1000, seed: 1 }),
			film: await storedFile({ bytes: 1000, seed: 2 }),
			photo: await storedFile({ bytes: 1000, seed: 3, name: 'a.png', mimeType: 'image/png' }),
		};
		const files = Object.fromEntries(names.map((name) => [name, all[name] as InputFile]));
		const { json, error } = await uploadInJson(files, {}, settings);
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(files[names[0] ?? '']?.sha256);
	});

	it('is searched for the name that the user enters, which a message names', async () => {
		const film = await storedFile({ bytes: 1000 });
		const { error } = await uploadInJson({ film }, { fileInputField: 'data' });
		expect(errorText(error)).toContain(
			"The item has one in '_files.film': enter that name in 'Input Data Field Name'",
		);
		const { json } = await uploadInJson({ film }, { fileInputField: '_files.film' });
		expect(setup.arrived(json[0]?.fileId)).toBe(film.sha256);
	});

	it('is output by a node that was paused', async () => {
		// The first task has finished before the pause.
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		const videos = videosWorkflow(['One', 'Two', 'Three'], { completion: 'pause' });
		const plan = { workflow: { ...videos, settings: combined }, id: '1' };
		const engine = await createWorkflowEngine(setup.credential);
		const { status, data } = await engine.start(plan).done;
		expect(status).toBe('waiting');
		const stored = JSON.stringify(data);
		const ids = setup.service.tasks().map(({ id }) => id);
		for (const id of ids.slice(1)) setup.service.settle(id);
		const call = { query: queryOfCallback(setup.service), body: finishedVideo(ids[1]) };
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
