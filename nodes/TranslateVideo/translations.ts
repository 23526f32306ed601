import mapValues from 'lodash/mapValues';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { operations } from '../shared/service/operations';
import type { CreatedTranslation } from '../shared/service/translation';

/** What the service reports about a task only when it starts it. */
type Origin = { targetLanguage?: string; translationId?: string };

/**
 * Remembers in the execution which language a task is for and which translation it belongs to, so that output
 * items can include it, even after n8n's "Retry On Fail".
 */
export function rememberTranslation(
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
export function missingTranslations(
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
export function withOrigins(
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
