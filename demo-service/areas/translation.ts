/* eslint-disable @n8n/community-nodes/require-node-api-error */
import { difference, map, uniq } from 'lodash';
import { z } from 'zod';

import { videoRecord } from './area';
import languageList from './languages.json';
import type { VoicesArea } from './persons';
import { demand, endpoint, Refusal, text } from '../server/endpoint';
import { type Task, type TaskRecord, TaskStore } from '../server/tasks';
import type { World } from '../server/world';
import { PURPOSES } from '../storage/files';

const ENDPOINT = 'video_translation/create';

const body = z.strictObject({
	source: z
		.strictObject({
			file_id: text.optional(),
			video_id: text.optional(),
			title: z
				.string()
				.refine((value) => [...value].length <= 50, 'at most 50 characters')
				.optional(),
		})
		.refine(({ file_id, video_id }) => (file_id === undefined) !== (video_id === undefined), {
			message: 'exactly one of file_id and video_id must be sent',
		}),
	target_languages: z.array(z.string()).min(1),
	audio_id: z.string().optional(),
	need_lip_sync: z.boolean().optional(),
	need_dynamic_duration: z.boolean().optional(),
	need_subtitle: z.boolean().optional(),
});

/** Whose finished videos can be translated. */
type Source = Pick<TaskStore, 'recordOf'>;

interface Input extends z.infer<typeof body> {
	language: string;
}

/** Video translation (service.md 4.9); each language is a task of its own. */
export function translationArea(world: World, voices: VoicesArea, sources: readonly Source[]) {
	const tasks = new TaskStore<Input>(world, {
		endpoint: ENDPOINT,
		seconds: 8,
		record: (task, progress) => recordOf(world, task, progress),
	});

	const languages = endpoint({
		method: 'GET',
		path: 'video_translation/target_languages',
		codes: [0, 10400, 40000, 50000],
		input: z.strictObject({}),
		// service.md 2.10
		handle: () => ({ languages: languageList }),
	});
	const create = endpoint({
		method: 'POST',
		path: ENDPOINT,
		codes: [0, 400, 10400, 40000, 40001, 50000, 170002, 170003, 170006, 170008, 170009, 170010],
		input: body,
		handle(input, { token, entry }) {
			checkLanguages(input.target_languages);
			const { source, audio_id = '' } = input;
			if (source.file_id !== undefined) checkFile(world, token, source.file_id);
			else checkVideo(token, source.video_id ?? '', sources);
			if (audio_id !== '') refusingWith(170008, () => voices.check(token, audio_id));
			const id = world.ids.next();
			entry.id = id;
			return {
				id,
				tasks: input.target_languages.map((language) => ({
					language_task_id: tasks.create(token, { ...input, language }).id,
					target_language: language,
				})),
			};
		},
	});
	return { endpoints: [languages, create], tasks };
}

function checkLanguages(requested: readonly string[]): void {
	const [unknown] = difference(requested, map(languageList, 'language_code'));
	const field = 'target_languages';
	demand(unknown === undefined, `${field}: ${unknown} is not in the language list`, 170003);
	const areDifferent = uniq(requested).length === requested.length;
	demand(areDifferent, `${field}: a language is named twice`, 170003);
}

function checkFile(world: World, token: string, id: string): void {
	const { received } = refusingWith(170006, () =>
		world.storage.files.referred(token, id, 'source.file_id', ['video_translation']),
	);
	const most = PURPOSES.video_translation?.most ?? Infinity;
	demand((received?.bytes ?? 0) <= most, 'video size over limit', 170010);
}

function checkVideo(token: string, id: string, sources: readonly Source[]): void {
	const hasResult = (source: Source) => Boolean(source.recordOf(token, id)?.video_url);
	const isThere = sources.some(hasResult);
	demand(isThere, 'source.video_id: no finished video of this application', 170002);
}

/** Does a check whose refusal has a code of its own here. */
function refusingWith<T>(code: number, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw new Refusal(code, (error as Error).message);
	}
}

/** Record as the video detail endpoint gives it (service.md 2.5, 4.9). */
function recordOf(world: World, task: Task<Input>, progress: number): TaskRecord {
	const usual = { key: 'translations', success: 30, during: 10 };
	return videoRecord(world, task, progress, usual, (publish, succeeded) => ({
		video_url: publish('mp4'),
		subtitle_data_url: '',
		preview_url: publish('jpg'),
		duration: succeeded ? 12 : 0,
		audio_urls: [],
	}));
}
