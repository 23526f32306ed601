import type { Browser, Locator, Page } from 'playwright-core';

import { connectBrowser, preparePage } from './browser';
import { keepScreenshot } from './pictures';
import { browserAddress } from './sharedBrowser';

/** The pages of an n8n form, as somebody without an account at n8n sees and fills them in. */
export class FormPages {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
	) {}

	/** Opens a window without a session in the browser that all tests share. */
	static async open(): Promise<FormPages> {
		const browser = await connectBrowser(browserAddress());
		const page = await browser.newPage();
		await preparePage(page, { width: 900, height: 900 });
		return new FormPages(browser, page);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** Opens the first page of a form; it may have been published just now. */
	async goto(url: string): Promise<void> {
		for (let tries = 0; tries < 30; tries++) {
			const answer = await this.page.goto(url);
			if (answer?.ok()) return;
			await this.page.waitForTimeout(500);
		}
		throw new Error(`There is no form at ${url}`);
	}

	field(label: string): Locator {
		return this.page
			.locator('.form-group')
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.locator('input, textarea, select')
			.first();
	}

	/** What a dropdown offers. */
	async offered(label: string): Promise<string[]> {
		const texts = await this.field(label).locator('option:not([disabled])').allInnerTexts();
		return texts.map((text) => text.trim());
	}

	async choose(label: string, option: string): Promise<void> {
		await this.field(label).selectOption({ label: option });
	}

	async submit(): Promise<void> {
		await this.page.locator('#submit-btn').click();
	}

	/** Waits for the next page. */
	async shows(heading: string): Promise<void> {
		await this.page.getByRole('heading', { name: heading, exact: true }).waitFor();
	}

	/** Lets the page's video play. @throws Error of the browser when it cannot */
	async playsVideo(): Promise<void> {
		await this.page
			.locator('video')
			.evaluate(async (video: HTMLVideoElement) => await video.play());
	}

	async screenshot(name: string): Promise<void> {
		await keepScreenshot(this.page, name);
	}
}
