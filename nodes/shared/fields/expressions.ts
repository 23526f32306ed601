import get from 'lodash/get';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isEmpty } from './values';

/** Whether a parameter, or what is entered in a field with a list, is an expression. */
export function isExpression(parameter: unknown): boolean {
	const given: unknown = get(parameter, 'value', parameter);
	return typeof given === 'string' && given.startsWith('=');
}

/** The expressions of a node that return nothing for an item, as the user wrote them and each once. */
export function emptyExpressions(
	context: Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter'>,
	itemIndex: number,
): string[] {
	const found = Object.entries(context.getNode().parameters).flatMap(([name, written]) =>
		emptyIn(written, valueOf(context, name, itemIndex)),
	);
	return [...new Set(found)];
}

function valueOf(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	name: string,
	itemIndex: number,
): unknown {
	try {
		return context.getNodeParameter(name, itemIndex, null);
	} catch {
		// n8n itself says what is wrong with an expression that cannot be evaluated.
		return 'unknown';
	}
}

function emptyIn(written: unknown, value: unknown): string[] {
	if (typeof written === 'string') {
		return isExpression(written) && isEmpty(value) ? [written.slice(1).trim()] : [];
	}
	if (typeof written !== 'object' || written === null) return [];
	return Object.entries(written).flatMap(([key, part]) => emptyIn(part, get(value, [key])));
}
