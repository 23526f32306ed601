import { asError } from '../shared/util/errors';
import { label } from '../shared/fields/bodyField';
import { joined } from '../shared/util/text';
import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import { listTranslationLanguages } from '../shared/service/translation';
import { targetLanguages } from './fields';

/** The list only spares an upload: where it does not come soon, the service judges the languages itself. */
const PATIENCE_MS = 15_000;

/** Most languages that a message lists. */
const MOST_LISTED = 40;

/** The codes of the languages that a run has asked for, once. */
const asked = new WeakMap<ServiceClient, Promise<string[]>>();

/**
 * Checks the languages of a translation against the service's list, before its video is uploaded.
 *
 * @throws Error that names the languages which the service does not have
 */
export async function checkLanguages(
	client: ServiceClient,
	expected: readonly string[],
): Promise<void> {
	const answer = asked.get(client) ?? readCodes(client);
	asked.set(client, answer);
	const codes = await answer;
	const unknown = expected.filter((code) => !codes.includes(code));
	if (codes.length === 0 || unknown.length === 0) return;
	const listed = codes.slice(0, MOST_LISTED);
	const more = codes.length > listed.length ? ', and others' : '';
	throw new Error(
		`${label(targetLanguages)}: the service does not translate into ${joined(unknown.map((code) => `'${code}'`))}. Choose from the list: ${listed.join(', ')}${more}. Nothing was submitted for this item`,
	);
}

/** The codes, none where the list cannot be read. */
async function readCodes(client: ServiceClient): Promise<string[]> {
	try {
		const languages = await listTranslationLanguages(client.within(PATIENCE_MS));
		return languages.map(({ language_code: code }) => code);
	} catch (error) {
		if (error instanceof ServiceError) return [];
		throw asError(error);
	}
}
