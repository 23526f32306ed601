import { describe, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';

import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { compose } from '../support/composeVideoCase';
import { runHook, type Publication } from '../support/engine/publish';
import { setUp } from '../support/engine/setup';

const node = new DigitalHumanTaskTrigger();

/** The credential of the engine's nodes. */
const credentials: INode['credentials'] = { digitalHumanApi: { id: '1', name: 'API' } };

let made = 0;

/** A workflow with a trigger that has an address of its own. */
function publication(options: INodeParameters = {}, more: Partial<Publication> = {}): Publication {
	const id = String(made++);
	return {
		node,
		workflow: { id, name: `Workflow ${id}` },
		trigger: {
			webhookId: `id-${id}`,
			credentials,
			parameters: { triggerOn: 'finished', taskKinds: [], options },
		},
		...more,
	};
}

const addressOf = ({ trigger }: Publication) =>
	`https://n8n.example.com/webhook/${trigger.webhookId}/digital-human`;

describe('A workflow with a Task Callback Trigger', () => {
	const setup = setUp();
	const offered = async () => {
		const { results } = await setup.engine
			.search(compose(), 'searchCallbackWorkflows')
			.catch(() => ({ results: [] }));
		return results.map(({ name, value }) => [name, value]);
	};
	const publish = async (workflow: Publication) => await runHook(workflow, 'checkExists');
	const unpublish = async (workflow: Publication) => await runHook(workflow, 'delete');

	it('is offered by name, with its production address, from publishing to unpublishing', async () => {
		const workflow = publication();
		expect(await offered()).toEqual([]);
		expect(await publish(workflow)).toBe(true);
		expect(await offered()).toEqual([[workflow.workflow.name, addressOf(workflow)]]);
		expect(await unpublish(workflow)).toBe(true);
		expect(await offered()).toEqual([]);
	});

	it('is offered once, under its new name, when it is published again', async () => {
		const workflow = publication();
		await publish(workflow);
		await publish({ ...workflow, workflow: { ...workflow.workflow, name: 'Renamed' } });
		expect(await offered()).toEqual([['Renamed', addressOf(workflow)]]);
		await unpublish(workflow);
	});

	it('is told apart by its ID from another one of the same name', async () => {
		const [one, other] = [publication(), publication()];
		const named = ({ workflow, ...more }: Publication): Publication => ({
			...more,
			workflow: { ...workflow, name: 'Same' },
		});
		for (const workflow of [one, other]) await publish(named(workflow));
		expect((await offered()).map(([name]) => name)).toEqual(
			[one, other].map(({ workflow }) => `Same (ID ${workflow.id})`),
		);
		for (const workflow of [one, other]) await unpublish(workflow);
	});

	it('is not offered while the editor listens, and stays offered when it ends to listen', async () => {
		const workflow = publication();
		const listening = { ...workflow, isTest: true };
		await publish(listening);
		expect(await offered()).toEqual([]);
		await publish(workflow);
		await publish(listening);
		await unpublish(listening);
		expect(await offered()).toHaveLength(1);
		await unpublish(workflow);
	});

	it('is not offered with a secret of its own, which would have to travel', async () => {
		const own = publication({ secretFrom: 'own', secret: 'abc' });
		await publish(own);
		expect(await offered()).toEqual([]);
		const before = publication();
		await publish(before);
		expect(await offered()).toHaveLength(1);
		await publish({ ...own, trigger: { ...own.trigger, webhookId: before.trigger.webhookId } });
		expect(await offered()).toEqual([]);
	});

	it('is offered without a secret in its address: the node that submits adds it', async () => {
		for (const secretFrom of ['none', 'credential']) {
			const workflow = publication({ secretFrom });
			await publish(workflow);
			expect(await offered()).toEqual([[workflow.workflow.name, addressOf(workflow)]]);
			await unpublish(workflow);
		}
	});

	it.each<[string, INode['credentials']]>([
		['another credential', { digitalHumanApi: { id: '2', name: 'API' } }],
		['no credential', undefined],
		['a credential that n8n does not know by ID', { digitalHumanApi: { id: null, name: 'API' } }],
	])('is not offered to others: %s', async (_, other) => {
		const workflow = publication({ secretFrom: 'none', verify: false });
		workflow.trigger.credentials = other;
		await publish(workflow);
		expect(await offered()).toEqual([]);
	});

	it('is not offered when it cannot go live', async () => {
		const broken = publication({ secretFrom: '={{ "nobody" }}' });
		await expect(publish(broken)).rejects.toThrow("'Secret in the Address' must be");
		expect(await offered()).toEqual([]);
	});
});
