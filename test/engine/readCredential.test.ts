import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { secretOf } from '../../nodes/shared/run/callbackAddress';
import { CredentialsHelper } from '../support/engine/credentials';
import { library } from '../support/engine/library';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { callWebhook, TRIGGER_PATH } from '../support/engine/webhook';

const PERSONS = 'list_common_dp';

const video = { status: 20, progress: 100, video_url: 'https://result.example/v.mp4' };

/** Outside an execution, n8n takes longer to read a credential than a request takes. */
describe('The credential is read', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const credential = () => ({ baseUrl: setup.service.url, accessToken: setup.service.token });
	const pages = () => setup.service.journal.entries({ operation: PERSONS });
	let read: jest.Spied<CredentialsHelper['getDecrypted']>;

	beforeEach(() => {
		read = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
	});
	afterEach(() => read.mockRestore());

	it('once for a list in the editor, however many pages it has', async () => {
		const compose = { type: 'digitalHumanComposeVideo', parameters: {} };
		await setup.engine.search(compose, 'searchPersons', 'JAN');
		expect(pages()).toHaveLength(2);
		expect(read).toHaveBeenCalledTimes(1);
		// The next list is another call, which may have another credential.
		await setup.engine.search(compose, 'searchPersons');
		expect(read).toHaveBeenCalledTimes(2);
	});

	it('once for a callback that the trigger admits and verifies', async () => {
		setup.service.fate({ seconds: Infinity });
		const id = await submits.lipSync();
		setup.service.settle(id, {});
		setup.service.journal.clear();
		const { items } = await callWebhook({
			node: new DigitalHumanTaskTrigger(),
			credential: credential(),
			body: { trace_id: 't', code: 0, msg: 'success', data: { ...video, id } },
			query: { secret: secretOf(setup.service.token, TRIGGER_PATH) },
		});
		expect(items).toHaveLength(1);
		expect(setup.service.journal.entries()).toHaveLength(1);
		expect(read).toHaveBeenCalledTimes(1);
	});

	it('for each request of an execution, so that a new access token counts at once', async () => {
		// For the client, and for the first page.
		read.mockResolvedValueOnce(credential()).mockResolvedValueOnce(credential());
		read.mockResolvedValue({ ...credential(), accessToken: 'another' });
		await setup.engine.run(library('publicPerson', 'getAll', { returnAll: true }));
		expect(pages().map(({ headers }) => headers.access_token)).toEqual([
			setup.service.token,
			'another',
		]);
	});
});
