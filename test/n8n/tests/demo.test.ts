/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { runDemo } from '../../../tools/n8n/local';
import { mediaKind } from '../../../tools/n8n/executions';
import { testFolder } from '../../support/n8n/shared';
import { setUpWorkbench } from '../../support/n8n/workbench';

const bench = setUpWorkbench();

test('the demo saves the files that its workflow makes, and ends well', async () => {
	const folder = join(testFolder(), 'demo');
	const { url: baseUrl, token: accessToken } = bench.service;
	expect(await runDemo(bench.rest, { baseUrl, accessToken }, folder)).toBe(0);
	const kinds = readdirSync(folder).map((name) => [
		name,
		mediaKind(readFileSync(join(folder, name))),
	]);
	expect(kinds.sort()).toEqual([
		['create-image.png', 'png'],
		['create-video.mp4', 'mp4'],
	]);
});
