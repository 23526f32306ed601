import { upperFirst } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import type { BodyField, SentField } from '../shared/fields/field';
import { numberField } from '../shared/fields/properties';
import type { Rectangle } from './videoBody';

/*
 * Fields for a part of the picture: where it lies, and which color it has.
 */

/** Four fields for where a part of the picture lies. */
interface AreaSpec {
	/** What lies there. It begins the labels of the fields, and in lower case their names. */
	part: string;
	/** Where the body has the part. */
	path: string;
	/** What each field starts with. */
	starts: Rectangle;
	descriptions: Record<keyof Rectangle, string>;
	displayOptions?: INodeProperties['displayOptions'];
}

/** The fields of an area. What the user leaves out follows from the screen. */
export function areaFields(spec: AreaSpec): Record<keyof Rectangle, BodyField> {
	return {
		x: areaSideField(spec, 'x', `${spec.part} Position X`),
		y: areaSideField(spec, 'y', `${spec.part} Position Y`),
		width: lengthField(spec, 'width'),
		height: lengthField(spec, 'height'),
	};
}

function lengthField(spec: AreaSpec, side: 'width' | 'height'): SentField {
	const field = areaSideField(spec, side, `${spec.part} ${upperFirst(side)}`);
	const typeOptions = { minValue: 1, ...field.property.typeOptions };
	return { ...field, property: { ...field.property, typeOptions } };
}

function areaSideField(
	{ part, path, starts, descriptions, displayOptions }: AreaSpec,
	side: keyof Rectangle,
	displayName: string,
): SentField {
	const property: Omit<INodeProperties, 'type'> = {
		displayName,
		name: `${part.toLowerCase()}${upperFirst(side)}`,
		default: starts[side],
		description: descriptions[side],
	};
	if (displayOptions) property.displayOptions = displayOptions;
	return numberField(`${path}.${side}`, property, 'pixels');
}

/** A field for a color in the form #RRGGBB. */
export function colorField(path: string, property: Omit<INodeProperties, 'type'>): SentField {
	return { path, property: { placeholder: 'e.g. #336699', ...property, type: 'color' } };
}
