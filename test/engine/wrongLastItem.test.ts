import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { chosen, compose, CREATE } from '../support/composeVideoCase';
import { errorText } from '../support/engine/errorText';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

interface Wrong {
	operation: string;
	/** The node; what it does with an item depends on `$json.wrong`. */
	run: NodeRun;
	message: RegExp;
}

const composed = (parameters: INodeParameters, message: RegExp): Wrong => ({
	operation: CREATE,
	run: compose({ completion: 'return', ...parameters }),
	message,
});

const cases: Array<[string, Wrong]> = [
	[
		'a figure that the person does not have',
		composed(
			{ figureType: chosen("={{ $json.wrong ? 'whole_body' : 'sit_body' }}") },
			/^'Figure' is Whole Body/,
		),
	],
	[
		'4K for a person without it',
		composed({ screen: "={{ $json.wrong ? 'portrait4k' : 'portrait' }}" }, /4K/),
	],
	[
		'a language that the service does not have',
		{
			operation: 'video_translation/create',
			run: {
				type: 'digitalHumanTranslateVideo',
				parameters: {
					sourceType: 'video',
					videoId: chosen('={{ $json.videoId }}'),
					targetLanguages: "={{ $json.wrong ? ['xx'] : ['de'] }}",
					completion: 'return',
				},
			},
			message: /^'Target Language Names or IDs' has 'xx'/,
		},
	],
	[
		'an image task that does not exist',
		{
			operation: 'aigc/motion',
			run: {
				type: 'digitalHumanAiCreate',
				parameters: {
					resource: 'video',
					operation: 'animate',
					photoUniqueId: chosen("={{ $json.wrong ? 'no-such-task' : $json.imageTask }}"),
					photoPath: '',
					completion: 'return',
				},
			},
			message: /^'Image Task': the service has no image task/,
		},
	],
];

describe('What only the service knows to be wrong with the last of many items', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);

	const items = async (count: number): Promise<IDataObject[]> => {
		const videoId = await submits.fated('composedVideo', { seconds: 0 });
		const imageTask = await submits.fated('aiCreation', { seconds: 0 });
		setup.service.journal.clear();
		return range(count).map((index) => ({ videoId, imageTask, wrong: index === count - 1 }));
	};
	const submitted = (operation: string) => setup.service.journal.count({ operation });

	it.each(cases)('%s: nothing is submitted', async (_, { operation, run, message }) => {
		const { error } = await setup.engine.run({ ...run, items: await items(15) });
		expect(error?.message).toMatch(message);
		expect(error?.context.itemIndex).toBe(14);
		expect(errorText(error)).not.toContain('Already submitted');
		expect(submitted(operation)).toBe(0);
	});

	it.each(cases)('%s: only this one fails with Continue On Fail', async (_, wrong) => {
		const { outputs } = await setup.engine.run({
			...wrong.run,
			settings: { onError: 'continueRegularOutput' },
			items: await items(4),
		});
		const failed = (outputs[0] ?? []).map(({ json }) => 'error' in json);
		expect(failed).toEqual([false, false, false, true]);
		expect(submitted(wrong.operation)).toBe(3);
	});

	it('when the service is away, nothing is submitted, and not every item waits for it', async () => {
		const given = await items(30);
		setup.service.faults.add({
			operation: 'ai_creation/task/page',
			times: Infinity,
			fault: { kind: 'code', code: 10400 },
		});
		const [, animate] = cases[3] as (typeof cases)[number];
		const { error } = await setup.engine.run({ ...animate.run, items: given });
		expect(error?.message).toContain('access token');
		expect(submitted(animate.operation)).toBe(0);
		expect(submitted('ai_creation/task/page')).toBeLessThanOrEqual(10);
	});
});
