/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lowerFirst, omit } from 'lodash';

import { dataFolder, progress, root, runNpm } from './program';
import { hashOf, withLock } from './processes';
import { remove, unpack } from '../folders';
import type { Host } from './install';

const sources = [
	'credentials',
	'icons',
	'nodes',
	'gulpfile.js',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
];
const stamp = join(dataFolder, 'built-from');

/** Builds the pack into dist, unless dist is the result of these very sources already. */
export async function build(): Promise<void> {
	await withLock(join(dataFolder, 'build.lock'), async () => {
		if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state()) return;
		await progress('Building the pack', async () => {
			await runNpm(['run', 'build'], { cwd: root, log: 'build' });
		});
		mkdirSync(dirname(stamp), { recursive: true });
		writeFileSync(stamp, state());
	});
}

/** What went into the build and what came out of it. */
function state(): string {
	return [hashOf(root, sources), hashOf(root, ['dist'])].join(' ');
}

interface Manifest {
	name: string;
	version: string;
	author: { name: string; email: string };
	n8n: { nodes: string[] };
	dependencies?: Record<string, string>;
}

/** What n8n removes from the package.json of a community package. */
const developmentParts = ['devDependencies', 'peerDependencies', 'optionalDependencies'] as const;

/** What the nodes use of n8n's own packages. */
const hostPackages = ['lodash', 'luxon', 'n8n-workflow', 'zod'];

/** The pack as an installed package, as n8n records it. */
export type InstalledPack = Pick<Manifest, 'name' | 'version' | 'author' | 'n8n'>;

/** The node types of a package as n8n names them, from the files of their classes. */
export function nodeTypesOf({ name, n8n }: Pick<Manifest, 'name' | 'n8n'>): string[] {
	return n8n.nodes.map((file) => `${name}.${lowerFirst(basename(file, '.node.js'))}`);
}

/** The name of the package; node types begin with it. */
export const packName = readManifest(root).name;

/**
 * Installs the built pack as n8n installs a community package, but from a tarball made here: unpacked into the nodes folder of
 * the user folder of an n8n that is not running, without its development and peer dependencies, entered in the package.json beside it.
 */
export async function installPack(
	userFolder: string,
	{ folder }: Pick<Host, 'folder'>,
): Promise<InstalledPack> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const target = join(nodesFolder, 'node_modules', packName);
	remove(target);
	// Several of jest's workers install it at the same time.
	await withLock(join(dataFolder, 'pack.lock'), async () => {
		unpack(await makeTarball(join(dataFolder, 'pack')), target, ['--strip-components=1']);
	});
	const manifest = omit(readManifest(target), ...developmentParts);
	if (Object.keys(manifest.dependencies ?? {}).length > 0) {
		throw new Error('The pack must have no dependencies: n8n would have to fetch them');
	}
	writeJson(join(target, 'package.json'), manifest);
	// As where n8n is installed: below this checkout, its own packages would be found first.
	for (const name of hostPackages) {
		const link = join(nodesFolder, 'node_modules', name);
		remove(link);
		symlinkSync(join(folder, 'node_modules', name), link, 'junction');
	}
	writeJson(join(nodesFolder, 'package.json'), {
		name: 'installed-nodes',
		private: true,
		dependencies: { [manifest.name]: manifest.version },
	});
	return manifest;
}

/** Packs what `npm publish` would upload into a folder, which is emptied first. @returns the path of the tarball */
export async function makeTarball(folder: string): Promise<string> {
	remove(folder);
	mkdirSync(folder, { recursive: true });
	const flags = ['--ignore-scripts', '--pack-destination', folder];
	await runNpm(['pack', ...flags], { cwd: root, log: 'pack' });
	const [tarball] = readdirSync(folder);
	if (tarball === undefined) throw new Error('npm pack made no tarball');
	return join(folder, tarball);
}

function readManifest(folder: string): Manifest {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function writeJson(file: string, content: unknown): void {
	writeFileSync(file, JSON.stringify(content, null, 2));
}
