import * as fc from 'fast-check';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeType,
	type NodeParameterValueType,
} from 'n8n-workflow';

import omitBy from 'lodash/omitBy';

import type { LocalService } from '../../../demo-service';
import { Submits } from './submits';

/** Values for what cannot be made up: ids of lists, addresses of files, names of languages. */
interface Known {
	/** Ids by the method that lists them in the editor. */
	ids(method: string): string[];
	/** Addresses that may be read. */
	addresses: string[];
}

const ODD = fc.constantFrom<unknown>(
	...['', ' ', 'other', '12', -1, 0, 1.5, 1e9, true, false, null, [], ['a'], {}, [[1]], '#12345'],
);

const TEXTS = fc.oneof(
	{ weight: 6, arbitrary: fc.constant('Welcome.') },
	fc.constantFrom('zh', '#aAbB09', '😀', '<speak>Hi</speak>', 'a\nb', 'x'.repeat(4001), '51'),
	fc.string({ maxLength: 60, unit: 'grapheme' }),
);

/**
 * Any parameters of a node, made of its description: mostly what the editor allows, at times anything. As in the
 * editor, only those fields are set that are shown with the values before them.
 */
export function parametersOf(
	{ description }: INodeType,
	known: Known,
): fc.Arbitrary<INodeParameters> {
	const properties = description.properties.filter(({ type }) => type !== 'notice');
	return fc.tuple(...properties.map((property) => valueOf(property, known))).map((values) => {
		const parameters: INodeParameters = {};
		properties.forEach((property, index) => {
			const node = { typeVersion: 1 };
			const shown = NodeHelpers.displayParameter(parameters, property, node, description);
			if (shown) parameters[property.name] = values[index] as NodeParameterValueType;
		});
		return parameters;
	});
}

function valueOf(property: INodeProperties, known: Known): fc.Arbitrary<unknown> {
	const right = rightValueOf(property, known);
	const container = property.type === 'collection' || property.type === 'fixedCollection';
	// n8n itself fails on a searchable list that is null.
	if (container || property.noDataExpression || property.type === 'resourceLocator') return right;
	return fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: ODD });
}

function rightValueOf(property: INodeProperties, known: Known): fc.Arbitrary<unknown> {
	const { type, typeOptions = {}, options = [] } = property;
	switch (type) {
		case 'options': {
			const values: unknown[] = options.flatMap((one) => ('value' in one ? [one.value] : []));
			const method = typeOptions.loadOptionsMethod ?? '';
			if (values.length === 0) return fc.constantFrom(...known.ids(method));
			return fc.oneof(fc.constant<unknown>(property.default), fc.constantFrom<unknown>(...values));
		}
		case 'multiOptions':
			return fc.subarray(known.ids(typeOptions.loadOptionsMethod ?? ''));
		case 'number': {
			const { minValue = 0, maxValue = 2000, numberPrecision } = typeOptions;
			const whole = fc.integer({ min: Math.ceil(minValue), max: Math.floor(maxValue) });
			const broken = fc.integer({ min: minValue * 10, max: maxValue * 10 }).map((n) => n / 10);
			return fc.oneof(whole, numberPrecision === 0 ? fc.constant(property.default) : broken);
		}
		case 'boolean':
			return fc.boolean();
		case 'resourceLocator': {
			const list = property.modes?.find(({ name }) => name === 'list');
			const mode = property.modes?.find(({ name }) => name !== 'list')?.name ?? '';
			const ids = known.ids(list?.typeOptions?.searchListMethod ?? '');
			return fc.constantFrom(...ids).map((value) => ({ __rl: true, mode, value }));
		}
		case 'collection':
			return someOf(options as INodeProperties[], known);
		case 'fixedCollection':
			return collectionOf(options as INodePropertyCollection[], typeOptions.multipleValues, known);
		case 'color':
			return fc.constantFrom('#000000', '#ff00FF', '#aAbB09', '#FFFFFF', '#123456', 'red', '');
		case 'json': {
			// Which further parameters there are, only the service knows: the example of the field is one.
			const isOpen = property.name === 'additionalParameters';
			const example = isOpen ? property.placeholder?.replace('e.g. ', '') : '{"clarity": 720}';
			const usual = fc.constantFrom('{}', '', '[]', example);
			const any = fc.json({ maxDepth: 2 });
			return fc.oneof(usual, isOpen ? any.filter((text) => !text.startsWith('{')) : any);
		}
		default:
			return /url/i.test(property.name)
				? fc.oneof(fc.constantFrom(...known.addresses), TEXTS)
				: fc.oneof(fc.constant<unknown>(property.default), TEXTS);
	}
}

/** Few of the fields of a collection, as people use them. */
function someOf(properties: readonly INodeProperties[], known: Known): fc.Arbitrary<unknown> {
	const model = properties.map((one) => [
		one.name,
		fc.oneof(
			{ weight: 4, arbitrary: fc.constant(undefined) },
			{ weight: 1, arbitrary: valueOf(one, known) },
		),
	]);
	const fields = fc.record(Object.fromEntries(model) as Record<string, fc.Arbitrary<unknown>>);
	return fields.map((all) => omitBy(all, (value) => value === undefined));
}

function collectionOf(
	entries: readonly INodePropertyCollection[],
	multiple: boolean | undefined,
	known: Known,
): fc.Arbitrary<unknown> {
	const model = Object.fromEntries(
		entries.map(({ name, values }) => {
			const row = fc.record(
				Object.fromEntries(values.map((one) => [one.name, valueOf(one, known)])),
			);
			return [name, multiple ? fc.array(row, { maxLength: 3 }) : row];
		}),
	);
	return fc.record(model, { requiredKeys: [] });
}

const PERSONS = ['6200000000000000000', '6200000000000000001'];
const VOICES = ['8988587500000000000'];
const WORKFLOWS = ['', 'https://n8n.example.com/webhook/1/digital-human'];
const FILES = 'searchFiles';
const TYPES = ['mp4', 'mov', 'png', 'jpg', 'wav', 'mp3', 'webm', 'txt'];

/** Names of things that every application has, which stand for them until a run is begun. */
export const namesOf: Known = {
	addresses: TYPES.map((type) => `@address of ${type}`),
	ids(method) {
		if (method.startsWith(FILES)) return [`@${method}`];
		if (/workflow/i.test(method)) return WORKFLOWS;
		if (/person/i.test(method) && !/tag/i.test(method)) return PERSONS;
		if (/voice/i.test(method)) return VOICES;
		if (/language/i.test(method)) return ['de', 'fr', 'en'];
		if (/figure/i.test(method)) return ['sit_body', 'whole_body', 'circle_view'];
		if (/tag/i.test(method)) return ['1', '2'];
		return [/image/i.test(method) ? '@image task' : '@video task'];
	},
};

/**
 * Gives an application what the names stand for.
 *
 * @returns puts the things in the place of their names
 */
export async function knownTo(service: LocalService): Promise<(value: unknown) => unknown> {
	const submits = new Submits(() => service);
	const things = new Map<string, string>([
		['@image task', await submits.aiCreation()],
		['@video task', await submits.composedVideo()],
		...TYPES.map((type): [string, string] => [
			`@address of ${type}`,
			service.storage.source({ bytes: 500, name: `file.${type}` }).url,
		]),
	]);
	const thing = (name: string): string => {
		const known = things.get(name);
		if (known !== undefined || !name.startsWith(`@${FILES}`)) return known ?? name;
		const purpose = name.slice(`@${FILES}_`.length) || 'ai_creation';
		const file = submits.file(purpose, `file.${typeFor(purpose)}`);
		things.set(name, file);
		return file;
	};
	const fill = (value: unknown): unknown =>
		JSON.parse(JSON.stringify(value), (_key, entry: unknown) =>
			typeof entry === 'string' ? thing(entry) : entry,
		);
	return fill;
}

function typeFor(purpose: string): string {
	if (purpose.includes('audio')) return 'mp3';
	return purpose === 'ai_creation' ? 'png' : 'mp4';
}
