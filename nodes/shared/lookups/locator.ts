import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { ListSearchMethod } from './methods';

interface LocatorSpec {
	name: string;
	/** What is chosen, in Title Case. */
	displayName: string;
	/** Method that fills the list. */
	searchMethod: ListSearchMethod;
	description?: string;
	/** Expression with which the field starts, by id; without it, it starts with the list. */
	startingId?: string;
	required?: true;
	/** When the field is shown. */
	show?: NonNullable<IDisplayOptions['show']>;
}

/** A field in which one thing of the service is chosen from a searchable list or given by its id. */
export function locator(spec: LocatorSpec): INodeProperties {
	const { name, displayName, searchMethod, description, startingId, required, show } = spec;
	const start = startingId
		? { __rl: true, mode: 'id', value: startingId }
		: { __rl: true, mode: 'list', value: '' };
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: start,
		...(required ? { required } : {}),
		...(description ? { description } : {}),
		...(show ? { displayOptions: { show } } : {}),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 7301842955',
			},
		],
	};
}
