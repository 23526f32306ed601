import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { reworded, type Wording } from '../output/reworded';
import { hasCredential, readCredential } from '../service/credential';
import type { DetailPathField } from '../service/detailPaths';

/** 'Completion' of a node whose tasks can only be followed where the credential says how. */
export interface ListedCompletion {
	property: INodeProperties;
	/** What the credential needs for it. */
	path: DetailPathField;
	/** What the choices say with a credential that does not have it, by their values. */
	withoutPath: Readonly<Record<string, Wording>>;
}

/**
 * Makes the tasks of a node not awaited unless asked for, and the editor list what the credential allows.
 *
 * @param property the choices; they stand there until n8n has filled in the credential
 */
export function listed(property: INodeProperties): INodeProperties {
	return {
		...property,
		typeOptions: { loadOptionsMethod: 'getCompletions' },
		default: 'return',
	};
}

/** Lists the choices, and says which of them are possible with the node's credential. */
export async function listCompletions(
	context: ILoadOptionsFunctions,
	{ property, path, withoutPath }: ListedCompletion,
): Promise<INodePropertyOptions[]> {
	const choices = (property.options ?? []) as INodePropertyOptions[];
	if (!hasCredential(context)) return choices;
	const { [path]: entered = '' } = await readCredential(context);
	return entered.trim() === '' ? reworded(choices, withoutPath) : choices;
}
