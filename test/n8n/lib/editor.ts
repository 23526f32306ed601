/* eslint-disable
   @n8n/community-nodes/no-restricted-imports,
   @n8n/community-nodes/require-node-api-error */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright-core';
import { selectors } from 'playwright-core';

import { launchBrowser } from './browser';
import { dataFolder } from './paths';
import { owner } from './rest';

const folder = join(dataFolder, 'screenshots');
const settings = { viewport: { width: 1440, height: 1200 }, deviceScaleFactor: 1 };

/** n8n's editor in a browser, as a person uses it. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens the editor and signs in by the form. */
	static async open(url: string): Promise<Editor> {
		selectors.setTestIdAttribute('data-test-id');
		const browser = await launchBrowser();
		try {
			const page = await browser.newPage(settings);
			page.setDefaultTimeout(60_000);
			await page.goto(`${url}/signin`);
			await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
			await page.fill('input[name="password"]', owner.password);
			await page.getByTestId('form-submit-button').click();
			await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
			return new Editor(browser, page, url);
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** Keeps a picture of the window below .data/screenshots. */
	async screenshot(name: string): Promise<void> {
		mkdirSync(folder, { recursive: true });
		await this.page.screenshot({ path: join(folder, `${name}.png`) });
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
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
		await this.page.getByTestId('canvas-node').first().waitFor();
		return await this.page.getByTestId('canvas-node').or(this.page.getByTestId('sticky')).count();
	}

	/** Opens a node of the canvas. */
	async openNode(name: string): Promise<void> {
		await this.page.getByTestId('canvas-node').filter({ hasText: name }).first().dblclick();
		await this.panel.waitFor();
	}

	/** Name of the credential that the open node uses; empty when none is chosen. */
	async credential(): Promise<string> {
		return await this.panel.getByTestId('node-credentials-select').locator('input').inputValue();
	}

	/** Opens the nodes panel behind the last node, and waits until a search there shows a node. */
	async findNode(name: string): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').first().click();
		await this.page.getByTestId('node-creator-search-bar').fill(name);
		await this.nodeNames.getByText(name, { exact: true }).waitFor();
	}

	/** Chooses a node that was found, and one of its actions; its parameters open. */
	async addNode(name: string, action: string): Promise<void> {
		await this.nodeNames.getByText(name, { exact: true }).click();
		await this.nodeNames.getByText(action, { exact: true }).click();
		await this.panel.waitFor();
	}

	/** Labels of the parameters that are visible, from top to bottom, without those inside collections. */
	async labels(): Promise<string[]> {
		const items = this.panel.locator('[data-test-id="parameter-item"]:visible');
		const texts = await items.evaluateAll((elements) =>
			elements
				.filter((element) => !element.parentElement?.closest('[data-test-id="parameter-item"]'))
				.flatMap((element) => {
					const own = Array.from(element.querySelectorAll('[data-test-id="input-label"]')).filter(
						(label) => label.closest('[data-test-id="parameter-item"]') === element,
					);
					return own.map((label) => label.querySelector('label')?.innerText ?? '');
				}),
		);
		return texts.map(firstLine);
	}

	/** Labels of the parameters inside a collection. */
	async labelsIn(collection: string): Promise<string[]> {
		const items = this.item(collection).getByTestId('parameter-item');
		const texts = await items.locator('[data-test-id="input-label"] label').allInnerTexts();
		return texts.map(firstLine);
	}

	/** What a collection offers to add. */
	async addable(collection: string): Promise<string[]> {
		const add = this.item(collection).getByTestId('collection-parameter-add');
		if ((await add.count()) === 0) return [];
		await add.click();
		await this.openOptions.first().waitFor();
		const names = await this.openOptions.allInnerTexts();
		await this.page.keyboard.press('Escape');
		await this.openOptions.first().waitFor({ state: 'hidden' });
		return names;
	}

	/** Adds one of the things that a collection offers. */
	async addTo(collection: string, label: string): Promise<void> {
		await this.item(collection).getByTestId('collection-parameter-add').click();
		await this.openOptions.getByText(label, { exact: true }).click();
		await this.openOptions.first().waitFor({ state: 'hidden' });
	}

	/** Names and descriptions of the entries of a dropdown. */
	async entries(parameter: string): Promise<string[]> {
		await this.input(parameter).click();
		await this.openOptions.first().waitFor();
		const texts = await this.openOptions.allInnerTexts();
		await this.page.keyboard.press('Escape');
		await this.openOptions.first().waitFor({ state: 'hidden' });
		return texts;
	}

	/** Chooses the entry of a dropdown whose name begins with a text. */
	async choose(parameter: string, start: string): Promise<void> {
		await this.input(parameter).click();
		await this.openOptions.first().waitFor();
		const texts = await this.openOptions.allInnerTexts();
		const index = texts.findIndex((text) => text.startsWith(start));
		if (index < 0)
			throw new Error(`'${parameter}' has no entry "${start}" but ${texts.join(', ')}`);
		await this.openOptions.nth(index).click();
		await this.openOptions.first().waitFor({ state: 'hidden' });
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.input(parameter).locator('input, textarea').first().fill(text);
	}

	/** Presses "Execute step" and waits until the output shows a text. */
	async executeStep(expected: string): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
		await this.page.getByTestId('output-panel').getByText(expected).first().waitFor();
	}

	private get nodeNames(): Locator {
		return this.page.getByTestId('node-creator-item-name');
	}

	private get panel(): Locator {
		return this.page.getByTestId('node-parameters');
	}

	private get openOptions(): Locator {
		return this.page.locator('[role="option"]:visible');
	}

	private input(parameter: string): Locator {
		return this.panel.getByTestId(`parameter-input-${parameter}`);
	}

	private item(label: string): Locator {
		return this.panel
			.getByTestId('parameter-item')
			.filter({ has: this.page.locator('label', { hasText: label }) })
			.first();
	}
}

/** A label is followed by the switches that belong to it. */
function firstLine(text: string): string {
	return text.trim().split('\n')[0] ?? '';
}
