import { truncate, uniqBy } from 'lodash';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { nameInAddress } from '../files/names';
import { purposes, type Purpose } from '../files/purposes';
import type { ServiceClient } from '../service/client';
import { canLookUp, credentialIdOf, type PathField } from '../service/credential';
import { filePage, type FileRecord, FileStatus, fileStatusWords } from '../service/files';
import {
	type Figure,
	is4k,
	listPublicPersons,
	listPublicVoices,
	listTranslationLanguages,
	type PublicPerson,
	sizeOf,
	type Voice,
} from '../service/library';
import { collect, type Page } from '../service/pages';
import { aiCreation } from '../tasks/aiCreation';
import { composedVideo } from '../tasks/composedVideo';
import { kinds } from '../tasks/kinds';
import { listPersons, personTask } from '../tasks/person';
import type { Task, TaskFilter, TaskKind } from '../tasks/task';
import { listVoices, voiceTask } from '../tasks/voice';
import { formatBytes, formatTime } from '../util/format';
import { alphabetical, plainText } from '../util/text';
import {
	bestFirst,
	type Entry,
	explained,
	link,
	type ListSearch,
	named,
	searchIn,
	type Source,
} from './search';

/** The kinds of figures by name (service.md 2.6). */
export const FIGURE_TYPES: Readonly<Record<string, string>> = {
	whole_body: 'Whole Body',
	circle_view: 'Circle View',
	sit_body: 'Sitting',
};

/** The entry with which the node chooses the figure itself. */
export const AUTOMATIC_FIGURE: Entry = { name: 'Automatic', value: 'auto' };

export const ANY_FIGURE: Entry[] = Object.entries(FIGURE_TYPES).map(([value, name]) => ({
	name,
	value,
}));

/** The figures of the public person in the node's field 'personId', after the automatic choice. */
export const searchFigures: ListSearch = async function (filter) {
	return await explained(this, async (client) => {
		const chosen = this.getCurrentNodeParameter('personId', { extractValue: true });
		const entries = [AUTOMATIC_FIGURE, ...(await figuresOf(client, plainText(chosen)))];
		return { results: bestFirst(entries, filter) };
	});
};

/** While an expression chooses the person, any; a custom person has none to choose from. */
async function figuresOf(client: ServiceClient, id: string): Promise<Entry[]> {
	if (id === '') return [];
	if (id.startsWith('=')) return ANY_FIGURE;
	const [person] = await collect(
		async (number) => await listPublicPersons(client, {}, number),
		1,
		(record) => record.id === id,
	);
	const entries = (person?.figures ?? []).flatMap((figure): Entry[] => {
		const { type, bg_replace: isReplaceable } = figure;
		if (!type) return [];
		const name = named(FIGURE_TYPES[type] ?? type, [
			sizeText(figure),
			isReplaceable && 'background can be replaced',
		]);
		return [{ name, value: type, ...link(...previewsOf(figure)) }];
	});
	return uniqBy(entries, 'value');
}

/** A size as lists show it: "4K", or "1080 × 1920". */
function sizeText(record: Parameters<typeof sizeOf>[0]): string | undefined {
	const size = sizeOf(record);
	return size && (is4k(size) ? '4K' : `${size.width} × ${size.height}`);
}

function previewsOf(figure: Figure | undefined) {
	return [figure?.preview_video_url, figure?.cover, figure?.pic_path];
}

/** Uploaded files, newest first, with what they are for. */
export const searchFiles: ListSearch = filesFor();

/** The same, only files of one purpose; `searchFiles_lip_sync_audio` and so on. */
export const searchFilesFor = Object.fromEntries(
	Object.keys(purposes).map((purpose) => [fileSearchMethod(purpose), filesFor(purpose)]),
) as Record<`searchFiles_${Purpose}`, ListSearch>;

/** Name of the method that lists the files of a purpose. */
export function fileSearchMethod<P extends string>(purpose: P): `searchFiles_${P}` {
	return `searchFiles_${purpose}`;
}

function filesFor(service?: string): ListSearch {
	const filter = { order: 'create_time_desc', ...(service ? { service } : {}) } as const;
	return searchIn<FileRecord>((context) => ({
		read: async (client, number) => await filePage(client, filter, number),
		entry: (file) => ({
			name: named(nameInAddress(file.file_path ?? '') ?? file.id, [
				!service && (purposes[file.service as Purpose]?.label || file.service),
				file.bytes ? formatBytes(file.bytes) : undefined,
				formatTime(file.create_time, context.getTimezone()),
				file.status !== FileStatus.Usable && fileStatusWords(file.status).toLowerCase(),
			]),
			value: file.id,
			...link(file.file_path),
		}),
		isOffered: ({ status }) => status < FileStatus.Unsafe,
	}));
}

/** Codes of the service that are no codes of a language elsewhere. */
const OWN_CODES: Readonly<Record<string, string>> = { cn: 'Chinese', multilingual: 'Multilingual' };

/**
 * A language by its English name.
 *
 * @param code as the service reports it, such as "en", "zh-TW" or "multilingual"
 * @returns the code itself where it is not known
 */
function languageName(code: string): string {
	const known = OWN_CODES[code.toLowerCase()];
	if (known) return known;
	try {
		// Made here, because the first use of Intl takes time, and n8n loads this file as it starts.
		return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) ?? code;
	} catch {
		// Not in the form of a code.
		return code;
	}
}

/** For a list that n8n asked for too early: an error would only say that it cannot be loaded. */
const NOT_LOADED: INodePropertyOptions = {
	name: 'Not Loaded Yet',
	value: '',
	description: 'Choose a credential. If one is chosen, close this node and open it again.',
};

/** Languages that a video can be translated into (service.md 4.9). */
export async function getLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	if (!credentialIdOf(this.getNode())) return [NOT_LOADED];
	const languages = await explained(this, listTranslationLanguages);
	return inNameOrder(
		languages.map(({ language_code: code, name }) => {
			const words = name && name !== code ? name : languageName(code);
			return { name: named(words, [words !== code && code]), value: code };
		}),
	);
}

/** Public persons, with a link to see them (service.md 4.6). */
export const searchPersons = searchIn<PublicPerson>(async (context) => ({
	...(await ownFirst(context, {
		path: 'personListPath',
		hint: "Your own person: choose 'By ID', enter its taskId",
		read: listPersons,
		state: (record) => personTask(record).state,
	})),
	read: async (client, number) => await listPublicPersons(client, {}, number),
	entry: (person) => {
		const figures = person.figures ?? [];
		return {
			name: named(person.name, [
				person.gender,
				person.support_4k ? '4K' : sizeText(person),
				figures.length === 1 ? '1 figure' : `${figures.length} figures`,
				...(person.tag_names ?? []),
			]),
			value: person.id,
			...link(...previewsOf(figures[0])),
		};
	},
}));

/** The tags that public persons have; some of them have no name. */
export async function getPersonTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const persons = await explained(
		this,
		async (client) => await collect(async (number) => await listPublicPersons(client, {}, number)),
	);
	const tags = persons.flatMap(({ tag_ids: ids, tag_names: names }) =>
		(ids ?? []).flatMap((id, index) =>
			typeof id === 'number' ? [{ name: names?.[index] || `Tag ${id}`, value: id }] : [],
		),
	);
	return inNameOrder(uniqBy(tags.reverse(), 'value'));
}

function inNameOrder<T extends { name: string }>(entries: T[]): T[] {
	return entries.sort((a, b) => alphabetical.compare(a.name, b.name));
}

const STATES: Readonly<Record<Task['state'], string>> = {
	inProgress: 'in progress',
	succeeded: 'succeeded',
	failed: 'failed',
	cancelled: 'canceled',
};

/** Tasks of the kind that is chosen in the node's field 'taskKind'; AI tasks unless one is. */
export const searchTasks: ListSearch = searchIn<Task>((context) => {
	const chosen = context.getCurrentNodeParameter('taskKind');
	const name = typeof chosen === 'string' && chosen in kinds ? chosen : aiCreation.name;
	return tasksOf(context, kinds[name] as TaskKind);
});

/** Image tasks with a result, with a link to see it. */
export const searchImageTasks: ListSearch = searchIn<Task>((context) =>
	tasksOf(context, aiCreation, { type: 3, onlySuccessful: true }),
);

/** Finished videos, with a link to see them. */
export const searchComposedVideos: ListSearch = searchIn<Task>((context) =>
	tasksOf(context, composedVideo, { onlySuccessful: true }),
);

function tasksOf(
	context: ILoadOptionsFunctions,
	{ list, label }: TaskKind,
	filter: TaskFilter = {},
): Source<Task> {
	if (!list) {
		throw new Error(
			`The service cannot list tasks of this kind (${label}). Choose 'By ID' and enter the ID`,
		);
	}
	return {
		read: async (client, number) => await list(client, number, filter),
		entry: ({ taskId, state, createdAt, outputUrls, coverUrl, raw }) => {
			const time = formatTime(createdAt, context.getTimezone());
			const prompt = promptOf(raw);
			return {
				name: named(prompt ?? time ?? taskId, [prompt && time, STATES[state]]),
				value: taskId,
				...link(outputUrls?.[0], coverUrl),
			};
		},
		isOffered: ({ state }) => !filter.onlySuccessful || state === 'succeeded',
	};
}

/** The beginning of the prompt, by which a user recognizes an AI task (service.md 2.2). */
function promptOf(raw: Task['raw']): string | undefined {
	const infos = [raw?.photo_info, raw?.motion_info] as Array<{ ref_prompt?: unknown } | undefined>;
	const prompt = infos.map((info) => info?.ref_prompt).find((text) => text);
	if (typeof prompt !== 'string') return undefined;
	return truncate(prompt, { length: 60, omission: '…' });
}

/** Public voices, with a link to hear them (service.md 4.6). */
export const searchVoices = searchIn<Voice>(async (context) => ({
	...(await ownFirst(context, {
		path: 'voiceListPath',
		hint: "Your own voice: choose 'By ID', enter its voiceId",
		read: listVoices,
		state: (record) => voiceTask(record).state,
	})),
	read: listPublicVoices,
	entry: ({ id, name, gender, lang, audition }) => ({
		name: named(name, [gender, lang && languageName(lang)]),
		value: id,
		...link(audition),
	}),
}));

/** Most own entries that a list begins with. */
const MAX_OWN = 200;

/** Begins a list with the own ones, where the credential has a path for them, or ends with a hint. */
async function ownFirst<
	T extends { id: string; name?: string | null; preview_url?: string | null },
>(
	context: ILoadOptionsFunctions,
	{ path, hint, read, state }: OwnList<T>,
): Promise<Pick<Source<T>, 'own' | 'hint'>> {
	if (!(await canLookUp(context, { detailPath: path }))) return { hint };
	const entry = (record: T) => ({
		name: named(record.name, ['your own', STATES[state(record)]]),
		value: record.id,
		...link(record.preview_url),
	});
	return {
		own: async (client) =>
			(await collect(async (number) => await read(client, number), MAX_OWN)).map(entry),
	};
}

interface OwnList<T> {
	path: PathField;
	hint: string;
	read(client: ServiceClient, number: number): Promise<Page<T>>;
	state(record: T): Task['state'];
}
