/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { INode } from 'n8n-workflow';

import { documents, read } from '../../tools/docs/documents';
import { exceptions, glossary } from '../support/documents/glossary';
import {
	demoTexts,
	documentTexts,
	editorTexts,
	messageTexts,
	type UserText,
} from '../support/documents/userTexts';
import { root } from '../../tools/docs/pack';
import { labelsIn, labelsInNote, N8N_LABELS, packLabels } from '../support/documents/labels';
import { exampleNames, readExample } from '../../tools/n8n/workflows';
import { anchorsOf } from '../support/documents/anchors';
import { catalogueTexts } from '../../tools/docs/catalogues';

interface Result {
	contender: string;
	task: string;
	figures: { milliseconds: number; extraMib: number };
}

/** What 'about' stands for: figures differ that much from one run to another. */
const ABOUT = 1.15;

const { upload } = JSON.parse(read('docs/developers/benchmarks.json')) as {
	upload: { results: Result[] };
};

/** What a contender took for a file of 1 GiB. */
function gibibyte(contender: string, task = '1024 MiB'): Result['figures'] {
	const found = upload.results.find(
		(result) => result.task === task && result.contender.startsWith(contender),
	);
	if (!found) throw new Error(`docs/developers/benchmarks.json has no '${contender}' for ${task}`);
	return found.figures;
}

const FRACTIONS: Readonly<Record<string, number>> = { half: 2, 'a third of': 3, 'a quarter of': 4 };

it.each([
	['from input file', '1024 MiB'],
	['by URL', '1024 MiB by URL'],
])('what README.md and docs/admin.md say of an upload of 1 GiB is true: %s', (how, task) => {
	const [own, other] = [gibibyte(`Upload File, ${how}`, task), gibibyte('HTTP Request node', task)];
	const [, words = ''] = read('README.md').match(/1 GiB uploads in less than (.+?) the time/) ?? [];
	const share = 1 / (FRACTIONS[words] ?? Infinity);
	expect(own.milliseconds / other.milliseconds).toBeLessThan(share);
	const [, mib] = read('docs/admin.md').match(/1 GiB takes about (\d+) MiB of extra memory/) ?? [];
	expect(own.extraMib).toBeLessThanOrEqual(Number(mib) * ABOUT);
});

/** Each term that should not be there: its place, what to write instead, and the text around it. */
function slipsIn(texts: readonly UserText[]): string[] {
	const slips = texts.flatMap(({ at, text }) =>
		glossary.flatMap(({ not, instead }) => {
			const match = not.exec(text);
			if (!match || isException(at, text)) return [];
			const { 0: found, index } = match;
			const around = text.slice(Math.max(0, index - 40), index + found.length + 30).trim();
			return [`${at}: '${found}' → ${instead}: …${around}…`];
		}),
	);
	return [...new Set(slips)];
}

function isException(at: string, text: string): boolean {
	return exceptions.some((one) => at.includes(one.at) && one.text.test(text));
}

const textsOfUsers = {
	'in the descriptions of nodes and credential': editorTexts(),
	'in every message': messageTexts(),
	'in every document and example': documentTexts(),
	'in what the demo prints': demoTexts(),
};

it.each(Object.entries(textsOfUsers))('one term per thing %s', (_, texts) => {
	expect(texts.length).toBeGreaterThan(10);
	expect(slipsIn(texts)).toEqual([]);
});

it('the glossary has no exception that nothing needs', () => {
	const all = Object.values(textsOfUsers).flat();
	const slips = all.filter(({ text }) => glossary.some(({ not }) => not.test(text)));
	const unused = exceptions.filter(
		(one) => !slips.some(({ at, text }) => at.includes(one.at) && one.text.test(text)),
	);
	expect(unused).toEqual([]);
});

const own = packLabels();
const isLabel = (label: string) => own.has(label) || N8N_LABELS.has(label);

const forUsers = [
	'README.md',
	'SECURITY.md',
	'SUPPORT.md',
	'docs/admin.md',
	'docs/errors.md',
	'docs/nodes.md',
	'docs/fields.md',
	'docs/limits.md',
	'examples/README.md',
];

const examples = exampleNames();

/** The text of a note on the canvas; of other nodes, nothing. */
const noteOf = ({ type, parameters }: INode) =>
	type === 'n8n-nodes-base.stickyNote' ? String(parameters.content) : '';

describe('the labels that the documents name', () => {
	it.each(forUsers)('%s names fields and buttons as the editor shows them', (document) => {
		const unknown = labelsIn(read(document)).filter((label) => !isLabel(label));
		expect([...new Set(unknown)]).toEqual([]);
	});

	it.each(examples)('the note of %s does so too', (name) => {
		const { nodes } = readExample(name);
		const others = [...nodes, ...examples.map(readExample)].map((one) => one.name);
		const named = nodes.flatMap((node) => labelsInNote(noteOf(node)));
		expect(named.filter((label) => !isLabel(label) && !others.includes(label))).toEqual([]);
	});
});

/** Words that a document may have, without what commands write into it; of a changelog, its newest version. */
const MOST_WORDS: Readonly<Record<string, number>> = {
	'CHANGELOG.md': 650,
	'CONTRIBUTING.md': 1800,
	'README.md': 1550,
	'SECURITY.md': 700,
	'SUPPORT.md': 250,
	'demo-service/README.md': 600,
	'docs/admin.md': 2250,
	'docs/developers/benchmarks.md': 820,
	'docs/developers/service.md': 5000,
	'docs/errors.md': 900,
	'docs/fields.md': 300,
	'docs/limits.md': 500,
	'docs/models.md': 350,
	'docs/nodes.md': 3800,
	'examples/README.md': 970,
	'test/README.md': 2000,
	'tools/README.md': 200,
};

/** A document without what commands write into it. */
const byHand = (document: string) =>
	read(document).replace(/<!-- ([\w ]+): written by [^]*?<!-- \/\1 -->/g, '');

function wordsOf(document: string): number {
	const text = byHand(document);
	const newest = document === 'CHANGELOG.md' ? text.split(/^(?=## )/m)[1] : text;
	return (newest ?? '').split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}

it.each([...documents, 'CHANGELOG.md'])('%s stays short enough to be read', (document) => {
	expect(wordsOf(document)).toBeLessThanOrEqual(MOST_WORDS[document] ?? 0);
});

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
	const listed = linksOf('examples/README.md').map(({ target }) => relative('examples', target));

	it.each(examples)('%s is listed with a picture, once', (name) => {
		expect(listed.filter((target) => target === `${name}.json`)).toHaveLength(1);
		expect(listed).toContain(`../docs/images/examples/${name}.jpg`);
	});

	it.each(examples)('%s has a note on the canvas that says what to do', (name) => {
		expect(readExample(name).nodes.map(noteOf).join()).toContain('credential');
	});

	it.each(examples)('%s runs as it is, or says on the node what to fill in', (name) => {
		const isEmpty = ({ parameters }: INode) => /"value":""/.test(JSON.stringify(parameters));
		const silent = readExample(name).nodes.filter((node) => isEmpty(node) && !node.notesInFlow);
		expect(silent.map((node) => node.name)).toEqual([]);
	});

	it.each(examples)('%s sets the language of what is spoken, and says so', (name) => {
		const { nodes } = readExample(name);
		const speaking = nodes.filter(({ type }) => type.endsWith('ComposeVideo'));
		if (speaking.length === 0) return;
		expect(speaking.map(({ parameters }) => parameters.language)).toEqual(['en']);
		expect(nodes.map(noteOf).join()).toContain('Speech Language');
	});
});

const MAX_TITLE = 90;

/** Entries with a longer title; there shall be no other. */
const LONG = ['internalResolution', 'invalidLine', 'startsItself'];

/** What the node writes into n8n's log, which messages name. */
const LOG_LINE = 'Digital Human task accepted';

describe('The messages', () => {
	const messages = catalogueTexts.flatMap(({ at, message }) =>
		message ? [{ at, ...message }] : [],
	);

	it('have a short title, which is one sentence without its full stop', () => {
		expect(messages.length).toBeGreaterThan(40);
		const long = messages.filter(({ title }) => title.length > MAX_TITLE);
		expect(long.map(({ at }) => at.replace(/.*: /, '')).sort()).toEqual(LONG);
		expect(messages.filter(({ title }) => /\.$/.test(title))).toEqual([]);
	});

	it('say what to do in whole sentences, unless the title says it', () => {
		expect(messages.filter(({ advice }) => !/(^|[.?!…])$/.test(advice))).toEqual([]);
		// What a field must be is said by the title.
		const silent = messages.filter(({ advice, code }) => advice === '' && code !== 'wrongField');
		const titles = silent.map(({ title }) => title);
		expect(titles.filter((title) => !/(…['")]?| is missing)$|: |\. /.test(title))).toEqual([]);
	});
});

/** The messages of docs/errors.md and the README as the code has them: labels in quotes, … for what is put in. */
function documented(): string[] {
	const [, section = ''] =
		byHand('docs/errors.md').match(/## Messages without a code\n([^]*?)\n## /) ?? [];
	const quoted = [...read('README.md').matchAll(/^\| "(.+?)"/gm)].map(([, title = '']) =>
		title.replace(/ '\w+'/, ''),
	);
	return [...section.matchAll(/^\| (.+?) \|/gm)]
		.map(([, title = '']) => title.replace(/ \(a \w+\)$/, ''))
		.filter((title) => title !== 'What happened' && title !== '---')
		.concat(quoted)
		.map((title) => title.replace(/_([^_]+)_/g, "'$1'"));
}

it.each(documented())('the message that a document quotes is one of the code: %s', (title) => {
	const parts = title.split('…').map((part) => part.trim());
	const texts = textsOfUsers['in every message'];
	expect(texts.some(({ text }) => parts.every((part) => text.includes(part)))).toBe(true);
});

/** A name in quotation marks that starts with a capital letter, such as 'Video URL'. */
const QUOTED_LABEL = /(?<![\p{L}\p{N}])'(\p{Lu}(?:[^'…]|(?<=\p{L})'(?=\p{L}))*)'(?!\p{L})/gu;

/** Labels that a text names, also those of a path such as 'Options › File Name'. */
function quotedLabels(text: string): string[] {
	return [...text.matchAll(QUOTED_LABEL)].flatMap(([, label = '']) => label.split(' › '));
}

describe('The labels that descriptions and messages name in quotation marks', () => {
	const texts = [
		...textsOfUsers['in the descriptions of nodes and credential'],
		...textsOfUsers['in every message'],
	];

	it('are found', () => {
		const text = "Set 'Options › File Name' of the item's 'Wig' in 'Remove the Person's Wig'";
		const labels = ['Options', 'File Name', 'Wig', "Remove the Person's Wig"];
		expect(quotedLabels(text)).toEqual(labels);
		expect(texts.flatMap(({ text: one }) => quotedLabels(one)).length).toBeGreaterThan(60);
	});

	it('are labels that the editor shows', () => {
		const unknown = texts.flatMap(({ at, text }) =>
			quotedLabels(text)
				.filter((label) => !isLabel(label) && label !== LOG_LINE)
				.map((label) => `${at}: '${label}'`),
		);
		expect(unknown).toEqual([]);
	});
});

it('README.md leads to the first video in numbered steps, each with a picture', () => {
	const [, steps = ''] =
		read('README.md').match(/## Your first presenter video\n([^]*?)\n## /) ?? [];
	const numbers = [...steps.matchAll(/^(\d+)\. [^]*?!\[[^\]]+\]\(docs\/images\/steps\//gm)];
	expect(numbers.map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
