/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports,
   no-console */
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { startService } from './index';

const HELP = `Demo service: a local version of the service.

  --port N          port of the service (default 8790; 0: any free port)
  --storage-port N  port of its object storage (default: any free port)
  --token TEXT      accepted access token; may be given several times
  --speed N         how many times as fast tasks progress (default 1: a few seconds a task)
  --no-limits       do not enforce the rate limits
  --uploads MODE    disk (default), hash or count: what is kept of uploads; see README.md
  --video-slots N   composed videos worked on at once: 1, 5 or 10 (default)
  --persons N       how many public persons there are (default 68)
  --person-detail-path P, --video-detail-path P
                    paths below /open/v1/ for the operations without a documented path
  --help            this text`;

const wholeNumber = z.coerce.number().int().min(0).max(65_535);

/** What the values of the flags have to be. */
const checked = z.object({
	port: wholeNumber,
	'storage-port': wholeNumber,
	speed: z.coerce.number().positive(),
	uploads: z.enum(['disk', 'hash', 'count']),
	'video-slots': z.enum(['1', '5', '10']).transform((text) => Number(text) as 1 | 5 | 10),
	persons: wholeNumber,
});

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8790' },
			'storage-port': { type: 'string', default: '0' },
			token: { type: 'string', multiple: true },
			speed: { type: 'string', default: '1' },
			'no-limits': { type: 'boolean', default: false },
			uploads: { type: 'string', default: 'disk' },
			'video-slots': { type: 'string', default: '10' },
			persons: { type: 'string', default: '68' },
			'person-detail-path': { type: 'string' },
			'video-detail-path': { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(HELP);
		return;
	}
	const { success, data: flags, error } = checked.safeParse(values);
	if (!success) {
		const [{ path, message }] = error.issues as [z.ZodIssue];
		throw new Error(`--${path.join('')}: ${message}`);
	}
	const service = await startService({
		port: flags.port,
		storagePort: flags['storage-port'],
		tokens: values.token,
		speed: flags.speed,
		limits: !values['no-limits'],
		uploads: flags.uploads,
		videoSlots: flags['video-slots'],
		persons: flags.persons,
		personDetailPath: values['person-detail-path'],
		videoDetailPath: values['video-detail-path'],
	});
	console.log(`Service:         ${service.url}`);
	console.log(`Object storage:  ${service.storage.url}`);
	console.log(`Access token:    ${(values.token ?? [service.token]).join(', ')}`);
	console.log('Stop with Ctrl-C.');
	const stop = (): void => {
		void service.close().then(() => process.exit(0));
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: Error & { code?: string; port?: number }) => {
	const taken = error.code === 'EADDRINUSE';
	console.error(
		taken
			? `Port ${error.port} is already in use. Choose another with --port (0: any free port).`
			: `The service could not start: ${error.message}`,
	);
	process.exitCode = 1;
});
