/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { build } from '../../n8n/lib/build';
import { credentialType, saveCredential } from '../../n8n/lib/credentials';
import { installHost } from '../../n8n/lib/install';
import { startInstance, type Instance } from '../../n8n/lib/instance';
import { dataFolder } from '../../n8n/lib/paths';
import { say } from '../../n8n/lib/progress';
import type { Rest } from '../../n8n/lib/rest';
import { onShutdown } from '../../n8n/lib/shutdown';
import type { Credentials } from './contenders';
import { report, type Result } from './measure';
import type { Sinks } from './service';

export interface Setting extends Instance {
	runs: number;
	/** Sizes of the files. */
	mib: number[];
	/** Measures only what has this in its name. */
	only: string;
	/** Folder from which n8n may read files. */
	readable: string;
	/** Says what is being done, unless the output is to be JSON. */
	tell(line: string): void;
	/** Puts the results out. */
	tellResults(results: Result[]): void;
}

/**
 * Reads the flags and starts a real n8n with the pack, which ends with the program.
 *
 * @param mib sizes unless the flags say otherwise
 */
export async function openSetting(mib: string): Promise<Setting> {
	const { values } = parseArgs({
		args: process.argv.slice(3),
		options: {
			json: { type: 'boolean', default: false },
			runs: { type: 'string', default: '3' },
			mib: { type: 'string', default: mib },
			only: { type: 'string', default: '' },
		},
	});
	await build();
	const host = await installHost();
	const folder = join(dataFolder, 'bench');
	const userFolder = join(folder, 'n8n');
	const readable = join(userFolder, '.n8n-files');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(readable, { recursive: true });
	onShutdown(() => rmSync(folder, { recursive: true, force: true }));
	const env = { N8N_RESTRICT_FILE_ACCESS_TO: readable };
	const instance = await startInstance({ host, userFolder, env });
	onShutdown(async () => await instance.n8n.kill());
	return {
		...instance,
		runs: Number(values.runs),
		mib: values.mib.split(',').map(Number),
		only: values.only,
		readable,
		tell: values.json ? () => undefined : say,
		tellResults(results) {
			say(values.json ? JSON.stringify({ results }, null, 2) : `\n${report(results)}\n`);
		},
	};
}

/** The credentials of the nodes that send to these sinks. */
export async function credentialsFor(rest: Rest, { url, token, s3 }: Sinks): Promise<Credentials> {
	const own = await saveCredential(rest, { baseUrl: url, accessToken: token });
	const aws = await rest.post<{ id: string; name: string }>('credentials', {
		name: 'Benchmark S3',
		type: 'aws',
		data: {
			region: 'us-east-1',
			accessKeyId: 'benchmark',
			secretAccessKey: 'benchmark',
			customEndpoints: true,
			s3Endpoint: s3,
		},
	});
	return { [credentialType]: own, aws };
}
