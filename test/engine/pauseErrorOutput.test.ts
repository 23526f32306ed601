import { describe, expect, it } from '@jest/globals';

import { compose } from '../support/composeVideoCase';
import { callPaused } from '../support/engine/pausedVideo';
import { setUp } from '../support/engine/setup';

describe('Pause Until Finished with the error output', () => {
	const setup = setUp({ limits: false });

	it('keeps the files of its input on an item for the error output, not on others', async () => {
		setup.service.fate({ seconds: Infinity });
		const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'script.txt' };
		const item = { json: {}, binary: { script: file } };
		const settings = { onError: 'continueErrorOutput' } as const;
		const node = compose({ completion: 'pause' }, { items: [item, item], settings });
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');

		const [one = '', two = ''] = setup.service.tasks().map(({ id }) => id);
		setup.service.settle(one);
		setup.service.settle(two, { outcome: 51, errMsg: 'no face' });
		const { items = [] } = await callPaused(setup.service, node, run, {
			id: two,
			status: 51,
			progress: 0,
			video_url: '',
			subtitle_data_url: '',
		});
		expect(items.find(({ json }) => json.state === 'succeeded')).not.toHaveProperty('binary');
		const failed = items.find(({ json }) => json.error);
		expect(failed?.json.error).toContain('no face');
		expect(failed?.binary?.script).toMatchObject({ fileName: 'script.txt' });
	});

	it('leaves a failed task to the regular output when failures are to be output', async () => {
		setup.service.fate({ seconds: Infinity });
		const node = compose(
			{ completion: 'pause', options: { onTaskFailure: 'output' } },
			{ settings: { onError: 'continueErrorOutput' } },
		);
		const { run } = await setup.engine.run(node);
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.service.settle(id, { outcome: 51, errMsg: 'no face' });
		const { items } = await callPaused(setup.service, node, run, {
			id,
			status: 51,
			progress: 0,
			video_url: '',
			subtitle_data_url: '',
		});
		expect(items).toMatchObject([{ json: { state: 'failed', errorMessage: 'no face' } }]);
		expect(items?.[0]?.json).not.toHaveProperty('error');
	});
});
