import type { IExecuteFunctions } from 'n8n-workflow';

/** How often the node has run in this execution before; the same at each try of n8n. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
