import mapValues from 'lodash/mapValues';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * Remembers in the execution which language a task is for, so that output items can tell it, also after
 * n8n's "Retry On Fail".
 */
export function rememberLanguages(
	context: IExecuteFunctions,
	tasks: ReadonlyArray<{ languageTaskId: string; targetLanguage: string }>,
): void {
	const languages = languagesOf(context);
	for (const { languageTaskId, targetLanguage } of tasks) {
		languages[languageTaskId] = targetLanguage;
	}
}

/** The language of a task of this execution. */
export function languageOf(context: IExecuteFunctions, taskId: string): string | undefined {
	return languagesOf(context)[taskId];
}

/** The items with the language of their task, also in the details of a failed one. */
export function withLanguages(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const languages = languagesOf(context);
	const told = (json: IDataObject): IDataObject => {
		const targetLanguage = languages[String(json.taskId)];
		return targetLanguage === undefined ? json : { ...json, targetLanguage };
	};
	return items.map((item) => ({
		...item,
		json: told(
			mapValues(item.json, (value, name) =>
				name === 'details' ? told(value as IDataObject) : value,
			),
		),
	}));
}

function languagesOf(context: IExecuteFunctions): Record<string, string> {
	const memory = context.getContext('node');
	return (memory.targetLanguages ??= {}) as Record<string, string>;
}
