/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Fate } from './fate';

/** A running or finished piece of work of one kind. */
export interface Task<Input = unknown> {
	id: string;
	number: number;
	endpoint: string;
	/** Access token of the application that owns it. */
	token: string;
	input: Input;
	/** Unix seconds. */
	createdAt: number;
	/** Task time in milliseconds (see Clock). */
	startsAt: number;
	endsAt: number;
	fate: Fate;
}

/** Bytes that arrived at the storage; the content and its hash where it is kept (see keptBytes of the options). */
export interface Received {
	bytes: number;
	sha256?: string;
	content?: Buffer;
}

export interface MultipartTask {
	uploadId: string;
	size: number;
	partSize: number;
	partCount: number;
	/** Unix seconds. */
	expiresAt: number;
	headers: Record<string, string>;
	parts: Map<number, Received>;
	state: 'open' | 'merging' | 'merged';
}

/** A file of an application, and how far it has arrived. */
export interface StoredFile {
	id: string;
	token: string;
	service: string;
	name: string;
	mimeType: string;
	key: string;
	/** Unix seconds. */
	createdAt: number;
	/** Sent in one piece, to a sign_url. */
	single?: boolean;
	deleted: boolean;
	received?: Received;
	multipart?: MultipartTask;
	/** Until when it lasts, in task time, and what it comes to. */
	review?: { endsAt: number; status: number; msg: string };
}

/** What the service has to know when it is started again. */
interface State {
	/** A moment in task time, and when that was in Unix milliseconds. */
	clock: { task: number; at: number };
	tasks: Task[];
	/** Files that have arrived. Their content, if it is kept, stands in files of their own. */
	files: StoredFile[];
	/** Ids of the tasks whose callback has been sent. */
	calledBack: string[];
}

const KEPT_SECONDS = 30 * 24 * 3600;

/** Times that may be Infinity, which JSON writes as null. */
const MAY_BE_ENDLESS = ['endsAt', 'seconds', 'listLagSeconds'];

const readState = (text: string): State =>
	JSON.parse(text, (key, value: unknown) =>
		value === null && MAY_BE_ENDLESS.includes(key) ? Infinity : value,
	) as State;

/**
 * Keeps the state in a folder, if there is one. It is saved before the request is answered that has changed it, so that not even a
 * killed process loses what it has acknowledged.
 */
export class Memory {
	/** What earlier starts have left of the last 30 days. */
	readonly earlier: State | undefined;
	stateNow: (() => State) | undefined;
	private readonly path: string;

	/** @throws Error of the system when the folder cannot be written */
	constructor(private readonly folder: string | undefined) {
		this.path = join(folder ?? '', 'state.json');
		if (folder === undefined) return;
		mkdirSync(join(folder, 'files'), { recursive: true });
		if (!existsSync(this.path)) return;
		const { tasks, files, ...others } = readState(readFileSync(this.path, 'utf8'));
		const oldest = Date.now() / 1000 - KEPT_SECONDS;
		const isYoung = ({ createdAt }: { createdAt: number }) => createdAt >= oldest;
		this.earlier = { ...others, tasks: tasks.filter(isYoung), files: files.filter(isYoung) };
	}

	/** Returns once the state is safe. */
	save(): void {
		if (this.folder === undefined || this.stateNow === undefined) return;
		writeSafely(this.path, JSON.stringify(this.stateNow()));
	}

	keep(fileId: string, content: Buffer): void {
		if (this.folder !== undefined) writeSafely(join(this.folder, 'files', fileId), content);
	}

	/** The content of a file of an earlier start. */
	content(fileId: string): Buffer | undefined {
		const path = join(this.folder ?? '', 'files', fileId);
		return existsSync(path) ? readFileSync(path) : undefined;
	}
}

/** Writes a file whole or not at all, in whatever way this process ends. */
function writeSafely(path: string, content: Buffer | string): void {
	const unfinished = `${path}.new`;
	writeFileSync(unfinished, content);
	renameSync(unfinished, path);
}
