/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import get from 'lodash/get';
import omit from 'lodash/omit';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
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

const PROPERTY_KEYS = [
	'name',
	'type',
	'default',
	'required',
	'noDataExpression',
	'typeOptions',
	'extractValue',
] as const satisfies ReadonlyArray<keyof INodeProperties>;

/** Settings of a field that only concern how it looks. */
const LOOKS = ['rows', 'multipleValueButtonText', 'sortable', 'fixedCollection', 'password'];

/** The recorded form of the description of a node or of the credential. */
function contractOf({ properties, ...others }: INodeTypeDescription | ICredentialType): object {
	const recorded = { ...pick(others, NODE_KEYS), properties: propertiesContract(properties) };
	return JSON.parse(JSON.stringify(recorded)) as object;
}

function propertiesContract(properties: readonly INodeProperties[]): object[] {
	const fields = properties.filter(({ type }) => type !== 'notice' && type !== 'callout');
	return inOrder(fields.map(propertyContract));
}

function propertyContract(property: INodeProperties): object {
	const { options, modes, typeOptions, displayOptions } = property;
	return {
		...pick(property, PROPERTY_KEYS),
		...shownOnly(displayOptions),
		...(typeOptions ? { typeOptions: omit(typeOptions, LOOKS) } : {}),
		...(options ? { options: inOrder(options.map(entryContract)) } : {}),
		...(modes ? { modes: modes.map(modeContract) } : {}),
	};
}

/** An entry of `options`: a field of a collection, a group of fields, or a value to choose. */
function entryContract(entry: Entry): unknown {
	if ('type' in entry) return propertyContract(entry);
	if ('values' in entry) return { name: entry.name, values: propertiesContract(entry.values) };
	const { value, displayOptions } = entry;
	return displayOptions ? { value, ...shownOnly(displayOptions) } : value;
}

/** When something is shown, a line for each condition: 'operation: a | b', 'not @version: lt 2'. */
function shownOnly({ show = {}, hide = {} }: IDisplayOptions = {}): object {
	const lines = (conditions: object, not: string) =>
		Object.entries(conditions).map(([name, values]: [string, unknown[]]) => {
			return `${not}${name}: ${values.map(conditionText).join(' | ')}`;
		});
	const when = [...lines(show, ''), ...lines(hide, 'not ')];
	return when.length > 0 ? { when } : {};
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

function modeContract({ name, type, typeOptions, extractValue }: Mode): object {
	return { name, type, searchListMethod: typeOptions?.searchListMethod, extractValue };
}

function inOrder<T>(entries: T[]): T[] {
	return sortBy(entries, (entry) => JSON.stringify(entry));
}

const folder = join(__dirname, '..', '..', 'test', 'unit', 'contract', 'recorded');

/** The public interface of the package: all nodes and the credential as they are now, and the files with how they were recorded. */
export const contractRecords = [
	...packNodes.map(({ type }) => type.description),
	packCredential,
].map((description) => ({
	name: description.name,
	path: join(folder, `${description.name}.json`),
	present: contractOf(description),
}));

/** The recorded form; empty for what was never recorded. */
export function recordedContract({ path }: { path: string }): object {
	return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as object) : {};
}
