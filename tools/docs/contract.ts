/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { get, isEqual, isUndefined, omit, omitBy, pick, sortBy } from 'lodash';
import type {
	ICredentialType,
	IDisplayOptions,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packCredential, packNodes } from './pack';

type Entry = NonNullable<INodeProperties['options']>[number];
type Mode = NonNullable<INodeProperties['modes']>[number];

/** What saved workflows rely on: everything but words, pictures and the order of things. */
const NODE_KEYS = [
	'name',
	'version',
	'inputs',
	'outputs',
	'credentials',
	'webhooks',
	'polling',
	'usableAsTool',
] as const satisfies ReadonlyArray<keyof INodeTypeDescription>;

/** What a line about a field has where the field has it, beside its name, type and default. */
const FIELD_KEYS = [
	'required',
	'noDataExpression',
	'typeOptions',
	'extractValue',
] as const satisfies ReadonlyArray<keyof INodeProperties>;

/** Settings of a field that only concern how it looks. */
const LOOKS = ['rows', 'multipleValueButtonText', 'sortable', 'fixedCollection', 'password'];

/** The recorded form of the description of a node or of the credential: a line for each key and each field. */
function contractOf({ properties, ...others }: INodeTypeDescription | ICredentialType): string {
	const keys = Object.entries(pick(others, NODE_KEYS)).map(textOf);
	return [...keys, ...fieldLines('', properties), ''].join('\n');
}

const textOf = ([key, value]: [string, unknown]) => `${key}: ${JSON.stringify(value)}`;

/** The fields at a path, such as 'options.', each with those inside it below it. */
function fieldLines(path: string, fields: readonly INodeProperties[]): string[] {
	const recorded = fields.filter(({ type }) => type !== 'notice' && type !== 'callout');
	return sortBy(
		recorded.map((field) => [
			fieldLine(path, field),
			...linesInside(`${path}${field.name}.`, field),
		]),
		([line]) => line,
	).flat();
}

/** A field: 'text: string = "", required', with its choices and when it is shown in lines of their own. */
function fieldLine(path: string, field: INodeProperties): string {
	const { name, type, modes = [], displayOptions } = field;
	const typeOptions = omit(field.typeOptions, LOOKS);
	const more = omitBy({ ...pick(field, FIELD_KEYS), typeOptions }, isEmptyObject);
	const choices = [...(field.options ?? []).flatMap(choiceText).sort(), ...modes.map(modeText)];
	return [
		[
			`${path}${name}: ${type} = ${JSON.stringify(field.default)}`,
			...Object.entries(more).map(textOf),
		].join(', '),
		...(choices.length > 0 ? [`of ${choices.join(' | ')}`] : []),
		...conditionsOf(displayOptions),
	].join('\n\t');
}

const isEmptyObject = (value: unknown) => isEqual(value, {});

/** The fields of a collection, or of its groups. */
function linesInside(path: string, { options = [] }: INodeProperties): string[] {
	const fields = options.flatMap((entry: Entry) => ('type' in entry ? [entry] : []));
	const groups = options.flatMap((entry: Entry) =>
		'values' in entry ? fieldLines(`${path}${entry.name}.`, entry.values) : [],
	);
	return [...fieldLines(path, fields), ...groups];
}

/** A value to choose, with when it is offered; nothing for a field or a group of fields. */
function choiceText(entry: Entry): string[] {
	if ('type' in entry || 'values' in entry) return [];
	return [[JSON.stringify(entry.value), ...conditionsOf(entry.displayOptions)].join(' ')];
}

/** A way to choose from a list or by an ID: 'list: list, searchListMethod: "searchVoices"'. */
function modeText({ name, type, typeOptions, extractValue }: Mode): string {
	const more = omitBy(
		{ searchListMethod: typeOptions?.searchListMethod, extractValue },
		isUndefined,
	);
	return [`${name}: ${type}`, ...Object.entries(more).map(textOf)].join(', ');
}

/** When something is shown, if it not always is: 'when operation: a | b; not @version: lt 2'. */
function conditionsOf({ show = {}, hide = {} }: IDisplayOptions = {}): string[] {
	const texts = (conditions: object, not: string) =>
		Object.entries(conditions).map(([name, values]: [string, unknown[]]) => {
			return `${not}${name}: ${values.map(conditionText).join(' | ')}`;
		});
	const when = [...texts(show, ''), ...texts(hide, 'not ')];
	return when.length > 0 ? [`when ${when.join('; ')}`] : [];
}

function conditionText(value: unknown): string {
	const compared: unknown = get(value, '_cnd');
	if (compared) {
		return Object.entries(compared)
			.map(([how, to]) => `${how} ${conditionText(to)}`)
			.join(' and ');
	}
	// A text stays as it is, unless it could be read as a value of another type.
	const isPlain = typeof value === 'string' && !/^([\d"{[-]|(true|false|null)?$)/.test(value);
	return isPlain ? value : JSON.stringify(value);
}

const folder = join(__dirname, '..', '..', 'test', 'unit', 'contract', 'recorded');

/** The public interface of the package: all nodes and the credential as they are now, and the files with how they were recorded. */
export const contractRecords = [
	...packNodes.map(({ type }) => type.description),
	packCredential,
].map((description) => ({
	name: description.name,
	path: join(folder, `${description.name}.txt`),
	present: contractOf(description),
}));

/** The recorded form; empty for what was never recorded. */
export function recordedContract({ path }: { path: string }): string {
	return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
