import { expect, test } from '@jest/globals';

import { setUpWorkbench } from '../../support/n8n/workbench';

const bench = setUpWorkbench();

// As the editor asks for what a node will put out, before it has run.
test.each([
	['digitalHumanComposeVideo/1.1.0', 'subtitleUrl'],
	['digitalHumanAiCreate/1.0.0/image/generate', 'outputUrls'],
	['digitalHumanLibrary/1.0.0/publicPerson/getAll', 'figures'],
])('n8n gives the editor the output preview of %s', async (path, field) => {
	const answer = await fetch(`${bench.rest.url}/schemas/n8n-nodes-digital-human.${path}.json`);
	expect(answer.status).toBe(200);
	expect(await answer.json()).toMatchObject({
		type: 'object',
		properties: { [field]: { type: expect.any(String) } },
	});
});
