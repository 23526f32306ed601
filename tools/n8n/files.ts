/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * All files below a folder, sorted, or the file itself.
 *
 * @returns nothing where the path does not exist
 */
export function filesBelow(path: string): string[] {
	const stat = statSync(path, { throwIfNoEntry: false });
	if (stat === undefined) return [];
	if (!stat.isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}

/** A short hash over names and contents of files and folders, named relative to `base`. */
export function hashOf(base: string, paths: readonly string[]): string {
	const hash = createHash('sha256');
	for (const file of paths.flatMap((path) => filesBelow(join(base, path)))) {
		hash.update(relative(base, file)).update('\0').update(readFileSync(file)).update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}
