import type { INodeProperties } from 'n8n-workflow';

import { type BodyField, toggle } from '../../shared/fields/field';
import type { FileFieldSpec } from '../../shared/fields/files';
import { pixels } from '../../shared/fields/screen';

/** What is behind the person. `transparent` is is_rgba_mode (service.md 4.7). */
export const background: BodyField = {
	path: 'background',
	property: {
		displayName: 'Background',
		name: 'background',
		type: 'options',
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
					"A JPG, PNG or HEIC image, or an MP4 or MOV video. If the person's own background covers it, add 'Remove the Person's Background'.",
			},
			{
				name: 'Transparent',
				value: 'transparent',
				description:
					'A transparent WebM video without subtitles. Needs a person that was made from a four-channel WebM video, or one that supports background removal and was made in 2025 or later.',
			},
		],
		default: 'keep',
		description: 'What is behind the person',
	},
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

export const backgroundFile: FileFieldSpec = {
	name: 'backgroundFile',
	label: 'Background Image or Video',
	inputOf: 'Background',
	purpose: 'make_video_background',
	sources: ['inputFile', 'fileId', 'url'],
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

const position = (axis: 'x' | 'y', edge: string): BodyField =>
	pixels(`bg.${axis}`, {
		displayName: `Background Position ${axis.toUpperCase()}`,
		name: `background${axis.toUpperCase()}`,
		default: 0,
		displayOptions: whenFile,
		description: `Offset of the image or video from the ${edge} edge of the screen in pixels`,
	});

const extent = (side: 'Width' | 'Height', start: number): BodyField =>
	pixels(
		`bg.${side.toLowerCase()}`,
		{
			displayName: `Background ${side}`,
			name: `background${side}`,
			default: start,
			displayOptions: whenFile,
			description: `${side} of the image or video in pixels. If not set, it is the ${side.toLowerCase()} of the screen.`,
		},
		1,
	);

/** For a color or a file behind the person. */
export const removalFields: readonly BodyField[] = [isRemoveBg];

/** For a file behind the person. */
export const backgroundFileFields: readonly BodyField[] = [
	position('x', 'left'),
	position('y', 'top'),
	extent('Width', 1080),
	extent('Height', 1920),
	color('bg_color', {
		displayName: 'Background Fill Color',
		name: 'backgroundFillColor',
		default: '#ffffff',
		displayOptions: whenFile,
		description: 'Color, in the form #RRGGBB, of the area that the image or video does not cover',
	}),
];
