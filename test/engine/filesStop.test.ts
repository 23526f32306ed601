import { describe, expect, it, jest } from '@jest/globals';

import { DigitalHumanUploadFile } from '../../nodes/UploadFile/DigitalHumanUploadFile.node';
import { storedFile } from './support/binaries';
import type { NodeRun } from './support/engine';
import { pause } from '../service/server/clock';
import { MIB, setUpUploads, uploadFrom, uploadOf } from './support/uploads';

describe('Stop ends an upload within a second', () => {
	const setup = setUpUploads();

	const slow = (operation: string) =>
		setup.service.faults.add({
			operation,
			times: 1000,
			fault: { kind: 'slow', bytesPerSecond: 100_000 },
		});

	const execute = jest.spyOn(DigitalHumanUploadFile.prototype, 'execute');

	/** Presses Stop and expects the node itself to end, not only n8n's wait for it. */
	const expectPrompt = async (run: NodeRun) => {
		const running = setup.engine.runAndStop(run, 700);
		const { stoppedAfterMs } = await running;
		const pressed = Date.now() - stoppedAfterMs;
		const ended = execute.mock.results.at(-1)?.value as Promise<unknown>;
		await expect(ended).rejects.toThrow(/stopped/);
		expect(Date.now() - pressed).toBeLessThan(1000);
		const sent = setup.service.journal.count();
		await pause(1500, new AbortController().signal);
		expect(setup.service.journal.count()).toBe(sent);
	};

	it('while parts are on their way', async () => {
		slow('part');
		await expectPrompt(uploadOf([await storedFile({ bytes: 80 * MIB })]));
		expect(setup.count('part')).toBeGreaterThan(0);
		expect(setup.count('part')).toBeLessThanOrEqual(4);
	});

	it('while one piece is on its way', async () => {
		slow('single');
		await expectPrompt(uploadOf([await storedFile({ bytes: 15 * MIB })]));
		expect(setup.count('single')).toBe(1);
	});

	it('while a slow source is read', async () => {
		slow('part');
		const { url } = setup.service.storage.source({ bytes: 80 * MIB });
		await expectPrompt(uploadFrom(url));
	});

	it('while the file is reviewed', async () => {
		setup.service.fate({ seconds: Infinity });
		await expectPrompt(uploadOf([await storedFile({ bytes: 10 })]));
	});

	it('while further files wait for their turn', async () => {
		slow('single');
		const files = await Promise.all(
			[1, 2, 3, 4, 5].map(async (seed) => await storedFile({ bytes: 5 * MIB, seed })),
		);
		await expectPrompt(uploadOf(files));
		expect(setup.count('single')).toBe(3);
	});
});
