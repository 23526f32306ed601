import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** A text field of a node, and the parameters with which it is shown and holds a value. */
export interface TextField {
	path: string;
	parametersWith(value: unknown): INodeParameters;
}

type Place = (value: unknown) => INodeParameters;

/** All fields of a node into which a text can be written or brought by an expression. */
export function textFieldsOf(description: INodeTypeDescription): TextField[] {
	return description.properties.flatMap((property) =>
		textsIn(property, property.name, (value) => ({ [property.name]: value as never })).map(
			({ path, place, conditions }) => ({
				path,
				parametersWith: (value: unknown) => ({
					...required(description),
					...shown(description, [property, ...conditions]),
					...place(value),
				}),
			}),
		),
	);
}

interface Text {
	path: string;
	place: Place;
	/** Entries of collections that have to be shown, the outer ones first. */
	conditions: INodeProperties[];
}

function textsIn(property: INodeProperties, path: string, place: Place): Text[] {
	const { type, options = [], typeOptions = {} } = property;
	const inside = (entries: readonly INodeProperties[], within: string, wrap: Place): Text[] =>
		entries.flatMap((entry) =>
			textsIn(entry, `${within}.${entry.name}`, (value) =>
				wrap({ ...neighborsOf(entry, entries), [entry.name]: value }),
			).map((text) => ({ ...text, conditions: [entry, ...text.conditions] })),
		);
	switch (type) {
		case 'collection':
			return inside(options as INodeProperties[], path, place);
		case 'fixedCollection':
			return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
				inside(values, `${path}.${name}`, (row) =>
					place({ [name]: typeOptions.multipleValues ? [row] : row }),
				),
			);
		case 'resourceLocator':
			return [{ path, place: (value) => place({ __rl: true, mode: 'id', value }), conditions: [] }];
		case 'notice':
		case 'hidden':
			return [];
		default:
			return property.noDataExpression ? [] : [{ path, place, conditions: [] }];
	}
}

/** Values of other entries of the same collection with which an entry is shown. */
function neighborsOf(entry: INodeProperties, entries: readonly INodeProperties[]): INodeParameters {
	const conditions = Object.entries(entry.displayOptions?.show ?? {});
	const own = conditions.filter(([name]) => entries.some((other) => other.name === name));
	return Object.fromEntries(own.map(([name, allowed]) => [name, allowed?.[0]])) as INodeParameters;
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

/** Values of other fields with which some fields are shown, as their description says. */
function shown(description: INodeTypeDescription, fields: INodeProperties[]): INodeParameters {
	const values: INodeParameters = {};
	const show = (property: INodeProperties, depth = 0) => {
		for (const [name, allowed] of Object.entries(property.displayOptions?.show ?? {})) {
			const key = name.replace(/^\//, '');
			const other = description.properties.find((one) => one.name === key);
			const [first] = allowed ?? [];
			if (!other || first === undefined || key in values) continue;
			values[key] = first as never;
			if (depth < 5) show(other, depth + 1);
		}
	};
	fields.forEach((field) => show(field));
	return values;
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
