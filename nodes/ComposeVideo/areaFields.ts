import { upperFirst } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import type { BodyField, SentField } from '../shared/fields/field';
import { numberField } from '../shared/fields/properties';
import type { Rectangle } from './videoBody';

/*
 * Fields for a part of the picture: where it lies, and which color it has.
 */

/** What tells the four fields of one part of the picture from those of another. */
interface AreaSpec {
	/** What lies there. It begins the labels of the fields, and in lower case their names: `Person`. */
	part: string;
	/** Where the body of the request has the part: `person`. */
	path: string;
	/** What each field starts with. */
	starts: Rectangle;
	descriptions: Record<keyof Rectangle, string>;
	displayOptions?: INodeProperties['displayOptions'];
}

/** The four fields of an area: where it begins, and its size. */
export function areaFields(spec: AreaSpec): Record<keyof Rectangle, BodyField> {
	return {
		x: areaSideField(spec, 'x'),
		y: areaSideField(spec, 'y'),
		width: areaSideField(spec, 'width'),
		height: areaSideField(spec, 'height'),
	};
}

/** What stands behind the part in the label of each field, and its lowest value, which a position does not have. */
const SIDES: Readonly<Record<keyof Rectangle, { label: string; minValue?: number }>> = {
	x: { label: 'Position X' },
	y: { label: 'Position Y' },
	width: { label: 'Width', minValue: 1 },
	height: { label: 'Height', minValue: 1 },
};

/** The field for one number of an area: a position or a length, in pixels. */
function areaSideField(spec: AreaSpec, side: keyof Rectangle): SentField {
	const { part, path, starts, descriptions, displayOptions } = spec;
	const { label, minValue } = SIDES[side];
	const property: Omit<INodeProperties, 'type'> = {
		displayName: `${part} ${label}`,
		name: `${part.toLowerCase()}${upperFirst(side)}`,
		default: starts[side],
		description: descriptions[side],
	};
	if (minValue !== undefined) property.typeOptions = { minValue };
	if (displayOptions) property.displayOptions = displayOptions;
	return numberField(`${path}.${side}`, property, 'pixels');
}

/** A field for a color in the form #RRGGBB. With `required`, it must be set wherever it is shown. */
export function colorField(
	path: string,
	property: Omit<INodeProperties, 'type' | 'placeholder'>,
	{ required }: Pick<SentField, 'required'> = {},
): SentField {
	return { path, property: { ...property, type: 'color', placeholder: 'e.g. #336699' }, required };
}
