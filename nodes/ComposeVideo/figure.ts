import { asError } from '../shared/util/errors';
import { label } from '../shared/fields/bodyField';
import type { Size } from '../shared/fields/screen';
import { FIGURE_TYPES } from '../shared/lookups/persons';
import { joined } from '../shared/util/text';
import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import type { Figure, PublicPerson } from '../shared/service/persons';
import { figureName, figureType, person } from './fields/person';
import { resolutionRate } from './fields/quality';
import { PORTRAIT } from './layout';
import { findPublicPerson } from './publicPerson';
import type { VideoBody } from './rules';

/** Persons that were made on the website of the service are no public ones (`source` of service.md 4.7). */
const FROM_WEBSITE = 1;

/**
 * Looks the person up where it may be public, checks what its record tells, and finds the size of the figure's
 * recording, by which the person keeps its proportions.
 *
 * @returns a portrait's where the size is not told; undefined when the person is not public
 * @throws Error in words for the user when the public person has no such figure or does
 *   not support the wanted 4K
 */
export async function figureSize(
	client: ServiceClient,
	body: VideoBody,
): Promise<Size | undefined> {
	if (body.source === FROM_WEBSITE) return undefined;
	const found = await findIfNeeded(client, body);
	if (!found) return undefined;
	const problems = [figureProblem(found, body.person?.figure_type), screenProblem(found, body)];
	const wrong = problems.filter((problem) => problem !== undefined);
	if (wrong.length > 0) {
		throw new Error(`${wrong.join('. ')}. Nothing was submitted for this item`);
	}
	const figure = found.figures?.find(({ type }) => type === body.person?.figure_type);
	return sizeOf(figure) ?? sizeOf(found) ?? PORTRAIT;
}

function sizeOf(record: Pick<Figure, 'width' | 'height'> | undefined): Size | undefined {
	return record?.width && record.height
		? { width: record.width, height: record.height }
		: undefined;
}

/** Without a figure the person is probably no public one, and its video does not depend on the public list. */
async function findIfNeeded(
	client: ServiceClient,
	{ person: wanted }: VideoBody,
): Promise<PublicPerson | undefined> {
	try {
		return await findPublicPerson(client, String(wanted?.id));
	} catch (error) {
		if (error instanceof ServiceError && wanted?.figure_type === undefined) return undefined;
		throw asError(error);
	}
}

function figureProblem({ id, figures }: PublicPerson, wanted?: string): string | undefined {
	const types = figures?.flatMap(({ type }) => type ?? []);
	if (wanted === undefined) {
		return `${label(figureType)} is missing: ${label(person)} ${id} is a public person. Choose ${named(types?.length ? types : Object.keys(FIGURE_TYPES), 'or')}`;
	}
	if (!types || types.includes(wanted)) return undefined;
	return `${label(figureType)} is ${named([wanted])}, but ${label(person)} ${id} has ${named(types) || 'none'}`;
}

function screenProblem({ id, support_4k: large }: PublicPerson, body: VideoBody) {
	if (large !== false || body[resolutionRate.path] !== 1) return undefined;
	const { screen_width: width, screen_height: height } = body;
	return `'Screen' is ${String(width)} × ${String(height)}, but ${label(person)} ${id} does not support 4K: choose a smaller screen, such as 'Portrait (1080 × 1920)', or a person that supports 4K`;
}

function named(types: readonly string[], last: 'or' | 'and' = 'and'): string {
	return joined(types.map(figureName), last);
}
