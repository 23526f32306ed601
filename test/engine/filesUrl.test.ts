/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault, SourceOptions } from '../../demo-service';
import { sha256 } from '../../demo-service/media/bytes';
import { sample } from '../../demo-service/media/samples';
import { compose, lipSync, MIB, uploadFrom } from '../support/engine/runs';
import { SUBMIT } from '../support/engine/submits';
import { setUp } from '../support/engine/setup';
import { chainOf, createWorkflowEngine } from '../support/engine/workflowEngine';
import beginnings from '../support/files/beginnings.json';
import { CUT_OFF_FILM, wholeFilm } from '../support/files/films';
import { listen } from '../support/server';

// Large files take long on a busy machine.

/** Of the parts of an upload; the service's own are ten times as large. */
const PART = MIB;

const setup = setUp({ partBytes: PART });

/** Five parts. */
const FIVE_PARTS = 4.5 * PART + 3;

/** More than is sent in one piece, and more than is read ahead of a file of unannounced length. */
const LARGE = 21 * MIB;

const inParts = { options: { method: 'multipart' } };

describe('Upload File by URL', () => {
	const source = (options: SourceOptions) => setup.service.storage.source(options);
	const from = (options: SourceOptions, parameters: INodeParameters = {}) =>
		uploadFrom(source(options).url, parameters);
	/** Five parts would be sent in one piece. */
	const partsOf = (bytes: number) => (bytes === FIVE_PARTS ? inParts : {});

	/** What is output for the file at an address, which has to arrive whole. */
	const uploaded = async (options: SourceOptions) => {
		const file = source(options);
		const { json } = await setup.run(uploadFrom(file.url, partsOf(file.bytes)));
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256());
		return json[0];
	};

	it.each([
		['a small file', 300_000, true, 'single', 1],
		['a small file of unannounced length', 300_000, false, 'single', 1],
		['a large file', LARGE + 3, true, 'part', 1],
		['a large file of unannounced length', LARGE + 3, false, 'part', 1],
	] as const)('passes on %s', async (_what, bytes, contentLength, endpoint, reads) => {
		const output = await uploaded({ bytes, contentLength });
		expect(output).toMatchObject({ fileName: 'file.mp4', bytes });
		expect(setup.count(endpoint)).toBeGreaterThan(0);
		expect(setup.count('source')).toBe(reads);
		const encodings = setup.requests('source').map(({ headers }) => headers['accept-encoding']);
		expect(encodings).toEqual(Array(reads).fill('identity'));
	});

	it.each([
		['small', 500_000],
		['large', FIVE_PARTS],
	])('gives up a %s file that is cut off at each restart', async (_what, bytes) => {
		const node = from({ bytes, cutAt: 0.6 }, partsOf(bytes));
		const title = /^'File URL': the file could not be read to its end: 127\.0\.0\.1:\d+/;
		const { error } = await setup.fails(node, title);
		expect(error.message).not.toContain('/source/');
		expect(setup.count('source')).toBe(4);
		expect(setup.count('common/complete_multipart_upload')).toBe(0);
	});

	it.each([
		['a small file', 500_000],
		['a large file', FIVE_PARTS],
	])('restarts %s that breaks off twice', async (_what, bytes) => {
		setup.fault('source', { kind: 'cut', at: 0.6 }, { times: 2 });
		await uploaded({ bytes });
		expect(setup.count('common/complete_multipart_upload')).toBeLessThanOrEqual(1);
	});

	it('follows ten redirects, to other hosts, gives nothing away, and follows no more', async () => {
		await setup.run(from({ bytes: 1000, redirects: 10, otherHost: true }));
		const headers = JSON.stringify(setup.requests('source').map((request) => request.headers));
		expect(headers).not.toContain(setup.service.token);
		setup.service.journal.clear();
		const endless = from({ bytes: 1000, redirects: 20 });
		await setup.fails(endless, /^.*127\.0\.0\.1:\d+ redirects more than 10 times/);
		expect(setup.count('source')).toBe(11);
	});

	it('names the host that cannot be reached, and nothing of a signed address', async () => {
		const said = /^'File URL' could not be opened: 127\.0\.0\.1:9 refused the connection$/;
		await setup.fails(uploadFrom('http://127.0.0.1:9/clip.mp4?signature=abc'), said);
	});

	it('encodes blanks and letters beyond ASCII in the address', async () => {
		const { url } = source({ bytes: 1000, name: 'clip.mp4' });
		const odd = url.replace('clip.mp4', 'Fäden und Garn.mp4?a=%2F+ö');
		const { json } = await setup.run(uploadFrom(odd));
		expect(json[0]?.fileName).toBe('Fäden und Garn.mp4');
		expect(setup.requests('source')[0]).toMatchObject({
			path: expect.stringMatching(/F%C3%A4den%20und%20Garn\.mp4$/),
			query: { a: '/ ö' },
		});
	});

	const stall = { kind: 'stall', at: 0.6 } as const;

	it.each<[string, string, Fault, number, number]>([
		['again when the upload has to restart', 'part', { kind: 'lose' }, FIVE_PARTS, 2],
		['once while the storage is slow', 'part', { kind: 'delay', delayMs: 130_000 }, LARGE, 1],
		['again where it stops sending, in one piece', 'source', stall, 500_000, 2],
		['again where it stops sending, in parts', 'source', stall, FIVE_PARTS, 2],
	])('reads the source %s', async (_what, endpoint, fault, bytes, reads) => {
		setup.fault(endpoint, fault, { times: fault.kind === 'delay' ? 4 : 1 });
		await uploaded({ bytes });
		expect(setup.count('source')).toBe(reads);
	});

	it.each<[string, Fault, number, RegExp]>([
		['HTTP 404', { kind: 'status', status: 404 }, 1, /has no such file \(HTTP 404\)/],
		['HTTP 403', { kind: 'status', status: 403 }, 1, /denied access \(HTTP 403\)/],
		['no answer', { kind: 'never' }, 4, /opened: 127\.0\.0\.1:\d+ did not respond within 60 s/],
		['a standstill', stall, 4, /read to its end: 127\.0\.0\.1:\d+ sent nothing for 60 seconds/],
	])('says what %s of the source means', async (_, fault, reads, message) => {
		setup.always('source', fault);
		await setup.fails(from({ bytes: 1000 }), message);
		expect(setup.count('source')).toBe(reads);
	});

	it('a file of one item that cannot be loaded costs nothing for any of them', async () => {
		const text = wholeFilm(9_000);
		// More than are under way at once.
		const videos = range(12).map(() => source({ bytes: text.length, text }).url);
		const gone = () => setup.fault('source', { kind: 'status', status: 404 }, { skip: 11 });
		const node = (settings = {}) =>
			lipSync(
				{ videoFileSource: 'url', videoFileUrl: '={{ $json.video }}' },
				{ items: videos.map((video) => ({ video })), settings },
			);
		gone();
		const { said } = await setup.fails(node(), /has no such file \(HTTP 404\)/);
		expect(setup.service.tasks()).toHaveLength(0);
		expect(said).toMatch(/The other items were not submitted either/);
		// Where errors continue, the others are independent of it.
		gone();
		await setup.run(node({ onError: 'continueRegularOutput' }));
		expect(setup.service.tasks()).toHaveLength(11);
	});

	it.each<[Partial<SourceOptions>, string, INodeParameters?]>([
		[{ name: 'download' }, 'download.mp4'],
		[{ name: '5f3a9c', mimeType: 'binary/octet-stream', bytes: 20_000 }, '5f3a9c.mp4'],
		[{ name: 'ab12', firstName: 'talk.mp4', redirects: 1, mimeType: 'a/b' }, 'talk.mp4'],
		[{ disposition: 'attachment; filename="My talk.mov"', name: 'download' }, 'My talk.mov'],
		[{}, 'talk.mov', { fileName: '../folder/talk\r\n\u202E.mov' }],
	])('finds out the name: %j', async (source, fileName, options = {}) => {
		const { json } = await setup.run(from({ bytes: 10, ...source }, { options }));
		expect(json[0]).toMatchObject({ fileName });
		expect(setup.requests('common/create_upload_url')[0]?.query.name).toBe(fileName);
	});

	it.each<[string, SourceOptions, RegExp]>([
		['a type that the purpose does not take', { name: 'file.webm', bytes: 10 }, /to MP4 or MOV/],
		['an empty file', { bytes: 0 }, /is empty/],
		['an empty file of unannounced length', { bytes: 0, contentLength: false }, /is empty/],
		['no type', { bytes: 9, name: 'a', mimeType: 'a/b', seed: 1 }, /no file ext.*› File Name/],
	])('refuses %s without an upload', async (_what, options, message) => {
		await setup.fails(from(options), message);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
	});

	it.each([true, false])('refuses half a film, length announced: %s', async (contentLength) => {
		const half = from({ bytes: 9_000, text: CUT_OFF_FILM, contentLength });
		await setup.fails(half, /^'File URL': 'file\.mp4' is incomplete: its end is missing$/);
		expect([setup.count('single'), setup.count('part')]).toEqual([0, 0]);
		// It is read once, since an address may serve only once.
		expect(setup.count('source')).toBe(1);
	});

	it('passes on a file that comes compressed although it was not asked for', async () => {
		const output = await uploaded({ bytes: 300_000, gzip: true });
		expect(output).toMatchObject({ bytes: 300_000 });
	});

	it('refuses a given name that the purpose does not take, without an upload', async () => {
		const named = from({ bytes: 10 }, { options: { fileName: 'a.txt' } });
		await setup.fails(named, /'a\.txt' is a file \(TXT\), .*Convert it to MP4 or MOV/);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
	});
});

const servers: Array<{ close(): void }> = [];

afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

/** A server that answers as given, and the address of a video there. */
async function serving(answer: RequestListener): Promise<string> {
	const server = await listen(answer);
	servers.push(server);
	return `${server.url}/clip.mp4`;
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

it('A file on the web that changes is uploaded as it is when a node runs, not as an earlier one uploaded it', async () => {
	const contents = ['first', 'second'].map((text) => Buffer.from(text.repeat(1000)));
	let requests = 0;
	const url = await serving((_, response) => {
		response.setHeader('Content-Type', 'video/mp4').end(contents[requests++]);
	});
	const node = uploadFrom(url);
	const workflow = chainOf([{}, {}], { name: 'Morning', ...node }, { name: 'Evening', ...node });
	const engine = await createWorkflowEngine(setup.credential);
	const { data } = await engine.start({ workflow, id: 'changed' }).done;
	const { error, runData } = data.resultData;
	expect(error).toBeUndefined();
	const arrived = ['Morning', 'Evening'].map((name) =>
		runData[name]?.[0]?.data?.main?.[0]?.map(({ json }) => setup.arrived(json.fileId)),
	);
	// All items of one run have the same one.
	expect(arrived).toEqual(contents.map((content) => Array(2).fill(sha256([content]))));
});

const JSON_TEXT = '{"error":"Sign in first"}';
const PAGE = '<!DOCTYPE html><html><body>Sign in</body></html>';

describe('A message in the place of a file', () => {
	it.each<[string, string | undefined, Array<string | Buffer>, string]>([
		['JSON as video/mp4', 'video/mp4', [JSON_TEXT], 'a message \\(JSON\\)'],
		['JSON after a blank', 'application/json', [' \n', JSON_TEXT], 'a message \\(JSON\\)'],
		['a page after line breaks', 'video/mp4', ['\r\n\r\n', PAGE], 'a web page'],
		['JSON after many blanks', 'video/mp4', [' '.repeat(600), JSON_TEXT], 'a blank page'],
		['blanks', 'text/html', [' ', '\r\n'], 'a blank page'],
	])('is not uploaded: %s', async (_what, type, pieces, named) => {
		const title = new RegExp(
			`^'File URL' leads to ${named} of 127\\.0\\.0\\.1:\\d+, not to a file$`,
		);
		await setup.fails(uploadFrom(await inPieces(type, ...pieces)), title);
		expect(setup.service.journal.count({ side: 'service' })).toBe(0);
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
		const { json } = await setup.run(uploadFrom(url));
		expect(setup.arrived(json[0]?.fileId)).toBe(sha256([file]));
	});
});

it.each(['portrait', 'source'])('A planned upload reads a beginning: %s', async (screen) => {
	/** A video of 1280 × 720. */
	const webm = Buffer.from('1a45dfa380b0820500ba8202d0', 'hex');
	let sent = 0;
	let asked = 0;
	const url = await serving((_request, response) => {
		asked++;
		response.writeHead(200, { 'content-type': 'video/mp4' });
		response.write(webm);
		const send = () => {
			while (sent < 200 * MIB && !response.destroyed) {
				sent += MIB;
				if (!response.write(Buffer.alloc(MIB, 1))) return void response.once('drain', send);
			}
			response.end();
		};
		send();
	});
	const ofWeb = { videoFileSource: 'url', videoFileUrl: url, screen };
	const { json } = await setup.run(lipSync({ ...ofWeb, options: { validateOnly: true } }));
	const [plannedUpload] = json[0]?.uploads as IDataObject[];
	expect(plannedUpload).toMatchObject({ fileName: 'clip.webm', purpose: 'lip_sync_video' });
	expect(plannedUpload).not.toHaveProperty('bytes');
	expect(sent).toBeLessThan(30 * MIB);
	// An address may serve only once.
	expect(asked).toBe(1);
});

describe('A URL that serves only once', () => {
	/** A server that gives a file out at the first request, and refuses all others. */
	const onceServing = async (file: Buffer, type: string, name = 'clip.mp4') => {
		let requests = 0;
		const address = await serving((_request, response) => {
			requests += 1;
			response.writeHead(requests === 1 ? 200 : 403, { 'content-type': type });
			response.end(requests === 1 ? file : '<Error><Code>AccessDenied</Code></Error>');
		});
		return { url: address.replace('clip.mp4', name), requests: () => requests };
	};

	it.each([
		['with its index before its media', 1],
		['with more behind it than is read at once', 3 * MIB],
	])('is enough for Lip Sync in the size of its video, %s', async (_what, more) => {
		const film = Buffer.concat([sample('mp4'), Buffer.alloc(more)]);
		const { url, requests } = await onceServing(film, 'video/mp4');
		await setup.run(lipSync({ videoFileSource: 'url', videoFileUrl: url, screen: 'source' }));
		expect(requests()).toBe(1);
		const body = setup.bodies(SUBMIT.lipSync).at(-1);
		expect(body).toMatchObject({ screen_width: expect.any(Number) });
	});

	it.each<[string, string, string]>([
		['a.m4a', 'application/octet-stream', 'abc'],
		['a.m4a', 'audio/mp4', 'speech.m4a.php'],
		['a.m4a', 'binary/octet-stream', 'speech'],
	])('is enough for Compose Video, which takes %s (%s) by its address: %s', async (...given) => {
		const [content, type, name] = given;
		const beginning = Buffer.from(beginnings[content as 'a.m4a'], 'base64');
		// Longer than the media whose length the beginning tells.
		const file = Buffer.concat([beginning, Buffer.alloc(20_000)]);
		const { url, requests } = await onceServing(file, type, name);
		const audio = { audioType: 'audio', audioFileSource: 'url', audioFileUrl: url };
		const { url: checkedUrl } = await onceServing(file, type, name);
		const options = { validateOnly: true };
		const { json } = await setup.run(compose({ ...audio, audioFileUrl: checkedUrl, options }));
		expect(json[0]?.uploads).toMatchObject([{ field: 'audio.wav_url', file: checkedUrl }]);
		expect(json[0]?.request).toMatchObject({ audio: { wav_url: checkedUrl } });
		await setup.run(compose(audio));
		expect(requests()).toBe(1);
		const { audio: sent } = setup.bodies(SUBMIT.composedVideo).at(-1) as { audio: IDataObject };
		expect(sent.wav_url).toMatch(/\.m4a$/);
		expect(sent).not.toHaveProperty('file_id');
	});

	it('is enough for a background without an extension', async () => {
		const file = Buffer.from(beginnings['a.png'], 'base64');
		const { url, requests } = await onceServing(file, 'binary/octet-stream', 'abc');
		const ofWeb = { backgroundFileSource: 'url', backgroundFileUrl: url };
		await setup.run(compose({ background: 'file', ...ofWeb }));
		expect(requests()).toBe(1);
		const { bg } = setup.bodies(SUBMIT.composedVideo).at(-1) as { bg: IDataObject };
		expect(bg.file_id).toEqual(expect.any(String));
	});

	it('both wrong links are named', async () => {
		const share = 'https://drive.google.com/file/d/1/view';
		const ofWeb = { videoFileSource: 'url', videoFileUrl: share };
		const audio = { audioType: 'audio', audioFileSource: 'url', audioFileUrl: share };
		const node = lipSync({ ...ofWeb, ...audio });
		const { error } = await setup.fails(node, /^'Video URL' is a share link of Google Drive/);
		expect(error.description).toMatch(/'Audio URL' is a share link of Google Drive/);
		const { url } = await onceServing(Buffer.from(PAGE), 'text/html');
		const pages = { videoFileUrl: url, audioFileUrl: url.replace('clip.mp4', 'speech.mp3') };
		const behind = await setup.fails(
			lipSync({ ...ofWeb, ...audio, ...pages }),
			/'(Video|Audio) URL'/,
		);
		expect(String(behind.error.description)).toMatch(/Also: '(Video|Audio) URL'/);
	});
});
