import type { BodyField } from '../../shared/fields/bodyField';
import { inEditor } from '../../shared/fields/values';
import { FIGURE_TYPES } from '../../shared/lookups/persons';
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
			"Who speaks: a public person, or by ID one that was made with 'Digital Human Create Person'. A custom person keeps its proportions if the credential has a 'Person Detail Path'. Otherwise it is placed as a portrait (9:16): set another size in 'Person Position and Motion'.",
	}),
};

/** A figure as the editor shows it. */
export function figureName(type: string): string {
	return inEditor({ name: FIGURE_TYPES[type] ?? type, value: type });
}

export const figureType: BodyField = {
	path: 'person.figure_type',
	property: {
		displayName: 'Figure Name or ID',
		name: 'figureType',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getFigures', loadOptionsDependsOn: ['personId.value'] },
		default: '',
		description:
			'How a public person is seen; custom persons need none. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	check: (value) =>
		Object.keys(FIGURE_TYPES).includes(String(value))
			? undefined
			: `must be one of ${joined(Object.keys(FIGURE_TYPES).map(figureName))}`,
};
