/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { documents, read } from '../../../tools/docs/documents';
import { anchorsOf } from '../../../tools/docs/markdown';
import { root } from '../../../tools/docs/pack';

/** The links of a document to files of the project: the file and the heading in it. */
function linksOf(document: string): Array<{ target: string; anchor: string }> {
	const text = read(document).replace(/^```[^]*?^```/gm, '');
	return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, link = '']) => link)
		.filter((link) => !/^[a-z]+:/.test(link))
		.map((link) => {
			const [path = '', anchor = ''] = link.split('#');
			return { target: path === '' ? document : join(dirname(document), path), anchor };
		});
}

describe('the links of the documents', () => {
	it.each(documents)('%s leads to files and headings that are there', (document) => {
		const dead = linksOf(document).filter(({ target, anchor }) => {
			if (!existsSync(join(root, target))) return true;
			return anchor !== '' && !anchorsOf(read(target)).includes(anchor);
		});
		expect(dead).toEqual([]);
	});

	it('lead to every picture, so that none is left over', () => {
		const linked = new Set(documents.flatMap(linksOf).map(({ target }) => target));
		const pictures = readdirSync(join(root, 'docs/images'), { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.jpg'))
			.map((path) => join('docs/images', path));
		expect(pictures.filter((path) => !linked.has(path))).toEqual([]);
	});
});

describe('the examples', () => {
	const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
	const listed = linksOf('examples/README.md').map(({ target }) => relative('examples', target));

	it.each(examples)('%s is listed with a picture, once', (name) => {
		expect(listed.filter((target) => target === name)).toHaveLength(1);
		expect(listed).toContain(`../docs/images/examples/${name.replace('.json', '.jpg')}`);
	});

	it.each(examples)('%s has a note on the canvas that says what to do', (name) => {
		const { nodes } = JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')) as {
			nodes: Array<{ type: string; parameters: { content?: string } }>;
		};
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.length).toBeGreaterThan(0);
		expect(notes.some(({ parameters }) => /credential/.test(parameters.content ?? ''))).toBe(true);
	});
});
