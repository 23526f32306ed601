import type { Browser, Locator, Page } from 'playwright-core';

import { clickUntil, clickUntilRequest, repeatUntil, RUN_REQUEST } from './clicks';
import { CredentialForm } from './credentialForm';
import { NodesPanel } from './nodesPanel';
import { NodeView } from './nodeView';
import { type Area, areaOf, keepScreenshot, takePicture } from './pictures';
import { connectBrowser, openSignedIn, type Viewport } from './browser';
import { browserAddress } from './sharedBrowser';

/** What lies over the canvas. */
const buttons = [
	'[data-test-id="canvas-controls"]',
	'[data-test-id="execute-workflow-button"]',
	'.vue-flow__panel',
	'[data-test-id="canvas-handle-plus-wrapper"]',
];

/** Window of the tests: high enough for most nodes without scrolling. */
const WINDOW: Viewport = { width: 1440, height: 1200 };

/** How long the editor usually takes at most to leave a workflow, or to ask whether to save it, in milliseconds. */
const ANSWER_MS = 5_000;

/** How long the editor usually takes at most to show a page, in milliseconds. */
const PAGE_MS = 30_000;

/** n8n's editor in a browser, as a person uses it. */
export class Editor {
	readonly node: NodeView;

	readonly nodes: NodesPanel;

	readonly credential: CredentialForm;

	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {
		this.node = new NodeView(page);
		this.nodes = new NodesPanel(page);
		this.credential = new CredentialForm(page);
	}

	/** Opens the editor in the browser that all tests share, and signs in where no earlier test has. */
	static async open(url: string, viewport = WINDOW): Promise<Editor> {
		const browser = await connectBrowser(browserAddress());
		const page = await openSignedIn(browser, url, viewport);
		return new Editor(browser, page, url);
	}

	/** Leaves the browser to the next test file. */
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
		await this.goTo(`/workflow/${id}`, this.page.getByTestId('canvas-node').first());
	}

	/** Opens an empty workflow. */
	async newWorkflow(): Promise<void> {
		await this.goTo('/workflow/new', this.page.getByTestId('canvas-plus-button'));
	}

	/** Imports a workflow file into a new workflow. @returns how many nodes and notes the canvas then shows */
	async importFile(content: string): Promise<number> {
		const file = {
			name: 'workflow.json',
			mimeType: 'application/json',
			buffer: Buffer.from(content),
		};
		const importNow = async () => {
			await this.goTo('/workflow/new', this.page.getByTestId('workflow-menu'));
			await this.page.getByTestId('workflow-import-input').setInputFiles(file);
		};
		await repeatUntil(importNow, this.canvasNodes.first(), PAGE_MS);
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
	}

	/** Starts the workflow with the button below the canvas. */
	async executeWorkflow(): Promise<void> {
		const button = this.page.getByTestId('execute-workflow-button').first();
		await clickUntilRequest(this.page, button, RUN_REQUEST);
	}

	/** Moves everything into the window. */
	async showAll(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		await this.page.locator('.vue-flow__transformationpane').evaluate(standsStill);
	}

	/** Opens a node of the canvas; another one that is open is closed. */
	async openNode(name: string): Promise<void> {
		if (await this.node.panel.isVisible()) await this.node.close();
		const node = this.page.getByTestId('canvas-node').filter({ hasText: name }).first();
		await clickUntil(node, this.node.panel, 2);
	}

	/** Leaves the workflow and goes to a page; once more where n8n says that it does not find a workflow that is there. */
	private async goTo(path: string, shown: Locator): Promise<void> {
		const arrive = async () => {
			await this.leaveWorkflow();
			await this.go(path);
		};
		await repeatUntil(arrive, shown, PAGE_MS);
	}

	/**
	 * Goes to the list of credentials, which n8n reads again for it: the next workflow knows those that a test has made. Nothing of the
	 * workflow before is left on the page, which the next one could be taken for.
	 */
	private async leaveWorkflow(): Promise<void> {
		const list = '/home/credentials';
		const unsaved = this.page.getByRole('button', { name: 'Leave without saving' });
		const withoutCanvas = this.page.locator('body:not(:has([data-test-id="canvas-wrapper"]))');
		// An open form keeps the editor where it is.
		if (await this.page.locator('.el-dialog:visible').first().isVisible()) {
			await this.page.goto(this.url + list);
		}
		// What n8n saves by itself at that moment can keep it there, too.
		await repeatUntil(async () => {
			await this.go(list);
			const answer = unsaved.or(withoutCanvas).first();
			await answer.waitFor({ timeout: ANSWER_MS }).catch(() => undefined);
			if (await unsaved.isVisible()) await unsaved.click();
		}, withoutCanvas);
		await this.page.waitForURL(`**${list}*`);
	}

	/**
	 * Asks the editor to go to one of its pages as its own links do, without being loaded again. It first may ask whether to save.
	 *
	 * @param path from the root of the address, beginning with a slash
	 */
	private async go(path: string): Promise<void> {
		await this.page.locator('#app').evaluate((app, target) => {
			const { __vue_app__ } = app as unknown as VueRoot;
			void __vue_app__.config.globalProperties.$router.push(target);
		}, path);
	}
}

/** The element in which Vue has mounted n8n's editor. */
interface VueRoot {
	__vue_app__: {
		config: { globalProperties: { $router: { push(path: string): Promise<unknown> } } };
	};
}

/** Runs in the page: waits until an element is not moved any more, for at most 600 frames. */
async function standsStill(element: Element): Promise<void> {
	let place = '';
	for (let same = 0, frames = 0; same < 10 && frames < 600; frames++) {
		await new Promise((resolve) => requestAnimationFrame(resolve));
		const { left, top, width } = element.getBoundingClientRect();
		const now = [left, top, width].join();
		same = now === place ? same + 1 : 0;
		place = now;
	}
}
