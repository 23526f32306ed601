import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import type { NodeRun } from '../support/engine/engine';
import { redFox } from '../support/engine/redFox';
import { setUpUploads } from '../support/engine/uploads';
import { quickTime } from '../support/quickTime';

quickTime();

const LIST = 'ai_creation/task/page';

const create = (items = 1): NodeRun => ({
	type: 'digitalHumanAiCreate',
	parameters: { ...redFox, downloadResult: undefined },
	items: range(items).map((n) => ({ n })),
});

describe('A result file whose address has expired', () => {
	const setup = setUpUploads();

	/** Lets the service give out addresses that are not valid any more when the first one is opened. */
	const expireAtFirstUse = () => {
		const expiring = setup.service.faults.add({
			operation: LIST,
			times: Infinity,
			fault: { kind: 'text', change: (right) => right.replaceAll('/results/', '/results/old/') },
		});
		let checks: number | undefined;
		setup.service.faults.add({
			operation: 'result',
			when() {
				expiring();
				checks ??= setup.count(LIST);
				return false;
			},
			fault: { kind: 'delay' },
		});
		return { checksAfterwards: () => setup.count(LIST) - (checks ?? 0) };
	};

	it('is fetched from its current one, which is output too', async () => {
		expireAtFirstUse();
		const { outputs, json, error } = await setup.engine.run(create());
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'image/png' });
		expect(json[0]?.outputUrls).toEqual([expect.not.stringContaining('/old/')]);
		expect(setup.service.journal.accepted('ai_creation/task/submit')).toBe(1);
	});

	it('takes one request for the tasks of all items', async () => {
		const { checksAfterwards } = expireAtFirstUse();
		const { outputs, error } = await setup.engine.run(create(5));
		expect(error).toBeUndefined();
		expect(outputs[0]?.every(({ binary }) => binary?.data)).toBe(true);
		expect(checksAfterwards()).toBe(1);
	});

	it.each([401, 403, 404, 410])('is tried once more after HTTP %d', async (status) => {
		setup.service.faults.add({ operation: 'result', fault: { kind: 'status', status } });
		const { outputs, error } = await setup.engine.run(create());
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'image/png' });
		expect(setup.count('result')).toBe(2);
	});

	it('fails its item with what its host said, when the service cannot be asked again', async () => {
		setup.service.faults.add({
			operation: 'result',
			when() {
				const fault = { kind: 'code', code: 10400 } as const;
				setup.service.faults.add({ operation: LIST, times: Infinity, fault });
				return true;
			},
			fault: { kind: 'status', status: 403 },
		});
		const { error } = await setup.engine.run(create());
		expect(error?.message).toMatch(/denied access \(HTTP 403\)/);
		expect(error?.description).toMatch(/Task ID: \d+/);
	});
});
