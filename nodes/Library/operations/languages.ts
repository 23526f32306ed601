import { present } from '../../shared/run/operation';
import { listTranslationLanguages } from '../../shared/service/library';
import { listOperation, onlyGetMany } from './listOperation';

/** The operations on translation languages. */
export const languageOperation = onlyGetMany(
	'translationLanguage',
	'translation languages',
	'List the languages that a video can be translated into',
);

/** Lists the languages that a video can be translated into (service.md 4.9). */
export const languages = listOperation(
	'translationLanguage',
	{
		tool: 'Lists the languages that a video can be translated into, with their languageCode.',
		after: [],
	},
	async ({ client, limit }) =>
		(await listTranslationLanguages(client))
			.slice(0, limit)
			.map(({ language_code: languageCode, name }) => present({ languageCode, name })),
);
