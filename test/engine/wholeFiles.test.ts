/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { DigitalHumanTaskPollTrigger } from '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import { sha256 } from '../../demo-service/media/bytes';
import { otherData, setUp } from '../support/engine/setup';
import {
	compose,
	CREATE,
	createImage,
	finishedVideo,
	lipSync,
	MIB,
	uploadFrom,
	uploadOf,
} from '../support/engine/runs';
import { errorText } from '../support/engine/outputs';
import { callPaused } from '../support/engine/webhook';
import { outputOf, pollOnce } from '../support/engine/triggers';
import { storedFile } from '../support/engine/binaries';

// Large files take long on a busy machine.
jest.setTimeout(90_000);

const servers: Server[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** A server that answers as given, and the address of a video there. */
async function serving(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip.mp4`;
}

/** A server that sends the given pieces, each in a packet of its own. */
const inPieces = async (type: string | undefined, ...pieces: Array<string | Buffer>) =>
	await serving((_request, response) => {
		void (async () => {
			response.writeHead(200, type === undefined ? {} : { 'content-type': type });
			for (const piece of pieces) {
				response.write(piece);
				await delay(100);
			}
			response.end();
		})();
	});

const JSON_TEXT = '{"error":"Sign in first"}';
const XML_TEXT = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>';
const PAGE = '<!DOCTYPE html><html><body>Sign in</body></html>';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('A file that is replaced while it is read', () => {
	const setup = setUp();

	/** Changes the file with the second request, which asks for the rest of the first one, as express.static does. */
	const replaced = async (headersOf: (version: number) => Record<string, string>) => {
		const bytes = 25 * MIB;
		const versions = ['A', 'B'].map((letter) => Buffer.alloc(bytes, letter)) as [Buffer, Buffer];
		let requests = 0;
		const url = await serving((request, response) => {
			const version = Math.min(requests++, 1);
			const headers = headersOf(version);
			const [, position] = /bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
			const isSame = request.headers['if-range'] === headers['last-modified'];
			const from = position && isSame ? Number(position) : 0;
			response.writeHead(from ? 206 : 200, {
				'content-type': 'video/mp4',
				'content-length': bytes - from,
				...(from ? { 'content-range': `bytes ${from}-${bytes - 1}/${bytes}` } : {}),
				...headers,
			});
			if (version === 0) {
				response.write(versions[0].subarray(0, 0.6 * bytes));
				void delay(1000).then(() => response.destroy());
			} else response.end(versions[1].subarray(from));
		});
		const { json, error } = await setup.engine.run(uploadFrom(url));
		expect(error).toBeUndefined();
		return { arrived: setup.arrived(json[0]?.fileId), last: sha256([versions[1]]) };
	};

	it('arrives whole where only a weak ETag tells the versions apart', async () => {
		const { arrived, last } = await replaced((version) => ({
			etag: `W/"2d00000-19ab${version}"`,
			'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT',
		}));
		expect(arrived).toBe(last);
	});

	it('arrives whole where the date of the change is too young to tell them apart', async () => {
		const now = new Date().toUTCString();
		const { arrived, last } = await replaced(() => ({ 'last-modified': now, date: now }));
		expect(arrived).toBe(last);
	});
});

describe('A message in the place of a file', () => {
	const setup = setUp();

	it.each<[string, string | undefined, Array<string | Buffer>, string]>([
		['JSON as text/plain', 'text/plain', [JSON_TEXT], 'a message \\(JSON\\)'],
		['JSON without a type', undefined, [JSON_TEXT], 'a message \\(JSON\\)'],
		['JSON as video/mp4', 'video/mp4', [JSON_TEXT], 'a message \\(JSON\\)'],
		['XML as octet-stream', 'application/octet-stream', [XML_TEXT], 'a message \\(XML\\)'],
		['JSON after a blank', 'application/json', [' \n', JSON_TEXT], 'a message \\(JSON\\)'],
		['XML after blanks', 'video/mp4', ['\n', ' ', XML_TEXT], 'a message \\(XML\\)'],
		['a page after line breaks', 'video/mp4', ['\r\n\r\n', PAGE], 'a web page'],
		['a page in UTF-16', 'video/mp4', [utf16(PAGE)], 'a web page'],
		['JSON in UTF-16', 'text/plain', [utf16(JSON_TEXT)], 'a message \\(JSON\\)'],
		['JSON after many blanks', 'video/mp4', [' '.repeat(600), JSON_TEXT], 'a blank page'],
	])('is not uploaded: %s', async (_what, type, pieces, named) => {
		const { error } = await setup.engine.run(uploadFrom(await inPieces(type, ...pieces)));
		expect(error?.message).toMatch(
			new RegExp(`^'File URL' leads to ${named} of 127\\.0\\.0\\.1:\\d+, not to a file$`),
		);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
	});

	it.each([
		['nothing', []],
		['blanks', [' ', '\r\n']],
	])('is not uploaded: %s', async (_what, pieces) => {
		const { error } = await setup.engine.run(uploadFrom(await inPieces('text/html', ...pieces)));
		expect(error?.message).toMatch(/^'File URL': 'clip\.mp4' is empty$/);
	});

	it('is uploaded where the user names a text', async () => {
		const url = await inPieces('application/json', JSON_TEXT);
		const options = { fileName: 'scenes.json' };
		const run = uploadFrom(url, { purpose: 'ai_creation', options });
		expect((await setup.run(run)).json[0]).toMatchObject(options);
	});

	it('a file that arrives byte by byte arrives whole', async () => {
		const file = Buffer.from('  \0\0\0\u0018ftypmp42 and so on', 'latin1');
		const pieces = [...file.subarray(0, 8)].map((byte) => Buffer.from([byte]));
		const url = await inPieces('video/mp4', ...pieces, file.subarray(8));
		const { json, error } = await setup.engine.run(uploadFrom(url));
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(sha256([file]));
	});

	const types = ['video/mp4', 'text/plain', 'application/octet-stream'];

	it.each(types)('is no finished result, announced as %s', async (type) => {
		const headers = { 'content-type': type };
		const fault = { kind: 'status', status: 200, headers, body: JSON_TEXT } as const;
		setup.fault('result', fault, { times: Infinity });
		const { json, error } = await setup.engine.run(createImage({ downloadResult: undefined }));
		expect(json).toEqual([]);
		expect(errorText(error)).toMatch(/returned a message \(JSON\). Its URL may have expired/);
	});
});

describe('A result file whose address has expired', () => {
	const setup = setUp({ limits: false });
	const expire = () => setup.fault('result', { kind: 'status', status: 403 });

	it('is fetched at its current one when a paused execution continues', async () => {
		setup.service.fate({ seconds: Infinity });
		const node = compose({ completion: 'pause', downloadResult: true }, { items: [{}] });
		const { run } = await setup.engine.run(node);
		const [{ id = '' } = {}] = setup.service.journal.entries({ operation: CREATE });
		setup.service.settle(id);
		expire();
		const { items } = await callPaused(setup.service, node, run, finishedVideo(id));
		expect(items).toMatchObject([
			{ json: { state: 'succeeded' }, binary: { data: { mimeType: 'video/mp4' } } },
		]);
		expect(setup.count('result')).toBe(2);
	});

	it('is fetched at its current one by the poll trigger', async () => {
		const poll = {
			node: new DigitalHumanTaskPollTrigger(),
			credential: setup.credential,
			staticData: {} as IDataObject,
			parameters: { triggerOn: 'finished', taskKinds: ['lipSync'], downloadResult: true },
		};
		await pollOnce(poll);
		await setup.submits.fated('lipSync', { seconds: 0 });
		const found = await pollOnce(poll);
		expire();
		expect(await outputOf(poll, found)).toMatchObject([
			{ json: { state: 'succeeded' }, binary: { data: { mimeType: 'video/mp4' } } },
		]);
		expect(setup.count('result')).toBe(2);
	});
});

describe('An upload', () => {
	const setup = setUp();

	it('takes a header whose value is a number, and leaves out what is none', async () => {
		const odd = { 'x-size': 5, 'x-none': null, 'x-list': ['a'] };
		const withOdd = otherData(({ headers, ...data }: { headers: object }) => ({
			...data,
			headers: { ...headers, ...odd },
		}));
		setup.fault('common/create_multipart_upload', withOdd);
		const file = await storedFile({ bytes: 25 * MIB });
		const { json } = await setup.run(uploadOf([file]));
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
		// The storage takes no header that is not signed, so that the upload begins again.
		const [{ headers = {} } = {}] = setup.requests('part');
		expect(headers['x-size']).toBe('5');
		expect(Object.keys(headers).join()).not.toMatch(/x-none|x-list/);
	});

	it('that is only planned reads no more than the beginning of its file', async () => {
		let sent = 0;
		const url = await serving((_request, response) => {
			response.writeHead(200, { 'content-type': 'video/mp4' });
			const send = () => {
				while (sent < 200 * MIB && !response.destroyed) {
					sent += MIB;
					if (!response.write(Buffer.alloc(MIB, 1))) return void response.once('drain', send);
				}
				response.end();
			};
			send();
		});
		const ofWeb = { videoFileSource: 'url', videoFileUrl: url };
		const { json } = await setup.run(lipSync({ ...ofWeb, options: { validateOnly: true } }));
		const [planned] = json[0]?.uploads as IDataObject[];
		expect(planned).toMatchObject({ fileName: 'clip.mp4', purpose: 'lip_sync_video' });
		expect(planned).not.toHaveProperty('bytes');
		expect(sent).toBeLessThan(30 * MIB);
	});

	it('does not advise to try again later what the storage finds too large', async () => {
		setup.fault('part', { kind: 'status', status: 413 }, { times: Infinity });
		const { error } = await setup.engine.run(uploadOf([await storedFile({ bytes: 25 * MIB })]));
		expect(error?.message).toMatch(/HTTP 413/);
		expect(errorText(error)).not.toMatch(/later/);
		expect(errorText(error)).toMatch(/does not accept so much at once/);
	});
});
