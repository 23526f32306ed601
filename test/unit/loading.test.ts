/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { expect, it, jest } from '@jest/globals';
import { join } from 'node:path';

// What n8n has loaded before.
import { Settings } from 'luxon';
import 'n8n-workflow';
import 'zod';

import manifest from '../../package.json';

/** Every part of it takes 4 to 12 ms when it is first used, all other code of a node about 40 ms. */
it('loads all nodes without the language data of Node.js', () => {
	// Another test of this process may have loaded data already, which Luxon keeps.
	Settings.resetCaches();
	const parts: Array<[owner: object, name: string]> = [
		...Object.getOwnPropertyNames(Intl).map((name): [object, string] => [Intl, name]),
		[Number.prototype, 'toLocaleString'],
		[Date.prototype, 'toLocaleString'],
		[String.prototype, 'localeCompare'],
	];
	const watched = parts.map(([owner, name]) => ({
		name,
		spy: jest.spyOn(owner as Record<string, () => unknown>, name),
	}));
	for (const path of manifest.n8n.nodes) {
		jest.requireActual(join('../..', path.replace(/^dist\//, '').replace(/js$/, 'ts')));
	}
	const used = watched.filter(({ spy }) => spy.mock.calls.length > 0);
	expect(used.map(({ name }) => name)).toEqual([]);
});
