/* eslint-disable
   @n8n/community-nodes/no-restricted-imports,
   @n8n/community-nodes/require-node-api-error */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page, selectors, type ViewportSize } from 'playwright-core';

import { installPackages } from './program';
import { owner } from './rest';

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
	await installPackages(`The editor needs Chromium at ${executable}`, ['chromium']);
}

/** Starts Chromium without a window, with a new profile that is thrown away at the end. */
export async function launchBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: executable, args });
}

/** Size of the window, in pixels. */
export type Viewport = ViewportSize;

/** Opens n8n in a browser and signs in by the form. */
export async function openSignedIn(
	url: string,
	viewport: Viewport,
): Promise<{ browser: Browser; page: Page }> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await launchBrowser();
	try {
		const page = await browser.newPage({ viewport, deviceScaleFactor: 1 });
		page.setDefaultTimeout(45_000);
		// On a busy computer, the first page of a new n8n takes long.
		await page.goto(`${url}/signin`, { timeout: 120_000 });
		const { email, password } = owner();
		await page.fill('input[name="emailOrLdapLoginId"]', email);
		await page.fill('input[name="password"]', password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
		return { browser, page };
	} catch (error) {
		await browser.close();
		throw error;
	}
}
