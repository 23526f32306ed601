import type { IWebhookFunctions } from 'n8n-workflow';

import { callbackKindOptions } from '../shared/callbacks/callbackKinds';
import { createClient } from '../shared/service/client';
import { toNodeError } from '../shared/service/nodeError';
import { kinds } from '../shared/tasks/kinds';
import type { Outcome } from '../shared/tasks/triggerFilter';
import { sampleTasks } from '../shared/tasks/sampleTasks';
import type { Task } from '../shared/tasks/task';
import { inOneText } from '../shared/util/text';

const CALLED_BACK = callbackKindOptions.map(({ value }) => String(value));

/**
 * Fetches the first finished task of the service's list as a test event, while the editor listens for one. In production there is
 * nothing to fetch.
 *
 * @param kindNames kinds of task; empty for all
 */
export async function fetchSample(
	context: IWebhookFunctions,
	kindNames: string[],
	outcome: Outcome,
): Promise<{ task: Task } | { status: number; message: string }> {
	if (context.getMode() !== 'manual') {
		return { status: 405, message: 'Callbacks are sent with POST' };
	}
	try {
		const names = kindNames.length > 0 ? kindNames : CALLED_BACK;
		const listed = names.flatMap((name) => kinds[name] ?? []);
		const tasks = await sampleTasks(await createClient(context), listed, outcome);
		const [task] = tasks.sort((a, b) => timeOf(b) - timeOf(a));
		if (task) return { task };
	} catch (error) {
		const { message, description } = toNodeError(context.getNode(), error);
		return { status: 502, message: inOneText(message, description) };
	}
	return {
		status: 404,
		message:
			'There is no finished task to show. Custom persons and voices cannot be listed. n8n keeps listening for a real callback',
	};
}

function timeOf({ createdAt }: Task): number {
	return Date.parse(createdAt ?? '') || 0;
}
