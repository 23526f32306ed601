import type { Locator, Page, Request } from 'playwright-core';

/** The request by which the editor starts a workflow. */
export const RUN_REQUEST = /\/rest\/workflows\/[^/]+\/run/;

/** How long n8n needs to take in a choice, in milliseconds. */
const TAKE_IN_MS = 400;

/** How long an action may go without an effect before it is repeated, in milliseconds, and how often it is. */
const PATIENCE_MS = 8_000;
const TRIES = 20;

/** How often a button is clicked that n8n may refuse: as often also where something is missing that it will not get. */
const REQUEST_TRIES = 10;

/**
 * Does something again until it has an effect.
 *
 * @param action may be repeated without harm, such as to open a list
 * @param effect what shows itself afterwards
 * @param patienceMs how long an action may go without it before it is repeated, in milliseconds
 * @param mostTries how often it is done at most
 * @throws Error of the browser when it never does
 */
export async function repeatUntil(
	action: () => Promise<void>,
	effect: Locator,
	patienceMs = PATIENCE_MS,
	mostTries = TRIES,
): Promise<void> {
	for (let tries = 1; tries < mostTries; tries++) {
		await action();
		const isShown = await effect.waitFor({ timeout: patienceMs }).then(
			() => true,
			() => false,
		);
		if (isShown) return;
	}
	await action();
	await effect.waitFor();
}

/**
 * Clicks something until it has an effect: n8n forgets a click that comes while it draws the place anew. A click that cannot be made,
 * because the effect already covers the place, is none.
 */
export async function clickUntil(button: Locator, effect: Locator, clickCount = 1): Promise<void> {
	await repeatUntil(async () => await tryToClick(button, clickCount), effect);
}

/**
 * Clicks a button until the page sends a request that changes something: n8n refuses, or forgets the click, while it takes in what was
 * just entered.
 *
 * @param address fits the address of the request
 * @throws Error of the browser when it never does
 */
export async function clickUntilRequest(
	page: Page,
	button: Locator,
	address: RegExp,
): Promise<void> {
	const isWanted = (request: Request) => request.method() !== 'GET' && address.test(request.url());
	const sent = page.waitForRequest(isWanted, { timeout: PATIENCE_MS * REQUEST_TRIES });
	const isSent = sent.then(() => true);
	const isOver = async () => await page.waitForTimeout(PATIENCE_MS).then(() => false);
	do await tryToClick(button);
	while (!(await Promise.race([isSent, isOver()])));
}

async function tryToClick(button: Locator, clickCount = 1): Promise<void> {
	await button.click({ clickCount, timeout: PATIENCE_MS }).catch(() => undefined);
}

/**
 * Waits until n8n has taken in a choice, as a person does who looks at what comes next. It does so in several steps, and the last of
 * them would undo what is entered meanwhile. On a busy machine they take longer, so the page must have nothing left to do either.
 */
export async function takenIn(page: Page): Promise<void> {
	await page.waitForTimeout(TAKE_IN_MS);
	await page.evaluate(async () => {
		const idle = async () =>
			await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 }));
		await idle();
		await idle();
	});
}
