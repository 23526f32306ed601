import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { createEngine, type Engine, type NodeRunResult } from '../../support/engine/engine';
import { Submits } from '../../support/engine/submits';
import { startService, type LocalService } from '../../../demo-service';

/** A service and an engine for one run after another, each for an application of its own. */
export interface Bench {
	service: LocalService;
	engine: Engine;
	token: string;
	submits: Submits;
	credential: {
		baseUrl: string;
		accessToken: string;
		videoDetailPath: string;
		personDetailPath: string;
	};
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

const VIDEO_DETAIL_PATH = 'detail/video';
const PERSON_DETAIL_PATH = 'detail/person';

/** Of the lists of own persons and voices, which only steps about them have in their credential. */
export const LIST_PATHS = { personListPath: 'list/person', voiceListPath: 'list/voice' };

/** Starts a bench whose service makes and reviews everything at once, and knows no limits of its own. */
export async function openBench(token: string): Promise<Bench> {
	const paths = { videoDetailPath: VIDEO_DETAIL_PATH, personDetailPath: PERSON_DETAIL_PATH };
	const service = await startService({
		...paths,
		...LIST_PATHS,
		tokens: [token],
		limits: false,
		reviewSeconds: 0,
		speed: 1000,
		uploads: 'hash',
	});
	service.fate({ seconds: 0 });
	const credential = { ...paths, baseUrl: service.url, accessToken: token };
	const engine = await createEngine(credential);
	return { service, engine, token, credential, submits: new Submits(() => service) };
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
