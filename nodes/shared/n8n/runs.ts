import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

/*
 * What n8n knows of the run of a node. Its contexts have some of it by expressions only, and some as methods that their
 * types do not have in every version: seen in 1.123.81, 2.4.8, 2.14.2 and 2.41.3.
 */

/**
 * The signal by which n8n stops an execution; only the context of a running node
 * has one. Without it, Stop is not noticed.
 */
export function cancelSignalOf(context: object): AbortSignal | undefined {
	return (context as Partial<IExecuteFunctions>).getExecutionCancelSignal?.();
}

/** How long a check of a trigger may take, in milliseconds; an older n8n does not say so, and sets no limit. */
export function pollBudgetOf(context: object): number | undefined {
	return (context as { getPollBudgetMs?: () => number }).getPollBudgetMs?.();
}

/** How often the node has run in this execution before; the same at each try of n8n. */
export function runIndexOf(context: Pick<IExecuteFunctions, 'evaluateExpression'>): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}

/**
 * The items that n8n has stored in the place of a paused node's input. In the newer binary mode (since 2.14),
 * expressions see no more of them than the json.
 */
export function storedItems(context: IWebhookFunctions): INodeExecutionData[] {
	const shown = context.evaluateExpression('{{ $input.all() }}') as unknown as IDataObject[];
	// Whether n8n shows the json alone or whole items is told by the `taskId` of a task, of which a paused node has at
	// least one: it stands at the top of an entry, or within `json`. No other field tells, because a table may have
	// columns of any name, also `json`.
	const isJsonAlone = shown.some(({ taskId }) => taskId !== undefined);
	if (isJsonAlone) return shown.map((json, item) => ({ json, pairedItem: { item } }));
	return shown as unknown as INodeExecutionData[];
}

/**
 * Whether n8n would call an execution canceled that ends with this message, so that no error workflow starts: it
 * looks for the word (seen in 1.123.81 and 2.41.3).
 */
export function countsAsCanceled(message: string): boolean {
	return /cancell?ed/i.test(message);
}
