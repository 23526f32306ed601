import { mapValues, upperFirst } from 'lodash';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type BodyField, type SentField, label } from '../shared/fields/field';
import { choiceParser } from '../shared/fields/parse';
import { choiceField, numberField, override, toggle } from '../shared/fields/properties';
import type { Draft } from '../shared/fields/fileFields';
import { AUTOMATIC_FIGURE, locator } from '../shared/fields/locators';
import type { RequestPart } from '../shared/fields/readRequest';
import { broken, mustBe } from '../shared/fields/violations';
import { addScreen, backway, driveMode, screenChoice } from '../shared/fields/videoFields';
import { purposes } from '../shared/files/purposes';
import { ANY_FIGURE, is4k, type Size } from '../shared/api/library';
import { composeVideoMessages } from './composeVideo.messages';

/** A part of the picture, in pixels. */
export interface Rectangle extends Size {
	x: number;
	y: number;
}

/** The parts of the body of create_video that rules concern (service.md 4.7). */
export interface VideoBody extends IDataObject {
	person: IDataObject &
		Partial<Rectangle> & { figure_type?: string; is_rgba_mode?: boolean; is_remove_bg?: boolean };
	screen_width: number;
	screen_height: number;
	bg?: IDataObject;
	subtitle_config?: IDataObject & Partial<Rectangle>;
}

/** The resolution_rate of a video in 4K (service.md 4.7). */
export const IN_4K = 1;

/**
 * Fields for where a part of the picture lies, in pixels; what is not set follows from the screen.
 *
 * @param part begins the labels, and in lower case the names
 * @param starts what each field starts with, and when it is shown
 */
export function areaFields(
	part: string,
	path: string,
	{ displayOptions, ...starts }: Rectangle & Pick<INodeProperties, 'displayOptions'>,
	words: Record<keyof Rectangle, string>,
): Record<keyof Rectangle, BodyField> {
	return mapValues(words, (description, side) => {
		const isLength = side === 'width' || side === 'height';
		return numberField(
			`${path}.${side}`,
			{
				displayName: `${part} ${isLength ? '' : 'Position '}${upperFirst(side)}`,
				name: `${part.toLowerCase()}${upperFirst(side)}`,
				...(isLength ? { typeOptions: { minValue: 1 } } : {}),
				default: starts[side as keyof Rectangle],
				description,
				...(displayOptions ? { displayOptions } : {}),
			},
			'pixels',
		);
	});
}

const figures = [AUTOMATIC_FIGURE, ...ANY_FIGURE];

export const figureType: SentField = {
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
	parse: choiceParser(figures, {
		otherWords: { whole_body: ['full body'], circle_view: ['circle'], sit_body: ['seated'] },
	}),
	send: (value) => (value === AUTOMATIC_FIGURE.value ? undefined : value),
};

export const personField: BodyField = {
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

/** Who is seen, and how. */
export const personParts: readonly BodyField[] = [personField, figureType];

/** Both start as large as the usual screen. */
const whole: Rectangle = { x: 0, y: 0, width: 1080, height: 1920 };

const personArea = areaFields('Person', 'person', whole, {
	x: 'Offset of the person from the left edge of the screen in pixels. If not set, the person is centered.',
	y: 'Offset of the person from the top edge of the screen in pixels. If not set, the person stands on the bottom edge, or begins at the top where it is higher than the screen.',
	width:
		'Width of the person in pixels. If not set, it follows from the height and the proportions of the person.',
	height:
		"Height of the person in pixels, an even number. If not set, it follows from the width, or the person is as large as the screen allows. The proportions of a custom person are only known if the credential has a 'Person Detail Path'; otherwise they are 9:16.",
});
personArea.height.check = (value) =>
	Number(value) % 2 === 0 ? undefined : mustBe(composeVideoMessages.evenNumber);

/** What is behind the person. `transparent` is is_rgba_mode (service.md 4.7). */
const background: SentField = {
	...choiceField(
		'person.is_rgba_mode',
		{
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
						'Needs a person made since 2025 from a transparent WebM video, or with background removal. No subtitles.',
				},
			],
			default: 'keep',
			description: 'What is behind the person. A transparent video is a WebM file.',
		},
		{ keep: ['original'], color: ['colour'], file: ['image', 'video'] },
	),
	send: (value) => (value === 'transparent' ? true : undefined),
};

/** A field for a color in the form #RRGGBB. */
export function color(path: string, property: Omit<INodeProperties, 'type'>): BodyField {
	return { path, property: { placeholder: 'e.g. #336699', ...property, type: 'color' } };
}

/** The screen, and what is behind the person. */
export const backgroundParts: readonly RequestPart[] = [
	...screenChoice(
		['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
		'Size of the video. The person, the background file and the subtitles are scaled to fit. 4K needs a person that supports it.',
	),
	background,
	{
		...color('bg_color', {
			displayName: 'Background Color',
			name: 'bgColor',
			default: '#ffffff',
			displayOptions: { show: { background: ['color'] } },
			description: 'Color in the form #RRGGBB',
		}),
		required: true,
	},
	{
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
	},
];

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
	{ ...whole, displayOptions: whenFile },
	{
		x: 'Offset of the image or video from the left edge of the screen in pixels',
		y: 'Offset of the image or video from the top edge of the screen in pixels',
		width: 'Width of the image or video in pixels. If not set, it is that of the screen.',
		height: 'Height of the image or video in pixels. If not set, it is that of the screen.',
	},
);

const resolutionRate: SentField = {
	...choiceField('resolution_rate', {
		displayName: 'Resolution',
		name: 'resolutionRate',
		options: [
			{
				name: 'Match Screen',
				value: 'screen',
				description: '4K for a 4K screen, 1080p for any other',
			},
			{ name: '1080p', value: 0 },
			{ name: '4K', value: 1, description: 'Needs a 4K screen and a person that supports 4K' },
		],
		default: 'screen',
		description: 'Resolution of the video. If not set, it matches the screen.',
	}),
	send: (value) => (value === 'screen' ? undefined : value),
};

const corners = ['Top Left', 'Top Right', 'Bottom Left', 'Bottom Right'];

/** The background, the person, the quality and the marks of the picture. */
export const pictureFields: readonly BodyField[] = [
	isRemoveBg,
	...Object.values(backgroundArea),
	color('bg_color', {
		displayName: 'Background Fill Color',
		name: 'backgroundFillColor',
		default: '#ffffff',
		displayOptions: whenFile,
		description: 'Color, in the form #RRGGBB, of the area that the image or video does not cover',
	}),
	...Object.values(personArea),
	override(driveMode, 'person.drive_mode', { displayName: 'Person Frame Order' }),
	override(backway, 'person.backway', { displayName: 'Person at End of Recording' }),
	choiceField('source', {
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
	}),
	resolutionRate,
	toggle('add_compliance_watermark', {
		displayName: 'AI Watermark',
		name: 'addComplianceWatermark',
		description: 'Whether to mark the video as made by AI, as some countries require',
	}),
	choiceField('compliance_watermark_position', {
		displayName: 'AI Watermark Position',
		name: 'complianceWatermarkPosition',
		options: corners.map((name, value) => ({ name, value })),
		default: 0,
		description:
			"Corner of the watermark. Only has an effect with 'AI Watermark'. If not set, Top Left is used.",
	}),
];

/**
 * Adds what follows from the chosen screen: its size, the area of a background file, and 4K.
 *
 * @returns the size, none where the choice is wrong
 */
export function completePicture(draft: Draft): Size | undefined {
	const screen = addScreen(draft);
	if (!screen) return undefined;
	const body = draft.body as Partial<VideoBody>;
	// A background file covers the screen, unless the user places it.
	if (draft.chosen[background.property.name] === 'file') {
		body.bg = { x: 0, y: 0, ...screen, ...body.bg };
	}
	if (is4k(screen)) body.resolution_rate ??= IN_4K;
	else if (body.resolution_rate === IN_4K) {
		const { width, height } = screen;
		const message = composeVideoMessages.needs4kScreen(label(resolutionRate), width, height);
		draft.violations.push(broken(message));
	}
	return screen;
}

/** The shape of a person whose size is not known: people are filmed upright. */
export const PORTRAIT: Size = { width: 9, height: 16 };

/**
 * Where the person stands unless the user sets it: as large as the screen allows in the proportions
 * of the recording (`figure`), in the middle, on the lower edge. The height is even, as the service
 * requires.
 */
export function placePerson(body: VideoBody, figure: Size = PORTRAIT): Rectangle {
	const { screen_width: screenWidth, screen_height: screenHeight } = body;
	const { x, y, width, height } = body.person;
	const ratio = figure.width / figure.height;
	const largest = Math.min(screenHeight, screenWidth / ratio);
	const even = (length: number) => 2 * Math.max(1, Math.floor(length / 2));
	const high = height ?? even(width === undefined ? largest : width / ratio);
	const wide = width ?? Math.max(1, Math.round((height ?? largest) * ratio));
	return {
		x: x ?? Math.round((screenWidth - wide) / 2),
		y: y ?? Math.max(0, screenHeight - high),
		width: wide,
		height: high,
	};
}
