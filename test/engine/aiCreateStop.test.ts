import { expect, it } from '@jest/globals';

import { setUp } from '../support/engine/setup';
import '../support/secondTry';

const PAGE = 'ai_creation/task/page';

const setup = setUp();

it('AI Create stops within a second', async () => {
	setup.service.fate({ seconds: Infinity });
	const { stoppedAfterMs } = await setup.engine.runAndStop(
		{
			type: 'digitalHumanAiCreate',
			parameters: { modelCode: 'modelf-4.0', refPrompt: 'A fox' },
		},
		async () => await setup.service.journal.waitFor({ operation: PAGE }),
	);
	expect(stoppedAfterMs).toBeLessThan(1_000);
	const checks = setup.service.journal.count({ operation: PAGE });
	await setup.service.journal
		.waitFor({ operation: PAGE }, checks + 1, 4_000)
		.catch(() => undefined);
	expect(setup.service.journal.count({ operation: PAGE })).toBe(checks);
});
