/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';

import { startService } from '../../demo-service';
import { build } from './buildPack';
import type { ServiceAccess } from './credentials';
import { saveCredential } from './credentials';
import { installHost } from './install';
import type { Instance } from './instance';
import { startInstance } from './instance';
import { withDemoFiles } from './demoFiles';
import { dataFolder } from './paths';
import { freePort } from './ports';
import { endAllBelow } from './processGroup';
import { progress, say } from './progress';
import { claimLocal, forgetRunning, noteRunning } from './running';
import { onShutdown } from './shutdown';
import { exampleNames, readExample, saveWorkflow, withCredential } from './workflows';

const SERVICE_PORT = 8787;
const EDITOR_PORT = 5678;

/** Where the demo service looks up single tasks, so that the ready-made credential can wait for all of them. */
const DETAIL_PATHS = { videoDetailPath: 'demo/video', personDetailPath: 'demo/person' };

const userFolder = join(dataFolder, 'n8n');

/** The n8n of this checkout, with the demo service behind it. */
export interface Local extends Instance {
	access: ServiceAccess;
}

/**
 * Starts the demo service and an n8n that uses it: pack, owner, credential and examples in place. User folder and
 * workflows stay from one start to the next. Everything started here is stopped by `shutDown`.
 */
export async function startLocal(): Promise<Local> {
	claimLocal();
	onShutdown(forgetRunning);
	await build();
	const host = await installHost();
	endAllBelow(userFolder);
	const port = await portFor('the demo service', SERVICE_PORT);
	const service = await startService({ port, ...DETAIL_PATHS });
	onShutdown(async () => await service.close());
	const access = { baseUrl: service.url, accessToken: service.token, ...DETAIL_PATHS };
	onShutdown(() => endAllBelow(userFolder));
	const editorPort = await portFor('n8n', EDITOR_PORT);
	const instance = await progress('Starting n8n', async () => {
		return await startInstance({ host, userFolder, port: editorPort });
	});
	onShutdown(async () => await instance.n8n.stop());
	const credential = await saveCredential(instance.rest, access);
	for (const name of exampleNames()) {
		const example = withDemoFiles(readExample(name), access.baseUrl);
		await saveWorkflow(instance.rest, withCredential(example, credential), false);
	}
	noteRunning({ url: instance.n8n.url, access });
	return { ...instance, access };
}

async function portFor(user: string, requested: number): Promise<number> {
	const port = await freePort(requested);
	if (port !== requested)
		say(`Port ${requested} is used by another program, so ${user} uses port ${port}.`);
	return port;
}
