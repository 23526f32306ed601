import groupBy from 'lodash/groupBy';
import isEqual from 'lodash/isEqual';
import lowerFirst from 'lodash/lowerFirst';
import omitBy from 'lodash/omitBy';
import sortBy from 'lodash/sortBy';
import uniq from 'lodash/uniq';
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	commonText,
	fieldRows,
	scopeOf,
	SECTION_FIELDS,
	showText,
	titlesOf,
	valuesOf,
} from './fieldRows';
import type { FieldRow, SharedFields } from './fieldRows';
import { table } from './markdown';
import { packNodes } from './pack';

/** From this number of nodes on, a field is described once for all of them. */
const MANY = 4;

/** A field as one node has it. */
interface Use {
	node: string;
	row: FieldRow;
	field: INodeProperties;
}

const uses: readonly Use[] = packNodes.flatMap(({ type: { description } }) => {
	const node = description.displayName.replace(/^Digital Human /, '');
	return fieldRows(description.properties)
		.filter(({ group }) => !group)
		.flatMap((row) => row.variants.map((field) => ({ node, row, field })));
});

const shared = Object.entries(groupBy(uses, ({ row }) => row.path)).filter(
	([, all]) => nodesOf(all).length >= MANY,
);

const titles = titlesOf(packNodes.flatMap(({ type }) => type.description.properties));

/** What many nodes have in common: how they complete, and the options that go with it. */
export const sharedFields: SharedFields = {
	paths: new Set(shared.map(([path]) => path)),
	link: 'See [fields of several nodes](#fields-of-several-nodes)',
};

/** The fields that many nodes have, as a Markdown table: a row for each meaning that a field has. */
export function sharedFieldTable(): string {
	const rows = shared.flatMap(([, all]) =>
		Object.values(groupBy(all, ({ field }) => field.description)).map((same) => {
			const fields = same.map(({ field }) => field);
			const text = [commonText(fields), ...conditionsOf(same)].filter(Boolean).join(' ');
			return [same[0]?.row.label ?? '', valuesOf([merged(same)]), nodeNames(same), text];
		}),
	);
	return table(['Field', 'Values', 'Nodes', 'What it is for'], rows);
}

function nodesOf(all: readonly Use[]): string[] {
	return uniq(all.map(({ node }) => node));
}

function nodeNames(all: readonly Use[]): string {
	const nodes = nodesOf(all);
	return nodes.length === packNodes.length ? 'All' : nodes.join(', ');
}

/** One field with the choices of all, and a default only where they agree about it. */
function merged(all: readonly Use[]): INodeProperties {
	const [{ field: first }] = all as [Use];
	const agreed = all.every(({ field }) => isEqual(field.default, first.default));
	return { ...first, default: agreed ? first.default : undefined, options: mergedChoices(all) };
}

/** Every choice once; one that not all of the nodes have, with those that do. */
function mergedChoices(all: readonly Use[]): INodePropertyOptions[] {
	const offers = all.flatMap((use) =>
		((use.field.options ?? []) as INodePropertyOptions[]).map((choice) => ({ ...use, choice })),
	);
	const same = groupBy(offers, ({ choice }) => `${choice.name} ${choice.description ?? ''}`);
	return Object.values(same).flatMap((group) => {
		const [{ choice }] = group as [(typeof group)[number]];
		const nodes = nodesOf(group);
		if (nodes.length === nodesOf(all).length) return choice;
		return { ...choice, name: `${choice.name} (${nodes.join(', ')})` };
	});
}

/** When the field is there: the condition of most nodes first, then what is different in others. */
function conditionsOf(all: readonly Use[]): string[] {
	const groups = sortBy(
		Object.values(groupBy(all, ({ field }) => conditionKeys(field).join(' '))),
		(group) => -nodesOf(group).length,
	);
	return groups.map((group, index) => {
		const show = union(group.map(({ field }) => conditions(field, 'show')));
		const hide = union(group.map(({ field }) => conditions(field, 'hide')));
		const rows = group.map(({ row }) => row);
		const text = showText({ show, hide }, scopeOf(rows, titles));
		if (index === 0) return text;
		const where = `In ${nodesOf(group).join(', ')}`;
		return text === '' ? `${where} always.` : `${where} ${lowerFirst(text)}`;
	});
}

type Conditions = NonNullable<IDisplayOptions['show']>;

/** The conditions of one kind, without those that only choose a section or concern the tool of an agent. */
function conditions({ displayOptions }: INodeProperties, kind: 'show' | 'hide'): Conditions {
	const isOther = (_: unknown, path: string) =>
		SECTION_FIELDS.includes(path) || path.startsWith('@');
	return omitBy(displayOptions?.[kind], isOther) as Conditions;
}

function conditionKeys(field: INodeProperties): string[] {
	return [
		...Object.keys(conditions(field, 'show')),
		...Object.keys(conditions(field, 'hide')).map((path) => `not ${path}`),
	];
}

function union(all: readonly Conditions[]): Conditions {
	const paths = uniq(all.flatMap((one) => Object.keys(one)));
	return Object.fromEntries(
		paths.map((path) => [path, uniq(all.flatMap((one) => one[path] ?? []))]),
	);
}
