import { expect, it } from '@jest/globals';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isParkedHere, rememberParked } from '../../../nodes/shared/run/pause';

it('a node in a loop has parked the execution in its present run only, and pauses again in the next one', () => {
	const memory: IDataObject = {};
	const inRun = (runIndex: number) =>
		({
			getContext: () => memory,
			evaluateExpression: () => runIndex,
		}) as unknown as IExecuteFunctions;
	expect(isParkedHere(inRun(0))).toBe(false);
	const settings = { onTaskFailure: 'fail', simple: true } as const;
	rememberParked(inRun(0), { settings, seal: 'seal', until: 0 });
	expect(isParkedHere(inRun(0))).toBe(true);
	expect(isParkedHere(inRun(1))).toBe(false);
});
