import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isEqual } from 'lodash';

import { activateWorkflow, chain } from '../../../tools/n8n/workflows';
import { switchWorkflow } from '../../../tools/n8n/dialect';
import { taskTrigger } from '../../../tools/n8n/presenterWorkflow';
import { passing } from '../../support/n8n/parts';
import { callbackList, callbackNames } from '../../support/n8n/callbackList';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { waitFor } from '../../../tools/n8n/program';

const EMPTY =
	/No published workflow with a 'Digital Human Task Callback Trigger' uses this credential/;

const bench = setUpWorkbench({ limits: false });

const names = async () => await callbackNames(bench.rest, bench.credential);

/** Waits until the list is so: n8n answers before it has published or taken back. */
async function listed(expected: string[]): Promise<void> {
	await waitFor(async () => isEqual(await names(), expected), 30).catch(() => undefined);
	expect(await names()).toEqual(expected);
}

/** A stored workflow that begins with a trigger, and its entry in the list. */
async function called(name: string) {
	const webhookId = randomUUID();
	const workflow = await bench.load(chain(name, taskTrigger({}, webhookId), passing('After')));
	const entry = {
		name: workflow.name,
		value: `${bench.webhookUrl}/webhook/${webhookId}/digital-human`,
		url: expect.stringContaining(`/workflow/${workflow.id}`),
	};
	return { workflow, entry };
}

test('a workflow is in the list from when it is published until it is taken back or archived', async () => {
	const { rest, credential } = bench;
	expect(await callbackList(rest, credential)).toMatch(EMPTY);
	const [one, other] = [await called('One'), await called('Other')];
	expect(await names()).toEqual([]);
	await activateWorkflow(rest, one.workflow);
	await activateWorkflow(rest, other.workflow);
	await listed([one.entry.name, other.entry.name]);
	expect(await callbackList(rest, credential)).toEqual([one.entry, other.entry]);
	expect(await callbackNames(rest, credential, 'other')).toEqual([other.entry.name]);
	await switchWorkflow(rest, one.workflow, false);
	await listed([other.entry.name]);
	await rest.post(`workflows/${other.workflow.id}/archive`, {});
	await listed([]);
	expect(await callbackList(rest, credential)).toMatch(EMPTY);
});
