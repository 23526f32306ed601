/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';

import { remove } from '../../folders';
import { build } from '../../n8n/pack';
import { Rest } from '../../n8n/rest';
import { installHost } from '../../n8n/install';
import { type N8n, startInstance } from '../../n8n/n8n';
import { dataFolder, onShutdown } from '../../n8n/program';

/** What a benchmark has to work with: a real n8n with the pack. */
export interface Setting {
	n8n: N8n;
	/** How often each contender does its task, if that was asked for; the median counts. */
	runs?: number;
	/** Starts n8n again, so that nobody inherits memory, and signs in. */
	afresh(settings?: Record<string, string>): Promise<Rest>;
}

/** Builds the pack and starts a real n8n with it, which ends with the program. */
export async function openSetting(runs?: number): Promise<Setting> {
	await build();
	const host = await installHost();
	const userFolder = join(dataFolder, 'bench');
	remove(userFolder);
	onShutdown(() => remove(userFolder));
	const env: Record<string, string> = {};
	const { n8n } = await startInstance({ host, userFolder, env });
	onShutdown(async () => await n8n.kill());
	return {
		n8n,
		runs,
		async afresh(settings = {}) {
			await n8n.stop();
			for (const name of Object.keys(env)) delete env[name];
			Object.assign(env, settings);
			await n8n.launch();
			return await Rest.signIn(n8n.url);
		},
	};
}
