import type { IExecuteFunctions } from 'n8n-workflow';

import { asError } from '../shared/util/errors';
import { canLookUp } from '../shared/callbacks/verify';
import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import { getPerson, getPersonPicture, type PersonPicture } from '../shared/service/persons';
import { isPassing } from '../shared/service/retry';
import { person as kind } from '../shared/tasks/person';
import { is4k, sizeOf } from '../shared/util/size';
import type { KnownPerson } from './known';
import { isIn4k, removesBackground, type VideoBody } from './rules';

/** The persons that a run has looked up, each once. */
const lookedUp = new WeakMap<ServiceClient, Map<string, Promise<PersonPicture>>>();

/**
 * What the service reports about a custom person. It is not asked where nothing depends on it: the user has set the
 * size, the video is not in 4K, and the person keeps its background.
 *
 * @returns nothing where the credential has no path to ask with, and where the service does not know the person
 * @throws ServiceError when the service cannot be asked now: a guess might stretch the person, and costs credits
 */
export async function lookUpCustomPerson(
	client: ServiceClient,
	context: IExecuteFunctions,
	body: VideoBody,
): Promise<KnownPerson> {
	const { person } = body;
	const in4k = isIn4k(body);
	const hasSize = person?.width !== undefined && person.height !== undefined;
	if (hasSize && !in4k && !removesBackground(body)) return {};
	if (!(await canLookUp(context, kind))) return {};
	try {
		return knownFrom(await lookUpOnce(client, String(person?.id)), in4k);
	} catch (error) {
		if (error instanceof ServiceError && isFinal(error)) return {};
		throw asError(error);
	}
}

/**
 * Whether the service lists the person among the custom ones of the application.
 *
 * @returns false where the credential has no path to ask with, and where the service gives no answer
 */
export async function isCustomPerson(
	client: ServiceClient,
	context: IExecuteFunctions,
	id: string,
): Promise<boolean> {
	if (!(await canLookUp(context, kind))) return false;
	try {
		await getPerson(client, id);
		return true;
	} catch (error) {
		if (error instanceof ServiceError) return false;
		throw asError(error);
	}
}

async function lookUpOnce(client: ServiceClient, id: string): Promise<PersonPicture> {
	const persons = lookedUp.get(client) ?? new Map<string, Promise<PersonPicture>>();
	lookedUp.set(client, persons);
	const answer = persons.get(id) ?? getPersonPicture(client, id);
	persons.set(id, answer);
	return await answer;
}

/** The service does not know the person by this path, or answers in another form: asking again changes nothing. */
function isFinal({ failure }: ServiceError): boolean {
	return failure.cause === 'unreadable' || !isPassing(failure);
}

function knownFrom(picture: PersonPicture, in4k: boolean): KnownPerson {
	const usual = sizeOf(picture);
	const large = sizeOf({ width: picture.width_4k, height: picture.height_4k });
	const supports4k = picture.support_4k ?? (large ? true : usual && is4k(usual));
	return {
		...(picture.name ? { name: picture.name } : {}),
		size: (in4k && large) || usual,
		supports4k,
		supportsRemoval: picture.is_support_remove_bg ?? undefined,
	};
}
