import mapValues from 'lodash/mapValues';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

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
	if (first && unreadable > 0) unreadableOf(context)[first.languageTaskId] = unreadable;
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
	const unreadable = unreadableOf(context)[taskIds[0] ?? ''] ?? 0;
	const doubts = [
		unnamed.length > 0 ? `no language for ${unnamed.join(', ')}` : '',
		unreadable > 0 ? `${unreadable} without a readable task ID` : '',
	].filter(Boolean);
	return missing.map((code) =>
		doubts.length === 0
			? `The service accepted the video but did not start a translation into '${code}'`
			: `The service accepted the video, but its answer does not name the task of the translation into '${code}', which may have been started (${doubts.join('; ')})`,
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

/** How many tasks of a translation have no readable ID, by the first task that has one. */
function unreadableOf(context: IExecuteFunctions): Record<string, number> {
	const memory = context.getContext('node');
	return (memory.unreadableTranslations ??= {}) as Record<string, number>;
}
