import { memoize, sortBy } from 'lodash';
import { z } from 'zod';

import { label } from '../shared/fields/field';
import { readRequest } from '../shared/fields/request';
import type { SubmitOperation } from '../shared/submit/operation';
import type { ServiceClient } from '../shared/api/client';
import { endpoints } from '../shared/api/endpoints';
import { listTranslationLanguages } from '../shared/api/library';
import { shownText, taskId } from '../shared/api/schemas';
import { translation } from '../shared/tasks/translation';
import { quote, formatList } from '../shared/util/text';
import { PackError } from '../shared/util/errors';
import * as fields from './fields';
import { translateVideoMessages } from './messages';

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
		if (tasks.length === 0) context.addIssue({ code: 'custom', message: 'no task ID' });
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
	/** Checks the languages before the video is uploaded; the error names those not offered. */
	async lookUp(request, { client }) {
		const languages = await languagesFor(client);
		const codes = languages.map(({ language_code: code }) => code);
		const chosen = request.body.target_languages as string[];
		const unknown = chosen.filter((code) => !codes.includes(code)).map((code) => `'${code}'`);
		if (codes.length === 0 || unknown.length === 0) return request;
		const offered = languages.map(({ language_code: code, name }) =>
			name && name !== code ? translateVideoMessages.languageWithCode(name, code) : code,
		);
		const place = label(fields.targetLanguages);
		const refused = formatList(unknown, 'and');
		throw new PackError(translateVideoMessages.notOffered(place, refused, formatList(offered)));
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
				translateVideoMessages.noTask(language, quoted, endpoints.createTranslation.lookUp ?? ''),
			),
		};
	},
};

/** The list only saves an upload: if it takes too long, the service checks the languages itself. */
const PATIENCE_MS = 15_000;

/** The languages of the service, read once per run; none where they cannot be read. */
const languagesFor = memoize(
	async (client: ServiceClient) =>
		await listTranslationLanguages(client.with({ withinMs: PATIENCE_MS })).catch(() => []),
);
languagesFor.cache = new WeakMap();

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
