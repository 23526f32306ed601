import mapValues from 'lodash/mapValues';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { CreatedTranslation } from '../shared/service/translation';

/** What the service says of a task only when it begins it. */
type Origin = { targetLanguage: string; translationId?: string };

/**
 * Remembers in the execution which language a task is for and which translation it belongs to, so that output
 * items can tell it, also after n8n's "Retry On Fail".
 */
export function rememberTranslation(
	context: IExecuteFunctions,
	{ id, tasks }: CreatedTranslation,
): void {
	const origins = originsOf(context);
	for (const { languageTaskId, targetLanguage } of tasks) {
		origins[languageTaskId] = { targetLanguage, ...(id ? { translationId: id } : {}) };
	}
}

/** The language of a task of this execution. */
export function languageOf(context: IExecuteFunctions, taskId: string): string | undefined {
	return originsOf(context)[taskId]?.targetLanguage;
}

/** The items with the language and translation of their task, also in the details of a failed one. */
export function withOrigins(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const origins = originsOf(context);
	const told = (json: IDataObject): IDataObject => ({ ...json, ...origins[String(json.taskId)] });
	return items.map((item) => ({
		...item,
		json: told(
			mapValues(item.json, (value, name) =>
				name === 'details' ? told(value as IDataObject) : value,
			),
		),
	}));
}

function originsOf(context: IExecuteFunctions): Record<string, Origin> {
	const memory = context.getContext('node');
	return (memory.translations ??= {}) as Record<string, Origin>;
}
