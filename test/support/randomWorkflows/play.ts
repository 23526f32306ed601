/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setImmediate, setTimeout as delay } from 'node:timers/promises';

import { range } from 'lodash';
import type { IDataObject, INode, INodeExecutionData, IRun, IRunExecutionData } from 'n8n-workflow';

import type { JournalEntry, LocalService } from '../../../demo-service';
import { BOTH_PATHS, finishedLipSync, finishedPerson, finishedVideo } from '../engine/runs';
import { Submits } from '../engine/submits';
import {
	createWorkflowEngine,
	storedForRetry,
	storedWithNodes,
	storedWithItems,
	type ExecutionPlan,
	type RunningExecution,
	type WorkflowEngine,
} from '../engine/workflowEngine';
import { REQUESTS, SUBMITTERS, workflowOf, type Belongings, type Step } from './steps';
import type { Interruption, Mishap, Story } from './story';
import { type FastTime, inFastTime, inRealTime } from '../fastTime';
import { linesLogged } from '../engine/core';
import { processed } from '../engine/processed';

/** From a start of n8n's engine to its end, a pause, or an interruption. */
export interface Part {
	executionId: string;
	end: 'success' | 'error' | 'waiting' | 'stopped' | 'killed';
	/** What n8n went on with, as JSON. */
	stored?: string;
	/** What n8n has stored when it is stopped or its process dies, as JSON. */
	kept?: string;
	/** What n8n has in the end; of a process that died, nothing. */
	run?: IRun;
	/** What n8n knew of nodes that had ended when the execution was stopped or the process died, as JSON. */
	ended?: string;
	/** What was logged, each as JSON. */
	lines: string[];
	/** Requests that arrived in the meantime. */
	requests: JournalEntry[];
}

export interface Played {
	story: Story;
	parts: Part[];
	/** IDs of tasks that were there before. */
	before: ReadonlySet<string>;
}

/** More parts than any story has: four nodes that loop for two minutes each, with three retries. */
const MAX_PARTS = 80;

/** What is on its way from the service when a process dies arrives, or it does not matter. */
const ON_ITS_WAY_MS = 40;
const TURNS = 30;

/** For real; pauses take no time. */
const HANG_MS = 60_000;

/** Executes a story, for an application of its own. The demo service must know both paths of details. */
export async function play(service: LocalService, token: string, story: Story): Promise<Played> {
	service.reset();
	processed.reset();
	const app = { ...service, token };
	const has = await belongings(app);
	const before = new Set(service.tasks().map(({ id }) => id));
	service.journal.clear();
	const credential = { ...BOTH_PATHS, baseUrl: service.url, accessToken: token };
	const engine = await createWorkflowEngine(credential);
	const stage = new Stage(app, engine, story, has);
	const time: FastTime = { aheadMs: 0, shortLimits: false };
	const parts = await inFastTime(time, async () => await stage.allParts(time));
	return { story, parts, before };
}

async function belongings(service: LocalService): Promise<Belongings> {
	const submits = new Submits(() => service);
	const videoId = await submits.fated('composedVideo', { seconds: 0 });
	return {
		videoId,
		fileId: submits.file('lip_sync_video', 'talk.mp4'),
		videoUrl: service.storage.source({ bytes: 500, name: 'anna.mp4' }).url,
	};
}

class Stage {
	private readonly plan: Omit<ExecutionPlan, 'id'>;
	private readonly interruptions: Array<Interruption | undefined>;
	private retries: number;
	private executions = 1;

	constructor(
		private readonly service: LocalService,
		private readonly engine: WorkflowEngine,
		private readonly story: Story,
		has: Belongings,
	) {
		this.plan = { workflow: workflowOf(story.steps, this.rows(1) as never, has) };
		this.interruptions = [...story.interruptions];
		this.retries = story.retries;
		service.callbacks.plan({ drop: true });
		service.fate(({ index }) => story.fates[index % story.fates.length]);
	}

	async allParts(time: FastTime): Promise<Part[]> {
		const parts: Part[] = [];
		let next: ExecutionPlan | undefined = { ...this.plan, id: 'execution-1' };
		this.service.faults.add(this.gate);
		for (const mishap of this.story.mishaps) this.arrange(mishap);
		while (next) {
			if (parts.length === MAX_PARTS) throw new Error('The execution never ends');
			const part: Part = await this.part(next);
			parts.push(part);
			next = await this.afterwards(part, next, time);
		}
		return parts;
	}

	private arrange({ step, request, ...rule }: Mishap): void {
		const { kind } = this.story.steps[step % this.story.steps.length] as Step;
		const requests = REQUESTS[kind];
		this.service.faults.add({ ...rule, endpoint: requests[request % requests.length] });
	}

	/** Called for each request, before any fault. */
	private onRequest: () => void = () => {};
	private isDead = false;
	private readonly gate = {
		times: Infinity,
		fault: { kind: 'resetBefore' as const },
		when: ({ token = this.service.token }: JournalEntry) => {
			if (token !== this.service.token) return false;
			this.onRequest();
			return this.isDead;
		},
	};

	private async part(plan: ExecutionPlan): Promise<Part> {
		const lines: string[] = [];
		const first = this.service.journal.count();
		const part: Omit<Part, 'end'> = {
			executionId: plan.id,
			stored: plan.stored,
			lines,
			requests: [],
		};
		const interruption = this.interruptions.shift();
		const end = await linesLogged(lines, async () => {
			const running = this.engine.start(plan);
			const interrupted = interruption ? this.interrupt(interruption, running, part) : undefined;
			const run = await inRealTime(running.done, HANG_MS, plan.id);
			await inRealTime(running.nodesEnded(), HANG_MS, plan.id);
			this.onRequest = () => {};
			await interrupted?.ended();
			if (interrupted?.happened) return interruption?.how === 'kill' ? 'killed' : 'stopped';
			part.run = run;
			return run.status as Part['end'];
		});
		this.isDead = false;
		part.requests = this.service.journal
			.entries()
			.slice(first)
			.filter(({ token }) => token === this.service.token);
		return { ...part, end };
	}

	/** Stops or kills when a certain request has arrived. */
	private interrupt(
		{ how, atRequest, afterMs }: Interruption,
		running: RunningExecution,
		part: Omit<Part, 'end'>,
	) {
		let requests = 0;
		let isOver = false;
		let happening: Promise<void> | undefined;
		const state = {
			happened: false,
			async ended() {
				isOver = true;
				await happening;
			},
		};
		const happen = async () => {
			await delay(afterMs);
			if (isOver) return;
			state.happened = true;
			part.ended = running.progress();
			part.kept = (this.story.savesProgress && part.ended) || running.begun;
			if (how === 'kill') {
				this.isDead = true;
				processed.dead.add(`Workflow of ${part.executionId}`);
				await delay(ON_ITS_WAY_MS);
				// On a busy machine, the time may be up before anything was read.
				for (let turn = 0; turn < TURNS; turn++) await setImmediate();
				part.lines = [...part.lines];
			}
			running.stop();
		};
		this.onRequest = () => {
			requests += 1;
			if (requests === atRequest) happening = happen();
		};
		return state;
	}

	private async afterwards(
		part: Part,
		plan: ExecutionPlan,
		time: FastTime,
	): Promise<ExecutionPlan | undefined> {
		switch (part.end) {
			case 'success':
				return undefined;
			case 'waiting':
				return await this.resumed(part.run as IRun, plan, time);
			case 'error':
				return this.retried(plan, storedForRetry(part.run as IRun));
			case 'stopped':
			case 'killed':
				return this.retried(plan, part.kept);
		}
	}

	private retried(plan: ExecutionPlan, stored: string | undefined): ExecutionPlan | undefined {
		if (this.retries === 0) return undefined;
		this.retries -= 1;
		this.executions += 1;
		const id = `execution-${this.executions}`;
		const retry: ExecutionPlan = { ...plan, stored, mode: 'retry', id };
		if (!this.story.edits && !this.story.rereads) return retry;
		const nodes = plan.workflow.nodes.map((node, index) => this.changed(node, index));
		const workflow = { ...plan.workflow, nodes };
		return { ...retry, workflow, stored: stored && storedWithNodes(stored, workflow) };
	}

	/** A node of the workflow that n8n's retry finds: saved anew, or with rows that were read anew. */
	private changed(node: INode, index: number): INode {
		const { edits, rereads } = this.story;
		const step = this.story.steps[index - 1];
		const changed = structuredClone(node);
		const { parameters } = changed;
		if (rereads) {
			changed.credentials = { digitalHumanApi: { id: '1', name: `API ${this.executions}` } };
			// With another request and another row, it is another item.
			const isChanging = this.story.steps.some(({ changing }) => changing);
			if (!step && !isChanging) parameters.items = this.rows(this.executions) as never;
		}
		// With another request and other settings, it is another item.
		if (edits && step && !step.changing && parameters.downloadResult !== undefined) {
			parameters.downloadResult = !parameters.downloadResult;
		}
		return changed;
	}

	/** The items of the workflow, as they are read for an execution. */
	private rows(execution: number): INodeExecutionData[] {
		const readAt = `10:0${execution}`;
		return range(this.story.items).map((key) => ({ json: { key, readAt } }));
	}

	private async resumed(run: IRun, plan: ExecutionPlan, time: FastTime): Promise<ExecutionPlan> {
		const stored = JSON.stringify(run.data);
		const items = this.story.callsBack ? await this.calledBack({ ...plan, stored }) : undefined;
		if (items) return { ...plan, stored: storedWithItems(stored, items) };
		time.aheadMs += Math.max(0, (run.waitTill?.getTime() ?? 0) - Date.now());
		return { ...plan, stored };
	}

	/** The callbacks of all tasks of a paused execution, each twice. Returns the items with which it goes on. */
	private async calledBack(plan: ExecutionPlan): Promise<INodeExecutionData[] | undefined> {
		const state = JSON.parse(plan.stored ?? '{}') as IRunExecutionData;
		const waiting = state.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
		for (const { json } of waiting) {
			const { taskId, state: taskState } = json as { taskId?: string; state?: string };
			const address = this.service.callbacks.addressOf(taskId ?? '');
			if (!address || taskState !== 'inProgress') continue;
			const query = Object.fromEntries(new URL(address).searchParams);
			const task = this.service.tasks().find(({ id }) => id === taskId);
			this.service.settle(taskId ?? '');
			const body = finished(task?.endpoint ?? '', taskId ?? '');
			for (const answer of [
				await this.engine.callBack(plan, { query, body }),
				await this.engine.callBack(plan, { query, body }),
			]) {
				if (answer.items) return answer.items;
			}
		}
		return undefined;
	}
}

/** What the service calls back with; all that counts of it is which task it is about. */
function finished(endpoint: string, id: string): IDataObject {
	if (endpoint === SUBMITTERS.createPerson) return finishedPerson(id);
	return endpoint === SUBMITTERS.lipSync ? finishedLipSync(id) : finishedVideo(id);
}
