/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { buildNative } from '../../../tools/n8n/install';

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
