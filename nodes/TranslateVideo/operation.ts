import { memoize, sortBy } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import { label } from '../shared/fields/field';
import { NOTHING_SUBMITTED, readRequest } from '../shared/fields/request';
import type { BodyRequest, SubmitOperation } from '../shared/run/submit';
import type { ServiceClient } from '../shared/service/client';
import { operations } from '../shared/service/endpoints';
import { ServiceError } from '../shared/service/failure';
import { listTranslationLanguages, type TranslationLanguage } from '../shared/service/library';
import {
	createTranslation,
	translation,
	type CreatedTranslation,
} from '../shared/tasks/translation';
import { asError } from '../shared/util/async';
import { quote, formatList } from '../shared/util/text';
import * as fields from './fields';

/** Translates a video (service.md 4.9); each language is a task, in the order of the choice. */
export const translateVideo: SubmitOperation = {
	kind: translation,
	endpoint: 'createTranslation',
	prepare(parameters) {
		const request = readRequest(parameters, [...fields.parts, fields.additional]);
		return 'violations' in request ? request : { ...request, source: request.files[0]?.ref };
	},
	/** Checks the languages before the video is uploaded. */
	async lookUp(client, request) {
		await checkLanguages(client, languagesOf(request.body));
		return request;
	},
	async create(client, body, { context }) {
		const created = await createTranslation(client, body);
		rememberTranslation(context, client, created);
		const expected = languagesOf(body as BodyRequest['body']);
		const tasks = sortBy(created.tasks, ({ targetLanguage }) => {
			const place = expected.indexOf(targetLanguage ?? '');
			return place < 0 ? expected.length : place;
		});
		return tasks.map(({ languageTaskId }) => languageTaskId);
	},
	kept: (context, _, taskId) => memoryOf(context).translations?.[taskId],
	missing: (context, { body }, taskIds) => missingTranslations(context, languagesOf(body), taskIds),
};

function languagesOf({ target_languages: codes }: BodyRequest['body']): string[] {
	return codes as string[];
}

/** The list only saves an upload: if it takes too long, the service checks the languages itself. */
const PATIENCE_MS = 15_000;

/** The languages of the service, read once per run; none where they cannot be read. */
const languagesFor = memoize(async (client: ServiceClient): Promise<TranslationLanguage[]> => {
	try {
		return await listTranslationLanguages(client.with({ withinMs: PATIENCE_MS }));
	} catch (error) {
		if (error instanceof ServiceError) return [];
		throw asError(error);
	}
});
languagesFor.cache = new WeakMap();

/** @throws Error that names the languages which the service does not offer */
async function checkLanguages(client: ServiceClient, expected: readonly string[]): Promise<void> {
	const languages = await languagesFor(client);
	const codes = languages.map(({ language_code: code }) => code);
	const unknown = expected.filter((code) => !codes.includes(code)).map((code) => `'${code}'`);
	if (codes.length === 0 || unknown.length === 0) return;
	const offered = languages.map(({ language_code: code, name }) =>
		name && name !== code ? `${name} (${code})` : code,
	);
	throw new Error(
		`${label(fields.targetLanguages)} has ${formatList(unknown, 'and')}, which the service does not offer. Choose from the list: ${formatList(offered)}. ${NOTHING_SUBMITTED}`,
	);
}

/** What is remembered in the execution, so that output items include it also after n8n's "Retry On Fail". */
interface Memory {
	/** What the service reports about a task only when it starts it, by the ID of the task. */
	translations?: Record<string, { targetLanguage?: string; translationId?: string }>;
	/** Entries of an answer that are no task, as text, by the ID of its first task. */
	unreadableTranslations?: Record<string, string>;
}

function memoryOf(context: IExecuteFunctions): Memory {
	return context.getContext('node');
}

function rememberTranslation(
	context: IExecuteFunctions,
	client: ServiceClient,
	{ id, tasks, unreadable }: CreatedTranslation,
): void {
	const memory = memoryOf(context);
	const translations = (memory.translations ??= {});
	for (const { languageTaskId, targetLanguage } of tasks) {
		translations[languageTaskId] = {
			...(targetLanguage === undefined ? {} : { targetLanguage }),
			...(id ? { translationId: id } : {}),
		};
	}
	const [first] = tasks;
	if (!first || unreadable.length === 0) return;
	const answer = quote(unreadable, client.redact);
	(memory.unreadableTranslations ??= {})[first.languageTaskId] = answer;
	// n8n keeps nothing else of a node that is stopped.
	client.warn?.(`The response to a translation has tasks without a readable ID: ${answer}`);
}

/**
 * A sentence for each language without a task. A language may come back spelled in another way, or
 * not at all: only where there are fewer tasks than languages, one is missing.
 *
 * @param taskIds the tasks of the request
 */
function missingTranslations(
	context: IExecuteFunctions,
	languages: readonly string[],
	taskIds: readonly string[],
): string[] {
	const { translations = {}, unreadableTranslations = {} } = memoryOf(context);
	const begun = taskIds.map((id) => translations[id]?.targetLanguage?.toLowerCase());
	const count = Math.max(0, languages.length - taskIds.length);
	const missing = languages
		.filter((code) => !begun.includes(code.toLowerCase()))
		.map((code) => `'${code}'`);
	// With odd names among the others, any of these may be the one.
	const named = missing.length === count ? missing : Array<string>(count).fill(formatList(missing));
	const unreadable = unreadableTranslations[taskIds[0] ?? ''];
	const answer = unreadable ? ` The response has tasks without a readable ID: ${unreadable}.` : '';
	return named.map(
		(language) =>
			`The service accepted the video but returned no task for ${language}. The translation may still have been started.${answer} ${operations.createTranslation.lookUp}`,
	);
}
