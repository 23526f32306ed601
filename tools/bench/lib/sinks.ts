/* eslint-disable no-console, @n8n/community-nodes/no-restricted-globals */
import { startService, type ServiceOptions } from '../../../demo-service';
import { applications } from './applications';
import { startS3 } from './s3';

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
