import { label } from '../shared/fields/field';
import { NOTHING_SUBMITTED } from '../shared/fields/request';
import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import { listTranslationLanguages, type TranslationLanguage } from '../shared/service/library';
import { asError } from '../shared/util/async';
import { formatList } from '../shared/util/text';
import { targetLanguages } from './fields';

/** The list only saves an upload: if it takes too long, the service checks the languages itself. */
const PATIENCE_MS = 15_000;

/** Most languages that a message lists. */
const MAX_LISTED = 40;

/** The languages of the service, read once per run. */
const asked = new WeakMap<ServiceClient, Promise<TranslationLanguage[]>>();

/**
 * Checks the languages of a translation against the service's list, before its video is uploaded.
 *
 * @throws Error that names the languages which the service does not offer
 */
export async function checkLanguages(
	client: ServiceClient,
	expected: readonly string[],
): Promise<void> {
	const answer = asked.get(client) ?? readLanguages(client);
	asked.set(client, answer);
	const languages = await answer;
	const codes = languages.map(({ language_code: code }) => code);
	const unknown = expected.filter((code) => !codes.includes(code));
	if (codes.length === 0 || unknown.length === 0) return;
	const listed = languages.slice(0, MAX_LISTED).map(inWords);
	const more = languages.length > listed.length ? ', and others' : '';
	throw new Error(
		`${label(targetLanguages)} has ${formatList(
			unknown.map((code) => `'${code}'`),
			'and',
		)}, which the service does not offer. Choose from the list: ${listed.join(', ')}${more}. ${NOTHING_SUBMITTED}`,
	);
}

/** A language by its name, with the code that an expression returns. */
function inWords({ language_code: code, name }: TranslationLanguage): string {
	return name && name !== code ? `${name} (${code})` : code;
}

/** All languages, none where the list cannot be read. */
async function readLanguages(client: ServiceClient): Promise<TranslationLanguage[]> {
	try {
		return await listTranslationLanguages(client.within(PATIENCE_MS));
	} catch (error) {
		if (error instanceof ServiceError) return [];
		throw asError(error);
	}
}
