/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { build } from '../../n8n/pack';
import { Rest, saveCredential, type StoredCredential } from '../../n8n/rest';
import { installHost } from '../../n8n/install';
import { type N8n, startInstance } from '../../n8n/n8n';
import { dataFolder, onShutdown } from '../../n8n/program';
import type { Sinks } from './service';

export interface Options {
	/** How often each contender does its task; the median counts. */
	runs?: number;
	/** Says what is being done. */
	report(line: string): void;
}

/** What a benchmark has to work with: a real n8n with the pack. */
export interface Setting extends Options {
	n8n: N8n;
	/** Id of n8n's process. */
	processId(): number;
	/** Folder from which n8n may read files. */
	readable: string;
	/** Starts n8n again, so that nobody inherits memory, and signs in. */
	afresh(settings?: Record<string, string>): Promise<Rest>;
}

/** Builds the pack and starts a real n8n with it, which ends with the program. */
export async function openSetting(options: Options): Promise<Setting> {
	await build();
	const host = await installHost();
	const folder = join(dataFolder, 'bench');
	const userFolder = join(folder, 'n8n');
	const readable = join(userFolder, '.n8n-files');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(readable, { recursive: true });
	onShutdown(() => rmSync(folder, { recursive: true, force: true }));
	const usual = { N8N_RESTRICT_FILE_ACCESS_TO: readable };
	const env: Record<string, string> = { ...usual };
	const { n8n } = await startInstance({ host, userFolder, env });
	onShutdown(async () => await n8n.kill());
	return {
		...options,
		n8n,
		processId: () => n8n.processId ?? 0,
		readable,
		async afresh(settings = {}) {
			await n8n.stop();
			for (const name of Object.keys(env)) delete env[name];
			Object.assign(env, usual, settings);
			await n8n.launch();
			return await Rest.signIn(n8n.url);
		},
	};
}

/** The credential of the nodes that send to these sinks. */
export async function credentialFor(
	rest: Rest,
	{ url, token }: Sinks,
	name?: string,
): Promise<StoredCredential> {
	return await saveCredential(rest, { baseUrl: url, accessToken: token }, name);
}
