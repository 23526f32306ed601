import { mapValues, upperFirst } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { type BodyField, choiceField, override, toggle } from '../shared/fields/field';
import type { BodyFile } from '../shared/fields/files';
import { ANY_FIGURE, AUTOMATIC_FIGURE, locator } from '../shared/fields/locators';
import { backway, driveMode, pixels, screenChoice } from '../shared/fields/video';
import { inEditor } from '../shared/fields/values';
import { purposes } from '../shared/files/purposes';
import type { Size } from '../shared/service/library';
import { formatList } from '../shared/util/text';

/** A part of the picture, in pixels. */
export interface Rectangle extends Size {
	x: number;
	y: number;
}

/**
 * Fields for where a part of the picture lies, in pixels; what is not set follows from the screen.
 *
 * @param part begins the labels, and in lower case the names
 * @param words of each field, what it starts with and its description
 */
export function areaFields(
	part: string,
	path: string,
	words: Record<keyof Rectangle, readonly [start: number, description: string]>,
	displayOptions?: INodeProperties['displayOptions'],
): Record<keyof Rectangle, BodyField> {
	return mapValues(words, ([start, description], side) => {
		const isLength = side === 'width' || side === 'height';
		const property = {
			displayName: `${part} ${isLength ? '' : 'Position '}${upperFirst(side)}`,
			name: `${part.toLowerCase()}${upperFirst(side)}`,
			default: start,
			description,
			...(displayOptions ? { displayOptions } : {}),
		};
		return pixels(`${path}.${side}`, property, isLength ? 1 : undefined);
	});
}

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

const figures = [AUTOMATIC_FIGURE, ...ANY_FIGURE];

export const figureType: BodyField = {
	path: 'person.figure_type',
	property: locator({
		name: 'figureType',
		displayName: 'Figure',
		searchMethod: 'searchFigures',
		startingEntry: AUTOMATIC_FIGURE,
		typeOptions: { loadOptionsDependsOn: ['personId.value'] },
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

const personArea = areaFields('Person', 'person', {
	x: [
		0,
		'Offset of the person from the left edge of the screen in pixels. If not set, the person is centered.',
	],
	y: [
		0,
		'Offset of the person from the top edge of the screen in pixels. If not set, the person stands on the bottom edge.',
	],
	width: [
		1080,
		'Width of the person in pixels. If not set, it follows from the height and the proportions of the person.',
	],
	height: [
		1920,
		"Height of the person in pixels, an even number. If not set, it follows from the width, or the person is as large as the screen allows. The proportions of a custom person are only known if the credential has a 'Person Detail Path'; otherwise they are 9:16.",
	],
});
personArea.height.check = (value) =>
	Number(value) % 2 === 0 ? undefined : 'must be an even number';

export const screen = screenChoice(
	['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
	'Size of the video. The person, the background file and the subtitles are scaled to fit. 4K needs a person that supports it.',
);

/** What is behind the person. `transparent` is is_rgba_mode (service.md 4.7). */
export const background: BodyField = {
	...choiceField('person.is_rgba_mode', {
		displayName: 'Background',
		name: 'background',
		options: [
			{
				name: 'Keep Original',
				value: 'keep',
				description: 'The background with which the person was recorded',
			},
			{
				name: 'Color',
				value: 'color',
				description:
					"A single color. If the person's own background covers it, add 'Remove the Person's Background'.",
			},
			{
				name: 'Image or Video',
				value: 'file',
				description:
					"JPG, PNG, HEIC, MP4 or MOV. If the person's own background covers it, add 'Remove the Person's Background'.",
			},
			{
				name: 'Transparent',
				value: 'transparent',
				description:
					'Needs a person from a four-channel WebM video, or with background removal (since 2025). No subtitles.',
			},
		],
		default: 'keep',
		description: 'What is behind the person. A transparent video is a WebM file.',
	}),
	send: (value) => (value === 'transparent' ? true : undefined),
};

/** A field for a color in the form #RRGGBB. */
export function color(path: string, property: Omit<INodeProperties, 'type'>): BodyField {
	return { path, property: { placeholder: 'e.g. #336699', ...property, type: 'color' } };
}

export const bgColor: BodyField = {
	...color('bg_color', {
		displayName: 'Background Color',
		name: 'bgColor',
		default: '#ffffff',
		displayOptions: { show: { background: ['color'] } },
		description: 'Color in the form #RRGGBB',
	}),
	required: true,
};

export const backgroundFile: BodyFile = {
	idPath: 'bg.file_id',
	urlPath: 'bg.src_url',
	urlExtensions: purposes.make_video_background.extensions,
	name: 'backgroundFile',
	label: 'Background Image or Video',
	inputOf: 'Background',
	purpose: 'make_video_background',
	placeholder: 'e.g. https://example.com/studio.png',
	description: 'Where the image or video comes from. The service reviews its content.',
	show: { background: ['file'] },
};

const whenFile = { show: { '/background': ['file'] } };

export const isRemoveBg: BodyField = toggle('person.is_remove_bg', {
	displayName: "Remove the Person's Background",
	name: 'isRemoveBg',
	displayOptions: { show: { '/background': ['color', 'file'] } },
	description:
		'Whether to cut out the person, so that the new background shows around them. The person must support background removal.',
});

const backgroundArea = areaFields(
	'Background',
	'bg',
	{
		x: [0, 'Offset of the image or video from the left edge of the screen in pixels'],
		y: [0, 'Offset of the image or video from the top edge of the screen in pixels'],
		width: [1080, 'Width of the image or video in pixels. If not set, it is that of the screen.'],
		height: [1920, 'Height of the image or video in pixels. If not set, it is that of the screen.'],
	},
	whenFile,
);

/** For a file behind the person. */
export const backgroundFileFields: readonly BodyField[] = [
	...Object.values(backgroundArea),
	color('bg_color', {
		displayName: 'Background Fill Color',
		name: 'backgroundFillColor',
		default: '#ffffff',
		displayOptions: whenFile,
		description: 'Color, in the form #RRGGBB, of the area that the image or video does not cover',
	}),
];

/** The value with which the resolution fits the screen. */
const MATCH_SCREEN = 'screen';

export const resolutionRate: BodyField = {
	...choiceField('resolution_rate', {
		displayName: 'Resolution',
		name: 'resolutionRate',
		options: [
			{
				name: 'Match Screen',
				value: MATCH_SCREEN,
				description: '4K for a 4K screen, 1080p for any other',
			},
			{ name: '1080p', value: 0 },
			{ name: '4K', value: 1, description: 'Needs a 4K screen and a person that supports 4K' },
		],
		default: MATCH_SCREEN,
		description: 'Resolution of the video. If not set, it matches the screen.',
	}),
	send: (value) => (value === MATCH_SCREEN ? undefined : value),
};

/** Where the person was made. */
export const source = choiceField('source', {
	displayName: 'Person Origin',
	name: 'source',
	options: [
		{
			name: 'Public or API',
			value: 0,
			description: "A public person, or one made with 'Digital Human Create Person' or the API",
		},
		{
			name: 'Website of the Service',
			value: 1,
			description: 'A custom person made on the website of the service',
		},
	],
	default: 0,
	description: 'Where the person was made. If not set, Public or API is used.',
});

/** The person, the quality and the marks of the picture. */
export const pictureFields: readonly BodyField[] = [
	...Object.values(personArea),
	override(driveMode, 'person.drive_mode', { displayName: 'Person Frame Order' }),
	override(backway, 'person.backway', { displayName: 'Person at End of Recording' }),
	source,
	resolutionRate,
	toggle('add_compliance_watermark', {
		displayName: 'AI Watermark',
		name: 'addComplianceWatermark',
		description: 'Whether to mark the video as made by AI, as some countries require',
	}),
	choiceField('compliance_watermark_position', {
		displayName: 'AI Watermark Position',
		name: 'complianceWatermarkPosition',
		options: ['Top Left', 'Top Right', 'Bottom Left', 'Bottom Right'].map((name, value) => ({
			name,
			value,
		})),
		default: 0,
		description:
			"Corner of the watermark. Only has an effect with 'AI Watermark'. If not set, Top Left is used.",
	}),
];
