import * as fc from 'fast-check';

import type { Fate, Fault } from '../../../demo-service';
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
	operation: string;
	skip: number;
	times: number;
	fault: Fault;
}

/** A workflow and everything that happens while it is executed. */
export interface Story {
	/** Number of input items. */
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
}

const rarely = (weight: number) =>
	fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

const kind: fc.Arbitrary<StepKind> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...(Object.keys(SUBMITTERS) as StepKind[])) },
	{ weight: 1, arbitrary: fc.constant<StepKind>('getTask') },
	{ weight: 1, arbitrary: fc.constantFrom<StepKind>(...READERS) },
);

const step: fc.Arbitrary<Step> = fc
	.record<Step>({
		kind,
		completion: fc.constantFrom('wait', 'return', 'pause'),
		whenNotFinished: fc.constantFrom('now', 'wait', 'pauseAndLoop'),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		tries: fc.constantFrom(1, 2, 3),
		once: rarely(20),
		failsItem: fc.boolean(),
		joined: fc.boolean(),
		changing: fc.boolean(),
		languages: fc.constantFrom(1, 2, 3),
		downloads: rarely(10),
	})
	.map((made) =>
		made.completion === 'pause' && !PAUSING.includes(made.kind)
			? { ...made, completion: 'wait' }
			: made,
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
	{ kind: 'empty' },
	{ kind: 'nullData' },
	{ kind: 'missingCode' },
	{ kind: 'wrongTypes' },
	{ kind: 'html', status: 200, processed: true },
	{ kind: 'html', status: 502 },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 503, processed: true },
	{ kind: 'status', status: 429 },
	{ kind: 'status', status: 429, processed: true },
	{ kind: 'code', code: 50000 },
	{ kind: 'code', code: 50000, processed: true },
	{ kind: 'code', code: 52000, processed: true },
	{ kind: 'message', msg: 'gateway timeout', processed: true },
];

const SLOW: Fault[] = [
	{ kind: 'delay', delayMs: 5 },
	{ kind: 'delay', delayMs: 40 },
];

const READS = [
	'ai_creation/task/page',
	'video_list',
	'video_lip_sync/list',
	'video_lip_sync/detail',
	'detail/video',
	'detail/person',
	'list_common_dp',
	'video_translation/target_languages',
	'common/create_upload_url',
	'common/file_detail',
	'single',
	'result',
];

const mishap: fc.Arbitrary<Mishap> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({
			operation: fc.constantFrom<string>(...Object.values(SUBMITTERS)),
			skip: fc.nat(3),
			times: fc.constantFrom(1, 1, 2, 5),
			fault: fc.constantFrom(...REFUSALS, ...UNCLEAR, ...SLOW),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			operation: fc.constantFrom(...READS),
			skip: fc.nat(3),
			times: fc.constantFrom(1, 2, 8),
			fault: fc.constantFrom(...REFUSALS, ...UNCLEAR, ...SLOW),
		}),
	},
);

/** Seconds of the service's own time, of which a thousand pass in one. */
const fate: fc.Arbitrary<Fate> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom<Fate>({ seconds: 0 }, { seconds: 10 }) },
	{
		weight: 2,
		arbitrary: fc.constantFrom<Fate>(
			{ seconds: Infinity },
			{ seconds: 5, outcome: 'failed' },
			{ seconds: 0, outcome: 'failed', errMsg: 'no face' },
			{ seconds: 0, listLagSeconds: 20 },
			{ seconds: 0, result: 'missing' },
			{ seconds: 0, results: 0 },
		),
	},
);

const interruption: fc.Arbitrary<Interruption | undefined> = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(undefined) },
	{
		weight: 1,
		arbitrary: fc.record<Interruption>({
			how: fc.constantFrom('stop', 'kill'),
			atRequest: fc.integer({ min: 1, max: 14 }),
			afterMs: fc.nat(4),
		}),
	},
);

/** Any workflow of one to four nodes, and any course of its execution. */
export const stories: fc.Arbitrary<Story> = fc.record<Story>({
	items: fc.integer({ min: 1, max: 4 }),
	steps: fc.array(step, { minLength: 1, maxLength: 4 }),
	mishaps: fc.array(mishap, { maxLength: 3 }),
	fates: fc.array(fate, { minLength: 1, maxLength: 4 }),
	interruptions: fc.array(interruption, { maxLength: 3 }),
	callsBack: fc.boolean(),
	savesProgress: fc.boolean(),
	retries: fc.nat(2),
});
