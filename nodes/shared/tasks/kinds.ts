import type { INodePropertyOptions } from 'n8n-workflow';

import { aiCreation } from './aiCreation';
import { composedVideo } from './composedVideo';
import type { TaskKind } from './kind';
import { lipSync } from './lipSync';
import { motion } from './motion';
import { person } from './person';
import { translation } from './translation';

interface KindEntry {
	kind: TaskKind;
	/** Name in drop-down lists. */
	title: string;
	description: string;
}

/** Every kind of task, in the order of its name in drop-down lists. */
const ENTRIES: readonly KindEntry[] = [
	{
		kind: aiCreation,
		title: 'AI Image or Video',
		description: 'Made by AI Create with a model',
	},
	{
		kind: motion,
		title: 'Animated Image',
		description: 'An image set in motion by AI Create',
	},
	{
		kind: composedVideo,
		title: 'Composed Video',
		description: 'A video of a speaking person, made by Compose Video',
	},
	{
		kind: person,
		title: 'Custom Person',
		description: "Made by Create Person. Needs the 'Person Detail Path' of the credential.",
	},
	{ kind: lipSync, title: 'Lip-Sync Video', description: 'Made by Lip Sync' },
	{
		kind: translation,
		title: 'Translation',
		description:
			"One language of Translate Video. Needs the 'Video Detail Path' of the credential.",
	},
];

/** The kinds by their value of `taskKind`; nothing else, not even a word such as 'constructor'. */
export const kinds: Readonly<Record<string, TaskKind>> = Object.assign(
	Object.create(null) as Record<string, TaskKind>,
	Object.fromEntries(ENTRIES.map(({ kind }) => [kind.name, kind])),
);

/** Entries of a drop-down list of kinds. */
export const kindOptions: INodePropertyOptions[] = optionsOf(ENTRIES);

/** Entries of a drop-down list of the kinds that the service can list. */
export const listedKindOptions: INodePropertyOptions[] = optionsOf(
	ENTRIES.filter(({ kind }) => kind.list),
);

function optionsOf(entries: readonly KindEntry[]): INodePropertyOptions[] {
	return entries.map(({ kind, title, description }) => ({
		name: title,
		value: kind.name,
		description,
	}));
}
