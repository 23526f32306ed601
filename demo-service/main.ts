/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, no-console */
import { parseArgs } from 'node:util';

import { startService } from './index';

const HELP = `Demo service: a local version of the service.

  --port N      port of the service (default 8790; 0: any free port)
  --token TEXT  accepted access token; may be given several times
  --speed N     how many times as fast tasks progress (default 1: a few seconds a task)
  --no-limits   do not enforce the rate limits
  --help        this text`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8790' },
			token: { type: 'string', multiple: true },
			speed: { type: 'string', default: '1' },
			'no-limits': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(HELP);
		return;
	}
	const speed = Number(values.speed);
	if (!(speed > 0)) throw new Error(`--speed: ${values.speed} is not possible`);
	const service = await startService({
		port: Number(values.port),
		tokens: values.token,
		speed,
		limits: !values['no-limits'],
	});
	console.log(`Service:         ${service.url}`);
	console.log(`Object storage:  ${service.storage.url}`);
	console.log(`Access token:    ${(values.token ?? [service.token]).join(', ')}`);
	console.log('Stop with Ctrl-C.');
	const stop = () => void service.close().then(() => process.exit(0));
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
