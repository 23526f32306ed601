/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { nodeAdvice, nodePackage } from '../platform';

/** A Node that an n8n runs on. */
export interface Node {
	executable: string;
	/** Folder with the headers that native modules are built against, where it is known. */
	headers?: string;
}

/**
 * The Node that was installed beside n8n, else the one that runs this program if n8n can run on it.
 *
 * @param modules the node_modules folder of the installation
 * @param range major versions that n8n runs on, as `>=24` or `>=20 <25`
 * @throws Error when there is none for this platform
 */
export function findNode(modules: string, range: string): Node {
	const own = nodePackage();
	const folder = join(modules, own.name);
	const executable = join(folder, own.executable);
	if (existsSync(executable)) return { executable, headers: withHeaders(folder) };
	if (allows(range, Number(process.versions.node.split('.')[0]))) {
		return {
			executable: process.execPath,
			headers: withHeaders(dirname(dirname(process.execPath))),
		};
	}
	throw new Error(nodeAdvice(range));
}

function allows(range: string, major: number): boolean {
	const bounds = /^>=(\d+)(?: <(\d+))?$/.exec(range);
	if (bounds === null) throw new Error(`"${range}" is not a range of major versions of Node`);
	return major >= Number(bounds[1]) && major < Number(bounds[2] ?? Infinity);
}

function withHeaders(folder: string): string | undefined {
	return existsSync(join(folder, 'include', 'node', 'node.h')) ? folder : undefined;
}
