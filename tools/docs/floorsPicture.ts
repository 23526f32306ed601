/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from './pack';

const FLOOR = '^nodes/shared/[^/]+';

/** The floors of nodes/shared and who uses whom, as a Mermaid drawing made by dependency-cruiser. */
export function floorsPicture(): string {
	const drawing = execFileSync(
		process.execPath,
		[
			join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
			...['--config', 'tools/floors.cjs', '--include-only', '^nodes/shared/'],
			...['--collapse', FLOOR, '--output-type', 'mermaid', 'nodes'],
		],
		{ cwd: root, encoding: 'utf8' },
	);
	return `\`\`\`mermaid\n${drawing.trim()}\n\`\`\``;
}
