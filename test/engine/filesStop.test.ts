import { describe, expect, it } from '@jest/globals';

import { DigitalHumanUploadFile } from '../../nodes/UploadFile/DigitalHumanUploadFile.node';
import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { stopNode } from '../support/engine/stop';
import { pause } from '../../demo-service/server/tasks';
import { MIB, setUpUploads, uploadFrom, uploadOf } from '../support/engine/uploads';
import '../support/secondTry';

describe('Stop ends an upload within a second', () => {
	const setup = setUpUploads();

	const slow = (operation: string) =>
		setup.service.faults.add({
			operation,
			times: 1000,
			fault: { kind: 'slow', bytesPerSecond: 100_000 },
		});

	/** Presses Stop after so many requests, and expects that no request follows. */
	const expectPrompt = async (run: NodeRun, operation: string, requests = 1) => {
		const afterMs = await stopNode(
			setup.engine,
			DigitalHumanUploadFile,
			run,
			async () => await setup.service.journal.waitFor({ operation }, requests),
		);
		expect(afterMs).toBeLessThan(1000);
		const sent = setup.service.journal.count();
		await pause(1500, new AbortController().signal);
		expect(setup.service.journal.count()).toBe(sent);
	};

	it('while parts are on their way', async () => {
		slow('part');
		await expectPrompt(uploadOf([await storedFile({ bytes: 80 * MIB })]), 'part', 3);
		expect(setup.count('part')).toBe(3);
	});

	it('while one piece is on its way', async () => {
		slow('single');
		await expectPrompt(uploadOf([await storedFile({ bytes: 15 * MIB })]), 'single');
		expect(setup.count('single')).toBe(1);
	});

	it('while a slow source is read', async () => {
		slow('part');
		const { url } = setup.service.storage.source({ bytes: 80 * MIB });
		await expectPrompt(uploadFrom(url), 'part');
	});

	it('while the file is reviewed', async () => {
		setup.service.fate({ seconds: Infinity });
		await expectPrompt(uploadOf([await storedFile({ bytes: 10 })]), 'common/file_detail');
	});

	it('while further files wait for their turn', async () => {
		slow('single');
		const files = await Promise.all(
			[1, 2, 3, 4, 5].map(async (seed) => await storedFile({ bytes: 5 * MIB, seed })),
		);
		await expectPrompt(uploadOf(files), 'single', 3);
		expect(setup.count('single')).toBe(3);
	});
});
