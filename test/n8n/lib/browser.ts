/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { existsSync } from 'node:fs';

import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

import { run } from './command';
import { root } from './paths';
import { progress } from './progress';

const executable = '/usr/bin/chromium';

const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * Makes sure that Chromium is there; where it is missing, a Debian that we administer gets its own package.
 *
 * @throws Error that says what to install
 */
export async function ensureChromium(): Promise<void> {
	if (existsSync(executable)) return;
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		throw new Error(
			`These tests need Chromium at ${executable}. On Debian, install it with "apt-get install chromium".`,
		);
	}
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await progress('Installing Chromium', async () => {
		await run('apt-get', ['update'], { cwd: root, env, log: 'apt-update' });
		await run('apt-get', ['install', '-y', 'chromium'], { cwd: root, env, log: 'apt-chromium' });
	});
}

/** Starts Chromium without a window, with a new profile that is thrown away at the end. */
export async function launchBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: executable, args });
}
