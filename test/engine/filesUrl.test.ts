/* eslint-disable @n8n/community-nodes/no-restricted-imports */

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JournalEntry } from '../../demo-service';
import { errorText } from '../support/engine/outputs';
import { MIB, uploadFrom } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { createWorkflowEngine } from '../support/engine/workflowEngine';
import { line, planned } from '../support/engine/nodes';

// Large files take long on a busy machine.
jest.setTimeout(90_000);

/** Of the parts of an upload; the service's own are ten times as large. */
const PART = MIB;

/** Five parts. */
const FIVE_PARTS = 4.5 * PART + 3;

/** More than is sent in one piece, and more than is read ahead of a file of unannounced length. */
const LARGE = 21 * MIB;

const inParts = { options: { method: 'multipart' } };

describe('Upload File by URL', () => {
	const setup = setUp({ partBytes: PART });

	const source = (...args: Parameters<typeof setup.service.storage.source>) =>
		setup.service.storage.source(...args);

	const run = async (url: string, parameters = {}) =>
		await setup.engine.run(uploadFrom(url, parameters));
	/** Five parts would be sent in one piece. */
	const partsOf = (bytes: number) => (bytes === FIVE_PARTS ? inParts : {});

	/** What is output for the file at an address, which has to arrive whole. */
	const uploaded = async (file: ReturnType<typeof source>, sha256 = file.sha256()) => {
		const { json } = await setup.run(uploadFrom(file.url, partsOf(file.bytes)));
		expect(setup.arrived(json[0]?.fileId)).toBe(sha256);
		return json[0];
	};

	it.each([
		['a small file', 300_000, true, 'single', 1],
		['a small file of unannounced length', 300_000, false, 'single', 1],
		['a large file', LARGE + 3, true, 'part', 1],
		['a large file of unannounced length', LARGE + 3, false, 'part', 2],
	] as const)('passes on %s', async (_what, bytes, contentLength, operation, reads) => {
		const file = source({ bytes, contentLength });
		expect(await uploaded(file)).toMatchObject({ fileName: 'file.mp4', bytes });
		expect(setup.count(operation)).toBeGreaterThan(0);
		expect(setup.count('source')).toBe(reads);
	});

	it('does not pass on a web page, such as a request to sign in', async () => {
		setup.fault('source', { kind: 'html', status: 200 });
		const { error } = await run(source({ bytes: 5000 }).url);
		expect(error?.message).toMatch(/leads to a web page/);
		expect(setup.count('single')).toBe(0);
	});

	it('does not pass on the message of a server', async () => {
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		const body = '{"message":"Sign in first"}';
		setup.fault('source', { kind: 'status', status: 200, headers, body });
		const { error } = await run(source({ bytes: 5000 }).url);
		expect(error?.message).toMatch(/leads to a message \(JSON\) of 127\.0\.0\.1/);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
	});

	const types = ['text/html', 'application/json', 'application/xml', 'text/plain'];

	it.each(types)('passes on a video that its server announces as %s', async (mimeType) => {
		await uploaded(source({ bytes: 5000, mimeType }));
	});

	it('follows redirects to other hosts and gives nothing away', async () => {
		await uploaded(source({ bytes: 5000, redirects: 3, otherHost: true }));
		const requests = setup.requests('source');
		expect(requests).toHaveLength(4);
		for (const { headers } of requests) {
			expect(JSON.stringify(headers)).not.toContain(setup.service.token);
		}
	});

	it.each([
		['small', 500_000, true],
		['large', FIVE_PARTS, true],
		['large, of unannounced length,', LARGE, false],
	])('gives up a %s file that is cut off at each restart', async (_what, bytes, contentLength) => {
		const file = source({ bytes, contentLength, cutAt: 0.6 });
		const { error } = await run(file.url, partsOf(bytes));
		expect(error?.message).toMatch(
			/^'File URL': the file could not be read to its end: 127\.0\.0\.1:\d+/,
		);
		expect(error?.message).not.toContain('/source/');
		expect(setup.count('source')).toBe(4);
		expect(setup.count('common/complete_multipart_upload')).toBe(0);
	});

	it.each([
		['a small file', 500_000, true, {}],
		['a large file', FIVE_PARTS, true, {}],
		['a large file of unannounced length', LARGE, false, {}],
		['a file whose content may have changed', FIVE_PARTS, true, { etag: 'W/"1"', ranges: true }],
	] as const)('restarts %s that breaks off twice', async (_what, bytes, contentLength, more) => {
		setup.fault('source', { kind: 'cut', at: 0.6 }, { times: 2 });
		await uploaded(source({ bytes, contentLength, ...more }));
		expect(setup.count('common/complete_multipart_upload')).toBeLessThanOrEqual(1);
	});

	it.each([
		['an ETag', { etag: '"1"', ranges: true }],
		['a date', { lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT', ranges: true }],
	])('reads only what is missing of a large file with %s', async (_what, settings) => {
		setup.fault('source', { kind: 'cut', at: 0.6 }, { times: 2 });
		await uploaded(source({ bytes: FIVE_PARTS, ...settings }));
		const asked = setup.requests('source').map(({ headers }) => headers.range);
		expect(asked).toEqual([
			undefined,
			expect.stringMatching(/^bytes=2\d{6}-$/),
			expect.stringMatching(/^bytes=3\d{6}-$/),
		]);
		expect(Object.values(setup.partsSent())).toEqual([1, 1, 1, 1, 1]);
	});

	it('reads on at the same place of the same file where the server gives out no parts', async () => {
		setup.fault('source', { kind: 'cut', at: 0.6 });
		await uploaded(source({ bytes: FIVE_PARTS, etag: '"1"' }));
		expect(Object.values(setup.partsSent())).toEqual([1, 1, 1, 1, 1]);
	});

	it.each([416, 404, 503])('starts anew where the rest of a file is HTTP %d', async (status) => {
		setup.fault('source', { kind: 'cut', at: 0.6 });
		const ofRest = { when: ({ headers }: JournalEntry) => headers.range !== undefined };
		setup.fault('source', { kind: 'status', status }, { ...ofRest, times: Infinity });
		await uploaded(source({ bytes: FIVE_PARTS, etag: '"1"', ranges: true }));
	});

	it('does not mix two versions of a file', async () => {
		setup.fault('source', { kind: 'cut', at: 0.6 });
		const offer = { bytes: FIVE_PARTS, etag: '"1"', ranges: true, seed: 5 };
		const file = source(offer);
		setup.onRequest('part', () => {
			const other = { etag: '"2"', seed: 6 };
			Object.assign(setup.service.storage.sources.find(file.url) ?? {}, other);
		});
		await uploaded(file, source({ ...offer, seed: 6 }).sha256());
	});

	it('passes on a file that comes compressed although it was not asked for', async () => {
		const file = source({ bytes: 300_000, gzip: true });
		expect(await uploaded(file)).toMatchObject({ bytes: 300_000 });
	});

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

	it('reads the source again when the upload has to restart', async () => {
		setup.fault('part', { kind: 'lose' });
		await uploaded(source({ bytes: FIVE_PARTS }));
		expect(setup.count('source')).toBe(2);
	});

	it('leaves the source its time while the storage is slow', async () => {
		const fault = { kind: 'delay', delayMs: 130_000 } as const;
		setup.fault('part', fault, { times: 4 });
		await uploaded(source({ bytes: LARGE }));
		expect(setup.count('source')).toBe(1);
	});

	it.each([
		['small', 500_000],
		['large', FIVE_PARTS],
	])('gives up a %s source that stops sending, and restarts it', async (_what, bytes) => {
		setup.fault('source', { kind: 'stall', at: 0.6 });
		await uploaded(source({ bytes }));
		expect(setup.count('source')).toBe(2);
	});

	it('gives a source up that does not begin to answer', async () => {
		setup.fault('source', { kind: 'never' }, { times: 9 });
		const { error } = await run(source({ bytes: 1000 }).url);
		expect(error?.message).toMatch(
			/could not be opened: 127\.0\.0\.1:\d+ did not respond within 60 seconds/,
		);
		expect(setup.count('source')).toBe(4);
	});

	it('tries again when the source cannot be reached for a moment', async () => {
		setup.fault('source', { kind: 'status', status: 503 }, { times: 2 });
		await uploaded(source({ bytes: 1000 }));
	});

	it.each([
		[404, /has no such file/],
		[403, /denied access/],
	])('says what HTTP %d of the source means', async (status, message) => {
		setup.fault('source', { kind: 'status', status }, { times: 9 });
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
		expect(setup.count()).toBe(0);
	});
});

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('A file on the web that changes', () => {
	const setup = setUp();
	let server: Server | undefined;

	afterEach(() => {
		server?.close();
	});

	/** An address with another file at each request. */
	async function changing(contents: Buffer[]): Promise<string> {
		let requests = 0;
		server = createServer((_, response) => {
			response.setHeader('Content-Type', 'video/mp4');
			response.end(contents[requests++]);
		});
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.mp4`;
	}

	it('is uploaded as it is when a node runs, whatever an earlier one of the execution uploaded', async () => {
		const contents = ['first', 'second'].map((text) => Buffer.from(text.repeat(1000)));
		const { type, parameters } = uploadFrom(await changing(contents));
		const engine = await createWorkflowEngine(setup.credential);
		const nodes = [
			planned('Input', 'items', { items: [{ json: {} }, { json: {} }] as never }),
			planned('Morning', type, parameters),
			planned('Evening', type, parameters),
		];
		const connections = { Input: line('Morning'), Morning: line('Evening') };
		const { data } = await engine.start({ workflow: { nodes, connections }, id: 'changed' }).done;
		const { error, runData } = data.resultData;
		expect(error).toBeUndefined();
		const arrived = ['Morning', 'Evening'].map((name) =>
			runData[name]?.[0]?.data?.main?.[0]?.map(({ json }) => setup.arrived(json.fileId)),
		);
		// All items of one run have the same one.
		expect(arrived).toEqual(contents.map((content) => [sha256(content), sha256(content)]));
	});
});
