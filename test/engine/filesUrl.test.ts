import { describe, expect, it, jest } from '@jest/globals';

import { MIB, setUpUploads, uploadFrom } from '../support/engine/uploads';
import { errorText } from '../support/engine/errorText';
import { quickTime } from '../support/quickTime';

quickTime();

// Large files take long on a busy machine.
jest.setTimeout(90_000);

/** Time limits are up after a hundredth of their time: a pause of a minute after 600 ms. */
function inFasterTime(): () => void {
	const { timeout } = AbortSignal;
	const faster = jest.spyOn(AbortSignal, 'timeout');
	faster.mockImplementation((ms) => timeout.call(AbortSignal, ms / 100));
	return () => faster.mockRestore();
}

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
		setup.service.faults.add({ operation: 'source', fault: { kind: 'html', status: 200 } });
		const { error } = await run(source({ bytes: 5000 }).url);
		expect(error?.message).toMatch(/leads to a web page/);
		expect(setup.count('single')).toBe(0);
	});

	it('does not pass on the message of a server', async () => {
		const fault = {
			kind: 'status',
			status: 200,
			headers: { 'content-type': 'application/json; charset=utf-8' },
			body: '{"message":"Sign in first"}',
		} as const;
		setup.service.faults.add({ operation: 'source', fault });
		const { error } = await run(source({ bytes: 5000 }).url);
		expect(error?.message).toMatch(/leads to a message \(JSON\) of 127\.0\.0\.1/);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
	});

	it.each(['text/html', 'application/json', 'application/xml', 'text/plain'])(
		'passes on a video that its server announces as %s',
		async (mimeType) => {
			const file = source({ bytes: 5000, mimeType });
			const { json, error } = await run(file.url);
			expect(error).toBeUndefined();
			expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		},
	);

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
	])(
		'restarts a few times and fails clearly when a %s file is cut off again and again',
		async (_what, bytes, contentLength) => {
			const file = source({ bytes, contentLength, cutAt: 0.6 });
			const { error } = await run(file.url);
			expect(error?.message).toMatch(
				/^'File URL': the file could not be read to its end: 127\.0\.0\.1:\d+/,
			);
			expect(error?.message).not.toContain('/source/');
			expect(setup.count('source')).toBe(4);
			expect(setup.count('common/complete_multipart_upload')).toBe(0);
		},
	);

	it.each([
		['a small file', 500_000, true, {}],
		['a large file', 45 * MIB + 3, true, {}],
		['a large file of unannounced length', 45 * MIB + 3, false, {}],
		['a file whose content may have changed', 45 * MIB, true, { etag: 'W/"1"', ranges: true }],
	] as const)('restarts %s that breaks off twice', async (_what, bytes, contentLength, more) => {
		setup.service.faults.add({ operation: 'source', times: 2, fault: { kind: 'cut', at: 0.6 } });
		const file = source({ bytes, contentLength, ...more });
		const { json, error } = await run(file.url);
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		expect(setup.count('common/complete_multipart_upload')).toBeLessThanOrEqual(1);
	});

	it.each([
		['an ETag', { etag: '"1"', ranges: true }],
		['a date', { lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT', ranges: true }],
	])(
		'reads only what is missing of a large file with %s that breaks off',
		async (_what, settings) => {
			setup.service.faults.add({ operation: 'source', times: 2, fault: { kind: 'cut', at: 0.6 } });
			const file = source({ bytes: 45 * MIB + 3, ...settings });
			const { json, error } = await run(file.url);
			expect(error).toBeUndefined();
			expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
			const asked = setup.requests('source').map(({ headers }) => headers.range);
			expect(asked).toEqual([
				undefined,
				expect.stringMatching(/^bytes=2\d{7}-$/),
				expect.stringMatching(/^bytes=3\d{7}-$/),
			]);
			expect(Object.values(setup.partsSent())).toEqual([1, 1, 1, 1, 1]);
		},
	);

	it('reads on at the same place of the same file where the server gives out no parts', async () => {
		setup.service.faults.add({ operation: 'source', fault: { kind: 'cut', at: 0.6 } });
		const file = source({ bytes: 45 * MIB + 3, etag: '"1"' });
		const { json, error } = await run(file.url);
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		expect(Object.values(setup.partsSent())).toEqual([1, 1, 1, 1, 1]);
	});

	it.each([416, 404, 503])(
		'reads a file from its start when the rest of it is answered with HTTP %d',
		async (status) => {
			setup.service.faults.add({ operation: 'source', fault: { kind: 'cut', at: 0.6 } });
			setup.service.faults.add({
				operation: 'source',
				when: ({ headers }) => headers.range !== undefined,
				times: Infinity,
				fault: { kind: 'status', status },
			});
			const file = source({ bytes: 45 * MIB + 3, etag: '"1"', ranges: true });
			const { json, error } = await run(file.url);
			expect(error).toBeUndefined();
			expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		},
	);

	it('does not mix two versions of a file', async () => {
		setup.service.faults.add({ operation: 'source', fault: { kind: 'cut', at: 0.6 } });
		const offer = { bytes: 45 * MIB, etag: '"1"', ranges: true, seed: 5 };
		const file = source(offer);
		setup.service.faults.add({
			operation: 'part',
			when() {
				Object.assign(setup.service.storage.sources.find(file.url) ?? {}, {
					etag: '"2"',
					seed: 6,
				});
				return false;
			},
			fault: { kind: 'delay' },
		});
		const { json, error } = await run(file.url);
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(source({ ...offer, seed: 6 }).sha256());
	});

	it.each([
		['small', 300_000, true],
		['large', 45 * MIB, true],
		['large, of unannounced length,', 45 * MIB, false],
	])(
		'passes on a %s file that comes compressed although it was not asked for',
		async (_what, bytes, contentLength) => {
			const file = source({ bytes, contentLength, gzip: true });
			const { json, error } = await run(file.url);
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ bytes });
			expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		},
	);

	it('follows ten redirects and no more', async () => {
		expect((await run(source({ bytes: 1000, redirects: 10 }).url)).error).toBeUndefined();
		setup.service.journal.clear();
		const { error } = await run(source({ bytes: 1000, redirects: 20 }).url);
		expect(error?.message).toMatch(/127\.0\.0\.1:\d+ redirects more than 10 times/);
		expect(setup.count('source')).toBe(11);
	});

	it('names the host that cannot be reached, and nothing of a signed address', async () => {
		const { error } = await run('http://127.0.0.1:9/clip.mp4?signature=abc');
		expect(error?.message).toMatch(
			/^'File URL' could not be opened: 127\.0\.0\.1:9 refused the connection$/,
		);
	});

	it('encodes blanks and letters beyond ASCII in the address', async () => {
		const { url } = source({ bytes: 1000, name: 'clip.mp4' });
		const { json, error } = await run(url.replace('clip.mp4', 'Fäden und Garn.mp4?a=%2F+ö'));
		expect(error).toBeUndefined();
		expect(json[0]?.fileName).toBe('Fäden und Garn.mp4');
		expect(setup.requests('source')[0]).toMatchObject({
			path: expect.stringMatching(/F%C3%A4den%20und%20Garn\.mp4$/),
			query: { a: '/ ö' },
		});
	});

	it('stops reading a file of unannounced length at what the service takes', async () => {
		const file = source({ bytes: 3 * 1024 * MIB, contentLength: false });
		const { error } = await run(file.url);
		expect(errorText(error)).toMatch(/is too large \(1\.1 GB\)\. .*at most 1 GB/);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
	});

	it('reads the source again when the upload has to restart', async () => {
		setup.service.faults.add({ operation: 'part', fault: { kind: 'lose' } });
		const file = source({ bytes: 30 * MIB });
		const { json, error } = await run(file.url);
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		expect(setup.count('source')).toBe(2);
	});

	it('leaves the source its time while the storage is slow', async () => {
		const restore = inFasterTime();
		try {
			const fault = { kind: 'delay', delayMs: 1_300 } as const;
			setup.service.faults.add({ operation: 'part', times: 9, fault });
			const file = source({ bytes: 45 * MIB });
			const { json, error } = await run(file.url);
			expect(error).toBeUndefined();
			expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
			expect(setup.count('source')).toBe(1);
		} finally {
			restore();
		}
	});

	it.each([
		['small', 500_000],
		['large', 45 * MIB],
	])('gives up a %s source that stops sending, and restarts it', async (_what, bytes) => {
		const restore = inFasterTime();
		try {
			setup.service.faults.add({ operation: 'source', fault: { kind: 'stall', at: 0.6 } });
			const file = source({ bytes });
			const { json, error } = await run(file.url);
			expect(error).toBeUndefined();
			expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
			expect(setup.count('source')).toBe(2);
		} finally {
			restore();
		}
	});

	it('gives a source up that does not begin to answer', async () => {
		const restore = inFasterTime();
		try {
			setup.service.faults.add({ operation: 'source', times: 9, fault: { kind: 'never' } });
			const { error } = await run(source({ bytes: 1000 }).url);
			expect(error?.message).toMatch(
				/could not be opened: 127\.0\.0\.1:\d+ did not respond within 60 seconds/,
			);
			expect(setup.count('source')).toBe(4);
		} finally {
			restore();
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
		[404, /has no such file/],
		[403, /denied access/],
	])('says what HTTP %d of the source means', async (status, message) => {
		setup.service.faults.add({
			operation: 'source',
			times: 9,
			fault: { kind: 'status', status },
		});
		const { error } = await run(source({ bytes: 1000 }).url);
		expect(errorText(error)).toMatch(message);
		expect(error?.message).toContain(String(status));
		expect(setup.count('source')).toBe(1);
	});

	it('takes the name from Content-Disposition', async () => {
		const disposition = 'attachment; filename="My talk.mov"';
		const { json } = await run(source({ bytes: 10, name: 'download', disposition }).url);
		expect(json[0]?.fileName).toBe('My talk.mov');
	});

	it.each([
		[{ name: 'download' }, 'download.mp4'],
		[{ name: 'download.php' }, 'download.php.mp4'],
		[{ name: 'Interview 05.11' }, 'Interview 05.11.mp4'],
		[{ name: 'target.mp4', firstName: 'go', redirects: 1 }, 'target.mp4'],
		[{ name: 'ab12', firstName: 'talk.mp4', redirects: 1, mimeType: 'a/b' }, 'talk.mp4'],
		[{ disposition: 'attachment; filename="Fäden.mp4"' }, 'Fäden.mp4'],
		[{ disposition: 'attachment; filename="a/../b\u202Ec.mp4"' }, 'bc.mp4'],
	])('finds out the name: %j', async (options, name) => {
		const { json, error } = await run(source({ bytes: 10, ...options }).url);
		expect(error).toBeUndefined();
		expect(json[0]?.fileName).toBe(name);
	});

	it('registers a picture behind a page as a picture', async () => {
		const { url } = source({ bytes: 10, name: 'get.aspx', mimeType: 'image/png' });
		const { json } = await run(url, { purpose: 'ai_creation' });
		expect(json[0]).toMatchObject({ fileName: 'get.aspx.png', mimeType: 'image/png' });
	});

	it('names the option in which a name can be set', async () => {
		const { error } = await run(source({ bytes: 10, name: 'clip', mimeType: 'a/b' }).url);
		expect(errorText(error)).toMatch(/has no file extension.*'Options › File Name'/);
	});

	it.each([
		['talk.mov', 'talk.mov'],
		['Interview 05.11', 'Interview 05.11.mp4'],
		['../folder/talk\r\n\u202E.mov', 'talk.mov'],
		['C:\\folder\\talk.mov', 'talk.mov'],
	])('takes the name that the user gives: %j', async (fileName, name) => {
		const { json } = await run(source({ bytes: 10 }).url, { options: { fileName } });
		expect(json[0]?.fileName).toBe(name);
		const { name: sent } = setup.requests('common/create_upload_url')[0]?.query ?? {};
		expect(sent).toBe(name);
	});

	it.each([
		['a type that the purpose does not take', { name: 'file.webm', bytes: 10 }, /Use MP4 or MOV/],
		['an empty file', { bytes: 0 }, /is empty/],
		['an empty file of unannounced length', { bytes: 0, contentLength: false }, /is empty/],
	])('refuses %s without an upload', async (_what, options, message) => {
		const { error } = await run(source(options).url);
		expect(errorText(error)).toMatch(message);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
	});

	it('refuses a given name that the purpose does not take, before anything is sent', async () => {
		const { error } = await run(source({ bytes: 10 }).url, { options: { fileName: 'a.txt' } });
		expect(errorText(error)).toMatch(/'File Name': .*Use MP4 or MOV/);
		expect(setup.service.journal.count()).toBe(0);
	});
});
