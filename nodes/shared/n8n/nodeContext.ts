import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/*
 * What a node keeps in the execution, over its runs and over a pause. n8n has an object for that, the context of a
 * node, and stores it with the execution. Seen in n8n 1.123.81 and 2.41.3.
 */

/** Keeps a value of JSON for this node under a name, in the place of any that was kept under it before. */
export function keepInExecution(context: IExecuteFunctions, name: string, value: unknown): void {
	context.getContext('node')[name] = value as never;
}

/** What this node has kept under a name; undefined for nothing. */
export function keptInExecution(context: IExecuteFunctions, name: string): unknown {
	return context.getContext('node')[name];
}

/**
 * What a paused node has kept under a name, read by its webhook; undefined for nothing. An expression reads it, because
 * n8n gives a webhook no other access to the context of the node.
 *
 * @param name the name of a property in JavaScript, because it stands in the expression as it is
 */
export function keptInPausedExecution(context: IWebhookFunctions, name: string): unknown {
	const node = stringInExpression(context.getNode().name);
	return context.evaluateExpression(`{{ $node[${node}].context.${name} }}`);
}

/**
 * A text as a string of JavaScript within an expression of n8n: `Upload }` becomes `"Upload \u007d"`.
 */
function stringInExpression(text: string): string {
	// Every sign outside the range from the blank to "|" is escaped: "}" could end the expression, and some characters
	// beyond ASCII end a line of code.
	return JSON.stringify(text).replace(/[^ -|]/g, (sign) => {
		const number = sign.charCodeAt(0).toString(16);
		return `\\u${number.padStart(4, '0')}`;
	});
}

/**
 * An object that all nodes of the execution share under a name, to be read and changed; n8n stores it with the
 * execution. It is empty when it is asked for first.
 */
export function sharedInExecution(context: IExecuteFunctions, name: string): IDataObject {
	const shared = context.getContext('flow');
	shared[name] ??= {};
	return shared[name] as IDataObject;
}
