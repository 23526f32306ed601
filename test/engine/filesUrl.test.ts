/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Socket } from 'node:net';

import { describe, expect, it, jest } from '@jest/globals';

import { MIB, setUpUploads, uploadFrom } from './support/uploads';

describe('Upload File by URL', () => {
	const setup = setUpUploads();

	const source = (...args: Parameters<typeof setup.service.storage.source>) =>
		setup.service.storage.source(...args);

	const run = async (url: string, parameters = {}) =>
		await setup.engine.run(uploadFrom(url, parameters));

	it.each([
		['a small file', 300_000, true, 'single', 1],
		['a small file of unannounced length', 300_000, false, 'single', 1],
		['a large file', 45 * MIB + 3, true, 'part', 1],
		['a large file of unannounced length', 45 * MIB + 3, false, 'part', 2],
	] as const)('passes on %s', async (_what, bytes, contentLength, operation, reads) => {
		const file = source({ bytes, contentLength });
		const { json, error } = await run(file.url);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ fileName: 'file.mp4', bytes });
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		expect(setup.count(operation)).toBeGreaterThan(0);
		expect(setup.count('source')).toBe(reads);
	});

	it('does not pass on a web page, such as a request to sign in', async () => {
		const { error } = await run(source({ bytes: 5000, mimeType: 'text/html' }).url);
		expect(error?.message).toMatch(/leads to a web page/);
		expect(setup.count('single')).toBe(0);
	});

	it('follows redirects to other hosts and gives nothing away', async () => {
		const file = source({ bytes: 5000, redirects: 3, otherHost: true });
		const { json, error } = await run(file.url);
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		const requests = setup.requests('source');
		expect(requests).toHaveLength(4);
		for (const { headers } of requests) {
			expect(JSON.stringify(headers)).not.toContain(setup.service.token);
		}
	});

	it.each([
		['small', 500_000, true],
		['large', 45 * MIB, true],
		['large, of unannounced length,', 45 * MIB, false],
	])('fails clearly when a %s file is cut off', async (_what, bytes, contentLength) => {
		const file = source({ bytes, contentLength, cutAt: 0.6 });
		const { error } = await run(file.url);
		expect(error?.message).toMatch(/The source of the file broke off after \d+ bytes/);
		expect(setup.count('common/complete_multipart_upload')).toBe(0);
	});

	it('reads the source again when the upload has to begin anew', async () => {
		setup.service.faults.add({ operation: 'part', fault: { kind: 'lose' } });
		const file = source({ bytes: 30 * MIB });
		const { json, error } = await run(file.url);
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		expect(setup.count('source')).toBe(2);
	});

	it('leaves the source its time while the storage is slow', async () => {
		const { setTimeout: limitPauses } = Socket.prototype;
		const inFasterTime = jest.spyOn(Socket.prototype, 'setTimeout');
		inFasterTime.mockImplementation(function (this: Socket, ms, onPause) {
			return limitPauses.call(this, ms / 600, onPause);
		});
		try {
			const fault = { kind: 'delay', delayMs: 400 } as const;
			setup.service.faults.add({ operation: 'part', times: 9, fault });
			const file = source({ bytes: 45 * MIB });
			const { json, error } = await run(file.url);
			expect(error).toBeUndefined();
			expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		} finally {
			inFasterTime.mockRestore();
		}
	});

	it('gives a source up that does not begin to answer', async () => {
		const { timeout } = AbortSignal;
		const inFasterTime = jest.spyOn(AbortSignal, 'timeout');
		inFasterTime.mockImplementation((ms) => timeout.call(AbortSignal, ms / 600));
		try {
			setup.service.faults.add({ operation: 'source', times: 9, fault: { kind: 'never' } });
			const { error } = await run(source({ bytes: 1000 }).url);
			expect(error?.message).toMatch(/could not be read. No answer within 60 seconds/);
			expect(setup.count('source')).toBe(4);
		} finally {
			inFasterTime.mockRestore();
		}
	});

	it('tries again when the source cannot be reached for a moment', async () => {
		setup.service.faults.add({
			operation: 'source',
			times: 2,
			fault: { kind: 'status', status: 503 },
		});
		const file = source({ bytes: 1000 });
		const { json } = await run(file.url);
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
	});

	it.each([
		[404, /is not there/],
		[403, /may not be read/],
	])('says what HTTP %d of the source means', async (status, message) => {
		setup.service.faults.add({
			operation: 'source',
			times: 9,
			fault: { kind: 'status', status },
		});
		const { error } = await run(source({ bytes: 1000 }).url);
		expect(error?.message).toMatch(message);
		expect(error?.message).toContain(String(status));
		expect(setup.count('source')).toBe(1);
	});

	it('takes the name from Content-Disposition', async () => {
		const disposition = 'attachment; filename="My talk.mov"';
		const { json } = await run(source({ bytes: 10, name: 'download', disposition }).url);
		expect(json[0]?.fileName).toBe('My talk.mov');
	});

	it('takes the extension from the media type', async () => {
		const { json } = await run(source({ bytes: 10, name: 'download' }).url);
		expect(json[0]?.fileName).toBe('download.mp4');
	});

	it('takes the name that the user gives', async () => {
		const { json } = await run(source({ bytes: 10 }).url, { options: { fileName: 'talk.mov' } });
		expect(json[0]?.fileName).toBe('talk.mov');
	});

	it.each([
		['a type that the purpose does not take', { name: 'file.webm', bytes: 10 }, /takes mp4, mov/],
		['an empty file', { bytes: 0 }, /is empty/],
		['an empty file of unannounced length', { bytes: 0, contentLength: false }, /is empty/],
	])('refuses %s without an upload', async (_what, options, message) => {
		const { error } = await run(source(options).url);
		expect(error?.message).toMatch(message);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
	});

	it('refuses a given name that the purpose does not take, before anything is sent', async () => {
		const { error } = await run(source({ bytes: 10 }).url, { options: { fileName: 'a.txt' } });
		expect(error?.message).toMatch(/'File Name': .*takes mp4, mov/);
		expect(setup.service.journal.count()).toBe(0);
	});
});
