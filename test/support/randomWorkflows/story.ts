import * as fc from 'fast-check';

import type { Fate, Fault } from '../../../demo-service';
import { messageAlone, noBody, noCode, noData, wrongTypes } from '../answers';
import { PAUSING, READERS, SUBMITTERS, type Step, type StepKind } from './steps';

/** Stop, or the end of n8n's process, at a moment of one part of the execution. */
export interface Interruption {
	how: 'stop' | 'kill';
	/** The request of that part with which it happens. */
	atRequest: number;
	/** Real milliseconds after it has arrived. */
	afterMs: number;
}

/** Something that goes wrong at the service. */
export interface Mishap {
	/** The node whose request is hit, and which of its requests. */
	step: number;
	request: number;
	/** Requests that are spared before. */
	skip: number;
	times: number;
	fault: Fault;
}

/** A workflow and everything that happens while it is executed. */
export interface Story {
	items: number;
	steps: Step[];
	mishaps: Mishap[];
	/** What becomes of the tasks, in turn. */
	fates: Fate[];
	/** What interrupts the parts of the execution: its start and each time that it goes on. */
	interruptions: Array<Interruption | undefined>;
	/** Whether the service calls a paused execution back, or it resumes at its time limit. */
	callsBack: boolean;
	/** n8n's 'Save Execution Progress'. */
	savesProgress: boolean;
	/** How often the user retries an execution that failed or crashed. */
	retries: number;
	/** Whether the user changes the settings of the nodes before a retry. */
	edits: boolean;
	/** Whether a row has another time of reading at each retry, and the credential another name. */
	rereads: boolean;
}

const MAX_STEPS = 4;

const rarely = (weight: number) =>
	fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

const stepOf = (kinds: readonly StepKind[]): fc.Arbitrary<Step> =>
	fc
		.record<Step>({
			kind: fc.constantFrom(...kinds),
			completion: fc.constantFrom('wait', 'return', 'pause'),
			whenNotFinished: fc.constantFrom('now', 'wait', 'pauseAndLoop', 'pauseAndLoop'),
			onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
			tries: fc.constantFrom(1, 2, 3),
			once: rarely(20),
			failsItem: fc.boolean(),
			joined: fc.boolean(),
			changing: fc.boolean(),
			languages: fc.constantFrom(1, 2, 3),
			uploads: rarely(4),
			downloads: rarely(6),
		})
		.map((made) =>
			made.completion === 'pause' && !PAUSING.includes(made.kind)
				? { ...made, completion: 'wait' }
				: made,
		);

const submitters = Object.keys(SUBMITTERS) as StepKind[];
const submits = stepOf([...submitters, ...PAUSING]);

/** A node that submits and returns the IDs at once, and one that looks the tasks up. */
const pair = fc
	.tuple(submits, stepOf(['getTask']))
	.map(([first, second]): Step[] => [{ ...first, completion: 'return' }, second]);

/** Two or three nodes that submit, each for the results of the one before it. */
const chain = fc.array(stepOf(submitters), { minLength: 2, maxLength: 3 });

const anySteps = fc
	.array(
		fc.oneof(
			{ weight: 4, arbitrary: submits.map((step) => [step]) },
			{ weight: 2, arbitrary: pair },
			{ weight: 1, arbitrary: stepOf(READERS).map((step) => [step]) },
		),
		{ minLength: 1, maxLength: 3 },
	)
	.map((parts) => parts.flat().slice(0, MAX_STEPS));

const steps: fc.Arbitrary<Step[]> = fc.oneof(
	{ weight: 3, arbitrary: anySteps },
	{ weight: 1, arbitrary: chain },
);

/** After these, the service has done nothing. */
const REFUSALS: Fault[] = [
	{ kind: 'code', code: 40000 },
	{ kind: 'code', code: 10400 },
	{ kind: 'code', code: 40001 },
	{ kind: 'code', code: 40001, retryAfter: '7' },
];

/** After these, n8n does not know whether it has. */
const UNCLEAR: Fault[] = [
	{ kind: 'resetBefore' },
	{ kind: 'resetAfter' },
	{ kind: 'truncated' },
	noBody,
	noData,
	noCode,
	wrongTypes,
	{ kind: 'html', status: 200, processed: true },
	{ kind: 'html', status: 502 },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 503, processed: true },
	{ kind: 'status', status: 429 },
	{ kind: 'code', code: 50000 },
	{ kind: 'code', code: 50000, processed: true },
	{ kind: 'code', code: 52000, processed: true },
	messageAlone,
];

const SLOW: Fault[] = [
	{ kind: 'delay', delayMs: 5 },
	{ kind: 'delay', delayMs: 40 },
];

const mishap: fc.Arbitrary<Mishap> = fc.record({
	step: fc.nat(MAX_STEPS - 1),
	request: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4, 5),
	skip: fc.constantFrom(0, 0, 1, 2, 3),
	times: fc.constantFrom(1, 1, 2, 8),
	fault: fc.oneof(...[REFUSALS, UNCLEAR, SLOW].map((alike) => fc.constantFrom(...alike))),
});

/** Seconds of the service's own time, of which a thousand pass in one. */
const fate: fc.Arbitrary<Fate> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom<Fate>({ seconds: 0 }, { seconds: 10 }) },
	{
		weight: 2,
		arbitrary: fc.constantFrom<Fate>(
			{ seconds: Infinity },
			{ seconds: 100 },
			{ seconds: 5, outcome: 'failed' },
			{ seconds: 0, outcome: 'failed', errMsg: 'no face' },
			{ seconds: 0, listLagSeconds: 20 },
			{ seconds: 0, result: 'missing' },
			{ seconds: 0, results: 0 },
		),
	},
);

const interruption: fc.Arbitrary<Interruption | undefined> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant(undefined) },
	{
		weight: 1,
		arbitrary: fc.record<Interruption>({
			how: fc.constantFrom('stop', 'kill'),
			// Most parts send few requests.
			atRequest: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 14 })),
			afterMs: fc.nat(4),
		}),
	},
);

/** Any workflow of one to four nodes, and any course of its execution. */
export const stories: fc.Arbitrary<Story> = fc.record<Story>({
	items: fc.oneof(
		{ weight: 12, arbitrary: fc.integer({ min: 1, max: 4 }) },
		// More than are submitted at once.
		{ weight: 1, arbitrary: fc.constant(13) },
	),
	steps,
	mishaps: fc.array(mishap, { maxLength: 3 }),
	fates: fc.array(fate, { minLength: 1, maxLength: 4 }),
	interruptions: fc.array(interruption, { maxLength: 3 }),
	callsBack: fc.boolean(),
	savesProgress: fc.boolean(),
	retries: fc.nat(3),
	edits: fc.boolean(),
	rereads: fc.boolean(),
});
