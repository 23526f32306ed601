import sortBy from 'lodash/sortBy';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { requireDetailPath } from '../shared/run/requireDetailPath';
import { runSubmit } from '../shared/run/runSubmit';
import type { SubmitOperation } from '../shared/run/submit';
import { prepareWith, withItsFiles, type BodyRequest } from '../shared/run/bodyRequest';
import { createTranslation } from '../shared/service/translation';
import { translation } from '../shared/tasks/translation';
import { checkLanguages } from './languages';
import { buildTranslationRequest } from './request';
import { missingTranslations, rememberTranslation, withOrigins } from './translations';

/** Translates a video (service.md 4.9); each language is a task, in the order in which they were chosen. */
const operation: SubmitOperation<BodyRequest> = {
	kind: translation,
	endpoint: 'createTranslation',
	prepare: prepareWith(buildTranslationRequest),
	async lookUp(client, request) {
		await checkLanguages(client, languagesOf(request.body));
		return request;
	},
	...withItsFiles,
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
	await requireDetailPath(context, 'videoDetailPath');
	return withOrigins(context, await runSubmit(context, operation));
}
