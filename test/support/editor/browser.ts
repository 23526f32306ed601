/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { existsSync } from 'node:fs';

import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

import { installPackages } from '../../../tools/n8n/debian';

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
	await installPackages(`These tests need Chromium at ${executable}`, ['chromium']);
}

/** Starts Chromium without a window, with a new profile that is thrown away at the end. */
export async function launchBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: executable, args });
}
