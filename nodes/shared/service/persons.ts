import { z } from 'zod';

import type { ServiceClient } from './client';
import { submittedId, taskId } from './serviceId';
import { PAGE_SIZE, readPage, type Page } from './pages';
import { recordOf, withId } from './records';
import { onlyShown, shownList, shownNumber, shownText } from './lenientSchemas';
import { status } from './status';

const figure = recordOf(
	z.object({
		type: shownText,
		width: shownNumber,
		height: shownNumber,
		bg_replace: onlyShown(z.boolean()),
		pic_path: shownText,
		cover: shownText,
		preview_video_url: shownText,
	}),
);

/** Empty where there is none. */
const voiceId = onlyShown(z.union([taskId, z.literal('')]));

/** A public person (service.md 2.6). */
const publicPerson = recordOf(
	z.object({
		id: taskId,
		name: shownText,
		gender: shownText,
		width: shownNumber,
		height: shownNumber,
		audio_name: shownText,
		audio_man_id: voiceId,
		audio_preview: shownText,
		audio_lang: shownText,
		// Index-aligned, so that odd entries keep their place (service.md 2.6).
		tag_ids: onlyShown(z.array(shownNumber)),
		tag_names: onlyShown(z.array(z.string().catch(''))),
		figures: shownList(figure),
		// Only documented for custom persons; shown where it is there.
		support_4k: onlyShown(z.boolean()),
	}),
);

/** A custom person (service.md 2.8). */
export const personRecord = recordOf(
	z.object({
		id: taskId,
		status,
		progress: shownNumber,
		reason: shownText,
		err_reason: shownText,
		preview_url: shownText,
		pic_url: shownText,
		create_time: shownNumber,
		audio_id: voiceId,
		audio_man_id: voiceId,
	}),
);

/** What the picture of a custom person is like, each field as far as it is reported (service.md 2.8). */
const personPicture = z.object({
	name: shownText,
	width: shownNumber,
	height: shownNumber,
	width_4k: shownNumber,
	height_4k: shownNumber,
	support_4k: onlyShown(z.boolean()),
	is_support_remove_bg: onlyShown(z.boolean()),
});

export type PersonPicture = z.infer<typeof personPicture>;
export type PublicPerson = z.infer<typeof publicPerson>;
export type Figure = z.infer<typeof figure>;
export type PersonRecord = z.infer<typeof personRecord>;

export interface PersonFilter {
	/** Persons that have all of these tags. */
	tagIds?: number[];
	sort?: 'latest' | 'hottest';
}

/**
 * Creates a custom person (service.md 4.5).
 *
 * @param body the request body, exactly as the specification names its fields
 * @returns id of the person
 */
export async function createPerson(client: ServiceClient, body: object): Promise<string> {
	return await client.call(
		'createPerson',
		{ body },
		submittedId('id', 'person_id', 'unique_id', 'task_id'),
	);
}

/**
 * Reads one custom person, where the credential has a path for it (service.md 2.8 and 4.10).
 *
 * @throws Error that says what is missing when the credential has none
 */
export async function getPerson(client: ServiceClient, id: string): Promise<PersonRecord> {
	return await client.call('getPerson', { query: { id } }, withId(personRecord, 'id', id));
}

/** Reads what the picture of one custom person is like, in the same way as `getPerson`. */
export async function getPersonPicture(client: ServiceClient, id: string): Promise<PersonPicture> {
	return await client.call('getPerson', { query: { id } }, personPicture);
}

/**
 * Reads one page of public persons (service.md 4.6).
 *
 * @param number page, from 1
 */
export async function listPublicPersons(
	client: ServiceClient,
	{ tagIds = [], sort }: PersonFilter = {},
	number = 1,
): Promise<Page<PublicPerson>> {
	const query = {
		page: number,
		size: PAGE_SIZE,
		...(tagIds.length > 0 ? { tag_ids: tagIds.join(',') } : {}),
		...(sort ? { sort } : {}),
	};
	return await readPage(
		client,
		'listPublicPersons',
		{ query },
		{ record: publicPerson, number, size: PAGE_SIZE },
	);
}
