import type { ServiceClient } from '../shared/service/client';
import { eachPage } from '../shared/service/pages';
import { listPublicPersons, type PublicPerson } from '../shared/service/persons';
import type { VideoBody } from './rules';

/** Persons that were made on the website of the service are not public (`source` of service.md 4.7). */
const FROM_WEBSITE = 1;

type Pages = AsyncGenerator<{ records: PublicPerson[] }>;

/** The list of public persons as far as a run has read it: it is read once, and no further than needed. */
interface Scan {
	pages: Pages;
	known: Map<string, PublicPerson>;
	/** Look-ups take turns, so that no page is read twice. */
	turn: Promise<unknown>;
}

const scans = new WeakMap<ServiceClient, Scan>();

/**
 * Looks up the person of a video where it may be public.
 *
 * @returns undefined for a person that is not public
 * @throws ServiceError when the list cannot be read: whether the person is public, and so needs a figure, is not known
 */
export async function lookUpPublicPerson(
	client: ServiceClient,
	{ person, source }: VideoBody,
): Promise<PublicPerson | undefined> {
	if (source === FROM_WEBSITE) return undefined;
	return await findPublicPerson(client, String(person?.id));
}

/**
 * Looks for a person in the list of public persons.
 *
 * @returns undefined when the whole list was read and the person is not among them
 * @throws ServiceError or StoppedError when the list cannot be read, also for the look-ups that wait their
 *   turn: a list that was read halfway does not show that a person is missing in it
 */
async function findPublicPerson(
	client: ServiceClient,
	id: string,
): Promise<PublicPerson | undefined> {
	const scan = scans.get(client) ?? begin(client);
	const search = scan.turn.then(async () => {
		while (!scan.known.has(id)) {
			const next = await scan.pages.next();
			if (next.done) break;
			for (const record of next.value.records) scan.known.set(record.id, record);
		}
		return scan.known.get(id);
	});
	scan.turn = search;
	search.catch(() => {
		// A later item begins again.
		if (scans.get(client) === scan) scans.delete(client);
	});
	return await search;
}

function begin(client: ServiceClient): Scan {
	const pages = eachPage(
		async (number) => await listPublicPersons(client, {}, number),
		({ id }) => id,
	);
	const scan: Scan = { pages, known: new Map(), turn: Promise.resolve() };
	scans.set(client, scan);
	return scan;
}
