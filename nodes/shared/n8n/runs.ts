import { attempt, isEmpty } from 'lodash';
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
 * The signal by which n8n stops an execution; undefined where the context is not that of a running node. Without it, a
 * stop is not noticed.
 */
export function cancelSignalOf(context: object): AbortSignal | undefined {
	return (context as Partial<IExecuteFunctions>).getExecutionCancelSignal?.();
}

/** How long a check of a trigger may take, in milliseconds; undefined in an older n8n, which sets no limit. */
export function pollBudgetOf(context: object): number | undefined {
	return (context as { getPollBudgetMs?: () => number }).getPollBudgetMs?.();
}

/** How often the node has run in this execution before; the same at each try of 'Retry On Fail'. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}

/**
 * n8n's own address at which this execution is resumed once it has paused; it begins with the public address of n8n.
 * n8n gives it to expressions alone (seen in 1.123.81, 2.4.8, 2.14.2 and 2.41.3). If that were gone, this would return
 * "undefined", and the node would fail on that before anything is submitted.
 */
export function resumeAddressOf(context: IExecuteFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}

/**
 * Whether an AI agent runs the node as its tool. n8n does not say so in every case, because for its newer agents it
 * runs a tool like any other node of the workflow. But in each case it adds "Tool" to the type of the node (seen in
 * 1.123.81, 2.4.8, 2.14.2 and 2.41.3). If it did not, a tool would be taken for a node of the workflow.
 */
export function isToolExecution(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * Whether a context of n8n belongs to one call of the editor or of a webhook, for which it is enough to read the
 * credential once. An execution may last for days, in which the credential may change.
 *
 * Only the context of a webhook has the first of these methods, and only that of the editor the second (seen in n8n
 * 1.123.81, 2.4.8, 2.14.2 and 2.41.3). If they were gone, a call would be taken for an execution, and only be slower.
 */
export function lastsOneCall(context: object): boolean {
	return 'getRequestObject' in context || 'getCurrentNodeParameter' in context;
}

/** The value of an expression, such as `{{ $json.title }}`, for an item; an error where n8n throws one. */
export function valueOfExpression(
	context: IExecuteFunctions,
	expression: string,
	itemIndex: number,
): unknown {
	return attempt(() => context.evaluateExpression(expression, itemIndex));
}

/**
 * The item of an earlier run of this node from which an input item comes: one that the node has output, and that is
 * back, perhaps by way of nodes that have changed it. Undefined where the input item does not come from this node, or
 * n8n cannot tell.
 *
 * It is found by what n8n's expressions use to find "the item of that node": seen in 1.123.81 and 2.41.3. An item that
 * 'Loop Over Items' gives the node comes from the input of the loop there, and not from the item of the round before.
 */
export function ownItemBefore(
	context: IExecuteFunctions,
	itemIndex: number,
): INodeExecutionData | undefined {
	return itemOfNode(context, context.getNode().name, itemIndex);
}

/** The item of a node from which an input item comes; undefined where there is none, or n8n cannot tell. */
function itemOfNode(
	context: IExecuteFunctions,
	node: string,
	itemIndex: number,
): INodeExecutionData | undefined {
	try {
		const { $getPairedItem } = context.getWorkflowDataProxy(itemIndex) as {
			$getPairedItem(node: string, source: unknown, paired: unknown): INodeExecutionData;
		};
		const paired = context.getInputData()[itemIndex]?.pairedItem;
		return $getPairedItem(node, context.getInputSourceData(), paired);
	} catch {
		// n8n throws where no way leads back to the node.
		return undefined;
	}
}

/** Whether an item has no fields. An item whose fields cannot be read, as by an odd expression, may have some. */
function isBare({ json }: INodeExecutionData): boolean {
	// An error is returned, and not thrown.
	return attempt(() => isEmpty(json)) === true;
}

/**
 * An input item; or where it has no fields, as behind a node that downloads a file, the nearest item with fields from
 * which it comes. Undefined where there is no input item.
 */
export function itemWithFields(
	context: IExecuteFunctions,
	itemIndex: number,
): INodeExecutionData | undefined {
	const item = context.getInputData()[itemIndex];
	if (!item || !isBare(item)) return item;
	// n8n has the farthest node first.
	for (const { name } of context.getParentNodes(context.getNode().name).reverse()) {
		const before = itemOfNode(context, name, itemIndex);
		if (before && !isBare(before)) return before;
	}
	return item;
}

/**
 * The items that this node has output in an earlier run of this execution, also through its error output; where the run
 * had paused, those with which n8n has continued. None where n8n does not have them. Read in 1.123.81 and 2.41.3.
 *
 * @param runIndex which run, by n8n's `$runIndex`
 */
export function outputOfEarlierRun(
	context: IExecuteFunctions,
	runIndex: number,
): INodeExecutionData[] {
	// A node that pauses has one output beside its error output.
	return [0, 1].flatMap((output) => {
		try {
			const { $items } = context.getWorkflowDataProxy(0) as {
				$items(node: string, output: number, runIndex: number): INodeExecutionData[] | null;
			};
			return $items(context.getNode().name, output, runIndex) ?? [];
		} catch {
			// n8n throws where it has no such run, or the run has no such output.
			return [];
		}
	});
}

/**
 * The items that a node has stored in the place of its input when it paused, as its webhook reads them. In the newer
 * binary mode (since 2.14), they come without their files and without the index of their input item, because
 * expressions see only the json of an item there.
 */
export function storedItems(context: IWebhookFunctions): INodeExecutionData[] {
	const shown = context.evaluateExpression('{{ $input.all() }}') as unknown as IDataObject[];
	// Does n8n show the json alone, or whole items? At least one item of a paused node has a task, so its `taskId` tells:
	// it stands at the top of an entry, or within `json`. A field `json` would not tell, because the user's own data may
	// have a field of that name.
	const isJsonAlone = shown.some(({ taskId }) => taskId !== undefined);
	if (isJsonAlone) return shown.map((json) => ({ json }));
	return shown as unknown as INodeExecutionData[];
}

/**
 * Whether n8n takes an execution that ends with this error message for canceled, so that it starts no error workflow.
 * n8n looks for the word in the message (seen in 1.123.81 and 2.41.3).
 */
export function countsAsCanceled(message: string): boolean {
	return /cancell?ed/i.test(message);
}
