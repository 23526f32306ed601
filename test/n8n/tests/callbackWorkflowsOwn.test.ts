import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isEqual } from 'lodash';

import { credentialType, Rest, saveCredential } from '../../../tools/n8n/rest';
import { refusesForeignCredentials } from '../../../tools/n8n/dialect';
import {
	activateWorkflow,
	chain,
	saveWorkflow,
	type StoredWorkflow,
	withCredential,
} from '../../../tools/n8n/workflows';
import { taskTrigger } from '../../../tools/n8n/presenterWorkflow';
import { passing } from '../../support/n8n/parts';
import { callbackList, callbackNames, type ListedWorkflow } from '../../support/n8n/callbackList';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { waitFor } from '../../../tools/n8n/program';

let first: StoredWorkflow;
const own = setUpOwnInstance('listed');

const called = (name: string) => chain(name, taskTrigger({}, randomUUID()), passing('After'));

async function credentialOf(rest: Rest) {
	const access = { baseUrl: own.service.url, accessToken: own.service.token };
	return rest === own.rest ? own.credential : await saveCredential(rest, access);
}

async function listed(rest: Rest, names: string[]): Promise<void> {
	const credential = await credentialOf(rest);
	await waitFor(async () => isEqual(await callbackNames(rest, credential), names)).catch(
		() => undefined,
	);
	expect(await callbackNames(rest, credential)).toEqual(names);
}

/** Invites a user, who accepts: with a project of their own, as everyone has it in an n8n without a license. */
async function secondUser(): Promise<Rest> {
	const [invited] = await own.rest.post<Array<{ user: { id: string; inviteAcceptUrl?: string } }>>(
		'invitations',
		[{ email: `${randomUUID()}@example.com`, role: 'global:member' }],
	);
	const { searchParams } = new URL(invited?.user.inviteAcceptUrl ?? '');
	const profile = { firstName: 'Second', lastName: 'User', password: 'Digital-Human-2' };
	const rest = new Rest(own.webhookUrl);
	rest.version = own.rest.version;
	const [token, inviterId] = [searchParams.get('token'), searchParams.get('inviterId')];
	if (token) await rest.post('invitations/accept', { token, ...profile });
	else await rest.post(`invitations/${invited?.user.id}/accept`, { inviterId, ...profile });
	return rest;
}

test('after a restart, the list has the same workflows, by the names that they have now', async () => {
	first = await own.live(called('A published one'));
	const other = await own.live(called('B published one'));
	await own.load(called('C draft'));
	await listed(own.rest, [first.name, other.name]);
	const credential = await credentialOf(own.rest);
	const before = await callbackList(own.rest, credential);

	const { versionId } = await own.rest.get<StoredWorkflow>(`workflows/${other.id}`);
	await own.rest.patch(`workflows/${other.id}`, { name: 'B renamed', versionId });
	await own.killAndRestart();
	await listed(own.rest, [first.name, 'B renamed']);
	const [kept, renamed] = before as ListedWorkflow[];
	expect(await callbackList(own.rest, credential)).toEqual([
		kept,
		{ ...renamed, name: 'B renamed' },
	]);
});

test('another user sees only the workflows of the own credential', async () => {
	const owner = own.rest;
	const mine = await credentialOf(owner);
	const user = await secondUser();
	const theirs = await credentialOf(user);
	expect(theirs.id).not.toBe(mine.id);
	await listed(user, []);
	const workflow = await saveWorkflow(user, withCredential(called('Of the user'), theirs), false);
	await activateWorkflow(user, workflow);
	await listed(user, ['Of the user']);
	await listed(owner, [first.name, 'B renamed']);
	// As nobody can in the editor, which only offers the own credentials.
	const forged = await callbackList(user, { ...mine, type: credentialType });
	if (refusesForeignCredentials(owner)) expect(forged).toMatch(/403/);
	const nameless = await callbackList(user, { ...theirs, id: randomUUID() });
	expect(typeof nameless).toBe('string');
});
