/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import { map } from 'lodash';

import {
	credentialType,
	Rest,
	saveCredential,
	type ServiceAccess,
	testCredential,
} from '../n8n/rest';
import { readExample, saveWorkflow, triggerOf, withCredential } from '../n8n/workflows';
import { completed } from '../n8n/demoExamples';
import { finishedExecution, startExecution } from '../n8n/executions';
import { UNPUBLISHED_PATHS } from '../n8n/local';
import { N8n } from '../n8n/n8n';
import { type PackedManifest, type Proxy, registryOf, startProxy } from './registry';
import { startService } from '../../demo-service';
import { hostVersions, installHost } from '../n8n/install';
import { dataFolder, onShutdown, progress, root, run, say, shutDown } from '../n8n/program';
import { remove, unpack } from '../folders';
import { build, makeTarball, nodeTypesOf } from '../n8n/pack';

/** The package.json of the packed package. */
type Pack = PackedManifest & { n8n: { nodes: string[] } };

/** An n8n that tries the package. */
interface Trial {
	n8n: N8n;
	rest: Rest;
	pack: Pack;
	/** The demo service. */
	access: ServiceAccess;
}

interface Step {
	title: string;
	/** @throws Error that says what is not as it should be */
	work(trial: Trial): Promise<void>;
}

/** Examples with most of the nodes, with files, a list, a pause and a callback. */
const examples = [
	'image-then-video',
	'presenter-video-from-text',
	'lip-sync-video-to-audio-file',
	'translate-video-into-five-languages',
	'custom-person-then-video',
];

/** What a person does with the package, in this order. */
const steps: Step[] = [
	{ title: 'Installing the package in n8n', work: install },
	{ title: 'Looking for the nodes, the credential and their icons', work: lookAround },
	{ title: 'Starting n8n again', work: restart },
	{ title: 'Looking for them again', work: lookAround },
	{ title: 'Testing the credential', work: testAccess },
	...examples.map((name) => ({
		title: `Running the example ${name}`,
		work: async (trial: Trial) => await runExample(trial, name),
	})),
	{ title: 'Uninstalling the package', work: uninstall },
];

const PACKAGES = 'community-packages';

/** A package as n8n lists it under Settings > Community nodes. */
interface CommunityPackage {
	packageName: string;
	installedVersion: string;
	installedNodes: Array<{ name: string; type: string }>;
	failedLoading?: boolean;
}

async function install({ rest, pack }: Trial): Promise<void> {
	// As the dialog of the settings does: n8n has npm fetch it.
	const installed = await rest.post<CommunityPackage>(PACKAGES, { name: pack.name });
	checkListed([installed], pack);
	checkListed(await rest.get(PACKAGES), pack);
}

function checkListed(packages: CommunityPackage[], { name, version, n8n }: Pack): void {
	const listed = packages.map(({ packageName, installedVersion, installedNodes, failedLoading }) =>
		[packageName, installedVersion, installedNodes.length, failedLoading ?? false].join(' '),
	);
	expectSame('the installed packages', listed, [`${name} ${version} ${n8n.nodes.length} false`]);
}

async function lookAround({ rest, pack }: Trial): Promise<void> {
	const nodes = await shownTypes(rest, 'nodes', `${pack.name}.`);
	// n8n makes a tool of each node that an AI agent can use.
	const own = map(nodes, 'name').filter((name) => !name.endsWith('Tool'));
	expectSame('the nodes', own.sort(), nodeTypesOf(pack).sort());
	const credentials = await shownTypes(rest, 'credentials', credentialType);
	expectSame('the credentials', map(credentials, 'name'), [credentialType]);
	for (const { name, iconUrl } of [...nodes, ...credentials]) {
		if (typeof iconUrl !== 'object') throw new Error(`${name} has no light and dark icon`);
		for (const url of Object.values(iconUrl)) await checkIcon(rest, url);
	}
}

async function checkIcon(rest: Rest, url: string): Promise<void> {
	const response = await rest.fetch(`/${url}`);
	const type = response.headers.get('content-type') ?? '';
	const isPicture = type.startsWith('image/svg+xml') && /^<svg /.test(await response.text());
	if (!isPicture) throw new Error(`${url} is ${type} instead of an icon`);
}

async function restart(trial: Trial): Promise<void> {
	await trial.n8n.stop();
	await trial.n8n.launch();
	trial.rest = await Rest.signIn(trial.n8n.url);
	checkListed(await trial.rest.get(PACKAGES), trial.pack);
}

async function testAccess({ rest, access }: Trial): Promise<void> {
	const test = async (accessToken: string) =>
		await testCredential(rest, await saveCredential(rest, { ...access, accessToken }));
	expectSame('the test with a wrong token', [(await test('wrong')).status], ['Error']);
	const { status, message } = await test(access.accessToken);
	if (status !== 'OK') throw new Error(`The credential test says: ${message}`);
}

async function runExample({ rest, access }: Trial, name: string): Promise<void> {
	const credential = await saveCredential(rest, access);
	const example = completed(readExample(name), access.baseUrl);
	const workflow = await saveWorkflow(rest, withCredential(example, credential), true);
	const id = await startExecution(rest, workflow.id, triggerOf(workflow));
	const { status, error } = await finishedExecution(rest, id);
	if (status !== 'success') throw new Error(`It ended with ${status}: ${error?.message ?? ''}`);
}

async function uninstall({ n8n, rest, pack }: Trial): Promise<void> {
	const query = new URLSearchParams({ name: pack.name }).toString();
	await rest.fetch(`/rest/${PACKAGES}?${query}`, { method: 'DELETE' });
	expectSame('the packages left over', await rest.get(PACKAGES), []);
	const nodes = await shownTypes(rest, 'nodes', `${pack.name}.`);
	expectSame('the nodes left over', map(nodes, 'name'), []);
	const folder = join(n8n.userFolder, '.n8n', 'nodes', 'node_modules', pack.name);
	if (existsSync(folder)) throw new Error(`${folder} is still there`);
}

interface ShownType {
	name: string;
	iconUrl?: string | { light: string; dark: string };
}

/** The types that n8n gives to its editor, with names that begin like this. */
async function shownTypes(
	rest: Rest,
	kind: 'nodes' | 'credentials',
	start: string,
): Promise<ShownType[]> {
	const types = (await (await rest.fetch(`/types/${kind}.json`)).json()) as ShownType[];
	return types.filter(({ name }) => name.startsWith(start));
}

function expectSame(what: string, found: unknown[], expected: unknown[]): void {
	const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
	if (is !== should) throw new Error(`Unlike expected, ${what}: ${is} instead of ${should}`);
}

/** Lets an n8n install the package as a person does in its settings, uses the nodes, and uninstalls it. The folder stays. */
async function tryVersion(
	version: string,
	pack: Pack,
	proxy: Proxy,
	folder: string,
): Promise<void> {
	const host = await installHost(version);
	const service = await startService({ speed: 20, ...UNPUBLISHED_PATHS });
	onShutdown(async () => await service.close());
	const access = { baseUrl: service.url, accessToken: service.token, ...UNPUBLISHED_PATHS };
	writeNpmSettings(folder, proxy);
	const starting = async () => await N8n.start({ host, userFolder: folder, env: proxy.env });
	const n8n = await progress(`Starting n8n ${version}`, starting);
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
function writeNpmSettings(userFolder: string, { url, certificate }: Proxy): void {
	const folder = join(userFolder, '.n8n', 'nodes');
	mkdirSync(folder, { recursive: true });
	const settings = [
		`proxy=${url}`,
		`https-proxy=${url}`,
		`cafile=${certificate}`,
		`cache=${join(userFolder, 'npm')}`,
		'update-notifier=false',
	];
	writeFileSync(join(folder, '.npmrc'), settings.join('\n'));
}

const folder = join(dataFolder, 'release');

/**
 * Builds and packs the package, verifies that tarball, and lets each n8n install it from a registry of this run's own. The
 * words of the command line are the versions of n8n; all of them without.
 */
export async function runRelease(): Promise<number> {
	remove(folder);
	mkdirSync(folder, { recursive: true });
	await build();
	const packing = async () => await makeTarball(join(folder, 'tarball'));
	const tarball = await progress('Packing the package', packing);
	await progress('Verifying the tarball', async () => {
		const program = [join(root, 'tools', 'verify', 'run.js'), '--tarball', tarball];
		await run(process.execPath, program, { cwd: root, log: 'release-verify' });
	});
	const unpacked = join(folder, 'package');
	unpack(tarball, unpacked, ['--strip-components=1']);
	const pack = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Pack;
	const versions = process.argv.slice(3);
	const failed: string[] = [];
	for (const version of versions.length > 0 ? versions : hostVersions()) {
		say(`\n=== n8n ${version}\n`);
		if (!(await succeeds(version, pack, readFileSync(tarball)))) failed.push(version);
	}
	const result = failed.length === 0 ? 'ready' : `failed with n8n ${failed.join(', ')}`;
	say(`\n${pack.name} ${pack.version}: ${result}`);
	// After a failure the databases and logs are kept.
	if (failed.length === 0) remove(folder);
	return failed.length === 0 ? 0 : 1;
}

async function succeeds(version: string, manifest: Pack, tarball: Buffer): Promise<boolean> {
	const userFolder = join(folder, version);
	const proxy = await startProxy(join(folder, 'keys'), (origin) =>
		registryOf(manifest, tarball, origin),
	);
	onShutdown(async () => await proxy.close());
	try {
		await tryVersion(version, manifest, proxy, userFolder);
		return true;
	} catch (error) {
		// With the cause, which is all that a failed fetch has to say.
		say(inspect(error));
		say(`What n8n and npm asked for, and n8n's log, are in ${relative(root, userFolder)}.`);
		return false;
	} finally {
		await shutDown();
		const lines = proxy.asked.map((one) => `${one.status} ${one.method} ${one.host}${one.path}`);
		mkdirSync(userFolder, { recursive: true });
		writeFileSync(join(userFolder, 'requests.log'), lines.join('\n'));
	}
}
