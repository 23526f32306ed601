import { catalogue } from '../util/catalogue';

/** What is said of tasks that the service does not show as it should. */
export const taskMessages = catalogue({
	noResultYet: 'The service reports success, but has returned no result file yet',
	noStatus: 'The service reports no status',
	undocumentedStatus: (status: string) =>
		`The service reports the status '${status}', which is not documented`,
	notShown: 'The service responds, but does not show the task',
	unreadTasks: (count: number, reason: string) =>
		`The status of ${count === 1 ? 'one task' : `${count} tasks`} cannot be read at the moment. ${reason}`,
});
