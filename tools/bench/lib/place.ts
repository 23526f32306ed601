/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports, no-console */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { onShutdown, root } from '../../n8n/program';
import { type Application, ask, startSinks, submitPicture } from './service';

/** A demo service with a file, which can be uploaded from there, and which is the result of a task. */
export interface Place extends Application {
	/** Address of the file on the web. */
	source: string;
	taskId: string;
	/** Address of the result of the task. */
	result: string;
}

/** Opens a place in a process of its own, so that the source and the destination of a file do not hold each other up. */
export async function openPlace(bytes: number): Promise<Place> {
	const program = ['--require', 'tsx/cjs', __filename, String(bytes)];
	const child = spawn(process.execPath, program, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
	onShutdown(() => void child.kill('SIGKILL'));
	for await (const line of createInterface({ input: child.stdout })) {
		return JSON.parse(line) as Place;
	}
	throw new Error('The demo service did not start');
}

async function main(bytes: number): Promise<void> {
	const { url, token, fate, storage } = await startSinks();
	fate({ seconds: 0, bytes });
	const taskId = await submitPicture({ url, token });
	const path = `ai_creation/task?unique_id=${taskId}`;
	const { output_url } = await ask<{ output_url: [string] }>({ url, token }, path);
	const { url: source } = storage.source({ bytes });
	const place: Place = { url, token, source, taskId, result: output_url[0] };
	console.log(JSON.stringify(place));
}

if (require.main === module) {
	// Whoever started this holds the other end; nothing is left behind when it ends in whatever way.
	process.stdin.on('end', () => process.exit()).resume();
	void main(Number(process.argv[2]));
}
