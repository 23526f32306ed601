import { afterAll, afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import type { INodeType } from 'n8n-workflow';

import {
	startService,
	type Fault,
	type FaultRule,
	type JournalEntry,
	type LocalService,
	type ServiceOptions,
} from '../../../demo-service';
import { quickTime } from '../clock';
import {
	createEngine,
	type Engine,
	type EngineCredential,
	type NodeRun,
	type NodeRunResult,
} from './engine';
import { nodeTypes } from './nodes';
import { errorText } from './outputs';
import { Submits } from './submits';

/** An answer with other data. */
export const otherData = <T>(change: (data: T) => unknown): Fault => ({
	kind: 'answer',
	change: (right) => ({ ...(right as object), data: change((right as { data: T }).data) }),
});

/** The demo service and an engine whose credential belongs to it, for all tests of a file or a `describe`. */
export class Setup {
	declare service: LocalService;
	declare engine: Engine;

	/** Tasks and files that other clients of the application have submitted. */
	readonly submits = new Submits(() => this.service);

	constructor(private readonly options: ServiceOptions) {}

	/** Of the engine. */
	get credential(): EngineCredential {
		const { videoDetailPath, personDetailPath, personListPath, voiceListPath } = this.options;
		const { url: baseUrl, token: accessToken } = this.service;
		const paths = { videoDetailPath, personDetailPath, personListPath, voiceListPath };
		return { baseUrl, accessToken, ...paths };
	}

	/** Runs a node, which must succeed. */
	async run(node: NodeRun): Promise<NodeRunResult> {
		const result = await this.engine.run(node);
		expect(errorText(result.error)).toBe('');
		return result;
	}

	/** Runs a node, which must fail before anything is sent: with this title, or this title and description. */
	async refuses(node: NodeRun, message: string | RegExp): Promise<NodeRunResult> {
		const result = await this.engine.run(node);
		const { message: title = '' } = result.error ?? {};
		expect(title.match(message) ? title : errorText(result.error)).toMatch(message);
		expect(this.count()).toBe(0);
		return result;
	}

	/** Lets the next request of an operation go wrong; returns what takes that back. */
	fault(operation: string, fault: Fault, more: Partial<FaultRule> = {}): () => void {
		return this.service.faults.add({ operation, fault, ...more });
	}

	/** Does something at each request of an operation, which is answered as usual. */
	onRequest(operation: string, action: () => void): void {
		const when = () => {
			action();
			return false;
		};
		this.fault(operation, { kind: 'delay' }, { when });
	}

	/** Lets an operation be unavailable for the twenty seconds of which its answer speaks. */
	unavailable(operation: string): void {
		let readyAt = Infinity;
		const when = () => {
			readyAt = Math.min(readyAt, Date.now() + 20_000);
			return Date.now() < readyAt;
		};
		const fault = { kind: 'status', status: 503, headers: { 'retry-after': '20' } } as const;
		this.fault(operation, fault, { times: Infinity, when });
	}

	/** The requests of an operation, or all. */
	requests(operation?: string): JournalEntry[] {
		return this.service.journal.entries(operation === undefined ? {} : { operation });
	}

	/** Their bodies. */
	bodies(operation: string): unknown[] {
		return this.requests(operation).map(({ body }) => body);
	}

	/** Their number. */
	count(operation?: string): number {
		return this.requests(operation).length;
	}

	/** How many tasks the service has accepted. */
	accepted(operation: string): number {
		return this.service.journal.accepted(operation);
	}

	/** SHA-256 of a file as the storage has it. */
	arrived(fileId: unknown): string | undefined {
		return this.service.storage.files.byId(String(fileId))?.received?.sha256;
	}

	/** How often each part number was sent. */
	partsSent(): Record<string, number> {
		const sent: Record<string, number> = {};
		for (const { path } of this.requests('part')) sent[path] = (sent[path] ?? 0) + 1;
		return sent;
	}

	/**
	 * Presses Stop while a node runs. n8n itself stops waiting at once; what counts is when the node has ended.
	 *
	 * @param when resolves when Stop is to be pressed
	 * @returns milliseconds from Stop to the end of the node
	 */
	async stop(run: NodeRun, when: () => Promise<unknown>): Promise<number> {
		const type = nodeTypes[run.type.replace(/Tool$/, '')];
		const execute = jest.spyOn(type as Required<INodeType>, 'execute');
		let pressed = 0;
		await this.engine.runAndStop(run, async () => {
			await when();
			pressed = Date.now();
		});
		await expect(execute.mock.results.at(-1)?.value).rejects.toThrow(/stopped/);
		return Date.now() - pressed;
	}
}

/**
 * Starts them before the first test, in a time that jumps, and forgets tasks, faults and the journal before each. After every test, nothing may
 * have given the token to the object storage.
 *
 * @param each starts them anew for each test, whose requests then do not count for the limits of the others
 */
export function setUp(options: ServiceOptions = {}, { each = false } = {}): Setup {
	quickTime();
	const setup = new Setup(options);
	const start = async () => {
		setup.service = await startService({ speed: 20, ...options });
		setup.engine = await createEngine(setup.credential);
	};
	const stop = async () => await setup.service.close();
	if (each) beforeEach(start);
	else {
		beforeAll(start);
		beforeEach(() => setup.service.reset());
	}
	afterEach(() => expect(setup.service.journal.leaks()).toEqual([]));
	if (each) afterEach(stop);
	else afterAll(stop);
	return setup;
}
