/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { runNpm } from './command';
import { hashOf } from './files';
import { withLock } from './lock';
import { dataFolder, root } from './paths';
import { progress } from './progress';

const sources = [
	'credentials',
	'icons',
	'nodes',
	'gulpfile.js',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
];
const stamp = join(dataFolder, 'built-from');

/**
 * Builds the pack into dist, unless dist is the result of these very sources already.
 *
 * @throws Error with the last lines of the log when the build fails
 */
export async function build(): Promise<void> {
	await withLock(join(dataFolder, 'build.lock'), async () => {
		if (readStamp() === state()) return;
		await progress('Building the pack', async () => {
			await runNpm(['run', 'build'], { cwd: root, log: 'build' });
		});
		mkdirSync(dirname(stamp), { recursive: true });
		writeFileSync(stamp, state());
	});
}

/** What went into the build and what came out of it. */
function state(): string {
	return [hashOf(root, sources), hashOf(root, ['dist'])].join(' ');
}

function readStamp(): string | undefined {
	try {
		return readFileSync(stamp, 'utf8');
	} catch {
		return undefined;
	}
}
