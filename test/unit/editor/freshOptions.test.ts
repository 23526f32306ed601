import { describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { DigitalHumanComposeVideo } from '../../../nodes/ComposeVideo/DigitalHumanComposeVideo.node';
import { buildVideoRequest } from '../../../nodes/ComposeVideo/request';
import { DigitalHumanCreatePerson } from '../../../nodes/CreatePerson/DigitalHumanCreatePerson.node';
import { buildPersonRequest } from '../../../nodes/CreatePerson/request';
import { DigitalHumanLipSync } from '../../../nodes/LipSync/DigitalHumanLipSync.node';
import { buildLipSyncRequest } from '../../../nodes/LipSync/request';
import type { ItemParameters } from '../../../nodes/shared/fields/request';
import { DigitalHumanTranslateVideo } from '../../../nodes/TranslateVideo/DigitalHumanTranslateVideo.node';
import { buildTranslationRequest } from '../../../nodes/TranslateVideo/request';

/** What the user has filled in before an option is added. */
const filledIn: Record<string, unknown> = {
	personId: '1',
	text: 'Welcome.',
	voiceId: '2',
	name: 'Anna',
	targetLanguages: ['de'],
};

const nodes: Array<[string, INodeProperties[], (parameters: ItemParameters) => object]> = [
	['Compose Video', new DigitalHumanComposeVideo().description.properties, buildVideoRequest],
	['Lip Sync', new DigitalHumanLipSync().description.properties, buildLipSyncRequest],
	['Create Person', new DigitalHumanCreatePerson().description.properties, buildPersonRequest],
	[
		'Translate Video',
		new DigitalHumanTranslateVideo().description.properties,
		buildTranslationRequest,
	],
];

/** What is read of a field: of a searchable list, the chosen value. */
function extracted(value: unknown): unknown {
	return typeof value === 'object' && value !== null && '__rl' in value && 'value' in value
		? value.value
		: value;
}

/** The screens that a node offers; one, which says nothing, where it offers none. */
function screensOf(properties: INodeProperties[]): unknown[] {
	const { options = [{ value: '' }] } = properties.find(({ name }) => name === 'screen') ?? {};
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
}

/**
 * The options of a node's collections, each with the collection in which the user finds it; not those that are only
 * offered with another one, or say that they need one.
 */
function optionsOf(properties: INodeProperties[]): Array<[string, INodeProperties]> {
	return properties.flatMap(({ type, name, options = [] }) =>
		type === 'collection' && name !== 'options'
			? (options as INodeProperties[])
					.filter(
						({ displayOptions, description }) =>
							!description?.includes('Needs ') &&
							Object.keys(displayOptions?.show ?? {}).every((field) => field.startsWith('/')),
					)
					.map((option): [string, INodeProperties] => [name, option])
			: [],
	);
}

describe.each(nodes)('An option of %s that was just added', (_node, properties, build) => {
	const defaults = Object.fromEntries(
		properties.map(({ name, default: start }) => [name, extracted(start)]),
	);

	it.each(
		optionsOf(properties).map(([group, option]) => [group, option.displayName, option] as const),
	)('refuses no screen: %s, %s', (group, _label, option) => {
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
				readFile: () => ({ choice: { source: 'fileId', fileId: '3' } }),
				readInput: () => ({ violation: 'no input file' }),
			});
			expect('violations' in request ? [screen, request.violations] : []).toEqual([]);
		}
	});
});

it.each([
	['Lip Sync', 'Quality', 0],
	// Without the option it is 1080p: it is added for 4K.
	['Create Person', 'Resolution', 1],
	['Create Person', 'Language', ''],
])('%s: %s starts as what it is added for', (node, option, start) => {
	const [, properties = []] = nodes.find(([name]) => name === node) ?? [];
	const found = optionsOf(properties).find(([, { displayName }]) => displayName === option);
	expect(found?.[1].default).toBe(start);
});

it('an option of Compose Video that is added starts as what one adds it for', () => {
	const [, properties] = nodes[0] ?? ['', []];
	const starts = Object.fromEntries(
		optionsOf(properties).map(([, { displayName, default: start }]) => [displayName, start]),
	);
	expect(starts).toMatchObject({
		"Remove the Person's Background": true,
		'AI Watermark': true,
		Resolution: 'screen',
		'Speech Language': '',
	});
});

it('what the specification leaves open is offered last, and says so', () => {
	const [, properties] = nodes[0] ?? ['', []];
	const last = optionsOf(properties).slice(-2);
	expect(last.map(([, { displayName }]) => displayName)).toEqual([
		'Speech Language Boost',
		'Duration',
	]);
	for (const [, { description }] of last) {
		expect(description).toContain('does not document its effect');
	}
});
