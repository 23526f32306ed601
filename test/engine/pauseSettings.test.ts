import { describe, expect, it } from '@jest/globals';

import { compose } from '../support/composeVideoCase';
import { callPaused } from '../support/engine/pausedVideo';
import { setUp } from '../support/engine/setup';

describe('Pause Until Finished with expressions in its options', () => {
	const setup = setUp({ limits: false });

	it('keeps to what they said before the tasks took the place of the input', async () => {
		setup.service.fate({ seconds: Infinity });
		const node = compose(
			{
				completion: 'pause',
				downloadResult: '={{ $json.requested }}',
				options: { outputField: '={{ $json.field }}' },
			},
			{ items: [{ field: 'film', requested: true }] },
		);
		const { run } = await setup.engine.run(node);
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.service.settle(id);
		const { items = [] } = await callPaused(setup.service, node, run, {
			id,
			status: 30,
			progress: 100,
			video_url: '',
			subtitle_data_url: '',
		});
		expect(items[0]?.binary).toHaveProperty('film');
	});
});
