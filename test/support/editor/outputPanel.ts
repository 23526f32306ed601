import type { Locator, Page } from 'playwright-core';

/** What a person reads when a node could not do its work. */
interface ShownError {
	message: string;
	description: string;
}

/** The right side of an open node: what it has put out. */
export class OutputPanel {
	constructor(private readonly page: Page) {}

	get whole(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** The line that says how many items there are. */
	get items(): Locator {
		return this.whole.getByText(/^\d+ items?$/).first();
	}

	async shows(text: string): Promise<void> {
		await this.whole.getByText(text).first().waitFor();
	}

	/** Chooses how the output is shown. */
	async show(view: 'Schema' | 'Table' | 'JSON' | 'Binary'): Promise<void> {
		await this.whole
			.getByTestId('ndv-run-data-display-mode')
			.getByText(view, { exact: true })
			.click();
	}

	/** Presses View beside a file and waits until the browser shows it. @returns the picture or the player */
	async viewFile(kind: 'img' | 'video'): Promise<Locator> {
		await this.whole.getByTestId('ndv-view-binary-data').first().click();
		const media = this.whole.locator(kind).first();
		await media.waitFor();
		return media;
	}

	get errorMessage(): Locator {
		return this.whole.getByTestId('node-error-message');
	}

	/** The error as it is shown, without opening its details. */
	async error(): Promise<ShownError> {
		await this.errorMessage.waitFor();
		const description = this.whole.getByTestId('node-error-description');
		return {
			message: (await this.errorMessage.innerText()).trim(),
			description: (await description.count()) > 0 ? (await description.innerText()).trim() : '',
		};
	}
}
