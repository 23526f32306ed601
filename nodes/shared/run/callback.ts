import omit from 'lodash/omit';
import uniq from 'lodash/uniq';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';

import { createClient } from '../service/client';
import { canLookUp } from '../service/credential';
import { ServiceError } from '../service/failure';
import { keepsWaiting } from '../service/retry';
import { composedVideo, videoRecord, videoTask } from '../tasks/composedVideo';
import { lipSyncRecord, lipSyncTask } from '../tasks/lipSync';
import { personRecord, personTask } from '../tasks/person';
import { lacksResult, type Task, type TaskKind, withoutResult } from '../tasks/task';
import { customVoiceRecord, voiceTask } from '../tasks/voice';
import { asError, CancelledError, raceAbort, signalAt, sleepFor } from '../util/async';
import { isObject, parseJson, quote } from '../util/json';
import { plainText } from '../util/text';

type Body = Record<string, unknown>;

/** What n8n adds to the request. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody?(): Promise<void>;
}

/** The body of a call: JSON under whatever content type, its large numbers not rounded. */
export async function bodyOf(context: IWebhookFunctions): Promise<unknown> {
	const request = context.getRequestObject() as unknown as RawRequest;
	const parsed: unknown = context.getBodyData();
	// n8n does not read a body of a content type that it does not know.
	await request.readRawBody?.();
	const text = request.rawBody?.toString() ?? (typeof parsed === 'string' ? parsed : '');
	return parseJson(text) ?? parsed;
}

/** One documented shape of a callback body (service.md 6). */
interface Shape {
	/** Whether the fields are there that only this shape has. */
	is(body: Body): boolean;
	/** The task, if the record is as specified. */
	read(body: Body): Task | undefined;
}

const SHAPES: readonly Shape[] = [
	{
		is: ({ code, data }) =>
			Number.isInteger(code) &&
			isObject(data) &&
			'video_url' in data &&
			!('subtitle_data_url' in data),
		read: reader(z.object({ data: lipSyncRecord }), ({ data }) => lipSyncTask(data)),
	},
	{
		is: (body) => !('code' in body) && 'video_url' in body && 'subtitle_data_url' in body,
		read: reader(videoRecord, (record) => videoTask(composedVideo.name, record)),
	},
	{
		is: (body) => !('code' in body) && !('video_url' in body) && body.type === 'person',
		read: reader(personRecord, personTask),
	},
	{
		is: (body) =>
			!('code' in body) && !('video_url' in body) && body.type !== 'person' && 'audio_path' in body,
		read: reader(customVoiceRecord, voiceTask),
	},
];

/** What can be an ID: one line, and no more than IDs of any service have. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/**
 * Reads the body of a completion callback: a custom person or a composed video as a bare record, a lip-sync
 * video in an envelope, or a custom voice (service.md 6). It is only what the sender says.
 *
 * @param body the parsed JSON
 * @returns the task that the body reports, or undefined when it has none of these shapes
 */
export function readCallback(body: unknown): Task | undefined {
	if (!isObject(body)) return undefined;
	const task = SHAPES.find((shape) => shape.is(body))?.read(body);
	if (!task || !ID.test(task.taskId)) return undefined;
	// It comes at the end, so that no result follows.
	return lacksResult(task) ? withoutResult(task) : task;
}

function reader<T>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	toTask: (record: T) => Task,
): Shape['read'] {
	return (body) => {
		const { data } = schema.safeParse(body);
		return data && toTask(data);
	};
}

/** A record with its ID, which may stand in envelopes. */
function recordIn(body: unknown, depth = 3): (Body & { id: unknown }) | undefined {
	if (!isObject(body) || depth === 0) return undefined;
	if (ID.test(plainText(body.id))) return { ...body, id: body.id };
	const inside = Object.values(body).map((part) => recordIn(part, depth - 1));
	return inside.find((record) => record !== undefined);
}

/** The ID of the record that a body holds, wherever it stands. */
export function idIn(body: unknown): string | undefined {
	const record = recordIn(body);
	return record && plainText(record.id);
}

/** What a body says of a person with this ID, about whom the service cannot be asked. */
export function readPerson(body: unknown, id: string): Task | undefined {
	const record = recordIn(body);
	// A number of many digits was rounded on its way.
	const isThis = record && (plainText(record.id) === id || record.id === Number(id));
	if (!isThis) return undefined;
	return readCallback({ ...omit(record, 'code'), type: record.type ?? 'person', id });
}

/**
 * Answers a call and starts nothing.
 *
 * @param message a sentence for those who read the sender's log
 */
export function reply(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/**
 * The same for a call that was not understood or not let in, which the log says with what it sent.
 *
 * @param body as it came
 */
export function refuse(
	context: IWebhookFunctions,
	status: number,
	message: string,
	body: unknown = context.getBodyData(),
): IWebhookResponseData {
	const { name } = context.getNode();
	context.logger.warn(
		`A call of ${inLog(name)} was refused with status ${status}: ${message}. Body: ${inLog(body)}`,
	);
	return reply(context, status, message);
}

/** Anything in a line of the log: short, in quotes and without line breaks. */
export function inLog(value: unknown): string {
	return JSON.stringify(quote(value)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}

/** Longest time until a callback has its answer, apart from its files: n8n Cloud cuts callers off after 100 seconds. */
const ANSWER_WITHIN_MS = 30_000;

/** When the answer about a callback that has just arrived has to be there, in milliseconds since the epoch. */
export function answerAt(): number {
	return Date.now() + ANSWER_WITHIN_MS;
}

/** Longest time for one look, which callbacks share. */
const MAX_LOOK_MS = 25_000;
const MIN_LOOK_MS = 1_000;

/** The pause after a look that has answered no callback; of one that goes on looking, it doubles each time. */
const PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 8_000;

/** What a callback asks the service. */
interface Question {
	kind: TaskKind;
	ids: string[];
	/** What may share a look: callbacks of one node of one workflow, or of one execution. */
	group: string;
	/** When the asker has to have its answer, in milliseconds since the epoch. */
	endsAt: number;
	/** Whether the service shows what the asker wants to see. */
	isFound(tasks: Map<string, Task>): boolean;
	/** Whether a further look may show more: a callback may be ahead of the service's lists. */
	goesOn(tasks: Map<string, Task>, looks: number): boolean;
}

/** A callback that waits for an answer. */
interface Asker extends Question {
	looks: number;
	/** When it is to be looked again at the earliest, in milliseconds since the epoch. */
	lookAt: number;
	seen?: Map<string, Task>;
	problem: Error;
	lookUp(ids: string[], withinMs: number): Promise<Map<string, Task>>;
	end(error?: unknown): void;
}

const askersOf = new Map<string, Set<Asker>>();

/**
 * Asks the service about tasks on behalf of a callback, again and again as long as that may show more. Callbacks that
 * arrive together share the looks; a look never begins before the callback that it answers.
 *
 * @returns the tasks that the service knows, by id, as they were seen last; undefined when it cannot be asked about tasks of
 * this kind, also when what the credential has for it leads elsewhere
 * @throws Error when the service does not tell
 */
export async function askTogether(
	context: IWebhookFunctions,
	question: Question,
): Promise<Map<string, Task> | undefined> {
	const { kind, group, endsAt } = question;
	if (!(await canLookUp(context, kind))) return undefined;
	const client = await createClient(context);
	const key = `${group} ${kind.name}`;
	const askers = askersOf.get(key) ?? new Set();
	const asker: Asker = {
		...question,
		looks: 0,
		lookAt: 0,
		problem: new Error('No response in time'),
		lookUp: async (ids, withinMs) => await kind.lookUp(client.within(withinMs), ids),
		end() {},
	};
	const ended = new Promise<void>((resolve, reject) => {
		asker.end = (error) => {
			askers.delete(asker);
			if (error === undefined) resolve();
			else reject(asError(error));
		};
	});
	askers.add(asker);
	if (!askersOf.has(key)) void answerAll(key, askers);
	try {
		await raceAbort(ended, signalAt(endsAt));
	} catch (error) {
		if (kind.detailPath && leadsElsewhere(error)) return undefined;
		if (!(error instanceof CancelledError)) throw asError(error);
	} finally {
		askers.delete(asker);
	}
	if (!asker.seen) throw asker.problem;
	return asker.seen;
}

function leadsElsewhere(error: unknown): boolean {
	const { cause } = error instanceof ServiceError ? error.failure : {};
	return cause === 'notTheService' || cause === 'redirected';
}

/** Looks until all who ask have their answers. */
async function answerAll(key: string, askers: Set<Asker>): Promise<void> {
	askersOf.set(key, askers);
	let notBefore = 0;
	while (askers.size > 0) {
		const dueAt = Math.min(...[...askers].map(({ lookAt }) => lookAt));
		const waitMs = Math.max(notBefore, dueAt) - Date.now();
		if (waitMs > 0) {
			await sleepFor(Math.min(PAUSE_MS, waitMs));
			for (const asker of askers) if (asker.seen && Date.now() >= asker.endsAt) asker.end();
			continue;
		}
		const begun = Date.now();
		const isAnswered = await look([...askers]);
		notBefore = isAnswered ? 0 : begun + PAUSE_MS;
		for (const asker of askers) {
			if (asker.looks > 0 && asker.lookAt <= begun) {
				asker.lookAt = begun + Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** (asker.looks - 1));
			}
		}
	}
	askersOf.delete(key);
}

/** Looks once for several. @returns whether one of them has found what it wants to see */
async function look(askers: Asker[]): Promise<boolean> {
	const [first] = askers;
	if (!first) return false;
	const ids = uniq(askers.flatMap((asker) => asker.ids));
	const leftMs = Math.max(...askers.map(({ endsAt }) => endsAt)) - Date.now();
	let answer: Map<string, Task> | Error;
	try {
		answer = await first.lookUp(ids, Math.max(MIN_LOOK_MS, Math.min(MAX_LOOK_MS, leftMs)));
	} catch (error) {
		answer = asError(error);
	}
	let isAnswered = false;
	for (const asker of askers) {
		asker.looks++;
		if (answer instanceof Error) {
			asker.problem = answer;
			if (!passesBefore(asker.endsAt, answer)) asker.end(answer);
			continue;
		}
		asker.seen = answer;
		const isFound = asker.isFound(answer);
		if (isFound || !asker.goesOn(answer, asker.looks)) asker.end();
		isAnswered ||= isFound;
	}
	return isAnswered;
}

function passesBefore(endsAt: number, error: unknown): boolean {
	if (!(error instanceof ServiceError) || !keepsWaiting(error.failure)) return false;
	return Date.now() + (error.failure.retryAfterMs ?? 0) < endsAt;
}
