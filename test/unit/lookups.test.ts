import { describe, expect, it, test } from '@jest/globals';
import { range } from 'lodash';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	type CallbackWorkflow,
	listWorkflow,
	searchCallbackWorkflows,
	unlistWorkflow,
} from '../../nodes/shared/fields/callbackWorkflows';
import { bestFirst } from '../../nodes/shared/fields/search';
import { localTime } from '../../nodes/shared/fields/lists';

let made = 0;

/** A credential that no other test uses. */
function newCredential(): string {
	return `credential ${made++}`;
}

function addressOf(id: string | number): string {
	return `https://n8n.example.com/webhook/${id}/digital-human`;
}

function workflow(credentialId: string, more: Partial<CallbackWorkflow> = {}): CallbackWorkflow {
	return { credentialId, workflowId: 'W', workflowName: 'Called', triggerName: 'Trigger', ...more };
}

/** The editor of a node with a credential. */
function editorOf(id: string | null): ILoadOptionsFunctions {
	return {
		getNode: () => ({
			name: 'Compose',
			...(id === '' ? {} : { credentials: { digitalHumanApi: { id, name: 'API' } } }),
		}),
		getCredentials: async () => {
			if (id === '') throw new Error('Node does not have any credentials set');
			return { baseUrl: 'https://service.example.com', accessToken: 'token' };
		},
		getInstanceBaseUrl: () => 'https://n8n.example.com/',
	} as unknown as ILoadOptionsFunctions;
}

const listFor = async (credential: string | null, filter?: string) =>
	(await searchCallbackWorkflows.call(editorOf(credential), filter)).results;

const namesFor = async (credential: string, filter?: string) =>
	(await listFor(credential, filter)).map(({ name }) => name);

describe('The list of workflows that a callback starts', () => {
	test('has the name of each, the address of its trigger and a link to open it, by name', async () => {
		const credential = newCredential();
		listWorkflow(addressOf('b'), workflow(credential, { workflowName: 'b', workflowId: '1' }));
		listWorkflow(addressOf('A'), workflow(credential, { workflowName: 'A', workflowId: '2' }));
		expect(await listFor(credential)).toEqual([
			{ name: 'A', value: addressOf('A'), url: 'https://n8n.example.com/workflow/2' },
			{ name: 'b', value: addressOf('b'), url: 'https://n8n.example.com/workflow/1' },
		]);
	});

	test('shows only those of the same credential, whatever its token is', async () => {
		const [mine, other] = [newCredential(), newCredential()];
		listWorkflow(addressOf(mine), workflow(mine, { workflowName: 'Mine' }));
		listWorkflow(addressOf(other), workflow(other, { workflowName: 'Of others' }));
		expect(await namesFor(mine)).toEqual(['Mine']);
		expect(await namesFor(other)).toEqual(['Of others']);
	});

	test('is searched by words', async () => {
		const credential = newCredential();
		['Send video', 'Store video', 'Report'].forEach((workflowName, index) =>
			listWorkflow(
				addressOf(`${credential} ${index}`),
				workflow(credential, { workflowName, workflowId: String(index) }),
			),
		);
		expect(await namesFor(credential, ' VIDEO ')).toEqual(['Send video', 'Store video']);
		expect(await namesFor(credential, 'nothing')).toEqual([]);
	});

	test('tells apart several triggers of one workflow, and workflows of one name', async () => {
		const credential = newCredential();
		const list = (workflowId: string, workflowName: string, triggerName: string) =>
			listWorkflow(
				addressOf(`${credential} ${workflowId} ${triggerName}`),
				workflow(credential, { workflowId, workflowName, triggerName }),
			);
		list('1', 'Two triggers', 'Good');
		list('1', 'Two triggers', 'Bad');
		list('2', 'Namesake', 'Trigger');
		list('3', 'Namesake', 'Trigger');
		list('4', 'Single', 'Trigger');
		expect(await namesFor(credential)).toEqual([
			'Namesake (ID 2)',
			'Namesake (ID 3)',
			'Single',
			'Two triggers (Bad)',
			'Two triggers (Good)',
		]);
	});

	test('has what was published last about an address, and nothing of what was taken out', async () => {
		const [before, after] = [newCredential(), newCredential()];
		const [address, gone] = [addressOf(before), addressOf(after)];
		listWorkflow(address, workflow(before, { workflowName: 'Before' }));
		listWorkflow(address, workflow(after, { workflowName: 'After' }));
		listWorkflow(gone, workflow(after, { workflowName: 'Gone' }));
		unlistWorkflow(gone);
		unlistWorkflow(addressOf('was never there'));
		expect(await namesFor(after)).toEqual(['After']);
		await expect(listFor(before)).rejects.toThrow('No published workflow');
	});

	test('says what to do while it is empty', async () => {
		await expect(listFor(newCredential())).rejects.toThrow(
			/^No published workflow with a 'Digital Human Task Callback Trigger' uses this credential\. Publish one/,
		);
	});

	test('shows nothing to a node without a credential, or with one that has no ID', async () => {
		listWorkflow(addressOf('null'), workflow('null'));
		listWorkflow(addressOf('undefined'), workflow('undefined'));
		await expect(listFor('')).rejects.toThrow();
		await expect(listFor(null)).rejects.toThrow('No published workflow');
	});

	test('forgets the oldest of more than 5,000', async () => {
		const credential = newCredential();
		for (const index of range(5_001)) {
			const id = String(index);
			listWorkflow(
				addressOf(`${credential} ${id}`),
				workflow(credential, { workflowId: id, workflowName: id }),
			);
		}
		const names = await namesFor(credential);
		expect(names).toHaveLength(5_000);
		expect(names).not.toContain('0');
		expect(names).toContain('5000');
	});
});

const found = (typed: string, ...names: string[]) =>
	bestFirst(
		names.map((name, index) => ({ name, value: `62000${index}` })),
		typed,
	).map(({ name }) => name);

describe('A search in a list', () => {
	it('shows the very name first', () => {
		const persons = range(70, -1).map((n) => `Person ${String(n).padStart(2, '0')} (male, 07)`);
		expect(
			found('Person 07', 'Person 071 (x)', 'My Person 07 (x)', ...persons).slice(0, 2),
		).toEqual(['Person 07 (male, 07)', 'Person 071 (x)']);
		expect(found('07', ...persons)[0]).toBe('Person 07 (male, 07)');
	});

	it.each<[string, string[], string[]]>([
		['male', ['Anna (female, 4K)', 'Boris (male, 4K)'], ['Boris (male, 4K)']],
		['ann', ['Joanna', 'Mary Ann', 'Anna', 'Ann'], ['Ann', 'Anna', 'Mary Ann']],
		['AI wom', ['Woman, said by AI', 'Woman'], ['Woman, said by AI']],
		['house', ['A lighthouse', 'A tree house', 'House'], ['House', 'A tree house', 'A lighthouse']],
		['zoe', ['Zoë'], ['Zoë']],
		['ZOË', ['zoe'], ['zoe']],
		['07', ['Person07', 'Person107'], ['Person07']],
		['1', ['Anna (1080 × 1920)', 'Ben (2160 × 3840)'], ['Anna (1080 × 1920)']],
		['8', ['Anna (1080 × 1920)', 'Carl (8 figures)'], ['Carl (8 figures)']],
		['4k', ['Anna (female, 4K)', 'Ben (14K)'], ['Anna (female, 4K)']],
		['talk-final.mp4', ['talk-final.mp4 (1 kB)', 'talk.mp4'], ['talk-final.mp4 (1 kB)']],
		['明', ['小明 (male)', 'Ming'], ['小明 (male)']],
		['×', ['1080 × 1920', '1080'], ['1080 × 1920']],
		['620001', ['Anna', 'Ben'], ['Ben']],
		['6200', ['Anna', 'Ben'], []],
		['german de', ['German (de)', 'Dutch (nl)'], ['German (de)']],
	])('for %j in %j shows %j', (typed, names, expected) => {
		expect(found(typed, ...names)).toEqual(expected);
	});

	it('keeps the order of the service among what fits alike', () => {
		expect(found('a', 'Ava', 'Ada', 'Ann')).toEqual(['Ava', 'Ada', 'Ann']);
	});
});

describe('The time of an entry', () => {
	const at = (zone: string) => ({ getTimezone: () => zone });

	it.each([
		['Asia/Tokyo', '2026-11-21 08:59:59'],
		['America/New_York', '2026-11-20 18:59:59'],
		['not/a zone', '2026-11-20 23:59:59'],
	])('is that of %s', (zone, expected) => {
		expect(localTime(at(zone), '2026-11-20T23:59:59.000Z')).toBe(expected);
		expect(localTime(at(zone), Date.UTC(2026, 10, 20, 23, 59, 59) / 1000)).toBe(expected);
	});

	it.each([undefined, null, 0, '', 'soon'])('is left out where it is %j', (time) => {
		expect(localTime(at('UTC'), time)).toBeUndefined();
	});
});
