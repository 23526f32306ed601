import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import { eachPage, type Unreadable } from '../shared/service/pages';
import { listPublicPersons, type PublicPerson } from '../shared/service/persons';
import type { VideoBody } from './rules';

/** Persons that were made on the website of the service are not public (`source` of service.md 4.7). */
const FROM_WEBSITE = 1;

type Pages = AsyncGenerator<{ records: PublicPerson[]; unreadable: Unreadable[] }>;

/** The list of public persons as far as a run has read it: it is read once, and no further than needed. */
interface Scan {
	pages: Pages;
	known: Map<string, PublicPerson>;
	/** What is wrong with a record that could not be read, which may be that of any person. */
	unreadable?: string;
	/** Look-ups take turns, so that no page is read twice. */
	turn: Promise<unknown>;
}

const scans = new WeakMap<ServiceClient, Scan>();

/**
 * Looks up the person of a video where it may be public.
 *
 * @returns undefined for a person that is not public
 * @throws ServiceError when it is not known whether the person is public: the list cannot be read, or one of its records
 *   while a figure is chosen, which only public persons have. Without a figure, the service itself refuses a public person.
 */
export async function lookUpPublicPerson(
	client: ServiceClient,
	{ person, source }: VideoBody,
): Promise<PublicPerson | undefined> {
	if (source === FROM_WEBSITE) return undefined;
	const { found, unreadable } = await findPublicPerson(client, String(person?.id));
	if (found || unreadable === undefined || person?.figure_type === undefined) return found;
	throw new ServiceError({
		operation: 'listPublicPersons',
		cause: 'unreadable',
		detail: `the person is not in the list, of which a record could not be read: ${unreadable}`,
	});
}

/**
 * The public person with a name that was given instead of an ID, as far as the list was read for a look-up of that ID: to
 * its end where no person has it.
 */
export function publicPersonNamed(client: ServiceClient, name: string): PublicPerson | undefined {
	const wanted = name.trim().toLowerCase();
	const known = [...(scans.get(client)?.known.values() ?? [])];
	return known.find((person) => person.name?.trim().toLowerCase() === wanted);
}

/**
 * Looks for a person in the list of public persons.
 *
 * @returns the person, if it is among them, and otherwise what is wrong with a record of the list, if any
 * @throws ServiceError or StoppedError when the list cannot be read, also for the look-ups that wait their
 *   turn: a list that was read halfway does not show that a person is missing in it
 */
async function findPublicPerson(
	client: ServiceClient,
	id: string,
): Promise<{ found?: PublicPerson; unreadable?: string }> {
	const scan = scans.get(client) ?? begin(client);
	const search = scan.turn.then(async () => {
		while (!scan.known.has(id)) {
			const next = await scan.pages.next();
			if (next.done) break;
			for (const record of next.value.records) scan.known.set(record.id, record);
			scan.unreadable ??= next.value.unreadable[0]?.problem;
		}
		return { found: scan.known.get(id), unreadable: scan.unreadable };
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
