import { pick } from 'lodash';
import type { IDisplayOptions, INodeParameterResourceLocator, INodeProperties } from 'n8n-workflow';

import { credentialTest } from '../service/client';
import { searchCallbackWorkflows } from './callbackWorkflows';
import {
	getLanguages,
	getPersonTags,
	searchComposedVideos,
	searchFigures,
	searchFiles,
	searchFilesFor,
	searchImageTasks,
	searchPersons,
	searchTasks,
	searchVoices,
} from './lists';

/** The lists to choose from, and the test of the credential, for `methods` of a node. */
export const lookups = {
	credentialTest,
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

type ListSearchMethod = keyof typeof lookups.listSearch;

interface LocatorSpec {
	name: string;
	/** What is chosen, in Title Case. */
	displayName: string;
	/** Method that fills the list. */
	searchMethod: ListSearchMethod;
	description?: string;
	/** Entry of the list with which the field starts, and which an empty field stands for. */
	startingEntry?: { name: string; value: string };
	/** Fields whose change empties this one. */
	dependsOn?: string[];
	/** How it is given without the list; by its number unless set. */
	byHand?: { displayName: string; placeholder: string; name?: string };
	/** Expression with which the field starts, by id; without it, it starts with the list. */
	startingId?: string;
	required?: true;
	/** When the field is shown. */
	show?: NonNullable<IDisplayOptions['show']>;
}

/** A field in which one thing is chosen from a searchable list or given by hand. */
export function locator(spec: LocatorSpec): INodeProperties {
	const { startingEntry, startingId, show } = spec;
	const start: INodeParameterResourceLocator = startingId
		? { __rl: true, mode: 'id', value: startingId }
		: { __rl: true, mode: 'list', value: startingEntry?.value ?? '' };
	return {
		...pick(spec, 'displayName', 'name', 'required', 'description'),
		type: 'resourceLocator',
		default: { ...start, ...(startingEntry && { cachedResultName: startingEntry.name }) },
		...(show && { displayOptions: { show } }),
		...(spec.dependsOn && { typeOptions: { loadOptionsDependsOn: spec.dependsOn } }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				...(startingEntry && { placeholder: startingEntry.name }),
				typeOptions: { searchListMethod: spec.searchMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 7301842955',
				...spec.byHand,
			},
		],
	};
}
