/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console */
import { startService, type ServiceOptions } from '../../../demo-service';
import { applications } from './service';

/** Where the contenders send to, in a process of its own so that it does not share their memory. */
async function main(): Promise<void> {
	const options = JSON.parse(process.argv[2] ?? '{}') as ServiceOptions;
	const { tokens = applications(20) } = options;
	const { url, token } = await startService({
		...options,
		limits: false,
		reviewSeconds: 0,
		uploads: 'count',
		tokens,
	});
	console.log(JSON.stringify({ url, token, tokens }));
}

// Whoever started this holds the other end; nothing is left behind when it ends in whatever way.
process.stdin.on('end', () => process.exit()).resume();
void main();
