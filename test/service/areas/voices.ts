import { z } from 'zod';

import type { Area } from './area';
import { pageOf } from '../server/envelope';
import { operation } from '../server/operation';
import { queryInt } from '../server/validation';
import type { World } from '../server/world';

/** A public voice (specification 2.7). */
export interface Voice {
	id: string;
	name: string;
	gender: string;
	lang: string;
	desc: string;
	grade: number;
	speed: number;
	pitch: number;
	audition: string;
}

const NAMES = [
	'Ada',
	'Bruno',
	'Clara',
	'Dario',
	'Elena',
	'Felix',
	'Greta',
	'Hugo',
	'Ines',
	'Jonas',
];
const STYLES = ['Warm', 'Bright', 'Calm', 'News', 'Story'];
const LANGUAGES = ['en', 'cn', 'multilingual'];

/** Public voices, 47 of them (specification 4.6). */
export function voicesArea(world: World): Area & { voices: () => Voice[] } {
	const voices = (): Voice[] =>
		Array.from({ length: 47 }, (_none, index) => {
			const name = `${NAMES[index % NAMES.length]} ${STYLES[Math.floor(index / NAMES.length)]}`;
			return {
				id: voiceId(index),
				name,
				gender: index % 2 === 0 ? 'female' : 'male',
				lang: LANGUAGES[index % LANGUAGES.length] ?? 'en',
				desc: `${STYLES[Math.floor(index / NAMES.length)]} voice`,
				grade: (index % 3) + 1,
				speed: 1,
				pitch: 1,
				audition: world.storage.publish(`voices/${voiceId(index)}`, { kind: 'wav' }),
			};
		});
	const list = operation({
		method: 'GET',
		path: 'list_common_audio',
		codes: [0, 10400, 40000, 50000, 51000],
		input: z
			.object({
				page: queryInt(1).optional(),
				size: queryInt(1, 100).optional(),
			})
			.strict(),
		handle({ page = 1, size = 10 }) {
			const { list: found, pageInfo } = pageOf(voices(), page, size);
			return { list: found, page_info: pageInfo };
		},
	});
	return { operations: [list], voices };
}

function voiceId(index: number): string {
	return `89885875${String(index).padStart(11, '0')}`;
}
