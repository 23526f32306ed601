/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import type { IDataObject, INodeParameters, INodeType, IRun } from 'n8n-workflow';

import {
	startService,
	type Fate,
	type Fault,
	type FaultRule,
	type JournalEntry,
	type LocalService,
	type ServiceOptions,
} from '../../../demo-service';
import { DigitalHumanTaskTrigger } from '../../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { asWrittenBy } from '../changedTexts';
import { virtualTime } from '../clock';
import {
	createEngine,
	type Engine,
	type EngineCredential,
	type NodeRun,
	type NodeRunResult,
} from './engine';
import { nodeTypes } from './nodes';
import { errorText, left, storedItems } from './outputs';
import { processed } from './processed';
import { byExpression, finishedPerson, finishedVideo } from './runs';
import { SUBMIT, Submits } from './submits';
import { callPaused, callWebhook, queryOfCallback, type Answer, type Call } from './webhook';

const taskTrigger = new DigitalHumanTaskTrigger();

/** A run that ended with an error. */
type Failed = NodeRunResult & {
	error: Required<NodeRunResult>['error'];
	/** Its title and description. */
	said: string;
};

/** An execution that waits for tasks. */
export interface Paused {
	run: IRun;
	/** The whole stored execution as text. */
	stored: string;
	/** The tasks that the node has submitted, and the first of them. */
	ids: string[];
	id: string;
	/** Of the address that the service calls. */
	query: Record<string, string>;
	/**
	 * Calls it back, as the service does.
	 *
	 * @param about the ID of the finished task, or any other body; the first task unless said otherwise
	 */
	call(about?: unknown, more?: Partial<Call>): Promise<Answer>;
	/** Lets all of its tasks end, and then calls it back. */
	end(fate?: Fate, more?: Partial<Call>): Promise<Answer>;
}

/** A node that pauses and loops, round by round. */
class Looping {
	/** @param last of its rounds, the first one so far */
	constructor(
		private readonly setup: Setup,
		private readonly node: NodeRun,
		private last: NodeRunResult,
	) {}

	get run(): IRun {
		return this.last.run;
	}

	get status(): IRun['status'] {
		return this.run.status;
	}

	/** The items that wait, as n8n has stored them. */
	get waiting(): IDataObject[] {
		return storedItems(this.run).map(({ json }) => json);
	}

	/** Milliseconds until its next round. */
	get pauseMs(): number {
		return (this.run.waitTill?.getTime() ?? 0) - Date.now();
	}

	/** What has left through an output, over all rounds. */
	left(output: number): IDataObject[] {
		return left(this.run, output);
	}

	/** Changes the items that wait, as a node between 'In Progress' and the input does. */
	change(change: (json: IDataObject) => IDataObject): void {
		for (const item of storedItems(this.run)) item.json = change(item.json);
	}

	/** Adds an item to those that wait, as a second way into the loop does. */
	add(json: IDataObject): void {
		storedItems(this.run).push({ json, pairedItem: { item: 0 } });
	}

	/** Its next round, so many milliseconds later. */
	async next(laterMs = 0): Promise<NodeRunResult> {
		expect(this.status).toBe('waiting');
		await delay(laterMs);
		this.last = await this.setup.engine.resume(this.node, this.run);
		return this.last;
	}
}

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

	async run(node: NodeRun): Promise<NodeRunResult> {
		const result = await this.engine.run(node);
		expect(errorText(result.error)).toBe('');
		return result;
	}

	/**
	 * Runs a node that sends one request, as it is and with each value by an expression: both must send this body.
	 *
	 * @param shownToo what n8n demands then, as it shows every field whose display depends on an expression
	 */
	async sends(
		endpoint: string,
		node: NodeRun,
		body: unknown,
		shownToo: INodeParameters,
	): Promise<void> {
		await this.run(node);
		const { parameters, item } = byExpression({ ...node.parameters, ...shownToo });
		await this.run({ ...node, parameters, items: [{ ...node.items?.[0], json: item }] });
		expect(this.bodies(endpoint)).toEqual([body, body]);
	}

	/**
	 * Runs a node, which must fail.
	 *
	 * @param message part of the title, or a pattern of the title, or of the title and the description
	 */
	async fails(node: NodeRun, message: string | RegExp): Promise<Failed> {
		const { error, ...result } = await this.engine.run(node);
		if (!error) throw new Error(`no error but ${result.stored}`);
		const said = errorText(error);
		// No sentence is left empty.
		expect(error.description ?? '').not.toMatch(/\. \./);
		if (typeof message === 'string') expect(error.message).toContain(message);
		else expect(message.test(error.message) ? error.message : said).toMatch(message);
		return { ...result, error, said };
	}

	/** Runs a node, which must fail with such words before anything is sent. */
	async refuses(node: NodeRun, message: string | RegExp): Promise<Failed> {
		const failed = await this.fails(node, message);
		expect(this.count()).toBe(0);
		return failed;
	}

	/** Runs a node, which must fail with such words and submit nothing. */
	async submitsNothing(node: NodeRun, message: string | RegExp): Promise<Failed> {
		const submitted = () => Object.values(SUBMIT).map((endpoint) => this.count(endpoint));
		const before = submitted();
		const failed = await this.fails(node, message);
		expect(submitted()).toEqual(before);
		return failed;
	}

	/** Runs a node, which must pause. */
	async paused(
		node: NodeRun,
		fate: Parameters<LocalService['fate']>[0] = { seconds: Infinity },
	): Promise<Paused> {
		const { service } = this;
		service.fate(fate);
		const before = new Set(service.tasks().map(({ id }) => id));
		const { run, stored } = await this.engine.run(node);
		expect(run.status).toBe('waiting');
		const ids = service.tasks().flatMap(({ id }) => (before.has(id) ? [] : id));
		const query = queryOfCallback(service);
		const finished = node.type === 'digitalHumanCreatePerson' ? finishedPerson : finishedVideo;
		const call: Paused['call'] = async (about = ids[0], more = {}) => {
			const body = typeof about === 'string' ? finished(about) : about;
			const { credential } = this;
			return await callPaused(service, node, run, body, { credential, query, ...more });
		};
		return {
			run,
			stored,
			ids,
			id: ids[0] ?? '',
			query,
			call,
			end: async (end, more) => {
				for (const id of ids) service.settle(id, end);
				return await call(undefined, more);
			},
		};
	}

	/** Begins a loop, which must pause after its first round. */
	async looping(node: NodeRun): Promise<Looping> {
		const looping = new Looping(this, node, await this.engine.run(node));
		expect(looping.status).toBe('waiting');
		return looping;
	}

	/** Lets all tasks of the service end. */
	settleAll(): void {
		for (const { id } of this.service.tasks()) this.service.settle(id);
	}

	/** Calls a Task Callback Trigger, which asks for no secret unless its options say so. */
	async callTrigger(
		body: unknown,
		parameters: INodeParameters = {},
		more: Partial<Call> = {},
	): Promise<Answer> {
		const options = { secretFrom: 'none', ...(parameters.options as INodeParameters) };
		return await callWebhook({
			node: taskTrigger,
			parameters: { ...parameters, options },
			credential: this.credential,
			staticData: {},
			body,
			...more,
		});
	}

	/** Lets the next request of an endpoint go wrong; returns what takes that back. */
	fault(endpoint: string, fault: Fault, more: Partial<FaultRule> = {}): () => void {
		return this.service.faults.add({ endpoint, fault, ...more });
	}

	/** Lets every request of an endpoint go wrong; returns what takes that back. */
	always(endpoint: string, fault: Fault, when?: FaultRule['when']): () => void {
		return this.fault(endpoint, fault, { times: Infinity, when });
	}

	/** Does something at each request of an endpoint, which is answered as usual. */
	onRequest(endpoint: string, action: () => void): void {
		const when = () => {
			action();
			return false;
		};
		this.fault(endpoint, { kind: 'delay' }, { when });
	}

	/** The requests of an endpoint, or all. */
	requests(endpoint?: string): JournalEntry[] {
		return this.service.journal.entries(endpoint === undefined ? {} : { endpoint });
	}

	bodies(endpoint: string): unknown[] {
		return this.requests(endpoint).map(({ body }) => body);
	}

	/** Their number. */
	count(endpoint?: string): number {
		return this.requests(endpoint).length;
	}

	/** How many tasks the service has accepted. */
	accepted(endpoint: string): number {
		return this.service.journal.accepted(endpoint);
	}

	/** SHA-256 of a file as the storage has it. */
	arrived(fileId: unknown): string | undefined {
		return this.service.storage.files.byId(String(fileId))?.received?.sha256;
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
		await expect(asWrittenBy(Promise.resolve(execute.mock.results.at(-1)?.value))).rejects.toThrow(
			/stopped/,
		);
		return Date.now() - pressed;
	}
}

/**
 * Starts them before the first test, in virtual time. Before each one, the service forgets tasks, faults and the journal, and n8n
 * what nodes have processed. After every test, nothing may
 * have given the token to the object storage.
 */
export function setUp(options: ServiceOptions = {}): Setup {
	virtualTime();
	const setup = new Setup(options);
	beforeAll(async () => {
		setup.service = await startService({ speed: 20, ...options });
		setup.engine = await createEngine(setup.credential);
	});
	beforeEach(() => {
		setup.service.reset();
		processed.reset();
	});
	afterEach(() => expect(setup.service.journal.leaks()).toEqual([]));
	afterAll(async () => await setup.service.close());
	return setup;
}
