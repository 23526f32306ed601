/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../n8n/program';
import type { Benchmark, Result } from '../lib/benchmark';

const OTHERS = ['httpRequest', 'awsS3', 'openAi', 'googleSheets', 'slack'];

interface Verified {
	sections: Array<{
		load?: { packMs: number; firstUseMs: number };
		descriptions?: Array<{ name: string; bytes: number }>;
		packedBytes?: number;
	}>;
}

/** What the package costs before it is used. */
export const load: Benchmark = {
	name: 'load',
	title: 'Loading and size',
	about:
		'What the package adds to the start of n8n, the time for the code of all nodes, which n8n loads when they are first used (medians of fresh processes), the size of its largest node description as n8n sends it to the editor, and the size of the packed package, compared with the descriptions of some nodes of n8n itself.',
	figures: {
		startMs: { heading: 'Start, ms', digits: 1 },
		firstUseMs: { heading: 'First use of all nodes, ms', digits: 1 },
		descriptionKb: { heading: 'Description, kB', digits: 1 },
		packedKb: { heading: 'Packed, kB', digits: 1 },
	},
	run: async ({ n8n }) => {
		const sections = verified();
		const find = <K extends keyof Verified['sections'][number]>(key: K) =>
			sections.find((section) => section[key] !== undefined)?.[key];
		const descriptions = (find('descriptions') ?? []).sort((a, b) => b.bytes - a.bytes);
		const [largest] = descriptions;
		const own: Result = {
			contender: 'This package',
			own: true,
			task: `${descriptions.length} nodes, the largest: ${largest?.name ?? ''}`,
			figures: {
				startMs: find('load')?.packMs,
				firstUseMs: find('load')?.firstUseMs,
				descriptionKb: (largest?.bytes ?? 0) / 1000,
				packedKb: (find('packedBytes') ?? 0) / 1000,
			},
		};
		const types = join(n8n.host.folder, 'node_modules/n8n-nodes-base/dist/types/nodes.json');
		const nodes = JSON.parse(readFileSync(types, 'utf8')) as Array<{ name: string }>;
		const others = OTHERS.map((name): Result => {
			const versions = nodes.filter((node) => node.name === name);
			const bytes = Math.max(...versions.map((node) => JSON.stringify(node).length));
			return { contender: 'n8n itself', task: name, figures: { descriptionKb: bytes / 1000 } };
		});
		return await Promise.resolve([own, ...others]);
	},
};

function verified(): Verified['sections'] {
	const output = execFileSync(process.execPath, ['tools/verify/run.js', '--json'], {
		cwd: root,
		maxBuffer: 64 * 1024 ** 2,
	});
	return (JSON.parse(output.toString()) as Verified).sections;
}
