import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import { startService, type LocalService } from '../service';
import { createEngine, type Engine } from './support/engine';

const SUBMIT = 'ai_creation/task/submit';

describe('AI Create', () => {
	let service: LocalService;
	let engine: Engine;

	beforeAll(async () => {
		service = await startService({ speed: 20 });
		engine = await createEngine({ baseUrl: service.url, accessToken: service.token });
	});

	beforeEach(() => service.reset());

	afterAll(async () => await service.close());

	const image = { operation: 'createImage', modelCode: 'modelf-4.0', refPrompt: 'A red fox' };
	const create = (parameters: object, more: object = {}) => ({
		type: 'digitalHumanAiCreate',
		parameters: { ...image, ...parameters },
		...more,
	});

	it('puts out the finished media', async () => {
		const { json, outputs, error } = await engine.run(create({}));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			taskId: expect.stringMatching(/^\d+$/),
			taskKind: 'aiCreation',
			state: 'succeeded',
			serviceStatus: 'Success',
			outputUrls: [expect.stringMatching(/^http/)],
			createdAt: expect.stringMatching(/^20.*Z$/),
		});
		expect(json[0]).not.toHaveProperty('raw');
		expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
	});
	void range;
	void SUBMIT;
});
