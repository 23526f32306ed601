import { compact, map, once, sortBy, uniq, uniqBy } from 'lodash';
import { z } from 'zod';

import { label } from '../shared/fields/field';
import {
	codesInWords,
	type Language,
	readLanguage,
	readWithoutList,
	sameLanguage,
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

/** One task in the answer to a translation: the video in one language. */
const taskEntry = z.object({ language_task_id: taskId, target_language: shownText });

/** A task of which the ID could be read. */
interface CreatedTranslation {
	/** The ID of the video in this language, by which the service is asked about it. */
	taskId: string;
	/** The code of the language as the service spells it; undefined where it names none. */
	targetLanguage: string | undefined;
}

/**
 * Reads the answer to a translation, which has one task for each language. Tasks without a readable ID are kept as
 * they came, as `unreadable`, because one odd entry must not hide the others, which are charged. An answer without a
 * readable task is refused as a whole.
 */
const createdTranslation = z
	.object({
		// The ID of the translation as a whole is only shown to the user, so that it may be missing or odd.
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
		if (tasks.length === 0) {
			context.addIssue({ code: 'custom', message: translateVideoMessages.noTaskId });
		}
		return { translationId: answer.id, tasks, unreadable };
	});

/**
 * Translates a video (service.md 4.9). Each language becomes a task; the tasks are in the order in which the user
 * chose the languages.
 */
export const translateVideo: SubmitOperation = {
	kind: translation,
	endpoint: 'createTranslation',
	/** Reads the request of one item, with the languages as they are written; or every violation of the rules. */
	prepare(parameters) {
		const request = readRequest(parameters, fields.parts.concat(fields.additional));
		if ('violations' in request) return request;
		// The file of the video, after which the results are named; undefined where a video made here is translated.
		return { ...request, source: request.files[0]?.ref };
	},
	/**
	 * Makes the function that fills in the requests of a run before their videos are uploaded: it replaces the languages
	 * by their codes in the service's list, and refuses the name of a voice where its ID belongs. A request without a
	 * voice passes.
	 *
	 * The function throws a PackError for a language that is not offered or not certain, for such a name, and where the
	 * credential has a wrong path for the list of the user's voices; and a CancelledError when the execution is stopped
	 * while voices are read.
	 */
	lookUps(client) {
		const voices = new VoiceLists(client);
		// The list is read when the first request needs it, and kept for the others of the run.
		const readOffered = once(async () => await offeredLanguages(client));
		return async (request) => {
			const written = request.body.target_languages as string[];
			const offered = await readOffered();
			const codes = languageCodes(written, offered);
			await voices.refuseName(label(voice), request.body.audio_id);
			return { ...request, body: { ...request.body, target_languages: codes } };
		};
	},
	creation: {
		/**
		 * Sends the body of one item.
		 *
		 * @returns the tasks of the languages, in the order of these; and for each language without a task, a message as
		 *   `missing`
		 * @throws ServiceError when the service gives no task with a readable ID; CancelledError when the execution is
		 *   stopped
		 */
		async create(client, body) {
			const languages = body.target_languages as string[];
			const answer = await client.call('createTranslation', { body }, createdTranslation);
			const { translationId, tasks, unreadable } = answer;
			// Each is also a warning, which is written into n8n's log at once. If n8n is stopped before this node has an
			// output, that is the only trace of such a task.
			for (const task of unreadable) {
				client.warn(translateVideoMessages.unreadableTask(quote(task)));
			}
			const missing = missingLanguages(languages, tasks);
			return {
				tasks: inOrderOf(languages, tasks).map((task) => ({ ...task, translationId })),
				missing: missing.map((language) => messageOnMissing(language, unreadable)),
			};
		},
		/**
		 * For an item that continues with the tasks of an earlier execution: the messages about the languages of its body
		 * for which there are none. They are written as the user did, as codes or names, because `lookUps` is only asked
		 * for items that are sent.
		 */
		missing(body, tasks) {
			const begun = compact(map(tasks, 'targetLanguage')).map((code) => ({ code }));
			const languages = (body.target_languages as string[]).map((written) => {
				const reading = readLanguage(written, begun);
				// What no task names stays as it is written.
				return reading.is === 'offered' ? reading.code : written;
			});
			const missing = missingLanguages(uniqBy(languages, sameLanguage), tasks);
			return missing.map((language) => messageOnMissing(language, []));
		},
		countTasks: (body) => (body.target_languages as string[]).length,
	},
};

/**
 * The tasks in the order of the languages; last those whose language is missing, or is not spelled exactly as it was
 * sent.
 *
 * @param languages the codes that were sent
 */
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
 * The message about a language without a task.
 *
 * @param language its code in quotes, "'de'"; or several codes, "'de' or 'fr'", of which it is one
 * @param unreadable entries of the answer of which one may be its task; the message shows them
 */
function messageOnMissing(language: string, unreadable: readonly unknown[]) {
	// A sentence about where the user can look for the task.
	const { howToFind } = endpoints.createTranslation;
	if (unreadable.length === 0) return translateVideoMessages.noTask(language, '', howToFind);
	const tasks = translateVideoMessages.unreadableTasks(quote(unreadable));
	return translateVideoMessages.noTask(language, tasks, howToFind);
}

/**
 * The codes of the languages that a user wrote, each once, in the order in which they are written.
 *
 * @param written codes or names
 * @param offered the languages of the service; none where its list could not be read: then what looks like a code is
 *   taken as it is, and so is a text that names no language, but the name of a language is unclear
 * @throws PackError that names all languages that are not offered; or, where there are none of these, all that do not
 *   mean one language for certain, each with the codes to enter
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
				whatToEnter.push(
					translateVideoMessages.enterCode(formatValue(text), codesInWords(reading)),
				);
				break;
			case 'known':
			case 'unknown':
				// Only where the list is known: `readWithoutList` gives neither of these.
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

/** Texts of the user as a message lists them: "'xx' and 'yy'". */
function inQuotes(texts: readonly string[]): string {
	return formatList(
		texts.map((text) => `'${formatValue(text)}'`),
		'and',
	);
}

/** A language as a message lists it, "German (de)"; its code alone where it has no name of its own. */
function nameInList({ code, name }: Language): string {
	if (!name || name === code) return code;
	return translateVideoMessages.languageWithCode(name, code);
}

/**
 * How long the list of languages is waited for, in milliseconds. It only saves an upload that would be in vain: where
 * the list cannot be read, the service itself refuses a wrong language.
 */
const PATIENCE_MS = 15_000;

/**
 * The languages that the service offers; none where they cannot be read within `PATIENCE_MS`, whatever the reason,
 * because the submit that follows does not depend on them.
 */
async function offeredLanguages(client: ServiceClient): Promise<Language[]> {
	try {
		const listed = await listTranslationLanguages(client.with({ withinMs: PATIENCE_MS }));
		return listed.map((language) => ({ code: language.language_code, name: language.name }));
	} catch {
		return [];
	}
}

/**
 * The languages without a task, in quotes for a message; one entry for each.
 *
 * Their number is that of the languages less that of the tasks. What the tasks say of their languages does not decide
 * it, because a task may have its language spelled in another way, or not at all. If just so many languages have no
 * task under their own code, it is these. If more have none, nobody knows which of them are missing: each entry is
 * then the list of all of these, "'de', 'fr' or 'es'".
 *
 * @param languages the codes that were sent
 * @param tasks those that the service has created
 */
function missingLanguages(
	languages: readonly string[],
	tasks: ReadonlyArray<Partial<CreatedTranslation>>,
): string[] {
	const count = Math.max(0, languages.length - tasks.length);
	const begun = tasks.map(({ targetLanguage }) => targetLanguage?.toLowerCase());
	const notFound = languages.filter((code) => !begun.includes(code.toLowerCase()));
	const quoted = notFound.map((code) => `'${code}'`);
	const isCertain = quoted.length === count;
	if (isCertain) return quoted;
	// Some of these do have a task, whose language is missing or spelled in another way.
	const oneOfThese = formatList(quoted);
	return Array<string>(count).fill(oneOfThese);
}
