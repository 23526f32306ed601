import type { Locator, Page } from 'playwright-core';

import { clickUntil, clickUntilRequest, repeatUntil, RUN_REQUEST, takenIn } from './clicks';
import { OutputPanel } from './outputPanel';
import { type Area, areaOf } from './pictures';
import { ResourceList } from './resourceList';

const ID = /^[A-Za-z0-9]{16}$/;

/** How long n8n usually takes at most to show how a step has ended, in milliseconds, and how often it is begun. */
const RESULT_MS = 60_000;
const RESULT_TRIES = 3;

/** Height of the row with the tabs and the button, in pixels. */
const HEADING = 42;

/** An open node: its parameters in the middle, its output on the right. */
export class NodeView {
	readonly output: OutputPanel;

	constructor(private readonly page: Page) {
		this.output = new OutputPanel(page);
	}

	get panel(): Locator {
		return this.page.getByTestId('node-parameters');
	}

	/** Name of the credential that the open node uses; empty when none is chosen. */
	async credential(): Promise<string> {
		const field = this.panel.getByTestId('node-credentials-select').locator('input');
		// Until n8n has read its credentials, it shows the ID.
		for (let tries = 0; tries < 50 && ID.test(await field.inputValue()); tries++) {
			await this.page.waitForTimeout(100);
		}
		return await field.inputValue();
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

	/** How many parameters carry the red mark of something that is missing or wrong. */
	async issues(): Promise<number> {
		return await this.panel.locator('[data-test-id="parameter-issues"]:visible').count();
	}

	/** Labels of the parameters inside a collection. */
	async labelsIn(collection: string): Promise<string[]> {
		const items = this.item(collection).getByTestId('parameter-item');
		const texts = await items.locator('[data-test-id="input-label"] label').allInnerTexts();
		return texts.map(firstLine);
	}

	/** Adds an entry to a list of them, such as a file. */
	async addRow(list: string, button: string): Promise<void> {
		await this.item(list).getByRole('button', { name: button }).click();
	}

	/** Chooses in the settings of the node that its run goes on after an error, which then stands in the item. */
	async continueOnError(): Promise<void> {
		await this.page.getByTestId('tab-settings').click();
		const onError = this.page.getByTestId('parameter-input-onError');
		await clickUntil(onError, this.openOptions.first());
		await this.pick('Continue');
		await this.page.getByTestId('tab-params').click();
	}

	/** Names and descriptions of the entries of a dropdown. */
	async entries(parameter: string): Promise<string[]> {
		await this.open(parameter);
		const texts = await this.openOptions.allInnerTexts();
		await this.page.keyboard.press('Escape');
		await this.openOptions.first().waitFor({ state: 'hidden' });
		return texts;
	}

	/** Opens a dropdown. */
	async open(parameter: string): Promise<void> {
		await clickUntil(this.input(parameter), this.openOptions.first());
	}

	/** Chooses the entry of the open dropdown whose name begins with a text, or else ends with it. */
	async pick(start: string): Promise<void> {
		const texts = await this.openOptions.allInnerTexts();
		const names = texts.map((text) => firstLine(text).trim());
		const begins = texts.findIndex((text) => text.startsWith(start));
		const index = begins < 0 ? names.findIndex((name) => name.endsWith(start)) : begins;
		if (index < 0) throw new Error(`There is no entry "${start}" but ${texts.join(', ')}`);
		await this.openOptions.nth(index).click();
		await this.openOptions.first().waitFor({ state: 'hidden' });
		await takenIn(this.page);
	}

	/** Chooses the entry of a dropdown whose name begins with a text, or else ends with it. */
	async choose(parameter: string, start: string): Promise<void> {
		await this.open(parameter);
		await this.pick(start);
	}

	/** Adds the entry whose name begins with a text to a field in which several are chosen. */
	async tick(parameter: string, start: string): Promise<void> {
		await this.open(parameter);
		await this.openOptions.filter({ hasText: start }).first().click();
		await this.page.keyboard.press('Escape');
		await this.openOptions.first().waitFor({ state: 'hidden' });
	}

	/** Does something after which n8n fills dropdowns anew, and waits until it has. */
	async refilling(action: () => Promise<void>): Promise<void> {
		const filled = this.page.waitForResponse('**/dynamic-node-parameters/options');
		await action();
		await filled;
		// Until then the dropdown is switched off, which cannot be seen from outside.
		await this.page.waitForTimeout(1_000);
	}

	/** What a field holds, or a dropdown shows as chosen. */
	async value(parameter: string): Promise<string> {
		return await this.input(parameter).locator('input, textarea').first().inputValue();
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.input(parameter).locator('input, textarea').first().fill(text);
	}

	/** Types the value of the first field that an Edit Fields node sets. */
	async fillAssignment(text: string): Promise<void> {
		const value = this.panel.getByTestId('assignment-value').first();
		await value.locator('input, textarea, .cm-content').first().fill(text);
	}

	/** Drags a field of the input into a parameter, which becomes an expression. */
	async drag(field: string, parameter: string): Promise<void> {
		const source = this.page
			.getByTestId('ndv-input-panel')
			.getByText(field, { exact: true })
			.first();
		await source.hover();
		await this.page.mouse.down();
		await this.input(parameter).hover();
		// n8n notices where the mouse is once it has moved there.
		await this.input(parameter).hover({ position: { x: 20, y: 10 } });
		await this.page.mouse.up();
		// The field that has the focus shows its result in a window of its own, which may cover the button.
		await this.page.getByTestId('tab-params').click();
		await takenIn(this.page);
	}

	/** Presses "Execute step", or in a trigger the button that asks for a test event, until n8n begins. */
	async press(): Promise<void> {
		const button = this.page
			.getByTestId('node-execute-button')
			.or(this.page.getByTestId('trigger-execute-button'));
		await clickUntilRequest(this.page, button.first(), RUN_REQUEST);
	}

	/** Presses "Execute step" and waits until the output shows items. */
	async executeStep(): Promise<void> {
		await this.press();
		await this.output.items.waitFor();
	}

	/** Presses "Execute step" until the output shows an error. A run that fails before anything is paid may be repeated. */
	async executeToError(): ReturnType<OutputPanel['error']> {
		const { errorMessage } = this.output;
		await repeatUntil(async () => await this.press(), errorMessage, RESULT_MS, RESULT_TRIES);
		return await this.output.error();
	}

	/**
	 * The column of the parameters with its heading.
	 *
	 * @param last the lowest thing to be seen; all parameters without it
	 */
	async column(last?: Locator): Promise<Area> {
		const panel = await areaOf(this.page, [this.panel], 0);
		const lowest = await areaOf(this.page, [last ?? this.panel.getByTestId('parameter-item')], 0);
		const y = panel.y - HEADING;
		const bottom = Math.min(panel.y + panel.height, lowest.y + lowest.height + 8);
		return { x: panel.x, y, width: panel.width, height: bottom - y };
	}

	/** The searchable list of a parameter. */
	list(parameter: string): ResourceList {
		return new ResourceList(this.page, parameter);
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** The entries of the dropdown that is open. */
	get openOptions(): Locator {
		return this.page.locator('[role="option"]:visible');
	}

	/** The input of a parameter. */
	input(parameter: string): Locator {
		return this.panel.getByTestId(`parameter-input-${parameter}`);
	}

	private item(label: string): Locator {
		return this.panel
			.getByTestId('parameter-item')
			.filter({ has: this.page.getByTestId('input-label').getByText(label, { exact: true }) })
			.first();
	}
}

/** A label is followed by the switches that belong to it. */
function firstLine(text: string): string {
	return text.trim().split('\n')[0] ?? '';
}
