/* eslint-disable
   @n8n/community-nodes/no-restricted-imports */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import {
	installPackage,
	listPackages,
	uninstallPackage,
	type CommunityPackage,
} from '../n8n/communityPackages';
import type { ServiceAccess } from '../n8n/credentials';
import { credentialType, saveCredential, testCredential } from '../n8n/credentials';
import { withDemoFiles } from '../n8n/demoFiles';
import { finishedExecution, startExecution } from '../n8n/executions';
import { filesBelow } from '../n8n/files';
import type { N8n } from '../n8n/n8n';
import { Rest } from '../n8n/rest';
import { readExample, saveWorkflow, triggerOf, withCredential } from '../n8n/workflows';
import type { PackedManifest } from './registry';

/** A tarball, unpacked. */
export interface UnpackedPack {
	folder: string;
	manifest: PackedManifest & { n8n: { nodes: string[] } };
}

/** An n8n that tries the package. */
export interface Trial {
	n8n: N8n;
	rest: Rest;
	pack: UnpackedPack;
	/** The demo service. */
	access: ServiceAccess;
}

interface Step {
	title: string;
	/** @throws Error that says what is not as it should be */
	work(trial: Trial): Promise<void>;
}

/** Examples with most of the nodes, with files, a list, a pause and a callback. */
export const examples = [
	'image-then-video',
	'presenter-video-from-text',
	'lip-sync-video-to-audio-file',
	'translate-video-into-five-languages',
	'custom-person-then-video',
];

/** What a person does with the package, in this order. */
export const steps: Step[] = [
	{ title: 'Installing the package in n8n', work: install },
	{ title: 'Comparing what n8n has installed with the tarball', work: compareFiles },
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

async function install({ rest, pack: { manifest } }: Trial): Promise<void> {
	const installed = await installPackage(rest, manifest.name);
	checkListed([installed], manifest);
	checkListed(await listPackages(rest), manifest);
}

function checkListed(packages: CommunityPackage[], manifest: UnpackedPack['manifest']): void {
	const listed = packages.map(({ packageName, installedVersion, installedNodes, failedLoading }) =>
		[packageName, installedVersion, installedNodes.length, failedLoading ?? false].join(' '),
	);
	const { name, version, n8n } = manifest;
	expectSame('the installed packages', listed, [`${name} ${version} ${n8n.nodes.length} false`]);
}

/** n8n rewrites package.json; everything else must be what was packed, and nothing may come with it. */
async function compareFiles({ n8n, pack }: Trial): Promise<void> {
	const installed = contentsOf(installedFolder(n8n, pack));
	const packed = contentsOf(pack.folder);
	expectSame('the installed files', [...installed.keys()], [...packed.keys()]);
	for (const [path, content] of packed) {
		const same = path === 'package.json' || installed.get(path)?.equals(content) === true;
		if (!same) throw new Error(`${path} is not as it was packed`);
	}
}

async function lookAround({ rest, pack }: Trial): Promise<void> {
	const nodes = await shownTypes(rest, 'nodes', `${pack.manifest.name}.`);
	// n8n makes a tool of each node that an AI agent can use.
	const own = nodes.map(({ name }) => name).filter((name) => !name.endsWith('Tool'));
	expectSame('the nodes', own.sort(), nodeNames(pack));
	const credentials = await shownTypes(rest, 'credentials', credentialType);
	expectSame(
		'the credentials',
		credentials.map(({ name }) => name),
		[credentialType],
	);
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
	checkListed(await listPackages(trial.rest), trial.pack.manifest);
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
	const example = withDemoFiles(readExample(name), access.baseUrl);
	const workflow = await saveWorkflow(rest, withCredential(example, credential), true);
	const id = await startExecution(rest, workflow.id, triggerOf(workflow));
	const { status, error } = await finishedExecution(rest, id);
	if (status !== 'success') throw new Error(`It ended with ${status}: ${error?.message ?? ''}`);
}

async function uninstall({ n8n, rest, pack }: Trial): Promise<void> {
	await uninstallPackage(rest, pack.manifest.name);
	expectSame('the packages left over', await listPackages(rest), []);
	const nodes = await shownTypes(rest, 'nodes', `${pack.manifest.name}.`);
	expectSame(
		'the nodes left over',
		nodes.map(({ name }) => name),
		[],
	);
	const folder = installedFolder(n8n, pack);
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

function nodeNames({ manifest }: UnpackedPack): string[] {
	const className = (file: string): string => basename(file, '.node.js');
	const names = manifest.n8n.nodes.map(className);
	return names
		.map((name) => `${manifest.name}.${name.charAt(0).toLowerCase()}${name.slice(1)}`)
		.sort();
}

function installedFolder({ userFolder }: N8n, { manifest }: UnpackedPack): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', manifest.name);
}

function contentsOf(folder: string): Map<string, Buffer> {
	const files = filesBelow(folder);
	return new Map(files.map((file) => [relative(folder, file), readFileSync(file)]));
}

function expectSame(what: string, found: unknown[], expected: unknown[]): void {
	const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
	if (is !== should) throw new Error(`Unlike expected, ${what}: ${is} instead of ${should}`);
}
