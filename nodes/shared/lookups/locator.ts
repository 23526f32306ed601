import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { ListSearchMethod } from './methods';

export interface LocatorSpec {
	name: string;
	/** What is chosen, in Title Case. */
	displayName: string;
	/** Method that fills the list. */
	searchMethod: ListSearchMethod;
	description?: string;
	/** Example of an id. */
	placeholder?: string;
	required?: true;
	/** When the field is shown. */
	show?: NonNullable<IDisplayOptions['show']>;
}

/** A field in which one thing of the service is chosen from a searchable list or given by its id. */
export function locator(spec: LocatorSpec): INodeProperties {
	const { name, displayName, searchMethod, description, placeholder, required, show } = spec;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
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
				placeholder: placeholder ?? 'e.g. 7301842955',
			},
		],
	};
}
