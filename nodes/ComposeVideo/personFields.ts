import type { BodyField, SentField } from '../shared/fields/field';
import { AUTOMATIC_FIGURE, locator } from '../shared/fields/locators';
import { choiceParser } from '../shared/fields/parse';
import { choiceField, override } from '../shared/fields/properties';
import type { RequestPart } from '../shared/fields/readRequest';
import { backway, driveMode } from '../shared/fields/videoFields';
import { mustBe } from '../shared/fields/violations';
import { FIGURE_KINDS } from '../shared/api/library';
import { areaFields } from './areaFields';
import { composeVideoMessages } from './composeVideo.messages';

/*
 * The fields about the person who speaks (service.md 4.7).
 */

const figures = [AUTOMATIC_FIGURE].concat(FIGURE_KINDS);

const figureType: SentField = {
	path: 'person.figure_type',
	property: locator({
		name: 'figureType',
		displayName: 'Figure',
		searchMethod: 'searchFigures',
		startingEntry: AUTOMATIC_FIGURE,
		typeOptions: { loadOptionsDependsOn: ['personId.value'] },
		byHand: { displayName: 'By Type', name: 'id', placeholder: 'e.g. whole_body' },
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
export const personParts: readonly RequestPart[] = [personField, figureType];

const area = areaFields({
	part: 'Person',
	path: 'person',
	starts: { x: 0, y: 0, width: 1080, height: 1920 },
	descriptions: {
		x: 'Offset of the person from the left edge of the screen in pixels. If not set, the person is centered.',
		y: 'Offset of the person from the top edge of the screen in pixels. If not set, the person stands on the bottom edge, or begins at the top where it is higher than the screen.',
		width:
			'Width of the person in pixels. If not set, it follows from the height and the proportions of the person.',
		height:
			"Height of the person in pixels, an even number. If not set, it follows from the width, or the person is as large as the screen allows. The proportions of a custom person are only known if the credential has a 'Person Detail Path'; otherwise they are 9:16.",
	},
});

const height: BodyField = {
	...area.height,
	check(value, place) {
		const isEven = Number(value) % 2 === 0;
		return isEven ? undefined : mustBe(place, composeVideoMessages.evenNumber, value);
	},
};

/** What few people set of the person. */
export const personFields: readonly BodyField[] = [
	area.x,
	area.y,
	area.width,
	height,
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
];
