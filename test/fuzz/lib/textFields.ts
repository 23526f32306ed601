import { has, set } from 'lodash';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** A text field of a node, and the parameters with which it is shown and holds a value. */
interface TextField {
	path: string;
	parametersWith(value: unknown): INodeParameters;
}

/** A field, and the path of what it is in; empty for a field of the node itself. */
interface Place {
	property: INodeProperties;
	within: string;
}

const pathOf = ({ property, within }: Place) => `${within}${property.name}`;

/** All fields of a node into which a text can be written or brought by an expression. */
export function textFieldsOf(description: INodeTypeDescription): TextField[] {
	const all = description.properties.flatMap((property) => textsIn([{ property, within: '' }]));
	return all.map((places) => {
		const last = places.at(-1) as Place;
		const path = pathOf(last);
		return {
			path,
			parametersWith(value) {
				const parameters = required(description);
				for (const place of places) show(description, place, parameters);
				const isList = last.property.type === 'resourceLocator';
				return set(parameters, path, isList ? { __rl: true, mode: 'id', value } : value);
			},
		};
	});
}

/** The text fields in the last one of these, each with those that it is in. */
function textsIn(places: Place[]): Place[][] {
	const last = places.at(-1) as Place;
	const { type, options = [], typeOptions = {}, noDataExpression } = last.property;
	const inside = (entries: readonly INodeProperties[], within: string) =>
		entries.flatMap((property) => textsIn([...places, { property, within }]));
	if (type === 'collection') return inside(options as INodeProperties[], `${pathOf(last)}.`);
	if (type === 'fixedCollection') {
		const row = typeOptions.multipleValues ? '[0]' : '';
		return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
			inside(values, `${pathOf(last)}.${name}${row}.`),
		);
	}
	return noDataExpression || type === 'notice' || type === 'hidden' ? [] : [places];
}

/** Something in every field that must not be empty. */
function required({ properties }: INodeTypeDescription): INodeParameters {
	return Object.fromEntries(
		properties
			.filter((property) => property.required)
			.map(({ name, type, default: start }) => [
				name,
				type === 'resourceLocator'
					? { __rl: true, mode: 'id', value: '12' }
					: type === 'multiOptions'
						? ['de']
						: start || 'x',
			]),
	) as INodeParameters;
}

/** Sets other fields, of the node or beside it, as the description says that a field is shown with. */
function show(description: INodeTypeDescription, place: Place, parameters: INodeParameters): void {
	for (const [name, allowed] of Object.entries(place.property.displayOptions?.show ?? {})) {
		const property = description.properties.find((one) => one.name === name.replace(/^\//, ''));
		const path = property?.name ?? `${place.within}${name}`;
		const [first] = allowed ?? [];
		if (first === undefined || name.startsWith('@') || has(parameters, path)) continue;
		set(parameters, path, first);
		if (property) show(description, { property, within: '' }, parameters);
	}
}

/** The parameters as n8n hands them to a node: with defaults, without what is not shown. */
export function completed(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): INodeParameters {
	const { properties } = description;
	const at = { typeVersion: 1 };
	return NodeHelpers.getNodeParameters(properties, parameters, true, false, at, description) ?? {};
}
