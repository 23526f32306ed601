/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

import type { ServiceOptions } from '../../../demo-service';
import { installHost } from '../../../tools/n8n/install';
import { type N8n, startInstance } from '../../../tools/n8n/n8n';
import { openWorkbench, testFolder, type Workbench } from './shared';

/** A workbench on an n8n of a test file's own, which may be killed. */
interface OwnInstance extends Workbench {
	n8n: N8n;
	/** Ends n8n without a chance to put anything in order, and starts it again. */
	killAndRestart(whileDead?: () => unknown): Promise<void>;
}

/**
 * Starts them before the tests of a file, and ends them afterwards.
 *
 * @param folder name of n8n's folder beside those that test files share
 */
export function setUpOwnInstance(folder: string, options: ServiceOptions = {}): OwnInstance {
	const own = {} as OwnInstance;
	beforeAll(async () => {
		const userFolder = join(testFolder(), folder);
		const { n8n, rest } = await startInstance({ host: await installHost(), userFolder });
		Object.assign(own, await openWorkbench({ limits: false, ...options }, rest), {
			n8n,
			async killAndRestart(whileDead?: () => unknown) {
				await n8n.kill();
				await whileDead?.();
				await n8n.launch();
			},
		});
		// Several start at once, on processors that are busy with other checks.
	}, 300_000);
	afterAll(async () => {
		await own.n8n.kill();
		await own.close();
	});
	return own;
}
