import { mapKeys, pickBy } from 'lodash';
import * as n8n from 'n8n-workflow';
import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

/*
 * What n8n can do in one version and not in another, and what is done without it: all in this file.
 * `npm run verify` compiles the nodes against the types of the oldest n8n that is supported.
 */

/** All are in every supported n8n, none in 1.110. One is enough, in case others are removed. */
const SIGNS_OF_SUPPORTED = ['WorkflowConfigurationError', 'createRunExecutionData', 'compareNodes'];

/** @throws Error that names the oldest supported n8n, in an older one */
export function requireSupportedN8n(exported: object = n8n): void {
	if (SIGNS_OF_SUPPORTED.some((name) => name in exported)) return;
	throw new Error('The Digital Human nodes need n8n 1.123 or newer. Update n8n');
}

/**
 * Whether an AI agent runs the node as its tool, by its type, which n8n derives from the node's own. The
 * context does not always say so: for its newer agents n8n runs a tool as any other node of the workflow.
 */
export function isToolExecution(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** They came with n8n 2.36, as did what they stand for. One is enough, in case others are removed. */
const SIGNS_OF_ERROR_DETAILS = ['REDACTED', 'redactedHeaders', 'recordConsumedAuth'];

/**
 * Whether n8n takes an item with `error` and `details` to the error output. Before 2.36, it takes only
 * those that have `error` and at most a `message`; all others continue as if nothing had happened.
 */
export function routesErrorDetails(exported: object = n8n): boolean {
	return SIGNS_OF_ERROR_DETAILS.some((name) => name in exported);
}

/** The signal by which n8n stops an execution; only the context of a running node has one. */
export function cancelSignalOf(context: object): AbortSignal | undefined {
	return (context as Partial<IExecuteFunctions>).getExecutionCancelSignal?.();
}

/** How long a check of a trigger may take, in milliseconds; an older n8n does not say so. */
export function pollBudgetOf(context: object): number | undefined {
	return (context as { getPollBudgetMs?: () => number }).getPollBudgetMs?.();
}

/** The exact size of a stored file, in bytes. Where n8n has not noted it, its storage is asked. */
export async function storedSize(
	{ helpers }: { helpers: Pick<IExecuteFunctions['helpers'], 'getBinaryMetadata'> },
	file: IBinaryData,
): Promise<number | undefined> {
	const noted = notedSize(file);
	if (noted !== undefined) return noted;
	if (!file.id) return Buffer.byteLength(file.data, 'base64');
	return (await helpers.getBinaryMetadata(file.id)).fileSize;
}

/** Where the json of an item has its files in the newer binary mode of n8n, since 2.14. */
export const FILES_IN_JSON = '_files';

/** The files of an item, by the field in which n8n's helpers find them. */
export function filesOfItem({ json, binary }: INodeExecutionData): Record<string, IBinaryData> {
	const stored = (json as IDataObject | undefined)?.[FILES_IN_JSON] as object | undefined;
	const inJson = mapKeys(stored, (_, name) => `${FILES_IN_JSON}.${name}`);
	return pickBy({ ...binary, ...inJson }, isFile);
}

/** Whether n8n can read it: an expression, or another node, may give anything. */
export function isFile(value: unknown): value is IBinaryData {
	if (typeof value !== 'object' || value === null) return false;
	const { mimeType, data, id, fileName, fileExtension } = value as Record<string, unknown>;
	const isText = (one: unknown) => typeof one === 'string';
	const names = [id, fileName, fileExtension].filter((one) => one !== undefined && one !== null);
	return isText(mimeType) && (isText(data) || isText(id)) && names.every(isText);
}

/**
 * The items that n8n has stored in the place of a paused node's input. In the newer binary mode,
 * expressions see no more of them than the json.
 */
export function storedItems(context: IWebhookFunctions): INodeExecutionData[] {
	const seen = context.evaluateExpression('{{ $input.all() }}') as unknown as IDataObject[];
	// At least one is a task; a row beside it may have any other field, such as `json`.
	const isWhole = seen.every(({ taskId }) => taskId === undefined);
	if (isWhole) return seen as unknown as INodeExecutionData[];
	return seen.map((json, item) => ({ json, pairedItem: { item } }));
}

/** Whether a field of an item has the name that a node gave to its file. */
export function isFieldNamed(field: string, name: string): boolean {
	return field === name || field === `${FILES_IN_JSON}.${name}`;
}

/** What the item says, since n8n 2.14. */
export function notedSize({ bytes }: IBinaryData): number | undefined {
	return typeof bytes === 'number' ? bytes : undefined;
}

/** How often the node has run in this execution before; the same at each try of n8n. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
