import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { DigitalHumanLibrary } from '../../nodes/Library/DigitalHumanLibrary.node';
import type { Fault } from '../../demo-service';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';

const PERSONS = 'list_common_dp';

const node = (type: string, parameters: INodeParameters = {}): NodeRun => ({ type, parameters });
const compose = (parameters: INodeParameters = {}) => node('digitalHumanComposeVideo', parameters);
const library = node('digitalHumanLibrary');

/** A page of a list of persons as the service answers it. */
const personsPage = (list: object[], info: object) => ({
	code: 0,
	msg: 'success',
	trace_id: 't',
	data: { list, page_info: { size: 50, ...info } },
});

describe('Lists to choose from', () => {
	const setup = setUp();
	const count = (operation: string) => setup.service.journal.count({ operation });

	it('shows persons page by page, with what tells them apart and a link to see them', async () => {
		const first = await setup.engine.search(compose(), 'searchPersons');
		expect(first.results).toHaveLength(50);
		expect(first.results[1]).toEqual({
			name: 'Boris 1 (male, 1080 × 1920, 1 figure, casual, teacher)',
			value: '6200000000000000001',
			url: expect.stringMatching(/^http.*preview/),
		});
		const second = await setup.engine.search(
			compose(),
			'searchPersons',
			undefined,
			first.paginationToken,
		);
		expect(second.results).toHaveLength(18);
		expect(second.paginationToken).toBeUndefined();
		const values = [...first.results, ...second.results].map(({ value }) => value);
		expect(new Set(values).size).toBe(68);
		expect(count(PERSONS)).toBe(2);
	});

	it('finds persons of all pages by any words of their name or by their ID', async () => {
		const { results, paginationToken } = await setup.engine.search(
			compose(),
			'searchPersons',
			' JAN   cartoon',
		);
		expect(results.length).toBeGreaterThan(0);
		for (const { name } of results) expect(name).toMatch(/^Jan .*cartoon/);
		expect(paginationToken).toBeUndefined();
		expect(count(PERSONS)).toBe(2);
		const byId = await setup.engine.search(compose(), 'searchPersons', '6200000000000000060');
		expect(byId.results.map(({ value }) => value)).toEqual(['6200000000000000060']);
		const none = await setup.engine.search(compose(), 'searchPersons', 'nobody');
		expect(none.results).toEqual([]);
	});

	it('shows 4K where the service reports it, and for records of that size', async () => {
		setup.service.faults.add({
			operation: PERSONS,
			fault: {
				kind: 'answer',
				change: () =>
					personsPage(
						[
							{ id: 1, name: 'Anna', gender: 'female', support_4k: true, figures: [{}, {}, {}] },
							{ id: 2, name: 'Ben', width: 3840, height: 2160 },
							{ id: 3, name: 'Cleo', width: 1080, height: 1920 },
						],
						{ page: 1, total_count: 3, total_page: 1 },
					),
			},
		});
		const { results } = await setup.engine.search(compose(), 'searchPersons');
		expect(results).toEqual([
			{ name: 'Anna (female, 4K, 3 figures)', value: '1' },
			{ name: 'Ben (4K, 0 figures)', value: '2' },
			{ name: 'Cleo (1080 × 1920, 0 figures)', value: '3' },
		]);
	});

	it('shows an automatic figure and those of the chosen person', async () => {
		const automatic = { name: 'Automatic', value: 'auto' };
		const figures = async (value: string, filter?: string) =>
			(
				await setup.engine.search(
					compose({ personId: { __rl: true, mode: 'list', value } }),
					'searchFigures',
					filter,
				)
			).results;
		expect(await figures('6200000000000000062')).toEqual([
			automatic,
			...[
				{ name: 'Whole Body (1080 × 1920, background can be replaced)', value: 'whole_body' },
				{ name: 'Sitting (1080 × 1920, background can be replaced)', value: 'sit_body' },
				{ name: 'Circle View (1080 × 1920, background can be replaced)', value: 'circle_view' },
			].map((entry) => ({ ...entry, url: expect.stringMatching(/^http/) })),
		]);
		expect(await figures('6200000000000000000')).toContainEqual(
			expect.objectContaining({ name: 'Whole Body (4K, background can be replaced)' }),
		);
		const found = await figures('6200000000000000062', 'sit');
		expect(found.map(({ value }) => value)).toEqual(['sit_body']);
		expect(await figures('9000000000000000000')).toEqual([automatic]);
		expect(await figures('')).toEqual([automatic]);
		expect((await figures('={{ $json.personId }}')).map(({ value }) => value)).toEqual([
			'auto',
			'whole_body',
			'circle_view',
			'sit_body',
		]);
	});

	it('shows voices with gender and language and a link to hear them', async () => {
		const { results, paginationToken } = await setup.engine.search(compose(), 'searchVoices');
		expect(results).toHaveLength(47);
		expect(paginationToken).toBeUndefined();
		expect(results[0]).toEqual({
			name: 'Ada Warm (female, English)',
			value: '8988587500000000000',
			url: expect.stringMatching(/^http/),
		});
		const calm = await setup.engine.search(compose(), 'searchVoices', 'calm multilingual');
		expect(calm.results.length).toBeGreaterThan(0);
		expect(calm.results.length).toBeLessThan(10);
	});

	it('shows languages by their names', async () => {
		const translate = node('digitalHumanTranslateVideo');
		const options = await setup.engine.options(translate, 'getLanguages');
		expect(options).toHaveLength(12);
		expect(options).toContainEqual({ name: 'German (de)', value: 'de' });
		const names = options.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
	});

	it('shows the tags that persons have, nameless ones by their number', async () => {
		const tags = await setup.engine.options(library, 'getPersonTags');
		expect(tags).toEqual([
			{ name: 'business', value: 1 },
			{ name: 'cartoon', value: 4 },
			{ name: 'casual', value: 2 },
			{ name: 'news', value: 5 },
			{ name: 'outdoor', value: 8 },
			{ name: 'Tag 3', value: 3 },
			{ name: 'Tag 7', value: 7 },
			{ name: 'teacher', value: 6 },
		]);
	});

	it('finds what is shown by the starts of its words, what fits best first', async () => {
		const names = async (filter: string) =>
			(await setup.engine.search(compose(), 'searchPersons', filter)).results.map(({ name }) =>
				String(name),
			);
		const men = await names('male');
		expect(men).toHaveLength(34);
		for (const name of men) expect(name).toContain('(male,');
		const first = await names('boris 1');
		expect(first[0]).toMatch(/^Boris 1 \(/);
		for (const name of await names('jan')) expect(name).toMatch(/^Jan /);
		// Part of every ID, but not shown.
		expect(await names('62000')).toEqual([]);
	});

	it.each<[string, Fault]>([
		['does not answer', { kind: 'never' }],
		['answers without end', { kind: 'drip', everyMs: 100 }],
		['asks for ten minutes', { kind: 'code', code: 50000, retryAfter: '600' }],
		['asks for ten minutes at its limit', { kind: 'code', code: 40001, retryAfter: '600' }],
		['is down', { kind: 'status', status: 503, headers: { 'retry-after': '600' } }],
	])('tell within five seconds of a service that %s', async (_case, fault) => {
		setup.service.faults.add({ fault, times: Infinity });
		const started = Date.now();
		const opened = await Promise.allSettled([
			setup.engine.search(compose(), 'searchVoices'),
			setup.engine.search(compose(), 'searchPersons', 'anna'),
			setup.engine.options(library, 'getPersonTags'),
		]);
		expect(Date.now() - started).toBeLessThan(5_000);
		expect(opened.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
	});

	/** The list of persons as a service has it that reports 100 pages; each request gets the next entries. */
	const endless = (persons: (request: number) => object[]) => {
		let requests = 0;
		setup.service.faults.add({
			operation: PERSONS,
			times: Infinity,
			fault: {
				kind: 'answer',
				change: () =>
					personsPage(persons(++requests), {
						page: requests,
						total_count: 5_000,
						total_page: 100,
					}),
			},
		});
	};

	it('ends with an empty page, whatever number of pages the service reports', async () => {
		endless(() => []);
		expect(await setup.engine.search(compose(), 'searchPersons')).toEqual({ results: [] });
	});

	it('searches 40 pages at most', async () => {
		endless((request) => [{ id: String(request), name: `Anna ${request}` }]);
		const { results } = await setup.engine.search(compose(), 'searchPersons', 'anna');
		expect(results).toHaveLength(40);
		expect(count(PERSONS)).toBe(40);
	});

	it('shows the figures of a person without reading on, and leaves out those without a type', async () => {
		endless(() => [{ id: '7', name: 'Anna', figures: [{ type: 'sit_body' }, { width: 100 }] }]);
		const personId = { __rl: true, mode: 'list', value: '7' };
		const { results } = await setup.engine.search(compose({ personId }), 'searchFigures');
		expect(results.map(({ value }) => value)).toEqual(['auto', 'sit_body']);
		expect(count(PERSONS)).toBe(1);
	});

	it('shows what a search has found before the service stops to answer', async () => {
		setup.service.faults.add({ skip: 1, times: Infinity, fault: { kind: 'code', code: 40000 } });
		const { results } = await setup.engine.search(compose(), 'searchPersons', 'boris');
		expect(results.length).toBeGreaterThan(0);
		await expect(setup.engine.search(compose(), 'searchPersons', 'nobody')).rejects.toThrow();
	});

	/** The lists that come from the service. */
	const fromService = Object.keys(new DigitalHumanLibrary().methods.listSearch).filter(
		(method) => method !== 'searchCallbackWorkflows',
	);

	it.each(fromService)('%s says why there is no list, and what to do', async (method) => {
		setup.service.faults.add({
			fault: { kind: 'code', code: 10400, msg: 'token expired' },
			times: Infinity,
		});
		const chosenPerson = compose({ personId: { __rl: true, mode: 'list', value: '1' } });
		await expect(setup.engine.search(chosenPerson, method)).rejects.toMatchObject({
			message: expect.stringMatching(
				/refused the access token\. Paste a valid 'Access Token' into the credential/,
			),
		});
	});
});
