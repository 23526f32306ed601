import { afterAll, beforeAll, beforeEach } from '@jest/globals';

import { startService, type LocalService, type ServiceOptions } from '../../../demo-service';
import { createEngine, type Engine } from './engine';

/** The demo service and an engine whose credential belongs to it, for all tests of a file. */
export interface Setup {
	service: LocalService;
	engine: Engine;
}

/** Starts them before the first test and forgets tasks, faults and the journal before each. */
export function setUp(options: ServiceOptions = {}): Setup {
	const setup = {} as Setup;
	beforeAll(async () => {
		setup.service = await startService({ speed: 20, ...options });
		setup.engine = await createEngine({
			baseUrl: setup.service.url,
			accessToken: setup.service.token,
			videoDetailPath: options.videoDetailPath,
			personDetailPath: options.personDetailPath,
		});
	});
	beforeEach(() => setup.service.reset());
	afterAll(async () => await setup.service.close());
	return setup;
}
