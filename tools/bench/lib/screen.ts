/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import type { Page } from 'playwright-core';

/** What somebody sees after a click. */
export interface Drawn {
	/** From the click until the page does not change any more. */
	drawnMs: number;
	/** The longest time within it without a frame. */
	standstillMs: number;
}

interface Watch {
	/** Listens for the next event of this kind. */
	await(kind: string): Promise<Drawn>;
	next?: Promise<Drawn>;
}

type Watching = typeof globalThis & { benchmark: Watch };

const QUIET_MS = 500;

/** Puts into a page what measures it. */
export async function watchScreen(page: Page): Promise<void> {
	// tsx marks functions with a helper of its own, which a page does not have.
	await page.evaluate('globalThis.__name ??= (marked) => marked');
	await page.evaluate((quietMs) => {
		const window = globalThis as unknown as Window & Watching;
		window.benchmark = {
			await: async (kind) =>
				await new Promise((resolve) => {
					const begin = () => {
						const began = performance.now();
						let changed = began;
						let lastFrame = began;
						let standstillMs = 0;
						const observer = new MutationObserver(() => {
							changed = performance.now();
						});
						const all = { subtree: true, childList: true, attributes: true, characterData: true };
						observer.observe(document.body, all);
						const frame = () => {
							const now = performance.now();
							if (lastFrame <= changed) standstillMs = Math.max(standstillMs, now - lastFrame);
							lastFrame = now;
							if (now - changed < quietMs) {
								requestAnimationFrame(frame);
								return;
							}
							observer.disconnect();
							resolve({ drawnMs: changed - began, standstillMs });
						};
						requestAnimationFrame(frame);
					};
					document.addEventListener(kind, begin, { capture: true, once: true });
				}),
		};
	}, QUIET_MS);
}

/** Does something with the mouse, and measures from the event that it causes until nothing changes any more. */
export async function until(
	page: Page,
	kind: 'click' | 'dblclick',
	action: () => Promise<void>,
): Promise<Drawn> {
	await page.evaluate((event) => {
		const { benchmark } = globalThis as Watching;
		benchmark.next = benchmark.await(event);
	}, kind);
	await action();
	return await page.evaluate(async () => {
		const { next } = (globalThis as Watching).benchmark;
		if (next === undefined) throw new Error('Nothing is measured');
		return await next;
	});
}
