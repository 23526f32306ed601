/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createHash } from 'node:crypto';

import {
	cacheFolderOf,
	compilerAdvice,
	here,
	nodeAdvice,
	nodePackage,
	withPathFirst,
} from '../platform';
import { moveFolder, remove } from '../folders';
import { progress, root, run, runNpm, say } from './program';
import { withLock } from './processes';

/** A Node that an n8n runs on. */
export interface Node {
	executable: string;
	/** Folder with the headers that native modules are built against, where it is known. */
	headers?: string;
}

/**
 * The Node that was installed beside n8n, else the one that runs this program if n8n can run on it.
 * @throws Error when there is none for this platform
 */
function findNode(modules: string, range: string): Node {
	const own = nodePackage();
	const folder = join(modules, own.name);
	const executable = join(folder, own.executable);
	if (existsSync(executable)) return { executable, headers: withHeaders(folder) };
	const { execPath, versions } = process;
	if (!allows(range, Number.parseInt(versions.node))) throw new Error(nodeAdvice(range));
	return { executable: execPath, headers: withHeaders(dirname(dirname(execPath))) };
}

/** @param range major versions, as `>=24` or `>=20 <25` */
function allows(range: string, major: number): boolean {
	const bounds = /^>=(\d+)(?: <(\d+))?$/.exec(range);
	if (bounds === null) throw new Error(`"${range}" is not a range of major versions of Node`);
	return major >= Number(bounds[1]) && major < Number(bounds[2] ?? Infinity);
}

function withHeaders(folder: string): string | undefined {
	return existsSync(join(folder, 'include', 'node', 'node.h')) ? folder : undefined;
}

/** Says which n8n is requested: that of tools/n8n/host, or one of the folders there, which are named after versions. */
const VERSION = 'N8N_VERSION';

const hosts = join(root, 'tools', 'n8n', 'host');

/** What has to be built, as far as the requested n8n has it. */
const nativeModules = ['sqlite3', 'isolated-vm'];

interface Manifest {
	dependencies: { n8n: string };
	/** The major versions of Node that this n8n runs on. */
	engines: { node: string };
}

/** A real n8n on this machine. */
export interface Host {
	version: string;
	folder: string;
	node: Node;
	/** The script of the n8n command. */
	command: string;
}

/**
 * Installs n8n and a Node for it once per machine, and finds it again from then on. The installation is made in a
 * folder of its own and renamed when it is complete, so there is never half an n8n; the lock only saves the work of
 * a second installation at the same time.
 */
export async function installHost(
	requested = process.env[VERSION] || versionIn(hosts),
): Promise<Host> {
	const files = hostFiles(requested);
	const version = versionIn(files);
	const folder = join(cacheFolderOf(), `n8n-${version}-${lockHash(files)}`);
	if (!existsSync(folder)) {
		const waiting = (): void => say('Another process is installing n8n; waiting for it ...');
		await withLock(
			`${folder}.lock`,
			async () => {
				if (!existsSync(folder)) await install(files, version, folder);
			},
			waiting,
		);
	}
	return hostIn(version, folder);
}

/** The versions that there are hosts for, the default first and then from new to old. */
export function hostVersions(): string[] {
	const [first = '', ...others] = allHosts().map(versionIn);
	const newest = (a: string, b: string): number => b.localeCompare(a, 'en', { numeric: true });
	return [first, ...others.sort(newest)];
}

async function install(files: string, version: string, folder: string): Promise<void> {
	removeUnfinished(folder);
	const temporary = `${folder}.unfinished-${process.pid}`;
	mkdirSync(temporary, { recursive: true });
	for (const name of ['package.json', 'package-lock.json']) {
		copyFileSync(join(files, name), join(temporary, name));
	}
	say(`n8n ${version} is installed once per machine, into ${folder} (about 2.4 GB).`);
	await progress('Fetching n8n and a Node for it (a few minutes)', async () => {
		const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
		const flags = ['--legacy-peer-deps', '--ignore-scripts', ...quiet];
		await runNpm(['install', ...flags], { cwd: temporary, log: 'n8n-install' });
	});
	const { node } = hostIn(version, temporary);
	const native = nativeModules.filter((name) => existsSync(join(temporary, 'node_modules', name)));
	const env = {
		...withPathFirst(dirname(node.executable), process.env),
		npm_config_nodedir: node.headers,
	};
	await progress('Building the native modules of n8n (about a minute)', async () => {
		const options = { cwd: temporary, log: 'n8n-rebuild', env };
		// Also where npm is told to run no scripts, as it is by this package's .npmrc: npm passes its settings on.
		const command = ['rebuild', '--ignore-scripts=false', ...native];
		await runNpm(command, options, node.executable).catch((error: Error) => {
			throw new Error(`${error.message}\nThis step needs ${compilerAdvice()}.`);
		});
	});
	await progress('Trying the installed n8n', async () => {
		const load = native.map((name) => `require('${name}')`).join(';');
		const options = { cwd: temporary, env, log: 'n8n-check' };
		await run(node.executable, ['--no-node-snapshot', '-e', load], options);
	});
	await moveFolder(temporary, folder);
}

/** What an installation that was broken off has left behind. */
function removeUnfinished(folder: string): void {
	const start = `${basename(folder)}.unfinished-`;
	for (const name of readdirSync(dirname(folder)).filter((entry) => entry.startsWith(start))) {
		remove(join(dirname(folder), name));
	}
}

function hostIn(version: string, folder: string): Host {
	const modules = join(folder, 'node_modules');
	const node = findNode(modules, readManifest(folder).engines.node);
	return { version, folder, node, command: join(modules, 'n8n', 'bin', 'n8n') };
}

/** The folder with the package.json and the lock file of the requested n8n. @throws Error that names those there are */
function hostFiles(requested: string): string {
	const found = allHosts().find((folder) => versionIn(folder) === requested);
	if (found !== undefined) return found;
	throw new Error(`n8n ${requested} was asked for; it can be ${hostVersions().join(' or ')}`);
}

/** The folders with a package.json and a lock file, that of the default n8n first. */
function allHosts(): string[] {
	const folders = readdirSync(hosts, { withFileTypes: true }).filter((one) => one.isDirectory());
	return [hosts, ...folders.map(({ name }) => join(hosts, name))];
}

function versionIn(files: string): string {
	return readManifest(files).dependencies.n8n;
}

function readManifest(folder: string): Manifest {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function lockHash(files: string): string {
	const hash = createHash('sha256').update(readFileSync(join(files, 'package-lock.json')));
	return hash.update(`${here.platform}-${here.arch}`).digest('hex').slice(0, 12);
}
