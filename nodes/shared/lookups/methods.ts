import { searchCallbackWorkflows } from './callbackWorkflows';
import { searchFiles, searchFilesFor } from './files';
import { searchFigures } from './figures';
import { getLanguages } from './languages';
import { getPersonTags, searchPersons } from './persons';
import { searchComposedVideos, searchImageTasks, searchTasks } from './tasks';
import { searchVoices } from './voices';

/** The lists to choose from, for `methods` of a node. */
export const lookups = {
	listSearch: {
		searchCallbackWorkflows,
		searchComposedVideos,
		searchFigures,
		searchFiles,
		...searchFilesFor,
		searchImageTasks,
		searchPersons,
		searchTasks,
		searchVoices,
	},
	loadOptions: {
		getLanguages,
		getPersonTags,
	},
};

export type ListSearchMethod = keyof typeof lookups.listSearch;
