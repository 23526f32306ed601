import { describe, expect, it } from '@jest/globals';

import { DigitalHumanComposeVideo } from '../../nodes/ComposeVideo/DigitalHumanComposeVideo.node';
import { compose } from './cases/composeVideo';
import { setUp } from './support/setup';
import { callWebhook } from './support/webhook';

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
		const { items = [] } = await callWebhook({
			node: new DigitalHumanComposeVideo(),
			parameters: node.parameters,
			settings,
			credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
			waiting: run,
			body: { id: two, status: 51, progress: 0, video_url: '', subtitle_data_url: '' },
		});
		expect(items.find(({ json }) => json.state === 'succeeded')).not.toHaveProperty('binary');
		const failed = items.find(({ json }) => json.error);
		expect(failed?.json.error).toContain('no face');
		expect(failed?.binary?.script).toMatchObject({ fileName: 'script.txt' });
	});
});
