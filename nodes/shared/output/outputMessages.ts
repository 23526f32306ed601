import { catalogue, wrongField } from '../util/catalogue';

const NOT_RESUBMITTED =
	"It is not resubmitted automatically, nor by n8n's Retry. If the reason concerns the input, change the input, then run the item again.";

/** The texts about what a node outputs: tasks that did not end well, items that failed, and answers to an AI agent. */
export const outputMessages = catalogue({
	// A task whose status cannot be read.
	unreadSince: (time: string, reason: string) => `since ${time}: ${reason}`,
	unreadFiles: (unread: string, whatToDo: string) => ({
		code: 'transferFailed',
		title: 'The result files could not be downloaded',
		advice: `The status of the task could not be read ${unread} Only files that the service has just confirmed are downloaded. ${whatToDo}`,
	}),
	filesStayAvailable: (taskId: string) =>
		`Task ID: ${taskId}. The task itself has finished: 'Digital Human Get Task' downloads its result again, without a new task.`,

	// A task that did not succeed, or did not finish in time.
	ofTask: (taskId: string, status: string, advice: string) =>
		`Task ID: ${taskId}, status: ${status}. ${advice}`,
	unknownStatus: 'unknown',
	timedOutUnread: (unread: string) => ({
		code: 'timedOut',
		title: 'The time limit was reached before the status of the task could be read',
		advice: `The status could not be read ${unread} The task may have finished: fetch its result later with 'Digital Human Get Task'.`,
	}),
	timedOut: {
		code: 'timedOut',
		title: 'The task did not finish within the time limit',
		advice:
			"It keeps running at the service: fetch its result later with 'Digital Human Get Task', or increase 'Limit Wait Time (Minutes)'.",
	},
	/** Behind the advice for a task that is the translation of a video into one of several languages. */
	ofLanguage: (advice: string, language: string) =>
		`${advice} It is the translation into ${language}. A new run submits and charges all languages that are chosen: choose only those that failed.`,
	taskFailed: 'The task failed',
	taskStopped: 'The service stopped the task before it finished',
	endedForNoReason: (ended: string) => ({
		code: 'taskFailed',
		title: ended,
		advice: NOT_RESUBMITTED,
	}),
	endedBecause: (ended: string, reason: string) => ({
		code: 'taskFailed',
		title: `${ended}: ${reason}`,
		advice: NOT_RESUBMITTED,
	}),
	/** The same with the reason in the advice; it is a sentence. */
	endedWithReason: (ended: string, reason: string) => ({
		code: 'taskFailed',
		title: ended,
		advice: `Reason: ${reason} ${NOT_RESUBMITTED}`,
	}),

	// Hints about all tasks of a run.
	oneTask: 'one task',
	severalTasks: (count: number) => `${count} tasks`,
	unreadTasks: (tasks: string, unread: string) =>
		`The status of ${tasks} could not be read ${unread}`,
	theTask: (words: string) => `The ${words}`,
	someTasks: (count: number, all: number, words: string) => `${count} of ${all} ${words}`,
	stillInProgress: (tasks: string, count: number, limit: string) =>
		`${tasks} ${count > 1 ? 'were' : 'was'} still in progress after ${limit}. Nothing is lost, and nothing needs to be submitted again: fetch the results later with 'Digital Human Get Task', or increase 'Limit Wait Time (Minutes)' for the next run`,
	itemsFailed: (count: number, all: number, place: string) =>
		`${count} of ${all} items failed. The reasons are ${place}`,
	inErrorOutput: 'in the error output',
	inErrorField: "in their field 'error'",

	// The error that ends a run of several items.
	ofItem: (title: string, item: number, all: number) => `${title} [item ${item} of ${all}]`,
	othersFailed: (items: string) => `Other items with errors: ${items}.`,
	othersUnclear: (items: string, howToFind: string) =>
		`Of these, a task may still have been created for: ${items}. ${howToFind}`,
	/** @param done what did not happen to them, such as "submitted" */
	othersNotDone: (done: string) =>
		`The other items were not ${done} either. To continue without items that fail, choose 'Continue' in 'On Error' of this node's settings.`,
	andMore: (entries: string, more: number) => `${entries}; and ${more} more`,
	/** For the error output of an n8n that shows no details there. */
	taskId: (taskId: string) => `Task ID: ${taskId}`,
	errorOfTask: (title: string, taskId: string) => `${title} (task ID: ${taskId})`,
	furtherErrors: (errors: string) => `Further errors of this item: ${errors}`,

	// A node that an AI agent uses as its tool.
	notInTool: (choice: string, instead: string) => ({
		code: 'wrongWorkflow',
		title: `'${choice}' cannot be used in a tool of an AI agent`,
		advice: `The agent waits for the answer of its tool, so the execution cannot pause. ${instead}`,
	}),
	toolWithErrorOutput: {
		code: 'wrongWorkflow',
		title: "'On Error' of this tool is set to its error output, so n8n would drop its answer",
		advice: "Nothing was submitted. Choose 'Continue' in the settings of the tool.",
	},
	checkLater: (kind: string) =>
		`What is in progress keeps running at the service. Do not submit it again. Check it later by its taskId, with the tool that gets a task (its kind is '${kind}'); checking costs no credits.`,

	notTheSame: (place: string) =>
		wrongField(
			`${place} must be the same for all items`,
			'Use an expression that returns the same for each of them, or split the items with an If node before this one.',
		),
});
