import { z } from 'zod';

import type { ServiceClient } from './client';
import { taskId } from './serviceId';
import { PAGE_SIZE, readPage, type Page } from './pages';
import { recordOf } from './records';
import { shownNumber, shownText } from './lenientSchemas';

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
 * @param number page, from 1
 */
export async function listPublicVoices(client: ServiceClient, number = 1): Promise<Page<Voice>> {
	return await readPage(
		client,
		'listPublicVoices',
		{ query: { page: number, size: PAGE_SIZE } },
		{ record: voice, number, size: PAGE_SIZE },
	);
}
