import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { chosen, compose, CREATE } from '../support/composeVideoCase';
import { createPerson } from '../support/createPersonCase';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

/** The service takes ten videos a minute, and so this file does with each credential. */
const DETAIL = 'person/detail';
const WEBSITE_PERSON = '7100000000000000001';

type Setup = ReturnType<typeof setUp>;

/** A finished custom person of the demo service, with a record of one's choice. */
async function customPerson(
	{ service, engine }: Setup,
	record: Record<string, unknown> = {},
	parameters: INodeParameters = {},
): Promise<string> {
	service.fate({ record });
	const { error } = await engine.run(createPerson({ completion: 'return', ...parameters }));
	expect(error).toBeUndefined();
	const id = service.tasks().at(-1)?.id ?? '';
	service.settle(id, { outcome: 2, record });
	return id;
}

const withPerson = (id: string, parameters: INodeParameters = {}) =>
	compose({
		personId: chosen(id),
		figureType: chosen('auto'),
		completion: 'return',
		...parameters,
	});

function areasOf({ service }: Setup): unknown[] {
	return service.journal
		.entries({ operation: CREATE })
		.map(({ body }) => (body as { person: object }).person)
		.map((person) => ({ ...person, id: undefined }));
}

describe('A custom person whose size can be looked up', () => {
	const setup = setUp({ personDetailPath: DETAIL });
	const detailRequests = () => setup.service.journal.count({ operation: DETAIL });

	it.each<[string, Record<string, unknown>, INodeParameters, object]>([
		[
			'upright on a landscape screen',
			{ width: 720, height: 1280 },
			{ screen: 'landscape' },
			{ x: 656, y: 0, width: 608, height: 1080 },
		],
		[
			'recorded in landscape on a portrait screen',
			{ width: 1920, height: 1080 },
			{ screen: 'portrait' },
			{ x: 0, y: 1314, width: 1080, height: 606 },
		],
		[
			'square, reported as text',
			{ width: '800', height: '800' },
			{ screen: 'portrait' },
			{ x: 0, y: 840, width: 1080, height: 1080 },
		],
		[
			'of unknown size, as a portrait',
			{ width: 0, height: null, width_4k: 'large' },
			{ screen: 'square' },
			{ x: 236, y: 0, width: 608, height: 1080 },
		],
	])('keeps its proportions: %s', async (_case, record, parameters, area) => {
		const id = await customPerson(setup, record);
		const { error } = await setup.engine.run(withPerson(id, parameters));
		expect(error).toBeUndefined();
		expect(areasOf(setup)).toEqual([area]);
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	const cutOut: INodeParameters = {
		background: 'color',
		additionalFields: {
			isRemoveBg: true,
			personX: 0,
			personY: 0,
			personWidth: 9,
			personHeight: 16,
		},
	};

	it('is not cut out where the service reports that it cannot be', async () => {
		const id = await customPerson(setup, { is_support_remove_bg: false });
		const { error } = await setup.engine.run(withPerson(id, cutOut));
		expect(error?.message).toBe(
			"'Remove the Person's Background' is on, which Anna does not support",
		);
		expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
	});

	it.each([true, undefined])('is cut out where the service reports %s', async (supported) => {
		const id = await customPerson(setup, { is_support_remove_bg: supported });
		const { error } = await setup.engine.run(withPerson(id, cutOut));
		expect(error).toBeUndefined();
		expect(areasOf(setup)).toEqual([expect.objectContaining({ is_remove_bg: true })]);
	});

	it('uses its 4K size for a video in 4K', async () => {
		const record = { width: 1080, height: 1920, width_4k: 2160, height_4k: 2160 };
		const id = await customPerson(setup, record, { additionalFields: { resolutionRate: 1 } });
		const { error } = await setup.engine.run(withPerson(id, { screen: 'landscape4k' }));
		expect(error).toBeUndefined();
		expect(areasOf(setup)).toEqual([{ x: 840, y: 0, width: 2160, height: 2160 }]);
	});

	it.each<[string, Record<string, unknown>, string]>([
		['by its record', { name: 'Anna', support_4k: false }, 'Anna'],
		['by its size', { name: null, width: 1080, height: 1920, support_4k: null }, 'this person'],
	])(
		'that does not support 4K %s is refused before it costs credits',
		async (_case, record, name) => {
			const id = await customPerson(setup, record);
			const area = { personX: 0, personY: 0, personWidth: 100, personHeight: 100 };
			const { error } = await setup.engine.run(
				withPerson(id, { screen: 'portrait4k', additionalFields: area }),
			);
			expect(error?.message).toBe(`'Screen' is 4K, which ${name} does not support`);
			expect(areasOf(setup)).toEqual([]);
		},
	);

	it('is looked up once for all items', async () => {
		const id = await customPerson(setup, { width: 720, height: 1280 });
		const items = ['landscape', 'square'].map((screen) => ({ screen }));
		await setup.engine.run({ ...withPerson(id, { screen: '={{ $json.screen }}' }), items });
		expect(areasOf(setup)).toHaveLength(2);
		expect(detailRequests()).toBe(1);
	});

	it('is placed as the user sets it, and not looked up where all is set', async () => {
		const id = await customPerson(setup, { width: 720, height: 1280 });
		const additionalFields = { personX: 7, personY: 9, personWidth: 300, personHeight: 400 };
		await setup.engine.run(withPerson(id, { additionalFields }));
		expect(areasOf(setup)).toEqual([{ x: 7, y: 9, width: 300, height: 400 }]);
		expect(detailRequests()).toBe(0);
		await setup.engine.run(withPerson(id, { additionalFields: { personWidth: 360 } }));
		expect(areasOf(setup).at(-1)).toMatchObject({ width: 360, height: 640 });
	});

	it('that the service does not know by this path is placed as a portrait', async () => {
		const parameters = { screen: 'landscape', additionalFields: { source: 1 } };
		const { error } = await setup.engine.run(withPerson(WEBSITE_PERSON, parameters));
		expect(error).toBeUndefined();
		expect(areasOf(setup)).toEqual([{ x: 656, y: 0, width: 608, height: 1080 }]);
	});

	const PUBLIC = 'list_common_dp';

	it('needs no list of public persons, which cannot be read', async () => {
		const id = await customPerson(setup, { width: 1280, height: 720 });
		setup.service.faults.add({
			operation: PUBLIC,
			times: Infinity,
			fault: { kind: 'code', code: 10400 },
		});
		const { error } = await setup.engine.run(withPerson(id));
		expect(error).toBeUndefined();
		expect(areasOf(setup)).toEqual([{ x: 0, y: 1314, width: 1080, height: 606 }]);
		const other = await setup.engine.run(withPerson(WEBSITE_PERSON));
		expect(other.error?.message).toBeDefined();
		expect(areasOf(setup)).toHaveLength(1);
	});

	it('with a figure is told from a public person whose record cannot be read', async () => {
		const id = await customPerson(setup, { width: 1280, height: 720 });
		setup.service.faults.add({
			operation: PUBLIC,
			times: Infinity,
			fault: { kind: 'oddRow', row: 'nullId' },
		});
		const figure = { figureType: chosen('sit_body') };
		const known = await setup.engine.run(withPerson(id, figure));
		expect(known.error).toBeUndefined();
		expect(areasOf(setup)).toMatchObject([{ width: 1080, height: 606 }]);
		const unknown = await setup.engine.run(withPerson(WEBSITE_PERSON, figure));
		expect(unknown.error?.description).toContain('of which a record could not be read');
		expect(areasOf(setup)).toHaveLength(1);
	});

	it('is neither guessed nor submitted while the service cannot be asked', async () => {
		const id = await customPerson(setup, { width: 720, height: 1280 });
		setup.service.faults.add({
			operation: DETAIL,
			times: Infinity,
			fault: { kind: 'code', code: 50000 },
		});
		const { error } = await setup.engine.run(withPerson(id, { screen: 'landscape' }));
		expect(error?.message).toMatch(/look up the person/);
		expect(areasOf(setup)).toEqual([]);
	}, 60_000);
});

describe('A custom person whose size cannot be looked up', () => {
	const setup = setUp();

	it.each<[string, INodeParameters, object]>([
		['landscape', {}, { x: 656, y: 0, width: 608, height: 1080 }],
		['square', {}, { x: 236, y: 0, width: 608, height: 1080 }],
		['portrait', {}, { x: 0, y: 0, width: 1080, height: 1920 }],
		[
			'landscape',
			{ additionalFields: { personWidth: 1920, personHeight: 1080 } },
			{ x: 0, y: 0, width: 1920, height: 1080 },
		],
		[
			'landscape',
			{ additionalFields: { personHeight: 800 } },
			{ x: 735, y: 280, width: 450, height: 800 },
		],
	])('is a portrait on a %s screen, with %j', async (screen, parameters, area) => {
		const id = await customPerson(setup);
		const { error } = await setup.engine.run(withPerson(id, { screen, ...parameters }));
		expect(error).toBeUndefined();
		expect(areasOf(setup)).toEqual([area]);
	});
});
