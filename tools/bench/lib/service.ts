/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import type { JournalEntry, ServiceOptions } from '../../../demo-service';
import { inLanes, onShutdown, root, waitFor } from '../../n8n/program';

/** Access tokens of as many applications of the service, because each may create ten videos a minute. */
export function applications(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `benchmark-token-${index}`);
}

/** The demo service in a process of its own, which only counts what it receives. */
export interface Sinks {
	url: string;
	/** The first of the tokens. */
	token: string;
	tokens: string[];
}

export async function startSinks(
	options: Pick<ServiceOptions, 'persons' | 'tokens'> = {},
): Promise<Sinks> {
	const child = spawn(
		process.execPath,
		['--require', 'tsx/cjs', join(root, 'tools/bench/lib/sinks.ts'), JSON.stringify(options)],
		{ cwd: root, stdio: ['pipe', 'pipe', 'inherit'] },
	);
	onShutdown(() => void child.kill('SIGKILL'));
	for await (const line of createInterface({ input: child.stdout })) {
		return JSON.parse(line) as Sinks;
	}
	throw new Error('The demo service did not start');
}

/** Reads JSON, or posts some. @returns what is answered */
async function ask<T>(url: string, body?: object, headers = {}): Promise<T> {
	const response = await fetch(url, {
		headers: { ...headers, 'content-type': 'application/json' },
		...(body && { method: 'POST', body: JSON.stringify(body) }),
	});
	return (await response.json()) as T;
}

/** Calls an endpoint of the service. @returns what it answers */
async function call<T>({ url, token }: Sinks, path: string, body?: object): Promise<T> {
	const headers = { access_token: token };
	return (await ask<{ data: T }>(`${url}/open/v1/${path}`, body, headers)).data;
}

/** A single-use address for one PUT. */
export async function uploadAddress(sinks: Sinks): Promise<string> {
	const path = 'common/create_upload_url?service=ai_creation&name=file.mp4';
	return (await call<{ sign_url: string }>(sinks, path)).sign_url;
}

/** Offers a file on the demo service's storage to upload from. @returns its address */
export async function offerSource({ url }: Sinks, bytes: number): Promise<string> {
	const { result } = await control<{ result: { url: string } }>(url, 'storage/source', { bytes });
	return result.url;
}

/** The smallest request of a picture. */
export const pictureBody = (prompt: string) => ({
	model_code: 'modelf-4.0',
	creation_type: 3,
	ref_prompt: prompt,
});

/** Submits a picture without n8n, and returns the id of its task. */
const submitPicture = async (sinks: Sinks): Promise<string> =>
	await call(sinks, 'ai_creation/task/submit', pictureBody('A fox'));

/** Submits many pictures, fifty at once. */
export async function submitPictures(sinks: Sinks, count: number): Promise<void> {
	await inLanes(50, Array(count), async () => await submitPicture(sinks));
}

/** Decides the size of the results of new tasks, and how long they take. */
export async function newTasks(
	{ url }: Sinks,
	fate: { bytes?: number; seconds: number },
): Promise<void> {
	await control(url, 'fates', { fate });
}

/** A finished task whose result has this many bytes. */
export async function finishedTask(
	sinks: Sinks,
	bytes: number,
): Promise<{ taskId: string; url: string }> {
	await newTasks(sinks, { bytes, seconds: 0 });
	const taskId = await submitPicture(sinks);
	const path = `ai_creation/task?unique_id=${taskId}`;
	const data = await call<{ output_url: string[] }>(sinks, path);
	return { taskId, url: data.output_url[0] ?? '' };
}

type JournalQuery = Partial<Record<'token' | 'endpoint', string>>;

/** The requests that the service has had, of which it knows the newest 20,000. */
export async function journal({ url }: Sinks, filter: JournalQuery): Promise<JournalEntry[]> {
	const query = new URLSearchParams(filter).toString();
	return (await control<{ entries: JournalEntry[] }>(url, `journal?${query}`)).entries;
}

/** Lets the service forget all tasks, requests and decisions. */
export async function forgetEverything({ url }: Sinks): Promise<void> {
	await control(url, 'reset', {});
}

/**
 * Ends all tasks of an endpoint and sends their callbacks, as many at once as the service sends.
 *
 * @returns the ids of these tasks, and when the callbacks began, in Unix milliseconds
 */
export async function callBackNow(
	{ url }: Sinks,
	endpoint: string,
): Promise<{ began: number; taskIds: string[] }> {
	type Tasks = { tasks: Array<{ id: string; endpoint: string }> };
	const { tasks } = await control<Tasks>(url, 'tasks');
	const taskIds = tasks.filter((task) => task.endpoint === endpoint).map(({ id }) => id);
	await control(url, 'callbacks/hold', {});
	for (const id of taskIds) await control(url, 'settle', { id });
	const areHeld = async () =>
		(await control<{ held: number }>(url, 'callbacks')).held === taskIds.length;
	await waitFor(areHeld, 10, 'callbacks are missing');
	const began = Date.now();
	// Answered when all have been, which may take longer than fetch waits.
	const released = await request(`${url}/_control/callbacks/release`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		headersTimeout: 0,
	});
	await released.body.dump();
	return { began, taskIds };
}

/** Ends a task successfully, and sends its callback. */
export async function settle({ url }: Sinks, id: string): Promise<void> {
	await control(url, 'settle', { id });
}

/** Reads what the service tells, or tells it something. */
async function control<T>(url: string, what: string, input?: object): Promise<T> {
	return await ask(`${url}/_control/${what}`, input);
}
