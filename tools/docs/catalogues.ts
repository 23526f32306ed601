/* eslint-disable @n8n/community-nodes/no-restricted-imports, @typescript-eslint/no-require-imports */
// Every text of the pack that a user may read and that is no part of a node's description, as the catalogues have it.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Message } from '../../nodes/shared/util/catalogue';
import { root } from './pack';

/** What stands for each value that is put in. */
export const VALUE = '…';

/** One text of a catalogue. */
interface CatalogueText {
	/** Where it stands, such as `nodes/shared/fields/fieldMessages.ts: missing`. */
	at: string;
	/** The layer or the node. */
	owner: string;
	/** An error with its advice; undefined for a phrase, which is in `text`. */
	message: Message | undefined;
	/** The whole text in one. */
	text: string;
}

const files = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
	.map((path) => `nodes/${path.replaceAll('\\', '/')}`)
	.filter((path) => path.endsWith('essages.ts'))
	.sort();

/** Any entry of a catalogue, where a function may be called with whatever values. */
export type AnyEntry = string | Message | ((...values: Array<string | number>) => string | Message);

/** An entry as a text, with … for each value that is put in. */
function made(entry: AnyEntry): string | Message {
	if (typeof entry !== 'function') return entry;
	return entry(...Array<string>(entry.length).fill(VALUE));
}

function textsOf(file: string): CatalogueText[] {
	const exported = require(join(root, file)) as Record<string, Record<string, AnyEntry>>;
	return Object.entries(exported)
		.filter(([name]) => name.endsWith('Messages'))
		.flatMap(([, catalogue]) => Object.entries(catalogue))
		.map(([name, entry]) => {
			const text = made(entry);
			const where = { at: `${file}: ${name}`, owner: basename(dirname(file)) };
			if (typeof text === 'string') return { ...where, message: undefined, text };
			return { ...where, message: text, text: `${text.title}. ${text.advice}`.trim() };
		});
}

/** All texts of all catalogues, in the order of the files. */
export const catalogueTexts: readonly CatalogueText[] = files.flatMap(textsOf);
