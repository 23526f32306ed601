import { variant, type BodyField, type FieldGroup } from '../../shared/fields/bodyField';
import { backway, driveMode } from '../../shared/fields/recordingPlayback';

const side = (axis: 'x' | 'y'): BodyField => ({
	path: `person.${axis}`,
	property: {
		displayName: `Person ${axis.toUpperCase()}`,
		name: axis,
		type: 'number',
		typeOptions: { numberPrecision: 0 },
		default: 0,
		description: `Distance of the person from the ${axis === 'x' ? 'left' : 'top'} edge of the screen in pixels`,
	},
});

const width: BodyField = {
	path: 'person.width',
	property: {
		displayName: 'Person Width',
		name: 'width',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1080,
		description:
			'In pixels. If not set, it follows from the height and the proportions of the person.',
	},
};

const height: BodyField = {
	path: 'person.height',
	property: {
		displayName: 'Person Height',
		name: 'height',
		type: 'number',
		typeOptions: { minValue: 2, numberPrecision: 0 },
		default: 1920,
		description:
			'An even number of pixels. If not set, it follows from the width and the proportions of the person, or the person is as large as the screen allows.',
	},
	check: (value) => (Number(value) % 2 === 0 ? undefined : 'must be an even number'),
};

export const placement: FieldGroup = {
	displayName: 'Person Position and Motion',
	name: 'placement',
	placeholder: 'Add Position or Motion Option',
	description:
		"If not set, the person stands in the middle of the lower edge, in its own proportions and as large as the screen allows. The size of a custom person is only known with a 'Person Detail Path' in the credential; otherwise it is placed as a portrait (9:16), and 'Person Width' and 'Person Height' give it another shape.",
	fields: [
		side('x'),
		side('y'),
		width,
		height,
		variant(driveMode, 'person.drive_mode'),
		variant(backway, 'person.backway'),
	],
};
