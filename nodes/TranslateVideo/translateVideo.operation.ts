import { once, sortBy, uniq } from 'lodash';
import { z } from 'zod';

import { label } from '../shared/fields/field';
import { codesIn, type Language, readLanguage, readWithoutList } from '../shared/fields/languages';
import { readRequest } from '../shared/fields/readRequest';
import { voice } from '../shared/fields/videoFields';
import { VoiceLists } from '../shared/pickers/namesInLists';
import type { SubmitOperation } from '../shared/submit/submitOperation';
import type { ServiceClient } from '../shared/api/client';
import { endpoints } from '../shared/api/endpoints';
import { listTranslationLanguages } from '../shared/api/library';
import { shownText, taskId } from '../shared/api/schemas';
import { translation } from '../shared/tasks/translation';
import { formatValue, quote } from '../shared/util/quote';
import { formatList } from '../shared/util/text';
import { PackError } from '../shared/util/errors';
import * as fields from './translateVideo.fields';
import { translateVideoMessages } from './translateVideo.messages';

const entry = z
	.object({ language_task_id: taskId, target_language: shownText })
	.transform(({ language_task_id: id, target_language: language }) => {
		return { taskId: id, targetLanguage: language };
	});

/** One task per language. One odd entry does not hide the others, which are charged. */
const created = z
	.object({
		// Only shown to the user; a charged task is not lost over it.
		id: taskId.optional().catch(undefined),
		tasks: z.array(z.unknown()),
	})
	.transform(({ id: translationId, tasks: entries }, context) => {
		const tasks = entries.flatMap((one) => entry.safeParse(one).data ?? []);
		if (tasks.length === 0) {
			context.addIssue({ code: 'custom', message: translateVideoMessages.noTaskId });
		}
		const unreadable = entries.filter((one) => !entry.safeParse(one).success);
		return { translationId, tasks, unreadable };
	});

/** Translates a video (service.md 4.9); each language is a task, in the order of the choice. */
export const translateVideo: SubmitOperation = {
	kind: translation,
	endpoint: 'createTranslation',
	prepare(parameters) {
		const request = readRequest(parameters, [...fields.parts, fields.additional]);
		return 'violations' in request ? request : { ...request, source: request.files[0]?.ref };
	},
	/** Finds the languages in the service's list, and refuses a voice by its name, before the video is uploaded. */
	lookUps(asking) {
		const voices = new VoiceLists(asking);
		const readOnce = once(async () => await offeredLanguages(asking.client));
		return async (request) => {
			const written = request.body.target_languages as string[];
			const codes = languageCodes(written, await readOnce());
			await voices.refuseName(label(voice), request.body.audio_id);
			return { ...request, body: { ...request.body, target_languages: codes } };
		};
	},
	async create(client, body) {
		const languages = body.target_languages as string[];
		const answer = await client.call('createTranslation', { body }, created);
		const { translationId, tasks, unreadable } = answer;
		const quoted =
			unreadable.length > 0 ? translateVideoMessages.unreadableTasks(quote(unreadable)) : '';
		// n8n keeps nothing of a node that is stopped.
		for (const task of unreadable) {
			client.warn(translateVideoMessages.unreadableTask(quote(task)));
		}
		const placeOf = ({ targetLanguage = '' }) => languages.indexOf(targetLanguage) + 1 || Infinity;
		return {
			tasks: sortBy(tasks, placeOf).map((task) => ({ ...task, translationId })),
			missing: missingLanguages(languages, tasks).map((language) =>
				translateVideoMessages.noTask(language, quoted, endpoints.createTranslation.lookUp),
			),
		};
	},
};

/**
 * The codes of the languages that a user wrote, each once.
 *
 * @param offered those of the service, none where its list cannot be read
 * @throws PackError that names all languages that are not offered, or of which the code is not certain
 */
function languageCodes(written: readonly string[], offered: readonly Language[]): string[] {
	const place = label(fields.targetLanguages);
	const readings = written.map((text) => {
		const reading = offered.length > 0 ? readLanguage(text, offered) : readWithoutList(text);
		return { text, reading };
	});
	const missing = readings.filter(({ reading }) => ['known', 'unknown'].includes(reading.is));
	if (missing.length > 0) {
		const names = formatList(missing.map(inQuotes), 'and');
		throw new PackError(
			translateVideoMessages.notOffered(place, names, formatList(offered.map(inList))),
		);
	}
	const uncertain = readings.filter(({ reading }) => reading.is === 'unclear');
	if (uncertain.length > 0) {
		const names = formatList(uncertain.map(inQuotes), 'and');
		const sentences = uncertain.map(({ text, reading }) =>
			translateVideoMessages.enterCode(text, codesIn(reading)),
		);
		throw new PackError(translateVideoMessages.notCodes(place, names, sentences.join(' ')));
	}
	return uniq(readings.flatMap(({ reading }) => (reading.is === 'offered' ? reading.code : [])));
}

function inQuotes({ text }: { text: string }): string {
	return `'${formatValue(text)}'`;
}

/** A language as the list in the editor shows it. */
function inList({ code, name }: Language): string {
	return name && name !== code ? translateVideoMessages.languageWithCode(name, code) : code;
}

/** The list only saves an upload: if it takes too long, the service checks the languages itself. */
const PATIENCE_MS = 15_000;

/** The languages of the service; none where they cannot be read. */
async function offeredLanguages(client: ServiceClient): Promise<Language[]> {
	try {
		const listed = await listTranslationLanguages(client.with({ withinMs: PATIENCE_MS }));
		return listed.map(({ language_code: code, name }) => ({ code, name }));
	} catch {
		return [];
	}
}

/**
 * The languages without a task. A language may come back spelled in another way, or not at all: only
 * where there are fewer tasks than languages, one is missing.
 */
function missingLanguages(languages: readonly string[], tasks: z.infer<typeof created>['tasks']) {
	const begun = tasks.map(({ targetLanguage }) => targetLanguage?.toLowerCase());
	const count = Math.max(0, languages.length - tasks.length);
	const missing = languages
		.filter((code) => !begun.includes(code.toLowerCase()))
		.map((code) => `'${code}'`);
	// With odd names among the others, any of these may be the one.
	return missing.length === count ? missing : Array<string>(count).fill(formatList(missing));
}
