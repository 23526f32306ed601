import { once, sortBy, uniq } from 'lodash';
import { z } from 'zod';

import { label } from '../shared/fields/field';
import {
	codesInWords,
	type Language,
	readLanguage,
	readWithoutList,
} from '../shared/fields/languages';
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

/** One task in the answer to a translation. */
const taskEntry = z.object({ language_task_id: taskId, target_language: shownText });

/** A task of which the ID could be read. */
interface CreatedTranslation {
	taskId: string;
	/** As the service spells it; undefined where it names none. */
	targetLanguage: string | undefined;
}

/**
 * The answer to a translation: one task for each language. Those without a readable ID are kept as they came, because
 * one odd entry must not hide the others, which are charged.
 */
const createdTranslation = z
	.object({
		// The ID of the whole is only shown to the user. Where it cannot be read, the tasks must not be lost.
		id: taskId.optional().catch(undefined),
		tasks: z.array(z.unknown()),
	})
	.transform((answer, context) => {
		const tasks: CreatedTranslation[] = [];
		const unreadable: unknown[] = [];
		for (const entry of answer.tasks) {
			const { data } = taskEntry.safeParse(entry);
			if (data) {
				tasks.push({ taskId: data.language_task_id, targetLanguage: data.target_language });
			} else {
				unreadable.push(entry);
			}
		}
		// Without any task, the answer as a whole counts as unreadable.
		if (tasks.length === 0) {
			context.addIssue({ code: 'custom', message: translateVideoMessages.noTaskId });
		}
		return { translationId: answer.id, tasks, unreadable };
	});

/** Translates a video (service.md 4.9); each language is a task, in the order of the choice. */
export const translateVideo: SubmitOperation = {
	kind: translation,
	endpoint: 'createTranslation',
	prepare(parameters) {
		const request = readRequest(parameters, fields.parts.concat(fields.additional));
		if ('violations' in request) return request;
		// There is no file where a video that was made here is translated.
		return { ...request, source: request.files[0]?.ref };
	},
	/**
	 * Replaces the languages by their codes in the service's list, and refuses the name of a voice where its ID belongs,
	 * before the video is uploaded.
	 */
	lookUps(asking) {
		const voices = new VoiceLists(asking);
		// Read with the first request, and once for all.
		const readOffered = once(async () => await offeredLanguages(asking.client));
		return async (request) => {
			const written = request.body.target_languages as string[];
			const offered = await readOffered();
			const codes = languageCodes(written, offered);
			await voices.refuseName(label(voice), request.body.audio_id);
			return { ...request, body: { ...request.body, target_languages: codes } };
		};
	},
	async create(client, body) {
		const languages = body.target_languages as string[];
		const answer = await client.call('createTranslation', { body }, createdTranslation);
		const { translationId, tasks, unreadable } = answer;
		// As a warning it also reaches the log, which is all that is left of a node that is stopped.
		for (const task of unreadable) {
			client.warn(translateVideoMessages.unreadableTask(quote(task)));
		}
		const missing = missingLanguages(languages, tasks);
		return {
			tasks: inOrderOf(languages, tasks).map((task) => ({ ...task, translationId })),
			missing: missing.map((language) => messageOnMissing(language, unreadable)),
		};
	},
};

/** The tasks in the order of the languages; last those whose language is missing, or spelled in another way. */
function inOrderOf(
	languages: readonly string[],
	tasks: readonly CreatedTranslation[],
): CreatedTranslation[] {
	return sortBy(tasks, ({ targetLanguage = '' }) => {
		const index = languages.indexOf(targetLanguage);
		return index === -1 ? languages.length : index;
	});
}

/**
 * What is said about a language without a task.
 *
 * @param language in quotes, or several of which it is one
 * @param unreadable entries of the answer that may be its task, which are shown
 */
function messageOnMissing(language: string, unreadable: readonly unknown[]) {
	// A sentence about where the user can look for the task.
	const { lookUp } = endpoints.createTranslation;
	if (unreadable.length === 0) return translateVideoMessages.noTask(language, '', lookUp);
	const tasks = translateVideoMessages.unreadableTasks(quote(unreadable));
	return translateVideoMessages.noTask(language, tasks, lookUp);
}

/**
 * The codes of the languages that a user wrote, each once.
 *
 * @param written codes or names
 * @param offered the languages of the service; none where its list cannot be read
 * @throws PackError that names all languages that are not offered; or, where there are none, all of which the code is
 *   not certain
 */
function languageCodes(written: readonly string[], offered: readonly Language[]): string[] {
	const place = label(fields.targetLanguages);
	const isListKnown = offered.length > 0;
	const codes: string[] = [];
	const notOffered: string[] = [];
	const unclear: string[] = [];
	const whatToEnter: string[] = [];
	for (const text of written) {
		const reading = isListKnown ? readLanguage(text, offered) : readWithoutList(text);
		switch (reading.is) {
			case 'offered':
				codes.push(reading.code);
				break;
			case 'unclear':
				unclear.push(text);
				whatToEnter.push(translateVideoMessages.enterCode(text, codesInWords(reading)));
				break;
			case 'known':
			case 'unknown':
				notOffered.push(text);
		}
	}
	if (notOffered.length > 0) {
		const choices = formatList(offered.map(nameInList));
		throw new PackError(translateVideoMessages.notOffered(place, inQuotes(notOffered), choices));
	}
	if (unclear.length > 0) {
		const sentences = whatToEnter.join(' ');
		throw new PackError(translateVideoMessages.notCodes(place, inQuotes(unclear), sentences));
	}
	return uniq(codes);
}

/** Texts of the user in a message: "'xx' and 'yy'". */
function inQuotes(texts: readonly string[]): string {
	return formatList(
		texts.map((text) => `'${formatValue(text)}'`),
		'and',
	);
}

/** A language as the list in the editor shows it. */
function nameInList({ code, name }: Language): string {
	if (!name || name === code) return code;
	return translateVideoMessages.languageWithCode(name, code);
}

/**
 * How long the list of languages is waited for. It only saves an upload that would be in vain: without the list, the
 * service checks the languages itself.
 */
const PATIENCE_MS = 15_000;

/** The languages of the service; none where they cannot be read. */
async function offeredLanguages(client: ServiceClient): Promise<Language[]> {
	try {
		const listed = await listTranslationLanguages(client.with({ withinMs: PATIENCE_MS }));
		return listed.map((language) => ({ code: language.language_code, name: language.name }));
	} catch {
		return [];
	}
}

/**
 * The languages without a task, in quotes for a message. Their number is that of the languages less that of the tasks,
 * because a task may have its language spelled in another way, or not at all. Where more languages than that have no
 * task under their own code, nobody knows which of them are missing: each missing one is "'de', 'fr' or 'es'".
 */
function missingLanguages(
	languages: readonly string[],
	tasks: readonly CreatedTranslation[],
): string[] {
	const count = Math.max(0, languages.length - tasks.length);
	const begun = tasks.map(({ targetLanguage }) => targetLanguage?.toLowerCase());
	const notFound = languages.filter((code) => !begun.includes(code.toLowerCase()));
	const quoted = notFound.map((code) => `'${code}'`);
	const isCertain = quoted.length === count;
	if (isCertain) return quoted;
	// Some of these have a task, whose language is missing or spelled in another way.
	const oneOfThese = formatList(quoted);
	return Array<string>(count).fill(oneOfThese);
}
