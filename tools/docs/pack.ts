/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports,
   @typescript-eslint/no-require-imports */
import type { INodeType } from 'n8n-workflow';
import { basename, dirname, join } from 'node:path';

import { DigitalHumanApi } from '../../credentials/DigitalHumanApi.credentials';
import manifest from '../../package.json';

/** The project. */
export const root = join(__dirname, '../..');

/** All nodes that package.json names, from their source, and the folders that they are in, as paths below the project. */
export const packNodes = manifest.n8n.nodes.map((built) => {
	const source = built.replace(/^dist\//, '').replace(/js$/, 'ts');
	// Its codex file has the same name apart from the ending, which `require` therefore needs.
	const exported = require(join(root, source)) as Record<string, new () => INodeType>;
	const NodeClass = exported[basename(source, '.node.ts')];
	if (!NodeClass) throw new Error(`${source} does not export the class of its name`);
	return { folder: dirname(source), type: new NodeClass() };
});

/** The one credential of the package. */
export const packCredential = new DigitalHumanApi();
