import sortBy from 'lodash/sortBy';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { BodyRequest, SubmitOperation } from '../shared/run/prepare';
import { runSubmit } from '../shared/run/run';
import type { ServiceClient } from '../shared/service/client';
import { operations } from '../shared/service/endpoints';
import {
	createTranslation,
	translation,
	type CreatedTranslation,
} from '../shared/tasks/translation';
import { quote } from '../shared/util/json';
import { formatList } from '../shared/util/text';
import { checkLanguages } from './languages';
import { buildTranslationRequest } from './request';

/** What the service reports about a task only when it starts it. */
type Origin = { targetLanguage?: string; translationId?: string };

/** What is remembered in the execution, so that output items include it also after n8n's "Retry On Fail". */
interface Memory {
	/** By the ID of the task. */
	translations?: Record<string, Origin>;
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
	const origins = (memory.translations ??= {});
	for (const { languageTaskId, targetLanguage } of tasks) {
		origins[languageTaskId] = {
			...(targetLanguage === undefined ? {} : { targetLanguage }),
			...(id ? { translationId: id } : {}),
		};
	}
	const [first] = tasks;
	if (!first || unreadable.length === 0) return;
	const told = quote(unreadable, client.redact);
	(memory.unreadableTranslations ??= {})[first.languageTaskId] = told;
	// n8n keeps nothing else of a node that is stopped.
	client.warn?.(`The response to a translation has tasks without a readable ID: ${told}`);
}

/**
 * A sentence for each language of a request without a task. A language may come back spelled in another way, or not at all: only
 * where there are fewer tasks than languages, one is missing.
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

/** Translates a video (service.md 4.9); each language is a task, in the order in which they were chosen. */
const operation: SubmitOperation = {
	kind: translation,
	endpoint: 'createTranslation',
	prepare: buildTranslationRequest,
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
	kept: (context) => (taskId) => memoryOf(context).translations?.[taskId] ?? {},
	missing: (context, { body }, taskIds) => missingTranslations(context, languagesOf(body), taskIds),
};

function languagesOf({ target_languages: codes }: BodyRequest['body']): string[] {
	return codes as string[];
}

/** Runs it for all input items; one output item per language, paired to its input item. */
export async function translateVideo(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await runSubmit(context, operation);
}
