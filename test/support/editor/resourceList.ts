import type { Locator, Page } from 'playwright-core';

/** The searchable list of a field such as Person or Voice. */
export class ResourceList {
	constructor(
		private readonly page: Page,
		private readonly parameter: string,
	) {}

	/** The entries that are loaded. */
	get entries(): Locator {
		return this.page.locator('[data-test-id="rlc-item"]:visible');
	}

	/** The field with the arrow. */
	get field(): Locator {
		return this.page.getByTestId(`resource-locator-${this.parameter}`);
	}

	/** Opens the list and waits for its first entry. */
	async open(): Promise<void> {
		await this.field.getByTestId('rlc-input').click();
		await this.entries.first().waitFor();
	}

	/** Types a text and waits until only entries with it are left. @returns their names */
	async search(text: string): Promise<string[]> {
		await this.page.locator('[data-test-id="rlc-search"]:visible').fill(text);
		await this.entries
			.filter({ hasNotText: new RegExp(text, 'i') })
			.first()
			.waitFor({ state: 'hidden' });
		await this.entries.first().waitFor();
		return await this.entries.allInnerTexts();
	}

	/** Scrolls to the last entry and waits until more have been loaded. @returns how many there are then */
	async scrollOn(): Promise<number> {
		const before = await this.entries.count();
		await this.entries.last().scrollIntoViewIfNeeded();
		await this.page.mouse.wheel(0, 4000);
		await this.entries.nth(before).waitFor();
		return await this.entries.count();
	}

	async choose(name: string): Promise<void> {
		await this.entries.getByText(name, { exact: true }).click();
		await this.entries.first().waitFor({ state: 'hidden' });
	}
}
