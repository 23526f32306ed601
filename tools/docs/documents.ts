/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { modelTable } from './modelTable';
import { packNodes, root } from './pack';
import { codeTable } from './codeTable';
import { floorsPicture } from './floorsPicture';
import { nodeFields } from './nodeFields';
import { sharedFieldTable } from './sharedFields';

/** What the documents receive from the code, by the name in their markers. */
const sections: Readonly<Record<string, () => string>> = {
	models: modelTable,
	codes: codeTable,
	floors: floorsPicture,
	'fields of several nodes': sharedFieldTable,
	...Object.fromEntries(
		packNodes.map(({ type: { description } }) => [
			`fields of ${description.name}`,
			() => nodeFields(description),
		]),
	),
};

const MARKED = /(<!-- ([\w ]+): written by `npm run docs` -->\n)[^]*?(<!-- \/\2 -->)/g;

/** The Markdown documents that people read, as paths below the project. */
export const documents: readonly string[] = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'SUPPORT.md',
	...readdirSync(join(root, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
	'examples/README.md',
	'test/README.md',
	'demo-service/README.md',
].filter((path) => existsSync(join(root, path)));

/** The text of a document. */
export function read(path: string): string {
	return readFileSync(join(root, path), 'utf8');
}

/** The sections that a document receives from the code. */
export function sectionsIn(markdown: string): string[] {
	return [...markdown.matchAll(MARKED)].map(([, , name = '']) => name);
}

/** All sections that the documents must contain. */
export const sectionNames: readonly string[] = Object.keys(sections);

/** A document with its sections as the code has them now. */
export function withSections(markdown: string): string {
	return markdown.replace(MARKED, (_all, begin: string, name: string, end: string) => {
		const write = sections[name];
		if (!write) throw new Error(`The code has no section '${name}'`);
		return `${begin}\n${write().trim()}\n\n${end}`;
	});
}
