/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../../package.json';
import { anchorsOf } from '../../../tools/docs/markdown';
import { read } from '../../../tools/docs/documents';
import { packCredential, packNodes, root } from '../../../tools/docs/pack';

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
function offeredFor(typed: string): string[] {
	return sublimeSearch(typed, items).map(({ item }) => item.name);
}

/** The nodes that the editor offers because of their aliases, whatever they are called. */
function offeredByAlias(typed: string): string[] {
	return sublimeSearch(typed, items, [{ key: 'properties.codex.alias', weight: 1 }]).map(
		({ item }) => item.name,
	);
}

describe('in the nodes panel of the editor', () => {
	it.each([
		['video', ['AiCreate', 'ComposeVideo', 'LipSync', 'TranslateVideo']],
		['Video', ['AiCreate', 'ComposeVideo', 'LipSync', 'TranslateVideo']],
		['avatar', ['ComposeVideo', 'CreatePerson']],
		['talking head', ['ComposeVideo', 'LipSync']],
		['presenter', ['ComposeVideo', 'CreatePerson']],
		['spokesperson', ['ComposeVideo']],
		['lipsync', ['LipSync']],
		['lip sync', ['LipSync']],
		['dub', ['LipSync', 'TranslateVideo']],
		['dubbing', ['LipSync', 'TranslateVideo']],
		['voice-over', ['ComposeVideo', 'LipSync', 'TranslateVideo']],
		['voice over', ['ComposeVideo', 'LipSync', 'TranslateVideo']],
		['voiceover', ['ComposeVideo', 'LipSync', 'TranslateVideo']],
		['text to video', ['AiCreate', 'ComposeVideo']],
		['image to video', ['AiCreate']],
		['text to image', ['AiCreate']],
		['text to speech', ['ComposeVideo']],
		['translate', ['TranslateVideo']],
		['subtitles', ['ComposeVideo', 'TranslateVideo']],
		['upload', ['UploadFile']],
		['webhook', ['TaskTrigger']],
		['callback', ['TaskTrigger']],
		['poll', ['GetTask', 'TaskPollTrigger']],
	])('"%s" finds %j first', (typed, requested) => {
		expect(offeredFor(typed).slice(0, requested.length).sort()).toEqual(requested);
	});

	it.each(['dub', 'dubbing'])('"%s" finds Translate Video before Lip Sync', (typed) => {
		expect(offeredFor(typed).slice(0, 2)).toEqual(['TranslateVideo', 'LipSync']);
	});

	it.each([
		['dub', ['LipSync', 'TranslateVideo']],
		['image', ['AiCreate']],
	])('no alias of another node resembles "%s"', (typed, meant) => {
		expect(offeredByAlias(typed).sort()).toEqual(meant);
	});

	it.each(nodes)(
		'$name has aliases once each, in addition to its name',
		({ codex, description }) => {
			expect(new Set(codex.alias).size).toBe(codex.alias.length);
			expect(codex.alias).not.toContain(description.displayName);
		},
	);
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

describe('as a tool of an AI agent', () => {
	it.each(nodes.filter(({ description }) => !description.group.includes('trigger')))(
		'$name says in a sentence or two what it does, and what it costs',
		({ description }) => {
			expect(description.usableAsTool).toBe(true);
			expect(description.description).toMatch(/credits/);
			expect(description.description.length).toBeLessThan(200);
		},
	);
});
