import { z } from 'zod';

import type { ServiceClient } from './client';
import { type Page, PAGE_SIZE, readPage } from './pages';
import { onlyShown, recordOf, shownNumber, shownText, taskId } from './schemas';

/*
 * What the service offers to choose from: public persons, public voices, and languages. Each function that reads a list
 * throws a ServiceError when the service does not give it, and a CancelledError when the execution is stopped.
 */

/** One way in which a public person is shown, such as sitting (service.md 2.6). */
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

/** The ID of a voice; empty where a record has none, and undefined where it is missing or not as specified. */
export const voiceId = onlyShown(z.union([taskId, z.literal('')]));

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
		figures: onlyShown(z.array(figure)),
		// Only documented for custom persons; shown where it is there.
		support_4k: onlyShown(z.boolean()),
	}),
);

export type PublicPerson = z.infer<typeof publicPerson>;

export type Figure = z.infer<typeof figure>;

/** The kinds of figures (service.md 2.6). */
export const FIGURE_KINDS: ReadonlyArray<{ name: string; value: string }> = [
	{ name: 'Whole Body', value: 'whole_body' },
	{ name: 'Circle View', value: 'circle_view' },
	{ name: 'Sitting', value: 'sit_body' },
];

/** A kind of figure in words, "Sitting" for `sit_body`; a kind that is not known, as the service calls it. */
export function figureName(type: string): string {
	return FIGURE_KINDS.find(({ value }) => value === type)?.name ?? type;
}

/**
 * Reads one page of public persons (service.md 4.6).
 *
 * @param number of the page, from 1
 * @param filter `tag_ids`: only persons that have each of these tags, whose IDs are separated by commas; all persons if
 *   not set. `sort`: "latest" or "hottest"; the service decides if not set
 */
export async function listPublicPersons(
	client: ServiceClient,
	number: number,
	filter: { tag_ids?: string; sort?: string } = {},
): Promise<Page<PublicPerson>> {
	const input = { query: { page: number, size: PAGE_SIZE, ...filter } };
	return await readPage(client, 'listPublicPersons', { input, record: publicPerson, number });
}

/** A language of translations: its code for a request, and its name to be shown, if it has one. */
const language = z.object({ language_code: z.string().min(1), name: shownText });

/** Reads all languages that a video can be translated into: the service gives them in one page (service.md 4.9). */
export async function listTranslationLanguages(client: ServiceClient) {
	const shape = { record: language, number: 1, listField: 'languages' };
	const onlyPage = await readPage(client, 'listTranslationLanguages', shape);
	return onlyPage.records;
}

/** A public voice (service.md 2.7). */
const voice = recordOf(
	z.object({
		id: taskId,
		name: shownText,
		gender: shownText,
		lang: shownText,
		desc: shownText,
		grade: shownNumber,
		speed: shownNumber,
		pitch: shownNumber,
		audition: shownText,
	}),
);

export type Voice = z.infer<typeof voice>;

/**
 * Reads one page of public voices (service.md 4.6).
 *
 * @param number of the page, from 1
 */
export async function listPublicVoices(
	client: ServiceClient,
	number: number,
): Promise<Page<Voice>> {
	const input = { query: { page: number, size: PAGE_SIZE } };
	return await readPage(client, 'listPublicVoices', { input, record: voice, number });
}
