import type { BodyField } from '../../shared/fields/bodyField';
import { inEditor } from '../../shared/fields/values';
import { AUTOMATIC_FIGURE, FIGURE_TYPES } from '../../shared/lookups/figures';
import { locator } from '../../shared/lookups/locator';
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
