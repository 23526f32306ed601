/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';

import { remove, unpack } from '../folders';
import { build } from '../n8n/buildPack';
import { run } from '../n8n/command';
import { hostVersions } from '../n8n/install';
import { makeTarball } from '../n8n/pack';
import { dataFolder, root } from '../n8n/paths';
import { endAllBelow } from '../n8n/processGroup';
import { progress, say } from '../n8n/progress';
import { onShutdown, shutDown } from '../n8n/shutdown';
import { makeCertificates } from './certificates';
import { startProxy } from './proxy';
import { answerAsRegistry } from './registry';
import type { UnpackedPack } from './steps';
import { tryVersion } from './tryVersion';

const folder = join(dataFolder, 'release');

/**
 * Builds and packs the package, verifies that tarball, and lets each n8n install it from a registry of this run's own. The
 * words of the command line are the versions of n8n; all of them without.
 *
 * @returns 0 when everything was as it should be
 */
export async function runRelease(): Promise<number> {
	endAllBelow(folder);
	remove(folder);
	mkdirSync(folder, { recursive: true });
	await build();
	const tarball = await progress('Packing the package', makeTarball);
	await progress('Verifying the tarball', async () => {
		const program = [join(root, 'tools', 'verify', 'run.js'), '--tarball', tarball];
		await run(process.execPath, program, { cwd: root, log: 'release-verify' });
	});
	const pack = unpackTo(join(folder, 'package'), tarball);
	const versions = process.argv.slice(3);
	const failed: string[] = [];
	for (const version of versions.length > 0 ? versions : hostVersions()) {
		say(`\n=== n8n ${version}\n`);
		if (!(await succeeds(version, pack, readFileSync(tarball)))) failed.push(version);
	}
	const { name, version } = pack.manifest;
	say(
		`\n${name} ${version}: ${failed.length === 0 ? 'ready' : `failed with n8n ${failed.join(', ')}`}`,
	);
	// After a failure the databases and logs are kept.
	if (failed.length === 0) remove(folder);
	return failed.length === 0 ? 0 : 1;
}

async function succeeds(version: string, pack: UnpackedPack, tarball: Buffer): Promise<boolean> {
	const userFolder = join(folder, version);
	const proxy = await startProxy(makeCertificates(join(folder, 'keys')), (origin, path) =>
		answerAsRegistry({ manifest: pack.manifest, tarball }, origin, path),
	);
	onShutdown(async () => await proxy.close());
	try {
		await tryVersion(version, pack, proxy, userFolder);
		return true;
	} catch (error) {
		// With the cause, which is all that a failed fetch has to say.
		say(inspect(error));
		say(`What n8n and npm asked for, and n8n's log, are in ${relative(root, userFolder)}.`);
		return false;
	} finally {
		await shutDown();
		const lines = proxy.asked.map(({ status, method, host, path }) =>
			[status, method, `${host}${path}`].join(' '),
		);
		mkdirSync(userFolder, { recursive: true });
		writeFileSync(join(userFolder, 'requests.log'), lines.join('\n'));
	}
}

function unpackTo(target: string, tarball: string): UnpackedPack {
	unpack(tarball, target, ['--strip-components=1']);
	const manifest = readFileSync(join(target, 'package.json'), 'utf8');
	return { folder: target, manifest: JSON.parse(manifest) as UnpackedPack['manifest'] };
}
