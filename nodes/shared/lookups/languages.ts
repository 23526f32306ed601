import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listTranslationLanguages, type TranslationLanguage } from '../service/translation';
import { explained, named, searchIn } from './search';

function entry({ language_code: code, name }: TranslationLanguage) {
	return { name: named(name || code, [name && name !== code && code]), value: code };
}

/** Languages that a video can be translated into (service.md 4.9). */
export const searchLanguages = searchIn<TranslationLanguage>({
	read: async (client) => ({ records: await listTranslationLanguages(client), pages: 1 }),
	entry,
});

/** The same for a field in which several are chosen. */
export async function getLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await explained(this, async (client) =>
		(await listTranslationLanguages(client)).map(entry),
	);
}
