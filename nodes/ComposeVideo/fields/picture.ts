import { type BodyField, override, toggle } from '../../shared/fields/field';
import { AUTOMATIC_FIGURE, FIGURE_TYPES } from '../../shared/fields/lists';
import { locator } from '../../shared/fields/locators';
import { pixels, screenChoice } from '../../shared/fields/screen';
import { backway, driveMode } from '../../shared/fields/speech';
import { inEditor } from '../../shared/fields/values';
import { formatList } from '../../shared/util/text';

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

const figures = [
	AUTOMATIC_FIGURE,
	...Object.entries(FIGURE_TYPES).map(([value, name]) => ({ name, value })),
];

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
		figures.some((figure) => figure.value === value)
			? undefined
			: `must be one of ${formatList(figures.map(inEditor))}`,
	send: (value) => (value === AUTOMATIC_FIGURE.value ? undefined : value),
};

const position = (axis: 'x' | 'y', description: string): BodyField =>
	pixels(`person.${axis}`, {
		displayName: `Person Position ${axis.toUpperCase()}`,
		name: `person${axis.toUpperCase()}`,
		default: 0,
		description,
	});

const width = pixels(
	'person.width',
	{
		displayName: 'Person Width',
		name: 'personWidth',
		default: 1080,
		description:
			'Width of the person in pixels. If not set, it follows from the height and the proportions of the person.',
	},
	1,
);

const height: BodyField = {
	...pixels(
		'person.height',
		{
			displayName: 'Person Height',
			name: 'personHeight',
			default: 1920,
			description:
				"Height of the person in pixels, an even number. If not set, it follows from the width, or the person is as large as the screen allows. The proportions of a custom person are only known if the credential has a 'Person Detail Path'; otherwise they are 9:16.",
		},
		2,
	),
	check: (value) => (Number(value) % 2 === 0 ? undefined : 'must be an even number'),
};

/** Position, size and motion of the person. */
export const placementFields: readonly BodyField[] = [
	position(
		'x',
		'Offset of the person from the left edge of the screen in pixels. If not set, the person is centered.',
	),
	position(
		'y',
		'Offset of the person from the top edge of the screen in pixels. If not set, the person stands on the bottom edge.',
	),
	width,
	height,
	override(driveMode, 'person.drive_mode', { displayName: 'Person Frame Order' }),
	override(backway, 'person.backway', { displayName: 'Person at End of Recording' }),
];

export const screen = screenChoice(
	['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
	'Size of the video. The person, the background file and the subtitles are scaled to fit. 4K needs a person that supports it.',
);

export const watermarkFields: readonly BodyField[] = [
	toggle('add_compliance_watermark', {
		displayName: 'AI Watermark',
		name: 'addComplianceWatermark',
		description: 'Whether to mark the video as made by AI, as some countries require',
	}),
	{
		path: 'compliance_watermark_position',
		property: {
			displayName: 'AI Watermark Position',
			name: 'complianceWatermarkPosition',
			type: 'options',
			options: ['Top Left', 'Top Right', 'Bottom Left', 'Bottom Right'].map((name, value) => ({
				name,
				value,
			})),
			default: 0,
			description:
				"Corner of the watermark. Only has an effect with 'AI Watermark'. If not set, Top Left is used.",
		},
	},
];
