import { range, uniqueId } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	createEngine,
	type Engine,
	type EngineCredential,
	type NodeRunResult,
} from '../../support/engine/engine';
import { BOTH_PATHS } from '../../support/engine/runs';
import { Submits } from '../../support/engine/submits';
import { startService, type LocalService } from '../../../demo-service';

/** A service and an engine for one run. */
export interface Bench {
	service: LocalService;
	engine: Engine;
	token: string;
	submits: Submits;
	credential: EngineCredential;
}

/** The outcome of a run of a node. */
export interface Outcome {
	items: INodeExecutionData[];
	error?: { name: string; message: string; description: string };
	/** A trigger that was called answers with a status. */
	answered?: number;
	/** Everything that n8n would store or show of it. */
	stored: string;
}

/** A service for several runs, since to start one costs as much as most of them. */
interface Idle {
	service: LocalService;
	/** One for each run, since the pack keeps limits of an application. */
	tokens: string[];
}

const RUNS = 50;
const idle: Idle[] = [];
let started = 0;

/** Of the lists of own persons and voices, which only steps about them have in their credential. */
export const LIST_PATHS = { personListPath: 'list/person', voiceListPath: 'list/voice' };

/** Starts a service that makes and reviews everything at once, and knows no limits of its own. */
async function start(): Promise<Idle> {
	const tokens = range(RUNS).map((run) => `access-token-${started}-${run}-of-this-test`);
	started += 1;
	const service = await startService({
		...BOTH_PATHS,
		...LIST_PATHS,
		tokens,
		limits: false,
		reviewSeconds: 0,
		speed: 1000,
	});
	return { service, tokens };
}

/**
 * Does some work on a bench of its own, for an application of its own.
 *
 * @param isUnfinished whether the service may still be answering behind it
 */
export async function onBench<T>(
	isUnfinished: boolean,
	work: (bench: Bench) => Promise<T>,
): Promise<T> {
	const free = idle.pop() ?? (await start());
	const [token = '', ...others] = free.tokens;
	const service = { ...free.service, token };
	service.reset();
	service.fate({ seconds: 0 });
	const credential = { ...BOTH_PATHS, baseUrl: service.url, accessToken: token };
	const engine = await createEngine(credential, uniqueId('workflow '));
	const submits = new Submits(() => service);
	try {
		return await work({ service, engine, token, credential, submits });
	} finally {
		if (isUnfinished || others.length === 0) await service.close();
		else idle.push({ service, tokens: others });
	}
}

/** Ends all services, behind the last test. */
export async function closeBenches(): Promise<void> {
	await Promise.all(idle.splice(0).map(async ({ service }) => await service.close()));
}

/** The outcome of a run on n8n's engine. */
export function outcomeOfRun({ outputs, error, stored, run }: NodeRunResult): Outcome {
	const { name = '' } = (run.data.resultData.error ?? {}) as { name?: string };
	return {
		items: outputs.flat(),
		error: error && {
			name,
			message: error.message,
			description: String(error.description ?? ''),
		},
		stored,
	};
}

/** The outcome of anything else that a node does for n8n. */
export async function outcomeOf(
	work: () => Promise<Array<INodeExecutionData | IDataObject>>,
): Promise<Outcome> {
	try {
		const items = (await work()).map((item) =>
			'json' in item ? (item as INodeExecutionData) : { json: item as IDataObject },
		);
		return { items, stored: JSON.stringify(items) };
	} catch (error) {
		const { name, message, description = '' } = error as Error & { description?: string };
		return {
			items: [],
			error: { name, message, description: String(description ?? '') },
			stored: JSON.stringify([name, message, description, error]),
		};
	}
}
