import type { FileFieldSpec } from '../../shared/fields/fileField';
import type { BodyField, FieldGroup } from '../../shared/fields/bodyField';

/** What is behind the person. `transparent` is is_rgba_mode (service.md 4.7). */
export const background: BodyField = {
	path: 'background',
	property: {
		displayName: 'Background',
		name: 'background',
		type: 'options',
		options: [
			{ name: 'Keep', value: 'keep', description: 'The background of the person as it is' },
			{ name: 'Color', value: 'color', description: 'One color' },
			{
				name: 'Image or Video',
				value: 'file',
				description: 'A file: JPG, PNG or HEIC image, MP4 or MOV video',
			},
			{
				name: 'Transparent',
				value: 'transparent',
				description:
					'A WebM video with transparency and without subtitles. Needs a person made from a four-channel WebM video, or one whose background can be removed, made since 2025.',
			},
		],
		default: 'keep',
		description: 'What is seen behind the person',
	},
};

export const bgColor: BodyField = {
	path: 'bg_color',
	required: true,
	property: {
		displayName: 'Background Color',
		name: 'bgColor',
		type: 'color',
		default: '#ffffff',
		placeholder: 'e.g. #336699',
		displayOptions: { show: { background: ['color'] } },
		description: 'In the form #RRGGBB',
	},
};

export const backgroundFile: FileFieldSpec = {
	name: 'backgroundFile',
	label: 'Background Image or Video',
	purpose: 'make_video_background',
	sources: ['inputFile', 'fileId', 'url'],
	placeholder: 'e.g. https://example.com/studio.png',
	description: 'Where the image or video comes from. The service checks its content.',
	show: { background: ['file'] },
};

const whenFile: FieldGroup['displayOptions'] = { show: { '/background': ['file'] } };

const colorBehind: BodyField = {
	path: 'bg_color',
	property: {
		displayName: 'Color Behind the File',
		name: 'colorBehind',
		type: 'color',
		default: '#ffffff',
		placeholder: 'e.g. #336699',
		displayOptions: whenFile,
		description: 'Seen where the image or video does not reach, in the form #RRGGBB',
	},
};

export const isRemoveBg: BodyField = {
	path: 'person.is_remove_bg',
	property: {
		displayName: "Remove the Person's Background",
		name: 'isRemoveBg',
		type: 'boolean',
		default: false,
		description:
			'Whether to cut the person out, so that the new background is seen around it. The person must support this.',
	},
};

const side = (axis: 'x' | 'y'): BodyField => ({
	path: `bg.${axis}`,
	property: {
		displayName: `Background ${axis.toUpperCase()}`,
		name: axis,
		type: 'number',
		typeOptions: { numberPrecision: 0 },
		default: 0,
		displayOptions: whenFile,
		description: `Distance of the file from the ${axis === 'x' ? 'left' : 'top'} edge of the screen in pixels`,
	},
});

const extent = (name: 'width' | 'height', start: number): BodyField => ({
	path: `bg.${name}`,
	property: {
		displayName: name === 'width' ? 'Background Width' : 'Background Height',
		name,
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: start,
		displayOptions: whenFile,
		description: `In pixels. Without it the file is as ${name === 'width' ? 'wide' : 'high'} as the screen.`,
	},
});

export const backgroundOptions: FieldGroup = {
	displayName: 'Background Options',
	name: 'backgroundOptions',
	placeholder: 'Add Background Option',
	displayOptions: { show: { background: ['color', 'file'] } },
	fields: [
		isRemoveBg,
		side('x'),
		side('y'),
		extent('width', 1080),
		extent('height', 1920),
		colorBehind,
	],
};
