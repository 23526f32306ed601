import type { IExecuteFunctions } from 'n8n-workflow';

import { asError } from '../shared/util/errors';
import { canLookUp } from '../shared/callbacks/verify';
import type { Size } from '../shared/fields/screen';
import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import { getPersonSize, type PersonSize } from '../shared/service/persons';
import { isPassing } from '../shared/service/retry';
import { person as kind } from '../shared/tasks/person';
import { resolutionRate } from './fields/quality';
import type { VideoBody } from './rules';

/** The persons that a run has asked about, each once. */
const asked = new WeakMap<ServiceClient, Map<string, Promise<PersonSize>>>();

/**
 * The size of a custom person's recording, by which the person keeps its proportions.
 *
 * @returns undefined where the credential has no path to ask with, where the service does not tell, and where the
 *   user has set the size
 * @throws ServiceError when the service cannot be asked now: a guess might stretch the person, and is paid
 */
export async function customPersonSize(
	client: ServiceClient,
	context: IExecuteFunctions,
	{ person, ...body }: VideoBody,
): Promise<Size | undefined> {
	if (person?.width !== undefined && person.height !== undefined) return undefined;
	if (!(await canLookUp(context, kind))) return undefined;
	try {
		const told = await askOnce(client, String(person?.id));
		const in4k = sizeOf(told.width_4k, told.height_4k);
		return (body[resolutionRate.path] === 1 && in4k) || sizeOf(told.width, told.height);
	} catch (error) {
		if (error instanceof ServiceError && isFinal(error)) return undefined;
		throw asError(error);
	}
}

async function askOnce(client: ServiceClient, id: string): Promise<PersonSize> {
	const persons = asked.get(client) ?? new Map<string, Promise<PersonSize>>();
	asked.set(client, persons);
	const answer = persons.get(id) ?? getPersonSize(client, id);
	persons.set(id, answer);
	return await answer;
}

/** The service does not know the person by this path, or answers in another form: asking again changes nothing. */
function isFinal({ failure }: ServiceError): boolean {
	return failure.cause === 'unreadable' || !isPassing(failure);
}

function sizeOf(width?: number | null, height?: number | null): Size | undefined {
	return width && height ? { width, height } : undefined;
}
