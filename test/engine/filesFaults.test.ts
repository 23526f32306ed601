import { describe, expect, it, jest } from '@jest/globals';
import { sum } from 'lodash';

import { storedFile } from '../support/engine/binaries';
import type { Fault } from '../../demo-service';
import { errorText } from '../support/engine/outputs';
import { goingOn, MIB, uploadOf } from '../support/engine/runs';
import { otherData, setUp } from '../support/engine/setup';
import type { NodeRun } from '../support/engine/engine';

const CREATE_PARTS = 'common/create_multipart_upload';
const COMPLETE = 'common/complete_multipart_upload';
const CREATE_URL = 'common/create_upload_url';
const DETAIL = 'common/file_detail';

describe('An upload in parts', () => {
	const setup = setUp({ partBytes: MIB });

	/** Six parts, which are a tenth of the service's own. */
	const SIX_PARTS = 5.5 * MIB;

	/** Uploads a file in parts. */
	const inParts = async (bytes = 2.5 * MIB, more: Partial<NodeRun> = {}) =>
		uploadOf([await storedFile({ bytes })], { options: { method: 'multipart' } }, more);

	/** Uploads six parts, and expects the file to arrive whole. */
	const expectWhole = async () => {
		const file = await storedFile({ bytes: SIX_PARTS });
		const { json } = await setup.run(uploadOf([file], { options: { method: 'multipart' } }));
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
	};
	const uploadWhole = async () => {
		await expectWhole();
		expect(setup.service.faults.pending).toBe(0);
	};

	it('sends only the part again that fails three times', async () => {
		const fault = { kind: 'status', status: 503 } as const;
		setup.fault('part', fault, { when: ({ path }) => path.endsWith('/3'), times: 3 });
		await uploadWhole();
		expect(Object.values(setup.partsSent()).sort()).toEqual([1, 1, 1, 1, 1, 4]);
		expect(setup.count(CREATE_PARTS)).toBe(1);
	});

	it('sends one extra part after a connection that breaks at 60 %', async () => {
		setup.fault('part', { kind: 'cut', at: 0.6 }, { skip: 2 });
		await uploadWhole();
		expect(sum(Object.values(setup.partsSent()))).toBe(7);
		expect(setup.count(CREATE_PARTS)).toBe(1);
	});

	it('sends a part again whose answer was lost', async () => {
		setup.fault('part', { kind: 'resetAfter' }, { skip: 1 });
		await uploadWhole();
		expect(sum(Object.values(setup.partsSent()))).toBe(7);
	});

	it('begins one fresh task when all addresses expire midway', async () => {
		let seen = 0;
		setup.onRequest('part', () => {
			if (++seen === 4) setup.service.storage.expireAddresses();
		});
		await expectWhole();
		expect(setup.count(CREATE_PARTS)).toBe(2);
	});

	it('begins a fresh task when a part that was confirmed is missing', async () => {
		setup.fault('part', { kind: 'lose' });
		await uploadWhole();
		expect(setup.count(CREATE_PARTS)).toBe(2);
	});

	it('says nothing of expiry when confirmed parts are missing again and again', async () => {
		setup.fault('part', { kind: 'lose' }, { times: 100 });
		const { error } = await setup.engine.run(await inParts());
		expect(error?.message).toMatch(/^'.*' could not be uploaded: /);
		expect(error?.description).not.toMatch(/6 hours/);
		expect(error?.description).toMatch(/code 120005, trace_id \w+/);
		expect(setup.count(CREATE_PARTS)).toBe(2);
	});

	it.each([
		[CREATE_PARTS, 120002],
		[CREATE_PARTS, 50003],
		[COMPLETE, 120002],
		[COMPLETE, 120004],
		[COMPLETE, 120005],
		[COMPLETE, 50005],
		[COMPLETE, 400],
		[COMPLETE, 52000],
	])('that %s ends with code %d says so, with the trace_id', async (operation, code) => {
		setup.fault(operation, { kind: 'code', code }, { times: 999 });
		const run = await inParts(2.5 * MIB, goingOn);
		const now = jest.spyOn(Date, 'now');
		const start = Date.now();
		// Waiting for a merge ends after 15 minutes.
		if (code === 50005) now.mockImplementation(() => start + 1e6 * setup.count(COMPLETE));
		const { json } = await setup.engine.run(run);
		now.mockRestore();
		expect(json[0]).toMatchObject({ details: { code, traceId: expect.any(String) } });
		const { description } = json[0]?.details as { description: string };
		expect(description).toMatch(new RegExp(`code ${code}, trace_id \\w+`));
	});

	it('begins a fresh task when the service does not know it any more', async () => {
		setup.fault(COMPLETE, { kind: 'code', code: 120004 });
		await uploadWhole();
		expect(setup.count(CREATE_PARTS)).toBe(2);
	});

	it.each<[string, Fault]>([
		['the connection breaks', { kind: 'resetAfter' }],
		['the answer is cut off', { kind: 'truncated' }],
		['the answer is empty', { kind: 'empty' }],
	])('takes a merge for done although %s', async (_what, fault) => {
		setup.fault(COMPLETE, fault);
		await uploadWhole();
		expect(setup.count(CREATE_PARTS)).toBe(1);
		expect(setup.count('part')).toBe(6);
	});

	it('waits while the file is being put together', async () => {
		setup.fault(COMPLETE, { kind: 'code', code: 50005 }, { times: 2 });
		await uploadWhole();
		expect(setup.count(CREATE_PARTS)).toBe(1);
	});

	it.each([
		[1, 1],
		[2, 2],
	])('that misses a part in %d answers takes %d tasks', async (times, tasks) => {
		setup.fault(COMPLETE, { kind: 'code', code: 120005 }, { times });
		await uploadWhole();
		expect(setup.count(CREATE_PARTS)).toBe(tasks);
	});

	it('asks again when the storage of the service fails', async () => {
		for (const operation of [CREATE_PARTS, COMPLETE]) {
			setup.fault(operation, { kind: 'code', code: 120002 }, { times: 2 });
		}
		await uploadWhole();
		expect(setup.count('part')).toBe(6);
	});

	it('gives up a part that never arrives, names it and stops the others', async () => {
		const fault = { kind: 'status', status: 411 } as const;
		setup.fault('part', fault, { when: ({ path }) => path.endsWith('/2'), times: 100 });
		const { error } = await setup.engine.run(await inParts(9.5 * MIB));
		expect(error?.message).toMatch(/Part 2 of 10 .*HTTP 411/);
		expect(setup.count('part')).toBeLessThan(10);
	});

	it('fails clearly when fresh addresses are refused as well', async () => {
		const body = '<Error><Code>AccessDenied</Code></Error>';
		setup.fault('part', { kind: 'status', status: 403, body }, { times: 100 });
		const { error } = await setup.engine.run(await inParts());
		expect(error?.message).toMatch(/^'.*' could not be uploaded: .*HTTP 403 \(AccessDenied\)/);
		expect(error?.description).toMatch(
			/within 6 hours: if it takes longer, use a faster connection/,
		);
		expect(setup.count(CREATE_PARTS)).toBe(2);
	});

	it('reports a file that is too large for the service without trying again', async () => {
		setup.fault(CREATE_PARTS, { kind: 'code', code: 50003 });
		const { error } = await setup.engine.run(await inParts());
		expect(error?.message).toMatch(/larger than the service accepts/);
		expect(setup.count(CREATE_PARTS)).toBe(1);
	});

	it.each<[string, (parts: Array<Record<string, unknown>>) => unknown]>([
		['a part is missing', (parts) => parts.slice(1)],
		['the sizes do not fit', (parts) => parts.map((part) => ({ ...part, size: 5 }))],
	])('refuses a list of parts in which %s', async (_what, change) => {
		const changed = (data: { parts: never[] }) => ({ ...data, parts: change(data.parts) });
		setup.fault(CREATE_PARTS, otherData(changed));
		const { error } = await setup.engine.run(await inParts());
		expect(error?.message).toMatch(/part/);
		expect(setup.count('part')).toBe(0);
	});
});

describe('An upload in one piece', () => {
	const setup = setUp();

	const uploadWhole = async (bytes = 2 * MIB, method = 'automatic') => {
		const file = await storedFile({ bytes });
		const { json } = await setup.run(uploadOf([file], { options: { method } }));
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
	};

	it.each<[string, Fault]>([
		['a server error', { kind: 'status', status: 500 }],
		['a broken connection', { kind: 'cut', at: 0.5 }],
		['a lost answer', { kind: 'resetAfter' }],
	])('is repeated on the same address after %s', async (_what, fault) => {
		setup.fault('single', fault);
		await uploadWhole();
		expect(setup.count(CREATE_URL)).toBe(1);
		expect(setup.count('single')).toBe(2);
	});

	it('is repeated when the storage said that it would be ready', async () => {
		setup.unavailable('single');
		// So small that it has arrived before the answer.
		await uploadWhole(20_000);
		expect(setup.count('single')).toBe(2);
	});

	it('streams a large file again after a broken connection', async () => {
		setup.fault('single', { kind: 'cut', at: 0.6 });
		await uploadWhole(5 * MIB, 'single');
	});

	it('asks for a fresh address when the first one has expired', async () => {
		setup.onRequest('single', () => setup.service.storage.expireAddresses());
		const file = await storedFile({ bytes: 1000 });
		const { error } = await setup.engine.run(uploadOf([file]));
		expect(error?.message).toMatch(/HTTP 403/);
		expect(errorText(error)).toMatch(/within 15 minutes: if .* set to 'Multipart'/);
		expect(setup.count(CREATE_URL)).toBe(2);
	});

	it('succeeds on a fresh address', async () => {
		setup.fault('single', { kind: 'status', status: 403 });
		await uploadWhole(20_000);
		expect(setup.count(CREATE_URL)).toBe(2);
	});
});

describe('The look-up of an uploaded file', () => {
	const setup = setUp();

	const answerWith = (code: number, times: number) =>
		setup.fault(DETAIL, { kind: 'code', code }, { times });

	it.each([
		[400, true],
		[400, false],
		[50000, true],
		[50000, false],
	])('that ends with code %d names the file (waits: %s)', async (code, waitUntilUsable) => {
		answerWith(code, 999);
		const file = await storedFile({ bytes: 5000 });
		const options = waitUntilUsable ? { timeLimit: 0.1 } : { waitUntilUsable };
		const { json } = await setup.engine.run(uploadOf([file], { options }, goingOn));
		const { id } = setup.requests(DETAIL)[0]?.query as { id: string };
		expect(setup.arrived(id)).toBe(file.sha256);
		expect(json[0]).toMatchObject({ details: { code, traceId: expect.any(String) } });
		const { description } = json[0]?.details as { description: string };
		expect(description).toMatch(new RegExp(`File ID: ${id}\\. .*trace_id \\w+`));
	});

	it('ends with the tries of one call where the service has no such file', async () => {
		setup.fault(DETAIL, { kind: 'nullData' }, { times: 999 });
		const { error } = await setup.engine.run(uploadOf([await storedFile({ bytes: 5000 })]));
		expect(error?.message).toMatch(/^Could not look up the file: /);
		expect(setup.count(DETAIL)).toBe(6);
	});

	it('goes on when the service is busy for longer than one call is repeated', async () => {
		answerWith(50000, 8);
		const { json } = await setup.run(uploadOf([await storedFile({ bytes: 5000 })]));
		expect(json[0]?.status).toBe('Usable');
		expect(setup.count(DETAIL)).toBe(9);
	});
});

describe('A merge that the service forgets once it is done', () => {
	const setup = setUp({ repeatedComplete: 'missing', partBytes: MIB });

	it('is found by its file when the answer was lost', async () => {
		setup.fault(COMPLETE, { kind: 'resetAfter' });
		const file = await storedFile({ bytes: 2.5 * MIB });
		const parts = { options: { method: 'multipart' } };
		const { json } = await setup.run(uploadOf([file], parts));
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
		expect(setup.count(CREATE_PARTS)).toBe(1);
	});
});
