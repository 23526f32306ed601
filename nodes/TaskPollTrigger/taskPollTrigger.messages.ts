import { catalogue } from '../shared/util/catalogue';

export const taskPollTriggerMessages = catalogue({
	notChecked: (reason: string) => `One kind of task could not be checked: ${reason}`,
	withoutKind: "To continue without this kind, remove it from 'Task Kinds'.",
	noSample:
		"There is no finished task to show. Finish one first, or choose more in 'Task Kinds' or 'Trigger On'",
	oddStatus: (reason: string, taskId: string) =>
		`${reason}. It counts as in progress. Task ID: ${taskId}`,
});
