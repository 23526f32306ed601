import { variant, type BodyField } from '../../shared/fields/bodyField';
import { backway, driveMode } from '../../shared/fields/recordingPlayback';

const position = (axis: 'x' | 'y'): BodyField => ({
	path: `person.${axis}`,
	property: {
		displayName: `Person Position ${axis.toUpperCase()}`,
		name: `person${axis.toUpperCase()}`,
		type: 'number',
		typeOptions: { numberPrecision: 0 },
		default: 0,
		description:
			axis === 'x'
				? 'Offset of the person from the left edge of the screen in pixels. If not set, the person is centered.'
				: 'Offset of the person from the top edge of the screen in pixels. If not set, the person stands on the bottom edge.',
	},
});

const width: BodyField = {
	path: 'person.width',
	property: {
		displayName: 'Person Width',
		name: 'personWidth',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1080,
		description:
			'Width of the person in pixels. If not set, it follows from the height and the proportions of the person.',
	},
};

const height: BodyField = {
	path: 'person.height',
	property: {
		displayName: 'Person Height',
		name: 'personHeight',
		type: 'number',
		typeOptions: { minValue: 2, numberPrecision: 0 },
		default: 1920,
		description:
			"Height of the person in pixels, an even number. If not set, it follows from the width, or the person is as large as the screen allows. The proportions of a custom person are only known if the credential has a 'Person Detail Path'; otherwise they are 9:16.",
	},
	check: (value) => (Number(value) % 2 === 0 ? undefined : 'must be an even number'),
};

/** Position, size and motion of the person. */
export const placementFields: readonly BodyField[] = [
	position('x'),
	position('y'),
	width,
	height,
	variant(driveMode, 'person.drive_mode', { displayName: 'Person Frame Order' }),
	variant(backway, 'person.backway', { displayName: 'Person at End of Recording' }),
];
