import { expect, it } from '@jest/globals';

import {
	stateAfter,
	type SubmitEvent,
	type SubmitState,
} from '../../nodes/shared/submit/memory/submission';

const created = { tasks: [{ taskId: '7' }], missing: [] };
const error = new Error('No');

/** Each event, the states in which it can happen, and what it makes of them. */
const events: Array<[SubmitEvent, Array<SubmitState['is']>, SubmitState]> = [
	[{ type: 'send' }, ['new', 'sent'], { is: 'sent' }],
	[{ type: 'accept', created }, ['sent'], { is: 'accepted', created, by: 'thisExecution' }],
	[{ type: 'refuse', error }, ['new', 'sent'], { is: 'refused', error }],
	[{ type: 'doubt', error }, ['sent'], { is: 'unclear', error }],
	[
		{ type: 'recall', created, by: 'anotherExecution' },
		['new'],
		{ is: 'accepted', created, by: 'anotherExecution' },
	],
	[{ type: 'recallDoubt', error }, ['new'], { is: 'unclear', error }],
];

it.each(events)(
	'The submit of an item after %j, which can happen in the states %j',
	(event, possible, after) => {
		for (const before of [{ is: 'new' } as const, ...events.map(([, , state]) => state)]) {
			if (possible.includes(before.is)) expect(stateAfter(before, event)).toEqual(after);
			else expect(() => stateAfter(before, event)).toThrow(`${before.is} → ${event.type}`);
		}
	},
);
