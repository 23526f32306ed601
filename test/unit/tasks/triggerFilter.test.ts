import { describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';

import { triggerOnProperty } from '../../../nodes/shared/fields/triggers';
import { hasOutcome } from '../../../nodes/shared/tasks/task';
import type { TaskState } from '../../../nodes/shared/tasks/task';

describe("The choice 'Trigger On'", () => {
	const starts = (state: TaskState) =>
		(['finished', 'succeeded', 'failed'] as const).filter((outcome) =>
			hasOutcome({ taskId: '1', taskKind: 'lipSync', state }, outcome),
		);

	it('takes a cancelled task for one without a result', () => {
		expect(starts('succeeded')).toEqual(['finished', 'succeeded']);
		expect(starts('failed')).toEqual(['finished', 'failed']);
		expect(starts('cancelled')).toEqual(['finished', 'failed']);
	});

	it('names canceled tasks where they start the workflow', () => {
		const options = triggerOnProperty.options as INodePropertyOptions[];
		expect(options.find(({ value }) => value === 'failed')?.name).toBe('Task Failed or Canceled');
	});
});
