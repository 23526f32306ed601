/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { remove } from '../folders';
import type { ServiceAccess } from './credentials';
import { saveCredential } from './credentials';
import { isWhole } from './dialect';
import type { Execution } from './executions';
import { downloadBinary, finishedExecution, startExecution } from './executions';
import { mediaKind } from './mediaKind';
import { root } from './paths';
import { progress, say } from './progress';
import type { Rest } from './rest';
import { readExample, saveWorkflow, triggerOf, withCredential } from './workflows';

const example = 'image-then-video';

/** The nodes of the example that make something, and what they make. */
const expected = { 'Create Image': 'png', 'Create Video': 'mp4' } as const;

/**
 * Runs an example and saves the files that it makes.
 *
 * @param folder where the files go; emptied first
 * @returns the exit code: 0 if the workflow has succeeded and every file is complete
 */
export async function runDemo(rest: Rest, access: ServiceAccess, folder: string): Promise<number> {
	const credential = await saveCredential(rest, access);
	const file = withCredential(readExample(example), credential);
	const workflow = await saveWorkflow(rest, { ...file, name: `${file.name} (demo)` }, true);
	const execution = await progress(`Running the workflow "${workflow.name}"`, async () => {
		const id = await startExecution(rest, workflow.id, triggerOf(workflow));
		return await finishedExecution(rest, id);
	});
	show(execution);
	if (execution.status !== 'success') return 1;
	return await saveFiles(rest, execution, folder);
}

function show(execution: Execution): void {
	for (const node of execution.nodes) {
		say(`\n${node}:`);
		for (const { json, binary } of execution.items(node)) {
			say(binary ? `  ${describe(binary.data)}` : summaryOf(json));
		}
	}
	const { status, error } = execution;
	say(
		status === 'success'
			? '\nThe workflow finished successfully.'
			: `\nThe workflow did not finish successfully (${status}). ${error?.message ?? ''}`,
	);
}

function describe(data: IBinaryData | undefined): string {
	return `File: ${data?.fileName ?? ''} (${data?.mimeType ?? ''}, ${data?.fileSize ?? ''})`;
}

/** One line per field of an item. */
function summaryOf(json: IDataObject): string {
	const lines = Object.entries(json).map(([name, value]) => {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		return `  ${name}: ${text}`;
	});
	return lines.join('\n');
}

/** @returns the exit code: 0 if every expected file was downloaded completely */
async function saveFiles(rest: Rest, execution: Execution, folder: string): Promise<number> {
	remove(folder);
	mkdirSync(folder, { recursive: true });
	let code = 0;
	for (const [node, kind] of Object.entries(expected)) {
		const data = execution.items(node)[0]?.binary?.data;
		const content = data ? await downloadBinary(rest, data) : Buffer.alloc(0);
		const arrived = data && mediaKind(content) === kind && isWhole(rest, data, content);
		if (!arrived) code = 1;
		const path = join(folder, `${node.replaceAll(' ', '-').toLowerCase()}.${kind}`);
		writeFileSync(path, content);
		const saved = `${relative(root, path)} (${content.length} bytes)`;
		say(arrived ? `Saved ${saved}` : `${saved} is not a complete ${kind.toUpperCase()} file`);
	}
	return code;
}
