/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const WANTED_MAJOR = 24;

/** A Node that is new enough for n8n. */
export interface Node {
	executable: string;
	/** Folder with the headers that native modules are built against, where it is known. */
	headers?: string;
}

/**
 * The Node that was installed beside n8n, else the one that runs this program if it is new enough.
 *
 * @param modules the node_modules folder of the installation
 * @throws Error when there is none for this platform
 */
export function findNode(modules: string): Node {
	const name = `node-${process.platform}-${process.arch}`;
	const folder = join(modules, name);
	const executable = join(folder, 'bin', 'node');
	if (existsSync(executable)) return { executable, headers: withHeaders(folder) };
	if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) {
		return {
			executable: process.execPath,
			headers: withHeaders(dirname(dirname(process.execPath))),
		};
	}
	throw new Error(
		`n8n needs Node ${WANTED_MAJOR} or newer, and there is no package "${name}" to take it from. ` +
			`Install Node ${WANTED_MAJOR} yourself and start again with it.`,
	);
}

function withHeaders(folder: string): string | undefined {
	return existsSync(join(folder, 'include', 'node', 'node.h')) ? folder : undefined;
}
