/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { models } from '../../nodes/AiCreate/models/catalogue';
import { describe, expect, it } from '@jest/globals';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import { get } from 'lodash';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';

import manifest from '../../package.json';
import { nodeTypes, planned, registry } from '../support/engine/nodes';
import { anchorsOf } from '../support/documents/anchors';
import { read } from '../../tools/docs/documents';
import { packCredential, packNodes, root } from '../../tools/docs/pack';
import { composeVideo } from '../../nodes/ComposeVideo/composeVideo.operation';
import { spoken } from '../../nodes/ComposeVideo/speechOfVideo';
import { createPerson } from '../../nodes/CreatePerson/createPerson.operation';
import { lipSync } from '../../nodes/LipSync/lipSync.operation';
import type { ItemParameters } from '../../nodes/shared/fields/fileFields';
import { translateVideo } from '../../nodes/TranslateVideo/translateVideo.operation';
import { saidOf } from '../support/violations';

interface Codex {
	alias: string[];
	categories: string[];
	resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
}

const nodes = packNodes.map(({ folder, type: { description } }) => {
	const { name } = description;
	const path = join(root, folder, `${name.replace(/^d/, 'D')}.node.json`);
	return { name, description, codex: JSON.parse(readFileSync(path, 'utf8')) as Codex };
});

const repository = manifest.homepage.replace(/#.*/, '');

/** The document that an address of the repository leads to, and the place in it. */
function placeOf(url: string): { document: string; anchor: string } {
	const [page = '', anchor = ''] = url.replace(repository, '').split('#');
	return { document: page === '' ? 'README.md' : page.replace('/blob/main/', ''), anchor };
}

const items = nodes.map(({ name, description: { displayName }, codex }) => ({
	name: name.replace('digitalHuman', ''),
	properties: { displayName: displayName.replace(' Trigger', ''), codex },
}));

/** The nodes that the editor offers for what a person types, the best match first. */
function offeredFor(typed: string, keys?: Parameters<typeof sublimeSearch>[2]): string[] {
	return sublimeSearch(typed, items, keys).map(({ item }) => item.name);
}

describe('in the nodes panel of the editor', () => {
	it.each([
		['video', ['AiCreate', 'ComposeVideo', 'LipSync', 'TranslateVideo']],
		['trigger', ['TaskPollTrigger', 'TaskTrigger']],
	])('"%s" finds %j first', (typed, requested) => {
		expect(offeredFor(typed).slice(0, requested.length).sort()).toEqual(requested);
	});

	it.each(nodes)('each alias of $name finds the nodes that have it first', ({ codex }) => {
		for (const alias of codex.alias) {
			const owners = items.filter(({ properties }) => properties.codex.alias.includes(alias));
			const names = owners.map(({ name }) => name).sort();
			expect([alias, ...offeredFor(alias).slice(0, names.length).sort()]).toEqual([
				alias,
				...names,
			]);
		}
	});

	/** What people type that is no alias. */
	it.each([
		['ComposeVideo', ['ai avatar', 'instagram', 'youtube', 'tiktok', 'shorts', 'ugc']],
		['AiCreate', ['photo']],
		['CreatePerson', ['clone voice']],
		['LipSync', ['lipsync video', 'dub audio']],
		['TranslateVideo', ['german']],
		['Library', ['voices']],
		['UploadFile', ['upload file', 'upload photo']],
		['TaskPollTrigger', ['when video ready', 'when the video is done', 'video finished']],
		['TaskPollTrigger', ['notify when video is done', 'video is ready', 'when task is done']],
	])('%s is found first by each of %j', (meant, typed) => {
		expect(typed.filter((one) => offeredFor(one)[0] !== meant)).toEqual([]);
	});

	it('"digital human" finds all nodes', () => {
		expect(offeredFor('digital human').sort()).toEqual(items.map(({ name }) => name).sort());
	});

	it.each(['dub', 'dubbing'])('"%s" finds Translate Video before Lip Sync', (typed) => {
		expect(offeredFor(typed).slice(0, 2)).toEqual(['TranslateVideo', 'LipSync']);
	});

	it.each([
		['dub', ['LipSync', 'TranslateVideo']],
		['image', ['AiCreate', 'UploadFile']],
	])('no alias of another node resembles "%s"', (typed, meant) => {
		const aliases = [{ key: 'properties.codex.alias', weight: 1 }];
		// Theirs, "digital human trigger", has the letters of "image" in their order; they come last.
		const offered = offeredFor(typed, aliases).filter((name) => !name.endsWith('Trigger'));
		expect(offered.sort()).toEqual(meant);
	});

	it.each(nodes)('$name has other aliases than its name, once each', ({ codex, description }) => {
		const { alias } = codex;
		expect(alias).toEqual([...new Set(alias)]);
		expect(alias).not.toContain(description.displayName);
	});
});

describe('the documentation links', () => {
	const links = [
		...nodes.flatMap(({ name, codex }) =>
			Object.values(codex.resources)
				.flat()
				.map(({ url }) => [name, url] as const),
		),
		[packCredential.name, packCredential.documentationUrl] as const,
	];

	it.each(links)('%s: %s leads to a heading', (_name, url) => {
		expect(url).toContain(repository);
		const { document, anchor } = placeOf(url);
		expect(existsSync(join(root, document))).toBe(true);
		expect(anchorsOf(read(document))).toContain(anchor);
	});

	it.each(nodes)('$name: leads to the part about the node itself', ({ codex, description }) => {
		const [{ url } = { url: '' }] = codex.resources.primaryDocumentation;
		const title = description.displayName.replace('Digital Human ', '');
		expect(placeOf(url).anchor).toBe(title.toLowerCase().replace(/ /g, '-'));
	});
});

it.each(nodes.filter(({ description }) => !description.group.includes('trigger')))(
	'as a tool of an AI agent, $name says in a sentence or two what it does, and what it costs',
	({ description }) => {
		expect(description.usableAsTool).toBe(true);
		expect(description.description).toMatch(/credits/);
		expect(description.description.length).toBeLessThan(200);
	},
);

it('the choices of every field are described in the two lines that the editor shows', () => {
	const described = packNodes.flatMap(({ type: { description } }) =>
		description.properties.flatMap(withInner).flatMap(({ displayName, options = [] }) =>
			options.flatMap((one): Array<[string, string]> => {
				const at = `${description.displayName} › ${displayName} › ${one.name}`;
				return 'value' in one ? [[at, one.description ?? '']] : [];
			}),
		),
	);
	expect(described.length).toBeGreaterThan(100);
	expect(described.filter(([, text]) => text.length > 110)).toEqual([]);
});

it('the rows with which lists start have a choice in each of their dropdowns', () => {
	const lists = packNodes
		.flatMap(({ type: { description } }) => description.properties)
		.filter(({ type, default: start }) => type === 'fixedCollection' && get(start, 'items'));
	expect(lists.length).toBeGreaterThan(1);
	for (const { options = [], default: start } of lists) {
		const fields = options.flatMap((group) => ('values' in group ? group.values : []));
		const dropdowns = fields.filter(({ type }) => type === 'options').map(({ name }) => name);
		expect(Object.keys(get(start, 'items[0]') ?? {})).toEqual(expect.arrayContaining(dropdowns));
	}
});

it('the language of a recording is not called that of a voice', () => {
	const language = propertiesOf('ComposeVideo').find(({ name }) => name === 'language');
	const choices = (language?.options ?? []) as INodePropertyOptions[];
	const namesFor = (audioType: string) =>
		choices
			.filter(({ value }) => value === language?.default)
			.filter(({ displayOptions }) => displayOptions?.show?.audioType?.includes(audioType))
			.map(({ name }) => name);
	expect(namesFor('tts')).toEqual(['Of the Voice']);
	expect(namesFor('audio')).toEqual(['Not Specified']);
});

type Part = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** A property with everything that is inside it. */
function withInner(part: Part): INodeProperties[] {
	const inner =
		'values' in part ? part.values : 'options' in part && part.options ? part.options : [];
	const own = 'type' in part ? [part] : [];
	return [...own, ...inner.flatMap(withInner)];
}

const propertiesOf = (node: string) =>
	nodeTypes[`digitalHuman${node}`]?.description.properties ?? [];

/** What the user has filled in before an option is added. */
const filledIn: Record<string, unknown> = {
	personId: '1',
	text: 'Welcome.',
	voiceId: '2',
	name: 'Anna',
	targetLanguages: ['de'],
};

const builders: Array<[node: string, build: (parameters: ItemParameters) => object]> = [
	['ComposeVideo', composeVideo.prepare],
	['LipSync', lipSync.prepare],
	['CreatePerson', createPerson.prepare],
	['TranslateVideo', translateVideo.prepare],
];

/** The screens that a node offers; one, which says nothing, where it offers none. */
function screensOf(properties: INodeProperties[]): unknown[] {
	const { options = [{ value: '' }] } = properties.find(({ name }) => name === 'screen') ?? {};
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
}

/**
 * The options of a node's collections, each with the collection in which the user finds it; not those that are only
 * offered with another one, or say that they need one.
 */
function optionsOf(properties: INodeProperties[]) {
	return properties.flatMap(({ type, name, options = [] }) =>
		type === 'collection' && name !== 'options'
			? (options as INodeProperties[])
					.filter(
						({ displayOptions, description }) =>
							!description?.includes('Needs ') &&
							Object.keys(displayOptions?.show ?? {}).every((field) => field.startsWith('/')),
					)
					.map((option) => ({ group: name, option }))
			: [],
	);
}

describe.each(builders)('An option of %s that was just added', (node, build) => {
	const properties = propertiesOf(node);
	// Of a searchable list, the chosen value.
	const defaults = Object.fromEntries(
		properties.map(({ name, default: start }) => [name, get(start, 'value', start) as unknown]),
	);

	it.each(optionsOf(properties))('refuses no screen: $group, $option.name', ({ group, option }) => {
		for (const screen of screensOf(properties)) {
			const values: Record<string, unknown> = {
				...defaults,
				...filledIn,
				screen,
				// The choice for which the editor offers most options.
				background: 'file',
				[group]: { [option.name]: option.default },
			};
			const request = build({
				read: (name) => values[name],
				readInput: (_field, { label }) => ({
					source: 'inputFile',
					field: 'data',
					fileName: 'file',
					place: label,
					identity: '3',
					text: 'file',
				}),
			});
			expect(saidOf(request).map((said) => [screen, said])).toEqual([]);
		}
	});
});

it('what the specification leaves open is offered last, as parameters', () => {
	const group = propertiesOf('ComposeVideo').find(({ name }) => name === 'additionalFields');
	expect(group?.options?.at(-1)).toMatchObject({ name: 'additionalParameters', type: 'json' });
});

it.each([
	['TranslateVideo', 'Video Detail Path'],
	['CreatePerson', 'Person Detail Path'],
])("'Completion' of %s starts with waiting, and each choice names '%s'", (node, path) => {
	const completion = propertiesOf(node).find(({ name }) => name === 'completion');
	expect(completion?.default).toBe('wait');
	for (const { description } of (completion?.options ?? []) as INodePropertyOptions[]) {
		expect(description).toContain(`'${path}'`);
	}
});

/** Fields that decide by their value, which may be an expression, what else is shown. */
function decidingFields(properties: readonly INodeProperties[]): Set<string> {
	const names = properties.flatMap(({ displayOptions }) => [
		...Object.keys(displayOptions?.show ?? {}),
		...Object.keys(displayOptions?.hide ?? {}),
	]);
	return new Set(
		names
			.map((name) => name.replace(/^\//, ''))
			.filter((name) => properties.some((one) => one.name === name && !one.noDataExpression)),
	);
}

describe.each(nodes)('$name', ({ description }) => {
	const { properties } = description;
	const deciding = decidingFields(properties);
	const byExpression = Object.fromEntries([...deciding].map((name) => [name, '={{ $json.any }}']));

	const depends = ({ displayOptions }: INodeProperties) =>
		Object.keys({ ...displayOptions?.show, ...displayOptions?.hide }).some((name) =>
			deciding.has(name.replace(/^\//, '')),
		);

	it('takes expressions in every field but the choice of the operation', () => {
		const all = properties.flatMap(withInner);
		const without = all.filter(({ noDataExpression }) => noDataExpression);
		expect(all.length).toBeGreaterThan(3);
		expect(without).toEqual(all.filter(({ name }) => /^(resource|operation)$/.test(name)));
	});

	it('offers what is chosen at first', () => {
		const choices = properties.flatMap(withInner).filter(({ type }) => type === 'options');
		const offered = choices.filter(({ options = [], typeOptions }) => {
			return options.length > 0 && !typeOptions?.loadOptionsMethod;
		});
		const isOffered = ({ options = [], default: first }: INodeProperties) =>
			options.some((option) => 'value' in option && option.value === first);
		expect(offered.filter((field) => !isOffered(field)).map(({ name }) => name)).toEqual([]);
	});

	it('marks no field as required that an expression in another one may make superfluous', () => {
		const marked = properties.filter(
			(property) =>
				property.required &&
				depends(property) &&
				NodeHelpers.displayParameter(byExpression, property, null, description),
		);
		expect(marked.map(({ name }) => name)).toEqual([]);
	});

	it('can be published when expressions make its choices', () => {
		const { options = [{ value: '' }] } = properties.find(({ name }) => name === 'operation') ?? {};
		const always = properties
			.filter((property) => property.required && !depends(property))
			.map(({ name, type: kind }) => [
				name,
				kind === 'resourceLocator' ? { __rl: true, mode: 'id', value: '1' } : '1',
			]);
		for (const one of options) {
			const operation = 'value' in one && one.value ? { operation: one.value } : {};
			const given = { ...Object.fromEntries(always), ...byExpression, ...operation };
			const node = { parameters: {}, typeVersion: 1, ...description } as unknown as INode;
			const run = NodeHelpers.getNodeParameters(properties, given, true, false, node, description);
			const filled = { ...node, parameters: run ?? {} };
			const issues = NodeHelpers.getNodeParametersIssues(properties, filled, description);
			expect(issues?.parameters).toBeUndefined();
		}
	});
});

/** What the editor shows in place of what is only known when the workflow runs. */
const LATER = '[filled at execution time]';

/** The text under the name of a node on the canvas, as n8n's editor makes it. */
function subtitle(type: string, parameters: INodeParameters): unknown {
	const nodes = [planned('Node', type, parameters)];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes: registry });
	return workflow.expression.getSimpleParameterValue(
		workflow.getNode('Node') as INode,
		nodeTypes[type]?.description.subtitle ?? '',
		'internal',
		{},
		undefined,
		LATER,
	);
}

it('the field, README.md and docs/limits.md name the limit of a text that Compose Video has', () => {
	const most = spoken.mostCharacters;
	const upToMost = `up to ${most.toLocaleString('en')} characters`;
	expect(spoken.field.property.description).toContain(upToMost);
	expect(read('README.md')).toContain(upToMost);
	expect(read('docs/limits.md')).toContain(
		`Less than ${(most + 1).toLocaleString('en')} characters`,
	);
});

describe('the subtitle says what the node will do', () => {
	it.each<[string, INodeParameters, string]>([
		['digitalHumanAiCreate', {}, 'Text or images → image'],
		['digitalHumanAiCreate', { resource: 'video', modelCode: 'other' }, 'Other model'],
		['digitalHumanAiCreate', { resource: 'video', operation: 'animate' }, 'Animate image'],
		['digitalHumanComposeVideo', {}, 'Video from text'],
		['digitalHumanLipSync', {}, 'Lip sync to text'],
		['digitalHumanTranslateVideo', { targetLanguages: ['de', 'fr'] }, 'Translate into de, fr'],
		['digitalHumanCreatePerson', { name: 'Anna' }, 'Create person: Anna'],
		['digitalHumanGetTask', {}, 'Get task'],
		['digitalHumanGetTask', { whenNotFinished: 'pauseAndLoop' }, ''],
		['digitalHumanLibrary', {}, 'Get many: public person'],
		['digitalHumanLibrary', { resource: 'file', operation: 'delete' }, 'Delete: file'],
		['digitalHumanUploadFile', { purpose: 'video_translation' }, 'Upload for video translation'],
		['digitalHumanTaskTrigger', { triggerOn: 'failed' }, 'Failed or canceled tasks'],
		['digitalHumanTaskPollTrigger', {}, 'Finished tasks'],
	])('%s %j: %s', (type, parameters, words) => {
		expect(subtitle(type, parameters)).toBe(words);
	});

	it.each(models.filter(({ described }) => described))('of the model $code', (model) => {
		const resource = model.creationType === 3 ? 'image' : 'video';
		const words = subtitle('digitalHumanAiCreate', { resource, modelCode: model.code });
		expect(words).toBe(model.label);
	});

	it.each(packNodes.map(({ type }) => type.description))(
		'$displayName also says something when every field is an expression',
		({ name, properties }) => {
			const fields = properties.filter(
				(field) => !field.noDataExpression && !['notice', 'collection'].includes(field.type),
			);
			const value = '={{ $json.value }}';
			const words = subtitle(name, Object.fromEntries(fields.map((field) => [field.name, value])));
			expect(words).toMatch(/^[A-Z][a-z]+ [a-z: ]+$/);
			expect(words).not.toMatch(/undefined/);
		},
	);
});
