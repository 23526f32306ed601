/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { partition, uniqBy } from 'lodash';

import { Code, codes, codesOf, createCodes, type Meaning } from '../../nodes/shared/api/codes';
import { type Failure, isLimit, isTransient, mayHaveCreated } from '../../nodes/shared/api/failure';
import { endpoints } from '../../nodes/shared/api/endpoints';
import { catalogueTexts, VALUE } from './catalogues';
import { nodeFields } from './fields';
import { table } from './table';
import { models } from '../../nodes/AiCreate/models/catalogue';
import { parametersField } from '../../nodes/AiCreate/models/freeParameters';
import type { Model } from '../../nodes/AiCreate/models/model';
import type { ModelField } from '../../nodes/AiCreate/models/modelField';
import type { FieldRule } from '../../nodes/AiCreate/models/modelRules';
import type { FieldValue } from '../../nodes/AiCreate/models/serviceFields';
import { packNodes, root } from './pack';

/** How long a request is repeated at a limit, written by hand: it changes with the times in `api/endpoints.ts` and `api/retry.ts`. */
const PATIENCE =
	'up to 2 hours to submit a composed video or a person, 1 hour for an animated image, 15 minutes for other work, a minute or two for everything else';

/** What only the endpoints for files answer (service.md 7), where nothing is charged. */
export const FILE_CODES: ReadonlySet<number> = new Set([
	Code.FileTooLarge,
	Code.MergeUnderWay,
	Code.StorageFault,
	Code.UploadGone,
	Code.PartMissing,
]);

/** What the service reports, with what to do and its code, as a Markdown table; people look for what they read. */
function codeTable(): string {
	const rows = Object.entries(codes).flatMap(([code, meaning]) => {
		const submitting = createCodes[Number(code)];
		return [
			codeRow(code, meaning, selfHelp(Number(code))),
			...(submitting ? [codeRow(`${code}, submitting`, submitting)] : []),
			...Object.entries(endpoints).flatMap(([name, { action }]) => {
				const own = codesOf[name]?.[Number(code)];
				return own ? [codeRow(`${code}, trying to ${action}`, own)] : [];
			}),
		];
	});
	return table(['What happened', 'What you can do', 'What the node does', 'Code'], rows);
}

function codeRow(code: string, meaning: Meaning, does = ''): string[] {
	const { title, advice } = typeof meaning === 'function' ? meaning(() => '…') : meaning;
	return [title, advice, does, code];
}

function selfHelp(code: number): string {
	const failure: Failure = { endpoint: 'getFile', cause: 'refused', code, detail: '' };
	if (isLimit(failure)) return `Waits its turn and tries again: ${PATIENCE}`;
	if (!isTransient(failure)) return '';
	const submit: Failure = { ...failure, endpoint: 'createVideo' };
	// A submit is repeated like any other request where it has certainly created nothing.
	const isRepeated = FILE_CODES.has(code) || !mayHaveCreated(submit);
	if (isRepeated) return 'Repeats the request a few times';
	return 'Repeats status checks and lists, but never a submit. After a submit the task may exist: find it before you run the item again';
}

/** The layers whose errors belong together, by the names of their folders; the nodes' own belong to their fields. */
const OF_THE_SERVICE = ['api', 'n8n', 'util'];
const OF_TASKS = ['tasks', 'output', 'callbacks', 'completion', 'submit'];

/** The errors of some layers with what to do, as a Markdown table; not those that a code has. */
function messageTable(isOwner: (owner: string) => boolean): string {
	const told = codeTable();
	const rows = catalogueTexts.flatMap(({ owner, message }) => {
		if (!isOwner(owner) || !message || message.advice === '') return [];
		const advice = message.advice === VALUE ? 'Do what the message says.' : message.advice;
		const row = [message.title, advice];
		return !/\w/.test(message.title) || told.includes(row.join(' | ')) ? [] : [row];
	});
	return table(['What happened', 'What you can do'], uniqBy(rows, String));
}

/** Values with commas between them; three or more whole numbers in a row as "5 to 15". */
function listOf(values: readonly FieldValue[]): string {
	const [first] = values;
	const areInARow = values.every((value, index) => value === Number(first) + index);
	return areInARow && values.length > 2 ? `${first} to ${values.at(-1)}` : values.join(', ');
}

const MODEL_HEADING = ['Model', 'Makes', 'For', 'Required fields', 'Optional fields'];

function limits({ takes }: FieldRule): string | undefined {
	switch (takes?.is) {
		case 'fixed':
			return `always ${takes.value}`;
		case 'oneOf':
			return takes.isOpen ? `commonly ${takes.values.join(', ')}` : listOf(takes.values);
		case 'files': {
			const most = takes.most === undefined ? [] : [`at most ${takes.most}`];
			return most.concat(takes.types ?? []).join(', ') || undefined;
		}
		case 'text':
			return `at most ${takes.mostCharacters} characters`;
		case undefined:
			return undefined;
	}
}

const fieldText = ({ label, rule }: ModelField): string =>
	[label, limits(rule)].filter((part) => part !== undefined).join(': ');

const isRequired = ({ rule }: ModelField): boolean =>
	rule.required === true || rule.takes?.is === 'fixed';

function modelRow(model: Model): string[] {
	const { code, creationType, description, frames, needs, described } = model;
	const [needed, others] = partition(model.fields, isRequired);
	const required = needed.map(fieldText);
	if (frames) required.push('1 or 2 images');
	if (needs) required.push(needs === 'image' ? 'an image' : 'a video');
	return [
		`\`${code}\``,
		creationType === 3 ? 'images' : 'videos',
		description,
		required.join('; '),
		[...others.map(fieldText), ...(described ? [] : [parametersField.property.displayName])].join(
			'; ',
		),
	];
}

/** All models with their fields and values as a Markdown table, for people. */
export function modelTable(): string {
	return table(MODEL_HEADING, models.map(modelRow));
}

/** What the documents receive from the code, by the name in their markers. */
const sections: Readonly<Record<string, () => string>> = {
	models: modelTable,
	codes: codeTable,
	'messages of the service': () => messageTable((owner) => OF_THE_SERVICE.includes(owner)),
	'messages of tasks and executions': () => messageTable((owner) => OF_TASKS.includes(owner)),
	'messages of fields and files': () =>
		messageTable((owner) => ![...OF_THE_SERVICE, ...OF_TASKS].includes(owner)),
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
	...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name.replaceAll('\\', '/')}`),
	'examples/README.md',
	'test/README.md',
	'tools/README.md',
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
