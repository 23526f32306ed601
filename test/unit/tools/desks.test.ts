/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');
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
			['tools/n8n/debian.ts', 'tools/n8n/queue/programs.ts', 'tools/n8n/browser.ts'],
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
