/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports,
   @n8n/community-nodes/require-node-api-error */
import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import {
	commandLineQuery,
	endTreeCommand,
	knowsSignals,
	plainCommandLine,
	treeId,
} from '../platform';
import { filesBelow } from './files';

/** Sends a signal to a process and all that it has started; a group that is gone already is no error. */
export function endGroup(leader: number, signal: NodeJS.Signals): void {
	const command = endTreeCommand(leader);
	if (command !== undefined) {
		spawnSync(command.program, command.args, { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(treeId(leader), signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

export function groupAlive(leader: number): boolean {
	try {
		process.kill(treeId(leader), 0);
		return true;
	} catch {
		return false;
	}
}

/** Asks a program of ours to end; where it cannot be asked, ends it and what it has started. */
export function endChild(child: ChildProcess): void {
	if (knowsSignals()) child.kill('SIGTERM');
	else if (child.pid !== undefined) endGroup(child.pid, 'SIGTERM');
}

/**
 * Notes a process that leads a group, so that it can be ended after the process that started it has died.
 *
 * @param file ends with `.pid`
 */
export function noteProcess(file: string, leader: number | undefined): void {
	writeFileSync(file, String(leader));
}

export function forgetProcess(file: string): void {
	rmSync(file, { force: true });
}

/** Id of the process that a note is about, while it lives. */
export function notedProcess(file: string): number | undefined {
	const leader = Number(readFileSync(file, 'utf8'));
	return kindOf(leader) === undefined ? undefined : leader;
}

/** Ends every process that was noted below a folder. */
export function endAllBelow(folder: string): void {
	for (const file of filesBelow(folder).filter((path) => path.endsWith('.pid'))) {
		const leader = Number(readFileSync(file, 'utf8'));
		// PostgreSQL has notes of its own, with more in them than a number.
		if (Number.isNaN(leader)) continue;
		endAtOnce(leader);
		forgetProcess(file);
	}
}

/** Ends a process that was started here, and all that it has started; any other stays. */
export function endAtOnce(leader: number): void {
	const kind = kindOf(leader);
	if (kind !== undefined) endGroup(leader, kind.signal);
}

interface Kind {
	/** Stands in the command line. */
	mark: string;
	/** Ends it at once, with everything put away that it keeps outside its folder. */
	signal: NodeJS.Signals;
}

/** What is started here. Process ids are used again; a stranger that has got one of ours must not be ended. */
const kinds: Kind[] = [
	{ mark: '/n8n/bin/n8n ', signal: 'SIGKILL' },
	{ mark: '/bin/postgres -D ', signal: 'SIGQUIT' },
	{ mark: 'redis-server ', signal: 'SIGKILL' },
];

function kindOf(processId: number): Kind | undefined {
	if (!(processId > 0)) return undefined;
	const { program, args } = commandLineQuery(processId);
	const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
	const commandLine = plainCommandLine(stdout ?? '');
	return kinds.find(({ mark }) => commandLine.includes(mark));
}
