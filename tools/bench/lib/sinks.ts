/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports,
   no-console */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService, type ServiceOptions } from '../../../demo-service';
import { applications } from './service';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/**
 * As much of an S3-like storage as n8n's own S3 node needs to upload in parts. Counts bytes, keeps nothing.
 *
 * @returns its address
 */
export async function startS3(): Promise<string> {
	const parts = new Set<number>();
	const server = createServer((request, response) => {
		void drain(request).then(() => {
			const { searchParams } = new URL(request.url ?? '/', 'http://s3');
			const part = Number(searchParams.get('partNumber') ?? 0);
			if (part > 0) parts.add(part);
			response.setHeader('content-type', 'application/xml');
			response.setHeader('etag', `"${part}"`);
			response.end(answer(request.method ?? 'GET', searchParams, parts));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function drain(request: IncomingMessage): Promise<void> {
	for await (const chunk of request) void chunk;
}

function answer(method: string, query: URLSearchParams, parts: Set<number>): string {
	if (query.has('location')) {
		return `${XML}<LocationConstraint ${NAMESPACE}>us-east-1</LocationConstraint>`;
	}
	if (query.has('uploads')) {
		parts.clear();
		return `${XML}<InitiateMultipartUploadResult ${NAMESPACE}><UploadId>1</UploadId></InitiateMultipartUploadResult>`;
	}
	if (method === 'GET') {
		const list = [...parts]
			.map((part) => `<Part><PartNumber>${part}</PartNumber><ETag>"${part}"</ETag></Part>`)
			.join('');
		return `${XML}<ListPartsResult ${NAMESPACE}>${list}</ListPartsResult>`;
	}
	if (method === 'POST') {
		return `${XML}<CompleteMultipartUploadResult ${NAMESPACE}><Key>file</Key></CompleteMultipartUploadResult>`;
	}
	return '';
}

/** Where the contenders send to, in a process of its own so that it does not share their memory. */
async function main(): Promise<void> {
	const options = JSON.parse(process.argv[2] ?? '{}') as ServiceOptions;
	const { tokens = applications(20) } = options;
	const service = await startService({ ...options, limits: false, reviewSeconds: 0, tokens });
	const s3 = await startS3();
	console.log(JSON.stringify({ url: service.url, token: service.token, tokens, s3 }));
}

// Whoever started this holds the other end; nothing is left behind when it ends in whatever way.
process.stdin.on('end', () => process.exit()).resume();
void main();
