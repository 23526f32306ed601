import { present } from '../../shared/run/operation';
import { listPublicVoices } from '../../shared/service/library';
import { collectByName, filtersWithName, listOperation, listOptions } from './listOperation';

/** Lists the public voices (service.md 4.6). */
export const publicVoices = listOperation(
	'publicVoice',
	{
		only: {
			plural: 'public voices',
			description: 'List public voices, each with a link to listen to it',
		},
		tool: 'Lists public voices with their voiceId, name, language and a link to listen to them, to choose one for a video.',
		after: [filtersWithName(), listOptions()],
	},
	async ({ client, read, limit, simple }) => {
		const readPage = async (number: number) => await listPublicVoices(client, number);
		const voices = await collectByName({ read, limit }, readPage);
		return voices.map((voice) => ({
			...present({
				voiceId: voice.id,
				name: voice.name,
				gender: voice.gender,
				language: voice.lang,
				description: voice.desc,
				grade: voice.grade,
				speed: voice.speed,
				pitch: voice.pitch,
				auditionUrl: voice.audition,
			}),
			...(simple ? {} : { raw: voice.raw }),
		}));
	},
);
