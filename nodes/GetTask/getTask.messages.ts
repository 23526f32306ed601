import { ITEM_FOR_EACH } from '../shared/model/itemMessages';
import { catalogue, wrongField } from '../shared/util/catalogue';

/** The texts of Get Task. */
export const getTaskMessages = catalogue({
	missingId: {
		code: 'wrongInput',
		title: "'Task ID' is missing",
		advice:
			"Every item needs the ID of a task. Connect a Digital Human node before this one, without its 'Validate Only', or choose a task in 'Task ID'. If the item has the ID in a field of another name, drag that field into 'Task ID'.",
	},
	idIsUrl: wrongField(
		"'Task ID' must be the ID of a task, but is a URL",
		"Use the field 'taskId' of the node that submitted the task. To find an earlier task, use the operation 'Get Many'.",
	),
	severalIds: (given: string) =>
		wrongField(
			`'Task ID' must be the ID of one task, but is ${given}`,
			`Choose one of them, or ${ITEM_FOR_EACH}`,
		),
	correctField: 'Correct the field, then run the node again.',
	/** @param path label of the field of the credential */
	filesNotConfirmed: (label: string, path: string) =>
		`The result files of this ${label} were not downloaded: that needs the '${path}' in the credential, because only files that the service has just confirmed are downloaded. Enter the path, or turn off 'Download Result'`,
	oneStillOpen:
		"The task is still in progress. To continue with the results, choose 'Wait' in 'When Not Finished'",
	someStillOpen: (open: number, all: number) =>
		`Of ${all} items, ${open} ${open === 1 ? 'is' : 'are'} still in progress. To continue with the results, choose 'Wait' in 'When Not Finished'`,
	/** @param label of the kind of task, in the singular */
	kindNotListed: (label: string, reason: string) =>
		`The list has no task of the kind '${label}', because these could not be listed. ${reason}`,
	/** @param label of the kind of task, in the singular */
	kindListedInPart: (label: string, reason: string) =>
		`The list has not all tasks of the kind '${label}', because the service stopped listing them. ${reason}`,
	noneFound:
		"No task was found. Check 'When', 'Task Kind' and the filters, and that the credential belongs to the application that created the task. Custom persons and translations cannot be listed.",
	noPeriod: (given: string) =>
		wrongField(
			`'When' must be a period, but is ${given}`,
			"Use 'any time', 'today', 'yesterday', 'last 7 days', a day such as 2026-03-01, a month such as 2026-03, 'since yesterday', 'past 12 hours', 'this week' or 'last month'.",
		),
	noTime: (label: string, given: string) =>
		wrongField(
			`'${label}' must be a date and time, such as 2026-03-01 14:30, but is ${given}`,
			"It may also be a text such as 'yesterday', '3 days ago', 'this week' or 'last month'.",
		),
	timesSwapped: wrongField(
		"'Created Before' must be later than 'Created After'",
		'Swap or correct the two.',
	),
});
