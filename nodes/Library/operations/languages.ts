import { present } from '../../shared/run/operation';
import { listTranslationLanguages } from '../../shared/service/library';
import { listOperation } from './listOperation';

/** Lists the languages that a video can be translated into (service.md 4.9). */
export const languages = listOperation(
	'translationLanguage',
	{
		only: {
			plural: 'translation languages',
			description: 'List the languages that a video can be translated into',
		},
		tool: 'Lists the languages that a video can be translated into, with their languageCode.',
	},
	async ({ client, limit }) =>
		(await listTranslationLanguages(client))
			.slice(0, limit)
			.map(({ language_code: languageCode, name }) => present({ languageCode, name })),
);
