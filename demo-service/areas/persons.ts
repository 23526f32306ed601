import { range } from 'lodash';
import { z } from 'zod';

import type { CustomPersonsArea } from './customPersons';
import { demand, endpoint, pageOf, queryInt } from '../server/endpoint';
import type { World } from '../server/world';

const CODES = [0, 10400, 40000, 50000, 51000];
const LANGUAGES = ['en', 'cn', 'multilingual'];

/** Persons and voices are female and male by turns. */
const genderOf = (index: number): string => (index % 2 === 0 ? 'female' : 'male');

const VOICE_NAMES = 'Ada Bruno Clara Dario Elena Felix Greta Hugo Ines Jonas'.split(' ');
const STYLES = ['Warm', 'Bright', 'Calm', 'News', 'Story'];
/** A voice of the user linked to the application, for audio_source 1. */
const PERSONAL_VOICE = '7000000000000000001';
const VOICE_IDS = range(47).map((index) => `89885875${String(index).padStart(11, '0')}`);

export type VoicesArea = ReturnType<typeof voicesArea>;

/** Public voices (service.md 4.6, 2.7). */
export function voicesArea(world: World, persons: CustomPersonsArea) {
	const list = endpoint({
		method: 'GET',
		path: 'list_common_audio',
		codes: CODES,
		input: z.strictObject({ page: queryInt(1).optional(), size: queryInt(1, 100).optional() }),
		handle({ page = 1, size = 10 }) {
			const voices = VOICE_IDS.map((id, index) => voice(world, id, index));
			return pageOf(voices, page, size);
		},
	});
	return {
		endpoints: [list],
		/**
		 * Checks that a voice may be used by an application.
		 * @param audioSource 0 public or cloned through this service, 1 personal voice of the linked user
		 * @throws Refusal 40000 with the message of service.md 4.7
		 */
		check(token: string, voiceId: string, audioSource = 0): void {
			if (audioSource === 1) {
				demand(voiceId === PERSONAL_VOICE, 'voice id not found (among the personal voices)');
				return;
			}
			if (VOICE_IDS.includes(voiceId)) return;
			const owner = persons.byVoice(token, voiceId);
			demand(owner !== undefined && voiceId !== '', 'voice id not found');
			demand(owner.ready, 'voice not in a successful state');
		},
	};
}

function voice(world: World, id: string, index: number): Record<string, unknown> {
	const style = STYLES[Math.floor(index / VOICE_NAMES.length)];
	return {
		id,
		name: `${VOICE_NAMES[index % VOICE_NAMES.length]} ${style}`,
		gender: genderOf(index),
		lang: LANGUAGES[index % LANGUAGES.length],
		desc: `${style} voice`,
		grade: (index % 3) + 1,
		speed: 1,
		pitch: 1,
		audition: world.storage.publish(`voices/${id}`, { kind: 'wav' }),
	};
}

/** Names of the tags 1 to 8, some of which have none. */
const TAGS = ['business', 'casual', '', 'cartoon', 'news', 'teacher', '', 'outdoor'];
export const CARTOON_TAG = 4;
const NAMES = ['Alma', 'Boris', 'Chloe', 'Denis', 'Edda', 'Frank', 'Gina', 'Henrik', 'Irma', 'Jan'];
const FIGURES = [
	['whole_body', 'circle_view'],
	['sit_body'],
	['whole_body', 'sit_body', 'circle_view'],
] as const;

type PublicPerson = ReturnType<typeof person>;

export type PersonsArea = ReturnType<typeof personsArea>;

/** Public digital persons (service.md 4.6). */
export function personsArea(world: World) {
	const indexes = range(world.options.persons);

	const list = endpoint({
		method: 'GET',
		path: 'list_common_dp',
		codes: CODES,
		input: z.strictObject({
			page: queryInt(1).optional(),
			size: queryInt(1, 100).optional(),
			source: queryInt(0).optional(),
			tag_ids: tagIds.optional(),
			sort: z.enum(['latest', 'hottest']).optional(),
		}),
		handle({ page = 1, size = 10, tag_ids = [], sort = 'latest' }) {
			const fits = (tags: number[]) => tag_ids.every((tag) => tags.includes(tag));
			const found = indexes.filter((index) => tagsOf(index).some(fits));
			if (sort === 'hottest') found.sort((a, b) => usage(b) - usage(a));
			const { list: onPage, page_info } = pageOf(found, page, size);
			const list = onPage.map((index) => {
				const { variants, ...rest } = person(world, index);
				return publicRecord({ ...rest, variants: variants.filter(({ tags }) => fits(tags)) });
			});
			return { list, page_info };
		},
	});
	return {
		endpoints: [list],
		publicPerson(id: string) {
			const index = indexes.find((other) => idOf(other) === id);
			return index === undefined ? undefined : person(world, index);
		},
	};
}

/** Tag ids as a client may send them: repeated, comma separated, or both. */
const tagIds = z
	.union([z.string(), z.array(z.string())])
	.transform((value) => [value].flat().flatMap((part) => part.split(',')))
	.pipe(z.array(queryInt(0)));

const idOf = (index: number): string => `62${String(index).padStart(17, '0')}`;

const figuresOf = (index: number) => FIGURES[index % FIGURES.length] ?? [];

/** Tags of each figure of a person. */
function tagsOf(index: number): number[][] {
	const common = [1 + (index % 3), ...(index % 9 === 4 ? [CARTOON_TAG] : [])];
	return figuresOf(index).map((_type, position) => [...common, 5 + ((index + position) % 4)]);
}

/** A public person (service.md 2.6). Its figures, each with tags of its own, are no part of an answer. */
function person(world: World, index: number) {
	const id = idOf(index);
	const large = index % 5 === 0;
	const size = large ? { width: 2160, height: 3840 } : { width: 1080, height: 1920 };
	const gender = genderOf(index);
	const name = `${NAMES[index % NAMES.length]} ${Math.floor(index / NAMES.length) + 1}`;
	const publish = (what: string, kind: 'jpg' | 'mp4' | 'wav'): string =>
		world.storage.publish(`persons/${id}-${what}`, { kind, scene: { gender, screen: size } });
	const tags = tagsOf(index);
	const variants = figuresOf(index).map((type, position) => ({
		figure: {
			pic_path: publish(type, 'jpg'),
			type,
			cover: publish(`${type}-cover`, 'jpg'),
			...size,
			preview_video_url: publish(`${type}-preview`, 'mp4'),
			bg_replace: index % 2 === 0,
		},
		tags: tags[position] ?? [],
	}));
	return {
		id,
		name,
		gender,
		...size,
		audio_name: `Voice of ${NAMES[index % NAMES.length]}`,
		audio_man_id: voiceOf(index),
		audio_preview: publish('voice', 'wav'),
		audio_lang: LANGUAGES[index % LANGUAGES.length] ?? 'en',
		variants,
	};
}

/** A voice of the person's gender. */
function voiceOf(index: number): string {
	const fitting = VOICE_IDS.filter((_id, at) => genderOf(at) === genderOf(index));
	return fitting[Math.floor(index / 2) % fitting.length] ?? '';
}

function publicRecord({ variants, ...rest }: PublicPerson): Record<string, unknown> {
	const tag_ids = [...new Set(variants.flatMap(({ tags }) => tags))].sort((a, b) => a - b);
	return {
		...rest,
		tag_ids,
		tag_names: tag_ids.map((id) => TAGS[id - 1] ?? ''),
		figures: variants.map(({ figure }) => figure),
	};
}

/** Popularity: any order that differs from the latest. */
function usage(index: number): number {
	return (index * 37) % 68;
}
