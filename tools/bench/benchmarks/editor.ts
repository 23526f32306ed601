/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import type { Page } from 'playwright-core';

import { chain, manualTrigger, type NodeSpec, packNode, saveWorkflow } from '../../n8n/workflows';
import { forgetCredentials } from '../../n8n/rest';
import { ensureChromium, openSignedIn } from '../../n8n/browser';
import { type Benchmark, median, type Result, takeTurns } from '../lib/benchmark';
import type { Setting } from '../lib/setting';

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

const RUNS = 7;
const WINDOW = { width: 1440, height: 1200 };

interface Contender {
	name: string;
	own?: true;
	node: NodeSpec;
	/** The field whose value changes which others there are, and the names of two of its entries. */
	field: string;
	entries: [string, string];
}

const ofN8n = (name: string, typeVersion: number, parameters = {}): NodeSpec => ({
	name,
	type: `n8n-nodes-base.${name.toLowerCase()}`,
	typeVersion,
	parameters,
});

const contenders: Contender[] = [
	{
		name: 'AI Create',
		own: true,
		node: packNode('digitalHumanAiCreate', 'AI Create', {
			resource: 'video',
			operation: 'generate',
			modelCode: 'modelb-2.0-lite-tk',
		}),
		field: 'modelCode',
		entries: ['modelc3.0-first-last-to-video', 'modelb-2.0-lite-tk'],
	},
	{
		name: 'Slack node',
		node: ofN8n('Slack', 2.3, { resource: 'channel', operation: 'create' }),
		field: 'resource',
		entries: ['Message', 'Channel'],
	},
];

/** Whether the editor stands still while a large node is opened or changed. */
export const editor: Benchmark = {
	name: 'editor',
	title: 'In the editor',
	about: `The node with the most fields in Chromium, next to the Slack node of n8n, whose description is larger: its panel is opened, and the entry that decides about the other fields is changed (AI Create: the model; Slack: the resource). Drawn is the time from the click until the page does not change any more, the standstill the longest gap in it between two frames. Medians of ${RUNS}; the two nodes alternate.`,
	figures: {
		drawnMs: { heading: 'Drawn after, ms' },
		standstillMs: { heading: 'Longest standstill, ms' },
	},
	compared: { 'Slack node': 'drawnMs' },
	async run(setting) {
		await ensureChromium();
		const rest = await setting.afresh();
		// With the panel, n8n draws the list of credentials, of which other sets leave hundreds.
		await forgetCredentials(rest);
		const nodes = contenders.map(({ node }) => node);
		const file = { ...chain('Benchmark: editor', manualTrigger, ...nodes), connections: {} };
		const { id } = await saveWorkflow(rest, file, true);
		const { browser, page } = await openSignedIn(rest.url, WINDOW);
		try {
			await page.goto(`${rest.url}/workflow/${id}`);
			await page.getByTestId('canvas-node').first().waitFor();
			return await measureAll(setting, page);
		} finally {
			await browser.close();
		}
	},
};

async function measureAll(setting: Setting, page: Page): Promise<Result[]> {
	await watchScreen(page);
	const drawn = await takeTurns(setting, contenders, RUNS, async (contender, round) => {
		const opened = await openNode(page, contender);
		const changed = await choose(page, contender, contender.entries[round % 2] ?? '');
		await page.getByTestId('ndv-close-button').click();
		await page.getByTestId('node-parameters').waitFor({ state: 'hidden' });
		return { opened, changed };
	});
	const tasks = { opened: 'Open the panel', changed: 'Change the decisive entry' } as const;
	return (['opened', 'changed'] as const).flatMap((what) =>
		contenders.map((contender): Result => {
			const all = drawn(contender).map((one) => one[what]);
			const figures = {
				drawnMs: median(all.map(({ drawnMs }) => drawnMs)),
				standstillMs: median(all.map(({ standstillMs }) => standstillMs)),
			};
			return { contender: contender.name, own: contender.own, task: tasks[what], figures };
		}),
	);
}

async function openNode(page: Page, { node }: Contender): Promise<Drawn> {
	const onCanvas = page.getByTestId('canvas-node').filter({ hasText: node.name }).first();
	return await until(page, 'dblclick', async () => await onCanvas.dblclick());
}

async function choose(page: Page, { field }: Contender, entry: string): Promise<Drawn> {
	await page.getByTestId('node-parameters').getByTestId(`parameter-input-${field}`).click();
	const option = page.locator('[role="option"]:visible').filter({ hasText: entry }).first();
	await option.waitFor();
	return await until(page, 'click', async () => await option.click());
}
