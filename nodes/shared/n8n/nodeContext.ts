import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/*
 * What a node keeps in the execution, over its runs and over a pause: n8n stores the context of a node with the execution. Seen
 * in n8n 1.123.81 and 2.41.3; where it is gone, nothing was kept.
 */

/** Keeps a value of JSON under a name. */
export function keepInExecution(context: IExecuteFunctions, name: string, value: unknown): void {
	context.getContext('node')[name] = value as never;
}

/** What this node has kept. */
export function keptInExecution(context: IExecuteFunctions, name: string): unknown {
	return context.getContext('node')[name];
}

/** The same for the webhook of a paused node, whose context n8n only shows to expressions. */
export function keptInPausedExecution(context: IWebhookFunctions, name: string): unknown {
	// n8n would take braces for the end of the expression, and some signs for that of the line of code.
	const node = JSON.stringify(context.getNode().name).replace(
		/[^ -|]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return context.evaluateExpression(`{{ $node[${node}].context.${name} }}`);
}

/** What all nodes of the execution share under a name, to be read and changed; n8n stores it with the execution. */
export function sharedInExecution(context: IExecuteFunctions, name: string): IDataObject {
	const shared = context.getContext('flow');
	shared[name] ??= {};
	return shared[name] as IDataObject;
}
