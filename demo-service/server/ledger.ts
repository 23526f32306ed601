/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import type { Fate } from './fate';

/*
 * What the service has to remember when it is started again, as a list of what happened. Each entry is in its file before the request
 * is answered that caused it, so that not even a killed process loses what it has acknowledged.
 */

/** A task as it was submitted. */
export interface SavedTask {
	id: string;
	number: number;
	endpoint: string;
	/** Access token of the application that owns it. */
	token: string;
	input: unknown;
	/** Unix seconds. */
	createdAt: number;
	/** Milliseconds of task time from start to end. */
	life: number;
	fate: Fate;
}

/** A file that has arrived. Its content, if it is kept, stands in a file of its own. */
export interface SavedFile {
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
	bytes: number;
	sha256?: string;
	review: { seconds: number; status: number; msg: string };
}

export type Happening =
	| { is: 'task'; task: SavedTask }
	| { is: 'settled'; id: string; fate: Fate }
	| { is: 'calledBack'; id: string }
	| { is: 'file'; file: SavedFile }
	| { is: 'deleted'; id: string };

/** What happened, and when (Unix milliseconds). */
export type Entry = Happening & { at: number };

export interface Ledger {
	/** Returns once the entry is safe. */
	note(what: Happening): void;
	/** Keeps the content of a file, before its entry. */
	keep(fileId: string, content: Buffer): void;
	content(fileId: string): Buffer | undefined;
	/** Everything of earlier starts, in its order. */
	readonly earlier: readonly Entry[];
	clear(): void;
}

/** Remembers nothing: what a service has to do that ends with its test. */
export const noLedger: Ledger = {
	note() {},
	keep() {},
	content: () => undefined,
	earlier: [],
	clear() {},
};

const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Times that may be Infinity, which JSON writes as null. */
const MAY_BE_ENDLESS = ['life', 'seconds', 'listLagSeconds'];

const asEntry = (line: string): Entry =>
	JSON.parse(line, (key, value: unknown) =>
		value === null && MAY_BE_ENDLESS.includes(key) ? Infinity : value,
	) as Entry;

/** Entries of the last 30 days in a folder, one a line. What a killed process left half written at the end was never acknowledged. */
export class FolderLedger implements Ledger {
	private readonly path: string;
	readonly earlier: readonly Entry[];

	/** @throws Error of the system when the folder cannot be written */
	constructor(private readonly folder: string) {
		this.path = join(folder, 'ledger.jsonl');
		mkdirSync(join(folder, 'files'), { recursive: true });
		const lines = existsSync(this.path) ? readFileSync(this.path, 'utf8').split('\n') : [];
		const oldest = Date.now() - KEPT_MS;
		this.earlier = lines.flatMap(entryOf).filter(({ at }) => at >= oldest);
		writeSafely(this.path, this.earlier.map(lineOf).join(''));
	}

	note(what: Happening): void {
		const entry: Entry = { ...what, at: Date.now() };
		appendFileSync(this.path, lineOf(entry));
	}

	keep(fileId: string, content: Buffer): void {
		writeSafely(this.pathOf(fileId), content);
	}

	content(fileId: string): Buffer | undefined {
		const path = this.pathOf(fileId);
		return existsSync(path) ? readFileSync(path) : undefined;
	}

	clear(): void {
		rmSync(this.folder, { recursive: true, force: true });
		mkdirSync(join(this.folder, 'files'), { recursive: true });
	}

	private pathOf(fileId: string): string {
		return join(this.folder, 'files', fileId);
	}
}

/** The entry of a line; none where it is not whole. */
function entryOf(line: string): Entry[] {
	try {
		return [asEntry(line)];
	} catch {
		return [];
	}
}

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

/** Writes a file whole or not at all, in whatever way this process ends. */
function writeSafely(path: string, content: Buffer | string): void {
	const unfinished = `${path}.new`;
	writeFileSync(unfinished, content);
	renameSync(unfinished, path);
}
