/* eslint-disable
   @n8n/community-nodes/no-restricted-imports,
   @n8n/community-nodes/require-node-api-error */
import { existsSync } from 'node:fs';
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Page,
	selectors,
	type ViewportSize,
} from 'playwright-core';

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

/** Where and how n8n's editor is opened. */
interface EditorWindow {
	/** Of n8n, without a slash at the end. */
	url: string;
	viewport: Viewport;
	/** Folder in which the browser keeps what it has fetched; of one browser at a time. */
	profile: string;
}

/**
 * Opens n8n in a browser and signs in by the form. Of earlier browsers with the same profile, only the files of the editor are left,
 * as fetched and compiled: each time anew, they take a slow computer many seconds.
 */
export async function openSignedIn({ url, viewport, profile }: EditorWindow): Promise<{
	browser: BrowserContext;
	page: Page;
}> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launchPersistentContext(profile, {
		executablePath: executable,
		args,
		viewport,
		deviceScaleFactor: 1,
	});
	try {
		const page = browser.pages()[0] ?? (await browser.newPage());
		page.setDefaultTimeout(45_000);
		await forgetUser(browser, page, url);
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

/** Removes everything that the browser keeps for n8n but the files that it has fetched. */
async function forgetUser(browser: BrowserContext, page: Page, url: string): Promise<void> {
	await browser.clearCookies();
	const devTools = await browser.newCDPSession(page);
	await devTools.send('Storage.clearDataForOrigin', {
		origin: url,
		storageTypes: 'local_storage,indexeddb,file_systems,service_workers,cache_storage',
	});
	await devTools.detach();
}
