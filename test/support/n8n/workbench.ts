import { afterAll, beforeAll } from '@jest/globals';

import type { ServiceOptions } from '../../../demo-service';
import { openWorkbench, type Workbench } from './shared';

/** A workbench that is opened before the tests of a file or a `describe`, and closed after them. */
export function setUpWorkbench(options: ServiceOptions = {}): Workbench {
	const bench = {} as Workbench;
	beforeAll(async () => {
		Object.assign(bench, await openWorkbench(options));
	});
	afterAll(async () => await bench.close());
	return bench;
}
