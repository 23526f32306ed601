import { keyBy } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';

import { aiCreation, motion } from './aiCreation';
import { composedVideo } from './composedVideo';
import { lipSync } from './lipSync';
import { person } from './person';
import { isListed, type TaskKind } from '../model/taskKind';
import { onlyOne } from '../util/lists';
import { translation } from './translation';
import { voice } from './voice';

/* All kinds of tasks, and how lists of the editor offer them. */

/** Every kind of task, in the alphabetical order of the labels, which is that of drop-down lists. */
export const allKinds: readonly TaskKind[] = [
	aiCreation,
	motion,
	composedVideo,
	person,
	voice,
	lipSync,
	translation,
];

/**
 * The kinds by their value of `taskKind`. The object has no prototype, so that a word such as 'constructor', which an
 * item may have there, gives undefined.
 */
export const kinds: Readonly<Record<string, TaskKind>> = Object.assign(
	Object.create(null) as Record<string, TaskKind>,
	keyBy(allKinds, 'name'),
);

/**
 * The word for a number of tasks: "composed video" for one, "composed videos" for several; or "task" and "tasks"
 * where they are of different kinds or of one that this version of the pack does not know.
 *
 * @param names the names of their kinds, each once, such as "composedVideo"
 * @param count how many tasks there are
 */
export function countedWord(names: readonly string[], count: number): string {
	const label = kinds[onlyOne(names) ?? '']?.label ?? 'task';
	return count === 1 ? label : `${label}s`;
}

/** The label of a kind with capitals, as drop-down lists show it: "Composed Video". */
export function nameInLists({ label }: TaskKind): string {
	// The first letter of each word.
	return label.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** A kind as an entry of a drop-down list, with what it is beneath its name. */
function optionOf(kind: TaskKind): INodePropertyOptions {
	return { name: nameInLists(kind), value: kind.name, description: kind.description };
}

/** The kinds that the service can be asked about, as options. */
export const kindOptions = allKinds.filter(({ asked }) => asked !== 'nowhere').map(optionOf);

/** The kinds that the service can list. */
export const listedKinds = allKinds.filter(isListed);

/** The kinds that the service can list, as options. */
export const listedKindOptions = listedKinds.map(optionOf);

/** The kinds that the service reports by callback, as options with their names alone. */
export const callbackKindOptions: INodePropertyOptions[] = allKinds
	.filter(({ callback }) => callback)
	.map((kind) => ({ name: nameInLists(kind), value: kind.name }));
