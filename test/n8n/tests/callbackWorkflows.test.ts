import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isEqual } from 'lodash';

import {
	activateWorkflow,
	chain,
	saveWorkflow,
	type StoredWorkflow,
	withCredential,
} from '../../../tools/n8n/workflows';
import { switchWorkflow } from '../../../tools/n8n/dialect';
import { taskTrigger } from '../../../tools/n8n/presenterWorkflow';
import { passing } from '../../support/n8n/parts';
import { callbackList, callbackNames } from '../../support/n8n/callbackList';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { waitFor } from '../../../tools/n8n/program';

const EMPTY =
	/No published workflow with a 'Digital Human Task Callback Trigger' uses this credential/;

const bench = setUpWorkbench({ limits: false });
const live: StoredWorkflow[] = [];
beforeEach(() => bench.service.reset());
afterEach(async () => {
	for (const workflow of live.splice(0)) await switchWorkflow(bench.rest, workflow, false);
	await listed([]);
});

const names = async () => await callbackNames(bench.rest, bench.credential);

/** Waits until the list is so: n8n answers before it has published or taken back. */
async function listed(expected: string[]): Promise<void> {
	await waitFor(async () => isEqual(await names(), expected), 30).catch(() => undefined);
	expect(await names()).toEqual(expected);
}

/** A stored workflow that begins with a trigger, and the trigger's production address. */
async function called(name: string): Promise<StoredWorkflow & { address: string }> {
	const webhookId = randomUUID();
	const file = chain(`${name} ${webhookId}`, taskTrigger({}, webhookId), passing('After'));
	const stored = await saveWorkflow(bench.rest, withCredential(file, bench.credential), false);
	return { ...stored, address: `${bench.webhookUrl}/webhook/${webhookId}/digital-human` };
}

async function publish(workflow: StoredWorkflow): Promise<void> {
	await activateWorkflow(bench.rest, workflow);
	live.push(workflow);
}

async function unpublish(workflow: StoredWorkflow): Promise<void> {
	live.splice(live.indexOf(workflow), 1);
	await switchWorkflow(bench.rest, workflow, false);
}

test('a workflow is in the list from when it is published until it is not any more', async () => {
	expect(await callbackList(bench.rest, bench.credential)).toMatch(EMPTY);
	const [one, other] = [await called('One'), await called('Other')];
	expect(await names()).toEqual([]);
	await publish(one);
	await publish(other);
	await listed([one.name, other.name]);
	expect(await callbackList(bench.rest, bench.credential)).toEqual([
		{ name: one.name, value: one.address, url: expect.stringContaining(`/workflow/${one.id}`) },
		{
			name: other.name,
			value: other.address,
			url: expect.stringContaining(`/workflow/${other.id}`),
		},
	]);
	expect(await callbackNames(bench.rest, bench.credential, 'other')).toEqual([other.name]);
	await unpublish(one);
	await listed([other.name]);
	await unpublish(other);
	await listed([]);
	expect(await callbackList(bench.rest, bench.credential)).toMatch(EMPTY);
});

test('a workflow that is archived is in no list', async () => {
	const workflow = await called('Archived');
	await publish(workflow);
	await listed([workflow.name]);
	live.splice(0);
	await bench.rest.post(`workflows/${workflow.id}/archive`, {});
	await listed([]);
});
