import { z } from 'zod';

import type { CustomPersonsArea } from './customPersons';
import { operation, pageOf, parameterError, queryInt } from '../server/operation';
import type { World } from '../server/world';

const NAMES = 'Ada Bruno Clara Dario Elena Felix Greta Hugo Ines Jonas'.split(' ');
/** A voice of the user linked to the application, for audio_source 1. */
const PERSONAL_VOICE = '7000000000000000001';
const STYLES = ['Warm', 'Bright', 'Calm', 'News', 'Story'];
const LANGUAGES = ['en', 'cn', 'multilingual'];

/** Ids of the public voices. */
export const VOICE_IDS: readonly string[] = Array.from(
	{ length: 47 },
	(_none, index) => `89885875${String(index).padStart(11, '0')}`,
);

export type VoicesArea = ReturnType<typeof voicesArea>;

/** Public voices (service.md 4.6, 2.7). */
export function voicesArea(world: World, persons: CustomPersonsArea) {
	const list = operation({
		method: 'GET',
		path: 'list_common_audio',
		codes: [0, 10400, 40000, 50000, 51000],
		input: z.strictObject({ page: queryInt(1).optional(), size: queryInt(1, 100).optional() }),
		handle({ page = 1, size = 10 }) {
			const voices = VOICE_IDS.map((id, index) => voice(world, id, index));
			const { list: onPage, pageInfo } = pageOf(voices, page, size);
			return { list: onPage, page_info: pageInfo };
		},
	});
	return {
		operations: [list],
		/**
		 * Checks that a voice may be used by an application.
		 * @param audioSource 0 public or cloned through this service, 1 personal voice of the linked user
		 * @throws Refusal 40000 with the message of service.md 4.7
		 */
		check(token: string, voiceId: string, audioSource = 0): void {
			if (audioSource === 1) {
				if (voiceId === PERSONAL_VOICE) return;
				throw parameterError('voice id not found (among the personal voices)');
			}
			if (VOICE_IDS.includes(voiceId)) return;
			const owner = persons.byVoice(token, voiceId);
			if (owner === undefined || voiceId === '') throw parameterError('voice id not found');
			if (!owner.ready) throw parameterError('voice not in a successful state');
		},
	};
}

function voice(world: World, id: string, index: number): Record<string, unknown> {
	const style = STYLES[Math.floor(index / NAMES.length)];
	return {
		id,
		name: `${NAMES[index % NAMES.length]} ${style}`,
		gender: index % 2 === 0 ? 'female' : 'male',
		lang: LANGUAGES[index % LANGUAGES.length],
		desc: `${style} voice`,
		grade: (index % 3) + 1,
		speed: 1,
		pitch: 1,
		audition: world.storage.publish(`voices/${id}`, { kind: 'wav' }),
	};
}
