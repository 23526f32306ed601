/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports,
   @n8n/community-nodes/require-node-api-error */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

import { filesBelow } from './files';

/** Sends a signal to a process and all that it has started; a group that is gone already is no error. */
export function endGroup(leader: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-leader, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

export function groupAlive(leader: number): boolean {
	try {
		process.kill(-leader, 0);
		return true;
	} catch {
		return false;
	}
}

/** Ends every n8n whose user folder is below a folder, after the process that started it has died. */
export function endAllBelow(folder: string): void {
	for (const file of filesBelow(folder).filter((path) => path.endsWith('n8n.pid'))) {
		const leader = Number(readFileSync(file, 'utf8'));
		if (isN8n(leader)) endGroup(leader, 'SIGKILL');
		rmSync(file);
	}
}

/** Process ids are used again; a stranger that has got the id of an n8n must not be ended. */
function isN8n(processId: number): boolean {
	if (!(processId > 0)) return false;
	const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(processId)], {
		encoding: 'utf8',
	});
	return (stdout ?? '').includes('/n8n/bin/n8n start');
}
