import mapValues from 'lodash/mapValues';
import sortBy from 'lodash/sortBy';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { BodyRequest, SubmitOperation } from '../shared/run/prepare';
import { runSubmit } from '../shared/run/run';
import { operations } from '../shared/service/endpoints';
import { createTranslation, translation } from '../shared/tasks/translation';
import { type CreatedTranslation } from '../shared/tasks/translation';
import { checkLanguages } from './languages';
import { buildTranslationRequest } from './request';

/** What the service reports about a task only when it starts it. */
type Origin = { targetLanguage?: string; translationId?: string };

/**
 * Remembers in the execution which language a task is for and which translation it belongs to, so that output
 * items can include it, even after n8n's "Retry On Fail".
 */
function rememberTranslation(
	context: IExecuteFunctions,
	{ id, tasks, unreadable }: CreatedTranslation,
): void {
	const origins = originsOf(context);
	const [first] = tasks;
	if (first && unreadable.tasks > 0) unreadableOf(context)[first.languageTaskId] = unreadable;
	for (const { languageTaskId, targetLanguage } of tasks) {
		origins[languageTaskId] = {
			...(targetLanguage === undefined ? {} : { targetLanguage }),
			...(id ? { translationId: id } : {}),
		};
	}
}

/**
 * A sentence for each language of a request without a task.
 *
 * @param taskIds the tasks of the request
 */
function missingTranslations(
	context: IExecuteFunctions,
	languages: readonly string[],
	taskIds: readonly string[],
): string[] {
	const origins = originsOf(context);
	const begun = taskIds.map((id) => origins[id]?.targetLanguage);
	const missing = languages.filter((code) => !begun.includes(code));
	const unnamed = taskIds.filter((id) => origins[id]?.targetLanguage === undefined);
	const unreadable = unreadableOf(context)[taskIds[0] ?? ''];
	const doubts = [
		unnamed.length > 0 ? `no language for ${unnamed.join(', ')}` : '',
		unreadable ? `${unreadable.tasks} without a readable task ID` : '',
		unreadable?.ids.length ? `there is the ID ${unreadable.ids.join(', ')}` : '',
	].filter(Boolean);
	const answer = doubts.length > 0 ? ` The response is odd: ${doubts.join('; ')}.` : '';
	return missing.map(
		(code) =>
			`The service accepted the video but returned no task for '${code}'. The translation may still have been started.${answer} ${operations.createTranslation.lookUp}`,
	);
}

/** The items with the language and translation of their task, also in the details of a failed one. */
function withOrigins(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const origins = originsOf(context);
	const withOrigin = (json: IDataObject): IDataObject => ({
		...json,
		...origins[String(json.taskId)],
	});
	return items.map((item) => ({
		...item,
		json: withOrigin(
			mapValues(item.json, (value, name) =>
				name === 'details' ? withOrigin(value as IDataObject) : value,
			),
		),
	}));
}

function originsOf(context: IExecuteFunctions): Record<string, Origin> {
	const memory = context.getContext('node');
	return (memory.translations ??= {}) as Record<string, Origin>;
}

/** The tasks of a translation that have no readable ID, by the first task that has one. */
function unreadableOf(
	context: IExecuteFunctions,
): Record<string, CreatedTranslation['unreadable']> {
	const memory = context.getContext('node');
	return (memory.unreadableTranslations ??= {}) as Record<string, CreatedTranslation['unreadable']>;
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
		rememberTranslation(context, created);
		const expected = languagesOf(body as BodyRequest['body']);
		const tasks = sortBy(created.tasks, ({ targetLanguage }) => {
			const place = expected.indexOf(targetLanguage ?? '');
			return place < 0 ? expected.length : place;
		});
		return tasks.map(({ languageTaskId }) => languageTaskId);
	},
	missing: (context, { body }, taskIds) => missingTranslations(context, languagesOf(body), taskIds),
};

function languagesOf({ target_languages: codes }: BodyRequest['body']): string[] {
	return codes as string[];
}

/** Runs it for all input items; one output item per language, paired to its input item. */
export async function translateVideo(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return withOrigins(context, await runSubmit(context, operation));
}
