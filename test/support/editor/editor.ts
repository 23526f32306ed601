/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';

import type { BrowserContext, Locator, Page } from 'playwright-core';

import { CredentialForm } from './credentialForm';
import { NodesPanel } from './nodesPanel';
import { NodeView } from './nodeView';
import { type Area, areaOf, keepScreenshot, takePicture } from './pictures';
import { openSignedIn, type Viewport } from '../../../tools/n8n/browser';
import { testFolder } from '../n8n/shared';

/** What lies over the canvas. */
const buttons = [
	'[data-test-id="canvas-controls"]',
	'[data-test-id="execute-workflow-button"]',
	'.vue-flow__panel',
	'[data-test-id="canvas-handle-plus-wrapper"]',
];

/** Window of the tests: high enough for most nodes without scrolling. */
const WINDOW: Viewport = { width: 1440, height: 1200 };

/** n8n's editor in a browser, as a person uses it. */
export class Editor {
	readonly node: NodeView;

	readonly nodes: NodesPanel;

	readonly credential: CredentialForm;

	private constructor(
		private readonly browser: BrowserContext,
		readonly page: Page,
		private readonly url: string,
	) {
		this.node = new NodeView(page);
		this.nodes = new NodesPanel(page);
		this.credential = new CredentialForm(page);
	}

	/** Opens the editor and signs in by the form. */
	static async open(url: string, viewport = WINDOW): Promise<Editor> {
		// The files of these tests run one after another.
		const profile = join(testFolder(), 'browser');
		const { browser, page } = await openSignedIn({ url, viewport, profile });
		return new Editor(browser, page, url);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** Keeps a picture of the window below .data/screenshots. */
	async screenshot(name: string): Promise<void> {
		await keepScreenshot(this.page, name);
	}

	/**
	 * Takes a picture for the documentation.
	 *
	 * @param name path below docs/images, without ending
	 * @param part what it shows
	 */
	async picture(name: string, part: Area | Locator[]): Promise<void> {
		await this.page.addStyleTag({ content: '.el-notification{visibility:hidden!important}' });
		const area = Array.isArray(part) ? await areaOf(this.page, part) : part;
		await takePicture(this.page, name, area);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Opens an empty workflow. */
	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	/** Imports a workflow file into a new workflow. @returns how many nodes and notes the canvas then shows */
	async importFile(content: string): Promise<number> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('workflow-menu').waitFor();
		const file = {
			name: 'workflow.json',
			mimeType: 'application/json',
			buffer: Buffer.from(content),
		};
		await this.page.getByTestId('workflow-import-input').setInputFiles(file);
		await this.canvasNodes.first().waitFor();
		return await this.canvasNodes.count();
	}

	/** Chooses the theme of n8n as its settings do, and opens the page anew. */
	async chooseTheme(theme: 'light' | 'dark'): Promise<void> {
		await this.page.evaluate((name) => localStorage.setItem('N8N_THEME', name), theme);
		await this.page.reload();
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Addresses of the icons of all nodes on the canvas; throws Error where one does not load. */
	async nodeIcons(): Promise<string[]> {
		const icons = this.page.getByTestId('canvas-node').locator('img');
		await icons.first().waitFor();
		return await icons.evaluateAll(
			async (images) =>
				await Promise.all(
					images.map(async (image) => {
						await (image as HTMLImageElement).decode();
						return (image as HTMLImageElement).src;
					}),
				),
		);
	}

	get canvasNodes(): Locator {
		return this.page.getByTestId('canvas-node').or(this.page.getByTestId('sticky'));
	}

	/** Lets go of what is selected, moves everything into the window and takes the buttons away. */
	async tidyCanvas(): Promise<void> {
		await this.page.getByTestId('canvas-wrapper').click({ position: { x: 10, y: 10 } });
		await this.showAll();
		await this.page.mouse.move(0, 0);
		await this.page.addStyleTag({ content: buttons.map((one) => `${one}{opacity:0}`).join('') });
		await this.page.waitForTimeout(600);
	}

	/** Starts the workflow with the button below the canvas. */
	async executeWorkflow(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
	}

	/** Moves everything into the window. */
	async showAll(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		await this.page.waitForTimeout(400);
	}

	/** Opens a node of the canvas; another one that is open is closed. */
	async openNode(name: string): Promise<void> {
		if (await this.node.panel.isVisible()) await this.node.close();
		await this.page.getByTestId('canvas-node').filter({ hasText: name }).first().dblclick();
		await this.node.panel.waitFor().catch(async (error: Error) => {
			await this.screenshot('node-did-not-open');
			throw error;
		});
	}
}
