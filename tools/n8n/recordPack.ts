/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';

import type { N8n } from './n8n';
import type { InstalledPack } from './pack';
import type { Rest } from './rest';

interface NodeType {
	name: string;
	displayName: string;
	version: number | number[];
	defaultVersion?: number;
}

/**
 * Enters the pack in n8n's list of installed community packages.
 *
 * @throws Error when n8n has not loaded every node of the pack
 */
export async function recordPack(n8n: N8n, rest: Rest, pack: InstalledPack): Promise<void> {
	const loaded = (await (await rest.fetch('/types/nodes.json')).json()) as NodeType[];
	const nodes = pack.n8n.nodes.map((file) => {
		const className = basename(file, '.node.js');
		const name = `${pack.name}.${className.charAt(0).toLowerCase()}${className.slice(1)}`;
		const type = loaded.find((entry) => entry.name === name);
		if (type === undefined) throw new Error(`n8n has not loaded ${name}; see ${n8n.logFile}`);
		return { name, displayName: type.displayName, version: [type.version].flat().at(-1) };
	});
	const database = join(n8n.userFolder, '.n8n', 'database.sqlite');
	const script = join(__dirname, 'databaseEntry.js');
	const { status, stderr } = spawnSync(n8n.host.node.executable, [script, database], {
		cwd: n8n.host.folder,
		input: JSON.stringify({ pack, nodes }),
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`The pack could not be entered in n8n's database: ${stderr}`);
}
