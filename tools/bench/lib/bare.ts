/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions */
import { spawn } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';

import { request } from 'undici';

/** Sends a file in one request, straight from disk: as fast as Node can. Returns milliseconds. */
export async function sendWithUndici(file: string, url: string): Promise<number> {
	const started = performance.now();
	const { statusCode, body } = await request(url, {
		method: 'PUT',
		headers: { 'content-type': 'video/mp4', 'content-length': String(statSync(file).size) },
		body: createReadStream(file),
	});
	await body.dump();
	if (statusCode !== 200) throw new Error(`undici: HTTP ${statusCode}`);
	return performance.now() - started;
}

/** Passes a file on from one address to another as it comes. Returns milliseconds. */
export async function passOnWithUndici(from: string, bytes: number, to: string): Promise<number> {
	const started = performance.now();
	const { body: source } = await request(from);
	const { statusCode, body } = await request(to, {
		method: 'PUT',
		headers: { 'content-type': 'video/mp4', 'content-length': String(bytes) },
		body: source,
	});
	await body.dump();
	if (statusCode !== 200) throw new Error(`undici: HTTP ${statusCode}`);
	return performance.now() - started;
}

/** The same as the first with `curl -T`; undefined where there is no curl. */
export async function sendWithCurl(file: string, url: string): Promise<number | undefined> {
	const started = performance.now();
	const flags = ['--fail', '--silent', '--output', '/dev/null', '-T', file];
	const child = spawn('curl', [...flags, '-H', 'Content-Type: video/mp4', url]);
	const code = await new Promise<number | null>((resolve) => {
		child.once('error', () => resolve(null));
		child.once('close', resolve);
	});
	return code === 0 ? performance.now() - started : undefined;
}
