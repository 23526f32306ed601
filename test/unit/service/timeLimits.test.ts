/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { root } from '../../../tools/docs/pack';

const sources = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((path) => path.endsWith('.ts'))
	.map((path) => ({ path, text: readFileSync(join(root, 'nodes', path), 'utf8') }));

it('no time limit is only led to by AbortSignal.any, which Node 20 would collect', () => {
	const joined = sources.flatMap(({ path, text }) =>
		[...text.matchAll(/AbortSignal\.any\(([^)]*)\)/g)].map(([, sources]) => ({ path, sources })),
	);
	// The signals of controllers, which somebody holds.
	for (const one of joined) {
		expect(one).toEqual({
			path: join('shared', 'service', 'client.ts'),
			sources: '[signal, limit]',
		});
	}
	const limits = sources.filter(({ text }) => text.includes('AbortSignal.timeout('));
	expect(limits.length).toBeGreaterThan(3);
	for (const { path, text } of limits) {
		const kept = /(joinSignals|onEnd|unlessStopped)\(/.test(text);
		expect({ path, kept }).toEqual({ path, kept: true });
	}
});
