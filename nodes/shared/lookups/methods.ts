import { searchFiles, searchFilesFor } from './files';
import { getLanguages, searchLanguages } from './languages';
import { figuresOf, getPersonTags, searchPersons } from './persons';
import { searchComposedVideos, searchImageTasks, searchTasks } from './tasks';
import { searchVoices } from './voices';

/** The lists to choose from, for `methods` of a node. */
export const lookups = {
	listSearch: {
		searchComposedVideos,
		searchFiles,
		...searchFilesFor,
		searchImageTasks,
		searchLanguages,
		searchPersons,
		searchTasks,
		searchVoices,
	},
	loadOptions: {
		/** Figures of the public person in the node's field 'personId'. */
		getFigures: figuresOf('personId'),
		getLanguages,
		getPersonTags,
	},
};

export type ListSearchMethod = keyof typeof lookups.listSearch;
