import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listTranslationLanguages, type TranslationLanguage } from '../service/translation';
import type { ServiceClient } from '../service/client';
import { hasCredential } from '../service/credential';
import { alphabetical } from '../util/alphabetical';
import { languageName } from './languageNames';
import { explained, named } from './search';

function entry({ language_code: code, name }: TranslationLanguage) {
	const words = name && name !== code ? name : languageName(code);
	return { name: named(words, [words !== code && code]), value: code };
}

/** All languages, by name. */
async function byName(client: ServiceClient) {
	const languages = await listTranslationLanguages(client);
	return languages.sort((a, b) => alphabetical.compare(entry(a).name, entry(b).name));
}

/** Stands in a list that n8n asked for too early: an error would only say that the list cannot be loaded. */
const NOT_LOADED: INodePropertyOptions = {
	name: 'Not Loaded Yet',
	value: '',
	description: 'Choose a credential. If one is chosen, close this node and open it again.',
};

/** Languages that a video can be translated into (service.md 4.9). */
export async function getLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	if (!hasCredential(this)) return [NOT_LOADED];
	return await explained(this, async (client) => (await byName(client)).map(entry));
}
