/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ServiceAccess } from './credentials';
import { holderOf } from './lock';
import { dataFolder } from './paths';

/** Where to find what `npm start` has started. */
export interface Running {
	url: string;
	access: ServiceAccess;
}

const file = join(dataFolder, 'running');

/**
 * Takes the n8n of this checkout for this process, until it ends.
 *
 * @throws Error when another living process has it
 */
export function claimLocal(): void {
	const holder = holderOf(file);
	if (holder !== undefined) {
		throw new Error(
			`Process ${holder} is starting the n8n of this checkout; wait for it or end it.`,
		);
	}
	note('');
}

/** What a living `npm start` of this checkout has noted, once n8n was ready. */
export function findRunning(): Running | undefined {
	if (holderOf(file) === undefined) return undefined;
	const noted = readFileSync(file, 'utf8').split('\n')[1];
	return noted ? (JSON.parse(noted) as Running) : undefined;
}

export function noteRunning(running: Running): void {
	note(JSON.stringify(running));
}

export function forgetRunning(): void {
	rmSync(file, { force: true });
}

function note(text: string): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${process.pid}\n${text}\n`);
}
