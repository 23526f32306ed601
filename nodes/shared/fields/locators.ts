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

/** The value of the entry that says that nothing was found. A field that holds it is refused. */
export const NO_CHOICE = 'nothing-found';

/** The entry of the list of figures by which the node chooses one. */
export const AUTOMATIC_FIGURE = { name: 'Automatic', value: 'auto' };

/** Name of the method that lists the files of a purpose. */
export function fileSearchMethod<P extends string>(purpose: P): `searchFiles_${P}` {
	return `searchFiles_${purpose}`;
}

/** What makes one field with a list different from another. */
interface LocatorSpec extends Omit<INodeProperties, 'type' | 'default' | 'modes'> {
	searchMethod: SearchMethod;
	/** Entry of the list with which the field starts, and which an empty field stands for. */
	startingEntry?: { name: string; value: string };
	/** What the other mode of the field is called, in which the value is typed; 'By ID' unless set. */
	byHand?: Pick<INodePropertyMode, 'displayName' | 'name' | 'placeholder'>;
	/** Expression with which the field starts, in the mode 'By ID', also where there is a `startingEntry`. */
	startingId?: string;
}

const BY_ID = { displayName: 'By ID', name: 'id', placeholder: 'e.g. 7301842955' };

/** A field in which one thing is chosen from a searchable list or given by hand. */
export function locator(spec: LocatorSpec): INodeProperties {
	const { searchMethod, startingEntry, byHand = BY_ID, startingId, ...property } = spec;
	return {
		...property,
		type: 'resourceLocator',
		default: startOf({ startingEntry, startingId }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: startingEntry?.name,
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			{ ...byHand, type: 'string' },
		],
	};
}

/**
 * What a field starts with, in the form in which n8n stores a field with a list, which `__rl` marks: an ID as an
 * expression, an entry of the list with its name, or the list without a choice.
 */
function startOf({
	startingEntry,
	startingId,
}: Pick<LocatorSpec, 'startingEntry' | 'startingId'>): INodeParameterResourceLocator {
	if (startingId) return { __rl: true, mode: 'id', value: startingId };
	if (!startingEntry) return { __rl: true, mode: 'list', value: '' };
	const { name, value } = startingEntry;
	return { __rl: true, mode: 'list', value, cachedResultName: name };
}
