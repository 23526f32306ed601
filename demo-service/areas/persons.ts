import { z } from 'zod';

import { operation, pageOf, queryInt } from '../server/operation';
import type { World } from '../server/world';

/** Names of the tags 1 to 8, some of which have none. */
const TAGS = ['business', 'casual', '', 'cartoon', 'news', 'teacher', '', 'outdoor'];
export const CARTOON_TAG = 4;
const NAMES = ['Alma', 'Boris', 'Chloe', 'Denis', 'Edda', 'Frank', 'Gina', 'Henrik', 'Irma', 'Jan'];
const LANGUAGES = ['en', 'cn', 'multilingual'];
const FIGURES = [
	['whole_body', 'circle_view'],
	['sit_body'],
	['whole_body', 'sit_body', 'circle_view'],
] as const;

type PublicPerson = ReturnType<typeof person>;

export type PersonsArea = ReturnType<typeof personsArea>;

/** Public digital persons (service.md 4.6). */
export function personsArea(world: World, voiceIds: readonly string[]) {
	const indexes = Array.from({ length: world.options.persons }, (_none, index) => index);

	const list = operation({
		method: 'GET',
		path: 'list_common_dp',
		codes: [0, 10400, 40000, 50000, 51000],
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
			const { list: onPage, pageInfo } = pageOf(found, page, size);
			const list = onPage.map((index) => {
				const { variants, ...rest } = person(world, index, voiceIds);
				return publicRecord({ ...rest, variants: variants.filter(({ tags }) => fits(tags)) });
			});
			return { list, page_info: pageInfo };
		},
	});
	return {
		operations: [list],
		/** The public person with this id, if any. */
		publicPerson(id: string) {
			const index = indexes.find((other) => idOf(other) === id);
			return index === undefined ? undefined : person(world, index, voiceIds);
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
function person(world: World, index: number, voiceIds: readonly string[]) {
	const id = idOf(index);
	const large = index % 5 === 0;
	const size = large ? { width: 2160, height: 3840 } : { width: 1080, height: 1920 };
	const gender = index % 2 === 0 ? 'female' : 'male';
	const publish = (name: string, kind: 'jpg' | 'mp4' | 'wav'): string =>
		world.storage.publish(`persons/${id}-${name}`, { kind, presenter: { gender, screen: size } });
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
		name: `${NAMES[index % NAMES.length]} ${Math.floor(index / NAMES.length) + 1}`,
		gender,
		...size,
		audio_name: `Voice of ${NAMES[index % NAMES.length]}`,
		audio_man_id: voiceOf(gender, index, voiceIds),
		audio_preview: publish('voice', 'wav'),
		audio_lang: LANGUAGES[index % LANGUAGES.length] ?? 'en',
		variants,
	};
}

/** A voice of the person's gender: as with persons, every other one is female. */
function voiceOf(gender: string, index: number, voiceIds: readonly string[]): string {
	const fitting = voiceIds.filter((_id, at) => (gender === 'female') === (at % 2 === 0));
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
