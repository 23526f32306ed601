import { expect, test } from '@jest/globals';

import { setUpWorkbench } from '../../support/n8n/workbench';

const bench = setUpWorkbench();

test('n8n lists the pack as an installed community package whose nodes are loaded', async () => {
	const packages = await bench.rest.get<Array<Record<string, unknown>>>('community-packages');
	// Older versions of n8n say nothing where nothing has failed.
	expect(packages[0]?.failedLoading ?? false).toBe(false);
	expect(packages).toMatchObject([
		{
			packageName: 'n8n-nodes-digital-human',
			installedNodes: expect.arrayContaining([
				expect.objectContaining({ type: 'n8n-nodes-digital-human.digitalHumanAiCreate' }),
				expect.objectContaining({ type: 'n8n-nodes-digital-human.digitalHumanGetTask' }),
			]),
		},
	]);
});

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
