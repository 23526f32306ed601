import { describe, expect, it } from '@jest/globals';

import { DigitalHumanAiCreate } from '../../nodes/AiCreate/DigitalHumanAiCreate.node';
import { setUpUploads, MIB } from '../support/engine/uploads';
import { stopNode } from '../support/engine/stop';
import { Submits } from '../support/engine/submits';
import '../support/secondTry';

const PAGE = 'ai_creation/task/page';
const ANIMATE = 'aigc/motion';

describe('Stop ends AI Create within a second', () => {
	const setup = setUpUploads();
	const submits = new Submits(() => setup.service);

	const stopAt = async (parameters: object, operation: string, requests = 1) =>
		await stopNode(
			setup.engine,
			DigitalHumanAiCreate,
			{ type: 'digitalHumanAiCreate', parameters: { refPrompt: 'A fox', ...parameters } },
			async () => await setup.service.journal.waitFor({ operation }, requests),
		);

	it('while it waits for the task', async () => {
		setup.service.fate({ seconds: Infinity });
		expect(await stopAt({ modelCode: 'modelf-4.0' }, PAGE)).toBeLessThan(1_000);
		const checks = setup.count(PAGE);
		await setup.service.journal
			.waitFor({ operation: PAGE }, checks + 1, 4_000)
			.catch(() => undefined);
		expect(setup.count(PAGE)).toBe(checks);
	});

	it('while the file of the result is on its way', async () => {
		setup.service.fate({ bytes: 80 * MIB });
		setup.service.faults.add({
			operation: 'result',
			fault: { kind: 'slow', bytesPerSecond: 50_000 },
		});
		const download = { modelCode: 'modelf-4.0', downloadResult: true };
		expect(await stopAt(download, 'result')).toBeLessThan(1_000);
		expect(setup.count('result')).toBe(1);
	});

	it('while a task waits for another one to end', async () => {
		const taskId = await submits.fated('aiCreation', { seconds: 0 });
		setup.service.fate({ seconds: Infinity });
		const afterMs = await stopNode(
			setup.engine,
			DigitalHumanAiCreate,
			{
				type: 'digitalHumanAiCreate',
				parameters: { resource: 'video', operation: 'animate' },
				items: [{ taskId }, { taskId }],
			},
			async () => await setup.service.journal.waitFor({ operation: ANIMATE }, 2),
		);
		expect(afterMs).toBeLessThan(1_000);
		expect(setup.service.journal.accepted(ANIMATE)).toBe(1);
	});
});
