/* Fields in which one thing is chosen: from a list that the editor loads from the service, or by hand. */
import type {
	INodeParameterResourceLocator,
	INodeProperties,
	INodePropertyMode,
} from 'n8n-workflow';

import type { Purpose } from '../files/purposes';

/** The lists from which a field may let the user choose, by the names of their methods in `pickers/`. */
export type SearchMethod =
	| 'searchCallbackWorkflows'
	| 'searchComposedVideos'
	| 'searchFigures'
	| 'searchFiles'
	| `searchFiles_${Purpose}`
	| 'searchImageTasks'
	| 'searchPersons'
	| 'searchTasks'
	| 'searchVoices';

/** The value of an entry that says that nothing was found, which is no choice. */
export const NO_CHOICE = 'nothing-found';

/** The entry with which the node chooses the figure itself. */
export const AUTOMATIC_FIGURE = { name: 'Automatic', value: 'auto' };

/** Name of the method that lists the files of a purpose. */
export function fileSearchMethod<P extends string>(purpose: P): `searchFiles_${P}` {
	return `searchFiles_${purpose}`;
}

interface LocatorSpec extends Omit<INodeProperties, 'type' | 'default' | 'modes'> {
	searchMethod: SearchMethod;
	/** Entry of the list with which the field starts, and which an empty field stands for. */
	startingEntry?: { name: string; value: string };
	/** How it is given without the list; by its number unless set. */
	byHand?: Partial<INodePropertyMode>;
	/** Expression with which the field starts, by id; without it, it starts with the list. */
	startingId?: string;
}

/** A field in which one thing is chosen from a searchable list or given by hand. */
export function locator(spec: LocatorSpec): INodeProperties {
	const { searchMethod, startingEntry, byHand, startingId, ...property } = spec;
	const start: INodeParameterResourceLocator = { __rl: true, mode: 'list', value: '' };
	if (startingEntry) {
		start.value = startingEntry.value;
		start.cachedResultName = startingEntry.name;
	}
	if (startingId) {
		start.mode = 'id';
		start.value = startingId;
	}
	return {
		...property,
		type: 'resourceLocator',
		default: start,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: startingEntry?.name,
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 7301842955',
				...byHand,
			},
		],
	};
}
