/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { dataFolder } from '../../../tools/n8n/program';

const folder = join(dataFolder, 'screenshots');

/** Keeps a picture of the window below .data/screenshots. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	await page.screenshot({ path: join(folder, `${name}.png`) });
}
