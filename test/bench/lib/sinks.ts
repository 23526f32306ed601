/* eslint-disable no-console, @n8n/community-nodes/no-restricted-globals */
import { startService } from '../../service';
import { startS3 } from './s3';

/** Where the contenders send to, in a process of its own so that it does not share their memory. */
async function main(): Promise<void> {
	const uploads = process.argv[2] === 'disk' ? 'disk' : 'count';
	const service = await startService({ uploads, limits: false, reviewSeconds: 0 });
	const s3 = await startS3();
	console.log(JSON.stringify({ url: service.url, token: service.token, s3 }));
}

void main();
