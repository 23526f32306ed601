/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { existsSync } from 'node:fs';
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Page,
	selectors,
	type ViewportSize,
} from 'playwright-core';

import { freePort } from '../../../tools/n8n/processes';
import { owner } from '../../../tools/n8n/rest';
import { installPackages } from '../installPackages';

/*
 * One Chromium serves all tests of the editor: to start it, to sign in and to fetch and compile the editor takes as long as some of the
 * tests. Each test file connects to it over its debugging port, and finds the account signed in.
 */

const executablePath = '/usr/bin/chromium';

/** How long a busy computer may take for one step of a browser, and for its first page of a new n8n; in milliseconds. */
const STEP_MS = 180_000;
const FIRST_PAGE_MS = 300_000;

/**
 * Makes sure that Chromium is there; where it is missing, a Debian that we administer gets its own package.
 *
 * @throws Error that says what to install
 */
export async function ensureChromium(): Promise<void> {
	if (existsSync(executablePath)) return;
	await installPackages(`The editor needs Chromium at ${executablePath}`, ['chromium']);
}

/** A Chromium that runs, and that other processes can use too. */
interface RunningBrowser {
	/** Address to which `connectBrowser` connects. */
	address: string;
	/** Ends it with all its pages. */
	end(): Promise<void>;
}

/**
 * Starts Chromium without a window.
 *
 * @throws Error when it does not answer
 */
export async function startBrowser(): Promise<RunningBrowser> {
	const port = await freePort();
	const browser = await chromium.launch({
		executablePath,
		timeout: STEP_MS,
		args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--disable-quic'],
		// The program ends it when it shuts down.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
	return { address: `http://127.0.0.1:${port}`, end: async () => await browser.close() };
}

/** Connects to a Chromium that runs; to close the connection leaves it running. */
export async function connectBrowser(address: string): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.connectOverCDP(address, { timeout: STEP_MS });
}

/** Gives a page the size of a window and as much time as a busy computer needs. */
export async function preparePage(page: Page, viewport: ViewportSize): Promise<void> {
	page.setDefaultTimeout(STEP_MS);
	await page.setViewportSize(viewport);
	await page.addInitScript(stopAnimations);
}

/** Runs in the page: what moves is at its end at once, so that nobody has to wait for it. */
function stopAnimations(): void {
	const style = document.createElement('style');
	const names = ['animation', 'transition'];
	const rules = names.map((name) => `${name}-duration:0s!important;${name}-delay:0s!important;`);
	style.textContent = `*,*::before,*::after{${rules.join('')}}`;
	document.addEventListener('DOMContentLoaded', () => document.head.append(style));
}

/** Size of the window, in pixels. */
export type Viewport = ViewportSize;

/**
 * Opens n8n in the first page of a browser, and signs in by the form where no earlier test has. What the editor has kept of earlier
 * tests, such as how an output is shown, is forgotten.
 *
 * @param url of n8n, without a slash at the end
 */
export async function openSignedIn(
	browser: Browser,
	url: string,
	viewport: Viewport,
): Promise<Page> {
	const [context] = browser.contexts();
	if (context === undefined) throw new Error('Chromium has no window');
	const [page = await context.newPage(), ...others] = context.pages();
	for (const other of others) await other.close();
	await preparePage(page, viewport);
	await forgetTraces(context, page, url);
	await page.goto(url, { timeout: FIRST_PAGE_MS });
	const email = page.locator('input[name="emailOrLdapLoginId"]');
	await email.or(page.getByTestId('main-sidebar')).first().waitFor();
	if (await email.isVisible()) await signIn(page);
	return page;
}

async function signIn(page: Page): Promise<void> {
	const { email, password } = owner();
	await page.fill('input[name="emailOrLdapLoginId"]', email);
	await page.fill('input[name="password"]', password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
}

/** Removes everything that the browser keeps for n8n but the files that it has fetched, and the cookie of the account. */
async function forgetTraces(context: BrowserContext, page: Page, url: string): Promise<void> {
	const devTools = await context.newCDPSession(page);
	await devTools.send('Storage.clearDataForOrigin', {
		origin: url,
		storageTypes: 'local_storage,indexeddb,file_systems,service_workers,cache_storage',
	});
	await devTools.detach();
}
