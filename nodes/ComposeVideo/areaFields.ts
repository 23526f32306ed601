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
	/** What lies there, such as "Person": it begins the labels ("Person Width") and the names (`personWidth`). */
	part: string;
	/** Where the body of the request has the part: `person`. */
	path: string;
	/** The pixels with which each field starts in the editor. */
	starts: Rectangle;
	descriptions: Record<keyof Rectangle, string>;
	/** When the fields are shown; always if not set. */
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

/**
 * For each field, what stands in its label behind the name of the part, and its lowest value. A position has none,
 * because a part may begin to the left of the screen or above it, at a negative number.
 */
const SIDES: Readonly<Record<keyof Rectangle, { label: string; minValue?: number }>> = {
	x: { label: 'Position X' },
	y: { label: 'Position Y' },
	width: { label: 'Width', minValue: 1 },
	height: { label: 'Height', minValue: 1 },
};

/** The field for one number of an area, in pixels: a position (`x`, `y`) or a length (`width`, `height`). */
function areaSideField(spec: AreaSpec, side: keyof Rectangle): SentField {
	const { part, path, starts, descriptions, displayOptions } = spec;
	const { label, minValue } = SIDES[side];
	const property = {
		displayName: `${part} ${label}`,
		name: `${part.toLowerCase()}${upperFirst(side)}`,
		default: starts[side],
		description: descriptions[side],
		typeOptions: { minValue },
		displayOptions,
	};
	return numberField(`${path}.${side}`, property, 'pixels');
}

/** A field for a color in the form #RRGGBB, which is sent at `path` of the request body. An empty one is not sent. */
export function colorField(
	path: string,
	property: Omit<INodeProperties, 'type' | 'placeholder'>,
): SentField {
	return { path, property: { ...property, type: 'color', placeholder: 'e.g. #336699' } };
}
