import { eachPage } from '../shared/service/pages';
import { listPublicPersons, type PublicPerson } from '../shared/service/persons';
import type { ServiceClient } from '../shared/service/client';
import type { Size } from '../shared/fields/screen';
import { joined } from '../shared/models/wording';
import { figureType, person } from './fields/person';
import { label } from '../shared/fields/bodyField';

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
 * The size of a figure's recording, by which the person keeps its proportions.
 *
 * @returns undefined when the person is not public, or its size is not told
 * @throws Error in words for the user when the public person has no such figure (requirement R155)
 */
export async function figureSize(
	client: ServiceClient,
	personId: string,
	type: string,
): Promise<Size | undefined> {
	const found = await findPublicPerson(client, personId);
	if (!found?.figures) return undefined;
	const figure = found.figures.find((one) => one.type === type);
	if (!figure) {
		const types = found.figures.flatMap((one) => one.type ?? []);
		throw new Error(
			`${label(figureType)} is '${type}', but ${label(person)} ${personId} has ${joined(types, 'and') || 'none'}. Nothing was submitted for this item`,
		);
	}
	const { width, height } = figure;
	return width && height ? { width, height } : undefined;
}

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
	// After a failed request a later item begins anew.
	scan.turn = search.catch(() => scans.delete(client));
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
