import type { Locator, Page } from 'playwright-core';

import { clickUntil, repeatUntil, takenIn } from './clicks';

/** The searchable list of a field such as Person or Voice. */
export class ResourceList {
	constructor(
		private readonly page: Page,
		private readonly parameter: string,
	) {}

	get entries(): Locator {
		return this.page.locator('[data-test-id="rlc-item"]:visible');
	}

	/** The field with the arrow. */
	get field(): Locator {
		return this.page.getByTestId(`resource-locator-${this.parameter}`);
	}

	/** What the field shows as chosen; empty where nothing is. */
	async shown(): Promise<string> {
		return await this.field
			.getByTestId('rlc-input')
			.evaluate((element) =>
				element instanceof HTMLInputElement
					? element.value
					: (element.querySelector('input')?.value ?? ''),
			);
	}

	/** Opens the list and waits for its first entry. */
	async open(): Promise<void> {
		await clickUntil(this.field.getByTestId('rlc-input'), this.entries.first());
	}

	/** Types a text and waits until only entries with it are left. @returns their names */
	async search(text: string): Promise<string[]> {
		const fits = new RegExp(text, 'i');
		// What was searched before is there at once.
		const answered = this.page
			.waitForResponse((response) => isSearch(response.request().postData(), text), {
				timeout: 5_000,
			})
			.catch(() => undefined);
		await this.page.locator('[data-test-id="rlc-search"]:visible').fill(text);
		await answered;
		await this.page.waitForTimeout(300);
		// The chosen entry stays in the list, also where it does not fit.
		const others = this.entries.and(this.page.locator(':not([class*="_selected_"])'));
		await others.filter({ hasNotText: fits }).first().waitFor({ state: 'hidden' });
		// While n8n loads, the chosen entry is the only one.
		await this.entries.filter({ hasText: fits }).first().waitFor();
		return (await this.entries.allInnerTexts()).filter((name) => fits.test(name));
	}

	/** Scrolls to the last entry and waits until more have been loaded. @returns how many there are then */
	async scrollOn(): Promise<number> {
		const before = await this.entries.count();
		await repeatUntil(async () => {
			await this.entries.last().hover();
			// Up first: where the end is reached already, nothing would be scrolled.
			await this.page.mouse.wheel(0, -400);
			await this.page.mouse.wheel(0, 4000);
		}, this.entries.nth(before));
		return await this.entries.count();
	}

	/** Opens what the arrow of the first person or voice leads to, which is there while the mouse is over it. @returns the new page */
	async openPreview(): Promise<Page> {
		const opened = this.page.context().waitForEvent('page');
		const entry = this.entries.filter({ hasText: '(' }).first();
		await entry.hover();
		await entry.locator('svg').first().click();
		return await opened;
	}

	/** Chooses the first entry, or the first with a text. */
	async chooseFirst(text?: string): Promise<void> {
		await this.open();
		if (text !== undefined) await this.search(text);
		const fitting =
			text === undefined ? this.entries : this.entries.filter({ hasText: new RegExp(text, 'i') });
		await fitting.first().click();
		await this.entries.first().waitFor({ state: 'hidden' });
		await takenIn(this.page);
	}

	async choose(name: string): Promise<void> {
		await this.entries.getByText(name, { exact: true }).click();
		await this.entries.first().waitFor({ state: 'hidden' });
		await takenIn(this.page);
	}
}

/** Whether a request asks for the entries that fit a text. */
function isSearch(body: string | null, text: string): boolean {
	return body?.includes(`"filter":${JSON.stringify(text)}`) ?? false;
}
