import type { Page } from 'playwright-core';

import { chain, manualTrigger, packNode, type NodeSpec } from '../../n8n/buildWorkflow';
import { forgetCredentials } from '../../n8n/credentials';
import { ensureChromium, openSignedIn } from '../../n8n/browser';
import { saveWorkflow } from '../../n8n/workflows';
import type { Benchmark, Result } from '../lib/benchmark';
import { until, watchScreen, type Drawn } from '../lib/screen';
import type { Setting } from '../lib/setting';
import { median } from '../lib/stats';

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
			return await takeTurns(setting, page);
		} finally {
			await browser.close();
		}
	},
};

async function takeTurns(setting: Setting, page: Page): Promise<Result[]> {
	await watchScreen(page);
	const opened = new Map<Contender, Drawn[]>(contenders.map((contender) => [contender, []]));
	const switched = new Map<Contender, Drawn[]>(contenders.map((contender) => [contender, []]));
	// The first round loads what the editor loads late.
	for (let round = 0; round <= (setting.runs ?? RUNS); round++) {
		for (const contender of round % 2 === 0 ? contenders : [...contenders].reverse()) {
			const open = await openNode(page, contender);
			const change = await choose(page, contender, contender.entries[round % 2] ?? '');
			await page.getByTestId('ndv-close-button').click();
			await page.getByTestId('node-parameters').waitFor({ state: 'hidden' });
			if (round === 0) continue;
			opened.get(contender)?.push(open);
			switched.get(contender)?.push(change);
		}
	}
	return [
		...contenders.map((contender) => resultOf(contender, 'Open the panel', opened)),
		...contenders.map((contender) => resultOf(contender, 'Change the decisive entry', switched)),
	];
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

function resultOf(contender: Contender, task: string, measured: Map<Contender, Drawn[]>): Result {
	const all = measured.get(contender) ?? [];
	return {
		contender: contender.name,
		own: contender.own,
		task,
		figures: {
			drawnMs: median(all.map(({ drawnMs }) => drawnMs)),
			standstillMs: median(all.map(({ standstillMs }) => standstillMs)),
		},
	};
}
