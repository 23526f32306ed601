import { describe, expect, it } from '@jest/globals';

import {
	stateAfter,
	type Submission,
	type SubmissionEvent,
	TRANSITIONS,
} from '../../nodes/shared/submit/memory/submission';

const created = { tasks: [{ taskId: '7' }], missing: [] };
const error = new Error('No');

const states: Record<Submission['is'], Submission> = {
	new: { is: 'new' },
	sent: { is: 'sent' },
	accepted: { is: 'accepted', created, by: 'thisExecution' },
	refused: { is: 'refused', error },
	unclear: { is: 'unclear', error },
};

const events: Record<SubmissionEvent['type'], SubmissionEvent> = {
	send: { type: 'send' },
	accept: { type: 'accept', created },
	refuse: { type: 'refuse', error },
	doubt: { type: 'doubt', error },
	recall: { type: 'recall', created, by: 'anotherExecution' },
	recallDoubt: { type: 'recallDoubt', error },
};

const elsewhere: Submission = { ...states.accepted, by: 'anotherExecution' } as Submission;

/** What each event makes of each state; everything else is impossible. */
const expected: Array<[Submission['is'], SubmissionEvent['type'], Submission]> = [
	['new', 'send', states.sent],
	['new', 'refuse', states.refused],
	['new', 'recall', elsewhere],
	['new', 'recallDoubt', states.unclear],
	['sent', 'send', states.sent],
	['sent', 'accept', states.accepted],
	['sent', 'refuse', states.refused],
	['sent', 'doubt', states.unclear],
];

const all = Object.values(states).flatMap((state) =>
	Object.values(events).map((event) => [state, event] as const),
);

describe('The submit of an item', () => {
	it.each(all)('%j, then %j', (state, event) => {
		const [, , next] = expected.find(([is, type]) => is === state.is && type === event.type) ?? [];
		if (next) expect(stateAfter(state, event)).toEqual(next);
		else {
			const message = `${state.is} → ${event.type}`;
			expect(() => stateAfter(state, event)).toThrow(message);
		}
	});

	it('has a table with exactly these transitions', () => {
		const inTable = Object.entries(TRANSITIONS).flatMap(([is, to]) =>
			Object.entries(to).map(([type, next]) => [is, type, next]),
		);
		expect(inTable).toEqual(expected.map(([is, type, next]) => [is, type, next.is]));
	});
});
