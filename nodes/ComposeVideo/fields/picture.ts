import { type BodyField, variant } from '../../shared/fields/field';
import { AUTOMATIC_FIGURE, FIGURE_TYPES } from '../../shared/fields/lists';
import { locator } from '../../shared/fields/locators';
import { screenChoice } from '../../shared/fields/screen';
import { backway, driveMode } from '../../shared/fields/speech';
import { inEditor } from '../../shared/fields/values';
import { joined } from '../../shared/util/text';

export const person: BodyField = {
	path: 'person.id',
	property: locator({
		name: 'personId',
		displayName: 'Person',
		searchMethod: 'searchPersons',
		required: true,
		description:
			"Who speaks: a public person from the list, or by ID one that you made with 'Digital Human Create Person': drag its taskId here",
	}),
};

export const figureType: BodyField = {
	path: 'person.figure_type',
	property: locator({
		name: 'figureType',
		displayName: 'Figure',
		searchMethod: 'searchFigures',
		startingEntry: AUTOMATIC_FIGURE,
		dependsOn: ['personId.value'],
		byHand: { displayName: 'By Type', placeholder: 'e.g. whole_body' },
		description:
			"How a public person is framed. If Automatic or empty, the node uses the person's only figure, or picks one recorded in the orientation of the screen: preferably sitting for a landscape screen, otherwise whole body. Custom persons need no figure.",
	}),
	check: (value) =>
		[AUTOMATIC_FIGURE.value, ...Object.keys(FIGURE_TYPES)].includes(String(value))
			? undefined
			: `must be one of ${joined([inEditor(AUTOMATIC_FIGURE), ...Object.entries(FIGURE_TYPES).map(([type, name]) => inEditor({ name, value: type }))])}`,
	send: (value) => (value === AUTOMATIC_FIGURE.value ? undefined : value),
};

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

export const screen = screenChoice(
	['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
	'Size of the video. The person, the background file and the subtitles are scaled to fit. 4K needs a person that supports it.',
);

const addComplianceWatermark: BodyField = {
	path: 'add_compliance_watermark',
	property: {
		displayName: 'AI Watermark',
		name: 'addComplianceWatermark',
		type: 'boolean',
		default: true,
		description: 'Whether to mark the video as made by AI, as some countries require',
	},
};

const complianceWatermarkPosition: BodyField = {
	path: 'compliance_watermark_position',
	property: {
		displayName: 'AI Watermark Position',
		name: 'complianceWatermarkPosition',
		type: 'options',
		options: [
			{ name: 'Top Left', value: 0 },
			{ name: 'Top Right', value: 1 },
			{ name: 'Bottom Left', value: 2 },
			{ name: 'Bottom Right', value: 3 },
		],
		default: 0,
		description:
			"Corner of the watermark. Only has an effect with 'AI Watermark'. If not set, Top Left is used.",
	},
};

export const watermarkFields: readonly BodyField[] = [
	addComplianceWatermark,
	complianceWatermarkPosition,
];
