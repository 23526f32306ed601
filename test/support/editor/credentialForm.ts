import type { Locator, Page } from 'playwright-core';

import { clickUntilRequest, repeatUntil, takenIn } from './clicks';
import { type Area, areaOf } from './pictures';

/** How long n8n usually takes at most to test a credential and to close its form, in milliseconds. */
const CLOSE_MS = 30_000;

/** The form in which a person enters a credential. */
export class CredentialForm {
	constructor(private readonly page: Page) {}

	/** Opens the form from a node that has no credential yet. */
	async openNew(): Promise<void> {
		await this.page.getByTestId('node-credentials-empty-state').getByRole('button').click();
		await this.form.waitFor();
	}

	async openChosen(): Promise<void> {
		await this.page.getByTestId('credential-edit-button').click();
		await this.form.waitFor();
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.form.getByTestId(`parameter-input-${parameter}`).locator('input').fill(text);
	}

	/** Those of these parameters that are to be seen. */
	async shown(parameters: readonly string[]): Promise<string[]> {
		const counts = await Promise.all(
			parameters.map(
				async (name) => await this.form.getByTestId(`parameter-input-${name}`).count(),
			),
		);
		return parameters.filter((_, index) => Number(counts[index]) > 0);
	}

	async switchOn(parameter: string): Promise<void> {
		await this.form.getByTestId(`parameter-input-${parameter}`).locator('.el-switch').click();
	}

	/** Fills in what is required, and saves it. */
	async enter(baseUrl: string, accessToken: string): Promise<void> {
		await this.fill('baseUrl', baseUrl);
		await this.fill('accessToken', accessToken);
		await takenIn(this.page);
		await this.save();
	}

	/** Enters a credential that is right: n8n tests it, and closes the form. */
	async enterRight(baseUrl: string, accessToken: string): Promise<void> {
		const withoutForm = this.page.locator(
			'body:not(:has([data-test-id="credential-edit-dialog"]))',
		);
		const enterNow = async () => await this.enter(baseUrl, accessToken);
		await repeatUntil(enterNow, withoutForm, CLOSE_MS);
	}

	/** Presses Save; when the test succeeds, n8n closes the form. */
	async save(): Promise<void> {
		const button = this.page.getByTestId('credential-save-button').getByRole('button');
		await clickUntilRequest(this.page, button, /\/rest\/credentials/);
	}

	/** Waits until n8n has closed the form. */
	async closed(): Promise<void> {
		await this.form.waitFor({ state: 'hidden' });
	}

	/** What n8n says about the test, in the colored bar; details unfolded. */
	async verdict(): Promise<string> {
		const bar = this.form.locator('.el-tag:visible').first();
		await bar.getByText('Retry', { exact: true }).waitFor();
		const more = bar.getByText('More details');
		if ((await more.count()) > 0) await more.click();
		return (await bar.innerText()).trim();
	}

	/** Leaves the form as it is. */
	async close(): Promise<void> {
		await this.page.locator('.el-dialog__headerbtn:visible').last().click();
		await this.closed();
	}

	/** The form with its heading. */
	async area(): Promise<Area> {
		return await areaOf(
			this.page,
			[this.form, this.page.getByTestId('credential-save-button')],
			24,
		);
	}

	private get form(): Locator {
		return this.page.getByTestId('credential-edit-dialog');
	}
}
