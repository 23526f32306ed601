import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

/**
 * The same parameters, each single value given by an expression, and the item that the expressions read.
 * Values inside collections, rows and searchable lists are replaced too.
 */
export function byExpression(parameters: INodeParameters): {
	parameters: INodeParameters;
	item: IDataObject;
} {
	const values: IDataObject = {};
	let count = 0;
	const replaced = (value: NodeParameterValueType): NodeParameterValueType => {
		if (Array.isArray(value)) return value.map((entry) => replaced(entry as never)) as never;
		if (typeof value === 'object' && value !== null) {
			const entries = Object.entries(value).map(([name, entry]) => [
				name,
				name === '__rl' || name === 'mode' ? entry : replaced(entry as never),
			]);
			return Object.fromEntries(entries) as never;
		}
		const name = `value${count++}`;
		values[name] = value as never;
		return `={{ $json.${name} }}`;
	};
	return { parameters: replaced(parameters) as never, item: values };
}
