/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';

import { startService } from '../../demo-service';
import { build } from './buildPack';
import type { ServiceAccess } from './credentials';
import { saveCredential } from './credentials';
import { installHost } from './install';
import type { Instance } from './instance';
import { startInstance } from './instance';
import { dataFolder } from './paths';
import { freePort } from './ports';
import { endAllBelow } from './processGroup';
import { progress, say } from './progress';
import { claimLocal, forgetRunning, noteRunning } from './running';
import { onShutdown } from './shutdown';
import { exampleNames, readExample, saveWorkflow, withCredential } from './workflows';

const SERVICE_PORT = 8787;
const EDITOR_PORT = 5678;
const userFolder = join(dataFolder, 'n8n');

/** The n8n of this checkout, with the local service behind it. */
export interface Local extends Instance {
	access: ServiceAccess;
}

/**
 * Starts the local service and an n8n that knows it: pack, owner, credential and examples in place. User folder and
 * workflows stay from one start to the next. Everything started here is stopped by `shutDown`.
 */
export async function startLocal(): Promise<Local> {
	claimLocal();
	onShutdown(forgetRunning);
	await build();
	const host = await installHost();
	endAllBelow(userFolder);
	const service = await startService({ port: await portFor('the demo service', SERVICE_PORT) });
	onShutdown(async () => await service.close());
	const access = { baseUrl: service.url, accessToken: service.token };
	onShutdown(() => endAllBelow(userFolder));
	const port = await portFor('n8n', EDITOR_PORT);
	const instance = await progress('Starting n8n', async () => {
		return await startInstance({ host, userFolder, port });
	});
	onShutdown(async () => await instance.n8n.stop());
	const credential = await saveCredential(instance.rest, access);
	for (const name of exampleNames()) {
		await saveWorkflow(instance.rest, withCredential(readExample(name), credential), false);
	}
	noteRunning({ url: instance.n8n.url, access });
	return { ...instance, access };
}

async function portFor(user: string, wanted: number): Promise<number> {
	const port = await freePort(wanted);
	if (port !== wanted)
		say(`Port ${wanted} is taken by another program; ${user} uses port ${port} instead.`);
	return port;
}
