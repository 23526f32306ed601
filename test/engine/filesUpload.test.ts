import { describe, expect, it, jest } from '@jest/globals';

import type { StoredFile } from '../../demo-service/storage/files';
import { fileElsewhere, fileInItem, storedFile } from '../support/engine/binaries';
import { MIB, setUpUploads, uploadOf } from '../support/engine/uploads';
import { errorText } from '../support/engine/errorText';

const CREATE_URL = 'common/create_upload_url';
const CREATE_PARTS = 'common/create_multipart_upload';
const DETAIL = 'common/file_detail';

function inADay(): void {
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + 24 * 3600_000);
}

describe('Upload File', () => {
	const setup = setUpUploads();

	/** Parts take so long that they are on their way together. */
	const slowParts = () =>
		setup.service.faults.add({
			operation: 'part',
			times: 100,
			fault: { kind: 'slow', bytesPerSecond: 40 * MIB },
		});

	it('sends a small file in one piece and describes it', async () => {
		const file = await storedFile({ bytes: 70_000 });
		const { json, outputs, error } = await setup.engine.run(uploadOf([file]));
		expect(error).toBeUndefined();
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
		expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
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

	it('sends a large file in parts, three at once', async () => {
		slowParts();
		const file = await storedFile({ bytes: 75 * MIB + 17 });
		const { json, error } = await setup.engine.run(uploadOf([file]));
		expect(error).toBeUndefined();
		expect(json[0]).not.toHaveProperty('key');
		expect(json[0]).toMatchObject({ url: expect.stringMatching(/^http.*\.mp4$/) });
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
		expect(setup.requests('part').map(({ bytes }) => bytes)).toHaveLength(8);
		expect(setup.service.storage.uploads.mostAtOnce).toBe(3);
		expect(setup.requests(CREATE_PARTS)[0]?.body).toEqual({
			service: 'video_translation',
			name: 'clip.mp4',
			file_size: 75 * MIB + 17,
		});
	});

	it.each([1, 2])('keeps to %d parts at once', async (partsAtOnce) => {
		slowParts();
		const file = await storedFile({ bytes: 40 * MIB });
		setup.service.storage.uploads.mostAtOnce = 0;
		await setup.engine.run(uploadOf([file], { options: { partsAtOnce } }));
		expect(setup.service.storage.uploads.mostAtOnce).toBe(partsAtOnce);
	});

	it.each([
		['single', 25 * MIB, 'single'],
		['multipart', 1000, 'part'],
	])('sends by the method %s when asked to', async (method, bytes, operation) => {
		const file = await storedFile({ bytes });
		const { json, error } = await setup.engine.run(uploadOf([file], { options: { method } }));
		expect(error).toBeUndefined();
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
			for (const bytes of [50_000, 31 * MIB]) {
				const options = { bytes, seed: bytes };
				const file = where === 'inItem' ? fileInItem(options) : fileElsewhere(where, options);
				const { json, error } = await setup.engine.run(uploadOf([file]));
				expect(error).toBeUndefined();
				expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
			}
		},
	);

	it('keeps several items apart, in their order', async () => {
		const files = await Promise.all(
			[300, 22 * MIB, 500].map(
				async (bytes, index) => await storedFile({ bytes, seed: index, name: `clip ${index}.mp4` }),
			),
		);
		const { json, outputs } = await setup.engine.run(uploadOf(files));
		expect(json.map(({ fileId }) => setup.arrived(fileId))).toEqual(
			files.map(({ sha256 }) => sha256),
		);
		expect(json.map(({ fileName }) => fileName)).toEqual([
			'clip 0.mp4',
			'clip 1.mp4',
			'clip 2.mp4',
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
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
		const { json, error } = await setup.engine.run(
			uploadOf([], { purpose: '={{ $json.purpose }}' }, { items }),
		);
		expect(error).toBeUndefined();
		expect(json.map(({ purpose }) => purpose)).toEqual(purposes);
		expect(
			setup
				.requests(CREATE_URL)
				.map(({ query }) => query?.service)
				.sort(),
		).toEqual(['lip_sync_video', 'video_translation']);
		expect(json[0]?.fileId).toBe(json[2]?.fileId);
		expect(json[0]?.fileId).not.toBe(json[1]?.fileId);
	});

	it.each(['inputFile', 'url'])('uploads a file once for each name (%s)', async (fileSource) => {
		const { binary } = await storedFile({ bytes: 5000 });
		const names = ['one.mp4', 'two.mp4', 'one.mp4'];
		const items = names.map((name) => ({ json: { name }, binary: { data: binary } }));
		const fileUrl = setup.service.storage.source({ bytes: 5000 }).url;
		const options = { fileName: '={{ $json.name }}' };
		const { json } = await setup.engine.run(
			uploadOf([], { fileSource, fileUrl, options }, { items }),
		);
		expect(json.map(({ fileName }) => fileName)).toEqual(names);
		expect(json[0]?.fileId).toBe(json[2]?.fileId);
		expect(setup.count('single')).toBe(2);
	});

	it.each([
		['once where nothing is waited for', { waitUntilUsable: false }, 0, 1],
		['once where it is usable at once', {}, 0, 1],
	])('asks for the detail of one file of 30 items %s', async (_what, options, seconds, times) => {
		setup.service.fate({ seconds });
		const file = await storedFile({ bytes: 5000 });
		const { json } = await setup.engine.run(
			uploadOf(Array<typeof file>(30).fill(file), { options }),
		);
		expect(json).toHaveLength(30);
		expect(setup.count(DETAIL)).toBe(times);
	});

	it('brings uploads under way to their end when an item fails, and begins no others', async () => {
		const files = await Promise.all(
			[1, 2, 3, 4, 5, 6].map(async (seed) => await storedFile({ bytes: 25 * MIB, seed })),
		);
		const fault = { kind: 'status', status: 411 } as const;
		setup.service.faults.add({ operation: 'part', fault });
		const { error } = await setup.engine.run(uploadOf(files));
		expect(error?.message).toMatch(/HTTP 411/);
		expect(setup.count('common/create_multipart_upload')).toBe(3);
		const arrived = setup.service.storage.files.all().filter(({ received }) => received);
		expect(arrived).toHaveLength(2);
	});

	it('does not send again what had arrived before another item failed', async () => {
		const files = await Promise.all(
			[1, 2, 3].map(async (seed) => await storedFile({ bytes: 1000, seed })),
		);
		const fault = { kind: 'status', status: 411 } as const;
		setup.service.faults.add({ operation: 'single', fault });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const { json, error } = await setup.engine.run(uploadOf(files, {}, { settings }));
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		expect(setup.count('single')).toBe(4);
	});

	it.each([
		['is deleted', (file: StoredFile) => void (file.deleted = true)],
		['is unknown', (file: StoredFile) => void (file.token = 'of another application')],
		['is a day old', inADay],
	])('sends a file again that had arrived and then %s at the service', async (_, lose) => {
		setup.service.faults.add({
			operation: DETAIL,
			when() {
				setup.service.storage.files.all().forEach(lose);
				return true;
			},
			fault: { kind: 'code', code: 40000 },
		});
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const file = await storedFile({ bytes: 1000 });
		const { json, error } = await setup.engine.run(uploadOf([file], {}, { settings }));
		expect(error).toBeUndefined();
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
