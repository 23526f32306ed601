/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { documents, read } from '../../../tools/docs/documents';
import { catalogueTexts } from '../../../tools/docs/catalogues';
import { packCredential, packNodes, root } from '../../../tools/docs/pack';
import { exampleNames, readExample } from '../../../tools/n8n/workflows';

/** A text that a user can see. */
export interface UserText {
	/** Where it stands, such as `docs/nodes.md:12`. */
	at: string;
	text: string;
}

/** Names and values that only programs read. */
const INTERNAL = new Set([
	'type',
	'value',
	'default',
	'loadOptionsMethod',
	'searchListMethod',
	'url',
	'icon',
	'iconUrl',
]);

/** Every text in a description, at any depth. */
function textsOf(at: string, value: unknown): UserText[] {
	if (typeof value === 'string') return value.includes(' ') ? [{ at, text: value }] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value)
		.filter(([key]) => !INTERNAL.has(key))
		.flatMap(([key, entry]) => {
			const { name } = (entry ?? {}) as { name?: unknown };
			return textsOf(`${at}.${typeof name === 'string' ? name : key}`, entry);
		});
}

/** What the editor shows of the nodes and the credential, and the search words of the nodes panel. */
export function editorTexts(): UserText[] {
	const nodes = packNodes.flatMap(({ folder, type: { description } }) => {
		const [codex = ''] = readdirSync(join(root, folder)).filter((name) =>
			name.endsWith('.node.json'),
		);
		const words = JSON.parse(read(`${folder}/${codex}`)) as unknown;
		return [...textsOf(folder, description), ...textsOf(`${folder}/${codex}`, words)];
	});
	return [...nodes, ...textsOf('credentials', packCredential.properties)];
}

/** Every text of the catalogues: messages, hints, warnings, and what they are put together from. */
export const messageTexts = (): UserText[] => catalogueTexts.map(({ at, text }) => ({ at, text }));

/** A text with a blank, in any quotation marks, within a line of code. */
const QUOTED = /(['"`])((?:\\.|(?!\1).)* (?:\\.|(?!\1).)*)\1/g;

/** What the demo and the demo service print. */
export const demoTexts = (): UserText[] =>
	['tools/n8n/commands.ts', 'tools/n8n/program.ts', 'demo-service/main.ts'].flatMap((file) =>
		read(file)
			.split('\n')
			.flatMap((line, index) =>
				[...line.matchAll(QUOTED)].map(([, , text = '']) => ({ at: `${file}:${index + 1}`, text })),
			),
	);

/** All tables have the same head. */
const FAULTS = 'test/faults/tables/submits.md';

/** The lines of all documents and of the notes in the examples, without code and addresses. */
export function documentTexts(): UserText[] {
	const written = [...documents, 'CHANGELOG.md'].flatMap((path) => linesOf(path, read(path)));
	const [aboveTables = ''] = read(FAULTS).split('\n## ');
	return [...written, ...linesOf(FAULTS, aboveTables), ...noteTexts()];
}

function noteTexts(): UserText[] {
	return exampleNames().flatMap((name) => {
		const at = `examples/${name}.json`;
		return readExample(name).nodes.flatMap((node) => [
			{ at, text: node.name },
			...linesOf(at, String(node.parameters.content ?? '')),
		]);
	});
}

function linesOf(at: string, markdown: string): UserText[] {
	const blank = (text: string) => text.replace(/[^\n]/g, ' ');
	return markdown
		.replace(/^```[^]*?^```/gm, blank)
		.replace(/<!--[^]*?-->/g, blank)
		.replace(/`[^`\n]*`|\]\([^)\n]*\)|https?:\/\/\S+/g, ' … ')
		.split('\n')
		.map((text, index) => ({ at: `${at}:${index + 1}`, text }));
}
