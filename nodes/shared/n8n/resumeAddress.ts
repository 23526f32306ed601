import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * n8n's own address at which this execution is resumed once it has paused; it begins with the public address of n8n.
 * n8n gives it to expressions alone (seen in 1.123.81, 2.4.8, 2.14.2 and 2.41.3). If that were gone, this would return
 * "undefined", and the node would fail on that before anything is submitted.
 */
export function resumeAddressOf(context: IExecuteFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}
