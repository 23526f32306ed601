// A request that is held back by a limit, or finds nobody, is repeated for some time.
import { describe, expect, it } from '@jest/globals';

import { createEngine } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { mistakes } from './cases/commonMistakes';
import { fastTime, inFastTime } from '../support/clock';
import { compose } from '../support/engine/runs';
import { hintsOf } from '../support/engine/outputs';

const LONGEST_TITLE = 110;

describe('The message for', () => {
	fastTime();
	const setup = setUp({ limits: false });
	const { submits } = setup;

	it.each(mistakes)('$is', async ({ run, credential, fault, title, todo }) => {
		const world = { service: setup.service, submits };
		const { url: baseUrl, token: accessToken } = setup.service;
		const engine = credential
			? await createEngine({ baseUrl, accessToken, ...credential(world) })
			: setup.engine;
		if (fault) {
			const { operation, fault: what } = fault;
			const added = typeof what === 'function' ? what(world) : what;
			setup.fault(operation, added, { times: Infinity });
		}
		const node = await run(world);
		const { error, stored } = await inFastTime(
			{ aheadMs: 0, shortLimits: true },
			async () => await engine.run(node),
		);
		const said = (error?.message ?? `no error but ${stored}`)
			.replace(/127\.0\.0\.1:(?!9\b)\d+/, '〈host〉')
			.replace(/\d{19}/, '〈id〉');
		expect(said).toBe(title);
		expect(error?.description).toContain(todo);
		expect(said.length).toBeLessThanOrEqual(LONGEST_TITLE);
		expect(`${said} ${error?.description}`).not.toMatch(/undefined|\[object|null\b|NaN/);
		expect(stored).not.toContain(accessToken);
	});

	it('a pause that the internet cannot end', async () => {
		setup.service.fate({ seconds: Infinity });
		const { run } = await setup.engine.run(compose({ completion: 'pause' }));
		const [hint] = hintsOf({ run });
		expect(hint).toContain('cannot be reached from the internet. If no callback arrives,');
		expect(hint).toContain("or choose 'Wait for Result'");
	});

	it('each of forty mistakes is there', () => {
		expect(mistakes.length).toBeGreaterThanOrEqual(40);
		expect(new Set(mistakes.map(({ is }) => is)).size).toBe(mistakes.length);
	});
});
