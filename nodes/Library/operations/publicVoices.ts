import type { IDataObject } from 'n8n-workflow';

import { simplifyOption } from '../../shared/fields/completion';
import { present } from '../../shared/run/operation';
import { listPublicVoices, type Voice } from '../../shared/service/library';
import { collectByName, filtersWithName, listOperation, onlyGetMany } from './listOperation';

/** The operations on public voices. */
export const voiceOperation = onlyGetMany(
	'publicVoice',
	'public voices',
	'List public voices, each with a link to listen to it',
);

/** Lists the public voices (service.md 4.6). */
export const publicVoices = listOperation(
	'publicVoice',
	{
		tool: 'Lists public voices with their voiceId, name, language and a link to listen to them, to choose one for a video.',
		after: [
			filtersWithName(),
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [simplifyOption],
			},
		],
	},
	async ({ client, read, limit, simple }) => {
		const voices = await collectByName(
			{ read, limit },
			async (number) => await listPublicVoices(client, number),
		);
		return voices.map((voice) => voiceItem(voice, simple));
	},
);

function voiceItem(voice: Voice, simple: boolean): IDataObject {
	return {
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
	};
}
