/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startService } from '../../demo-service';
import { installHost } from '../n8n/install';
import { N8n } from '../n8n/n8n';
import { progress } from '../n8n/progress';
import { Rest } from '../n8n/rest';
import { onShutdown } from '../n8n/shutdown';
import type { Proxy } from './proxy';
import { steps } from './steps';
import type { UnpackedPack } from './steps';

/** Where the demo service looks up single tasks. */
const DETAIL_PATHS = { videoDetailPath: 'demo/video', personDetailPath: 'demo/person' };

/**
 * Lets an n8n install the package as a person does in its settings, uses the nodes, and uninstalls it.
 *
 * @param proxy answers n8n and npm as a registry with the package
 * @param folder for everything that n8n and npm keep; stays
 * @throws Error that says what is not as it should be
 */
export async function tryVersion(
	version: string,
	pack: UnpackedPack,
	proxy: Proxy,
	folder: string,
): Promise<void> {
	const host = await installHost(version);
	const service = await startService({ speed: 20, ...DETAIL_PATHS });
	onShutdown(async () => await service.close());
	const access = { baseUrl: service.url, accessToken: service.token, ...DETAIL_PATHS };
	writeNpmSettings(folder, proxy);
	const { env } = proxy;
	const n8n = await progress(`Starting n8n ${version}`, async () => {
		return await N8n.start({ host, userFolder: folder, env });
	});
	onShutdown(async () => await n8n.kill());
	const trial = { n8n, rest: await Rest.signIn(n8n.url), pack, access };
	for (const { title, work } of steps) await progress(title, async () => await work(trial));
	await n8n.stop();
	await service.close();
}

/**
 * Some versions of n8n start npm without their environment, so npm learns of the proxy from a file in the folder that it is
 * started in; this also keeps the cache of the machine out.
 */
function writeNpmSettings(userFolder: string, { url, authority }: Proxy): void {
	const folder = join(userFolder, '.n8n', 'nodes');
	mkdirSync(folder, { recursive: true });
	const settings = [
		`proxy=${url}`,
		`https-proxy=${url}`,
		`cafile=${authority}`,
		`cache=${join(userFolder, 'npm')}`,
		'update-notifier=false',
	];
	writeFileSync(join(folder, '.npmrc'), settings.join('\n'));
}
