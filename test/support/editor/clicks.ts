import type { Locator } from 'playwright-core';

/** How long an action may go without an effect before it is repeated, in milliseconds, and how often it is. */
const PATIENCE_MS = 8_000;
const TRIES = 20;

/**
 * Does something again until it has an effect.
 *
 * @param action may be repeated without harm, such as to open a list
 * @param effect what shows itself afterwards
 * @throws Error of the browser when it never does
 */
export async function repeatUntil(action: () => Promise<void>, effect: Locator): Promise<void> {
	for (let tries = 1; tries < TRIES; tries++) {
		await action();
		const isShown = await effect.waitFor({ timeout: PATIENCE_MS }).then(
			() => true,
			() => false,
		);
		if (isShown) return;
	}
	await action();
	await effect.waitFor();
}

/** Clicks something until it has an effect: n8n forgets a click that comes while it draws the place anew. */
export async function clickUntil(button: Locator, effect: Locator): Promise<void> {
	await repeatUntil(async () => await button.click(), effect);
}
