/* eslint-disable @n8n/community-nodes/require-node-api-error */
import type { Locator, Page } from 'playwright-core';

import { clickUntil, repeatUntil } from './clicks';

/** The panel in which a person looks for a node. */
export class NodesPanel {
	constructor(private readonly page: Page) {}

	get whole(): Locator {
		return this.page.getByTestId('node-creator');
	}

	/** Opens the panel: behind the last node, or on an empty canvas for the first one. */
	async open(): Promise<void> {
		const plus = this.page
			.getByTestId('canvas-handle-plus')
			.or(this.page.getByTestId('canvas-plus-button'));
		await clickUntil(plus.first(), this.search);
	}

	/** Opens the panel, finds a node by words and adds it. */
	async insert(words: string, name: string, action?: string): Promise<void> {
		await this.open();
		await this.find(words, name);
		await this.add(name, action);
	}

	/** Types words and waits until a node is offered. */
	async find(words: string, name: string): Promise<void> {
		await this.search.fill(words);
		await this.offered(name);
	}

	/**
	 * Chooses a node that was found; its parameters open.
	 *
	 * @param action one of its actions, where it has several
	 */
	async add(name: string, action?: string): Promise<void> {
		await this.entry(name).click();
		if (action !== undefined) await this.offered(action);
		const choice =
			action === undefined ? this.page.getByText('Add to workflow') : this.entry(action);
		await choice.waitFor();
		// The first click that has an effect takes the choice away.
		const choose = async () => {
			if (await choice.isVisible()) await choice.click();
		};
		await repeatUntil(choose, this.page.getByTestId('node-parameters'));
	}

	/** @throws Error that says what is offered instead */
	private async offered(name: string): Promise<void> {
		try {
			await this.entry(name).waitFor();
		} catch {
			const others = (await this.whole.innerText()).replaceAll('\n', ' | ');
			throw new Error(`"${name}" is not offered, but ${others}`);
		}
	}

	/** A node or an action of a node in the list. */
	entry(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	private get search(): Locator {
		return this.page.getByTestId('node-creator-search-bar');
	}
}
