import { catalogue } from '../util/catalogue';

/**
 * An advice, followed by what has happened so far.
 *
 * @param note without a full stop, such as "Nothing was submitted"; empty for nothing
 */
const withNote = (advice: string, note: string) => (note === '' ? advice : `${advice} ${note}.`);

/** What is said while tasks are completed: returned, awaited, paused for and delivered with their files. */
export const completionMessages = catalogue({
	/** @param denial what the service said, as a sentence, or nothing */
	unknownTask: (label: string, taskId: string, denial: string) => ({
		code: 'taskNotFound',
		title: `The service has no ${label} with the ID '${taskId}'`,
		advice: `Check 'Task ID' and 'Task Kind', and that the credential belongs to the application that created the task.${denial}`,
	}),
	/**
	 * The same where no kind was named.
	 *
	 * @param notSearched where it could not be looked for, as a sentence, or nothing
	 */
	unknownTaskOfAnyKind: (taskId: string, notSearched: string, denial: string) => ({
		code: 'taskNotFound',
		title: `The service has no task with the ID '${taskId}'`,
		advice: `Check 'Task ID' and 'Task Kind', and that the credential belongs to the application that created the task.${notSearched}${denial}`,
	}),
	/**
	 * @param labels the kinds, in the plural, at the beginning of a sentence
	 * @param paths labels of fields of the credential, in quotes
	 */
	onlyByPaths: (labels: string, paths: string) =>
		` ${labels} are only found with ${paths} in the credential.`,
	/** The kinds are named as in drop-down lists. */
	otherKind: (taskId: string, actual: string, chosen: string) => ({
		code: 'taskNotFound',
		title: `The task with the ID '${taskId}' is of the kind '${actual}', not '${chosen}'`,
		advice: `Choose '${actual}' in 'Task Kind'.`,
	}),

	onlyInProgressLeadsBack: (name: string, note: string) => ({
		code: 'wrongWorkflow',
		title: `Only 'In Progress' may lead back to '${name}': finished tasks would go round without end`,
		advice: withNote('Remove its other connections to itself.', note),
	}),
	thisNode: 'this node',
	nothingSubmitted: 'Nothing was submitted',
	/** @param target the node itself in words: "this node", or its name in quotes */
	loopWithoutConnection: (name: string, target: string, note: string) => ({
		code: 'wrongWorkflow',
		title: `'Pause and Loop' needs a connection from 'In Progress' back to ${target}`,
		advice: withNote(
			`Connect the output 'In Progress' of '${name}' to the input of '${name}', or choose 'Wait' in 'When Not Finished'. Without it, the workflow would end while tasks are still in progress.`,
			note,
		),
	}),
	deactivatedLoop: (name: string) => ({
		code: 'wrongWorkflow',
		title: `'${name}' is deactivated, so n8n would pass its items round without end`,
		advice:
			"Nothing was submitted. Activate the node, or remove the connection from its output 'In Progress'.",
	}),
	endlessPolling: (trigger: string, label: string) => ({
		code: 'wrongWorkflow',
		title: `'${trigger}' would start this workflow again for each ${label} of this node`,
		advice:
			"Nothing was submitted. Leave this kind out of its 'Task Kinds', or put a Filter node in between.",
	}),

	pausesForOneWithoutPath: (label: string) => ({
		code: 'wrongCredential',
		title:
			"'Pause Until Finished' needs a 'Person Detail Path' in the credential for several items",
		advice: `Nothing was submitted. Without that path, the status of a ${label} cannot be checked, so the node can only pause for one at a time. Turn on 'Paths From the Provider' in the credential and enter the path, add a 'Loop Over Items' node before this one, or choose 'Return Task ID' with a workflow in 'When Finished, Start Workflow'.`,
	}),
	/** @param advice what to choose instead, as a sentence */
	pauseInEvaluation: (choice: string, advice: string) => ({
		code: 'wrongWorkflow',
		title: `'${choice}' does not work in evaluations: n8n waits for no pause`,
		advice,
	}),
	waitInEvaluation: "Nothing was submitted. Choose 'Wait for Result'.",
	pauseAsTool:
		"Nothing was submitted. Choose 'Wait for Result', or 'Return Task ID' with 'Digital Human Get Task' as a second tool.",
	unreachable: (host: string) =>
		`The service calls n8n back at ${host}, which cannot be reached from the internet. If no callback arrives, the tasks are output as inProgress at the time limit. Set N8N_WEBHOOK_URL (in older n8n WEBHOOK_URL) to the public address of n8n, or choose 'Wait for Result'`,
	waitsForRetriedTasks: (ids: string) =>
		`The service calls back the execution that submitted these tasks, and not this one (task IDs: ${ids}). The node therefore waits for the results with status checks instead of pausing`,
	waitsForSeveralOfItem:
		'A text has become several videos. The node waits for them with status checks instead of pausing, because n8n would take them for those of other items after a pause',
	mayPauseToTheLimit: (ids: string) =>
		`The service calls back the execution that submitted these tasks, and not this one (task IDs: ${ids}). The execution may therefore be paused until 'Limit Wait Time (Minutes)'. Fetch the result with 'Digital Human Get Task'`,
	notCheckedBeforePause: (reason: string) =>
		`The tasks could not be checked before the pause. ${reason}`,
	waitingNode: 'Waiting for the tasks to finish',

	wrongProof: 'The address does not contain the right proof',
	otherVersion:
		'The execution was paused by another version of these nodes. It continues at its time limit, with the tasks as they were',
	tooLate: 'The time limit was reached; the workflow continues without the results',
	workflowContinues: 'All tasks are finished; the workflow continues',
	cannotBeChecked:
		"The tasks cannot be checked: 'Person Detail Path' of the credential is missing or wrong",
	notTheAwaitedTask: 'This is not the callback of the awaited task',
	notAllFinished: 'The service does not report all tasks as finished yet',
	someFinished: (finished: number, all: number) => `${finished} of ${all} tasks are finished`,

	insteadOfLoop: "Choose 'Wait' or 'Return Now' in 'When Not Finished'.",
	stepChecksOnce:
		"'Execute step' checks the tasks once. To check them until they have finished, use 'Execute workflow'",
	nextCheckIn: (minutes: number, items: number) =>
		`The next status check follows after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: n8n stores all ${items} items with every check, so pauses are longer for many items. Pass fewer items to one loop for more frequent checks`,

	filesTooLate: {
		code: 'timedOut',
		title: 'The result file did not arrive before the time limit',
		advice: "Increase 'Limit Wait Time (Minutes)' for the next run.",
	},
	filesNotConfirmed: (taskId: string) =>
		`The result files of task ${taskId} were not downloaded, because only URLs that the service has just confirmed are opened. Turn on 'Verify With Service' of a trigger, enter the detail path in the credential, or download 'outputUrls' in another node`,

	// What was submitted before a run fails.
	alreadySubmitted: (tasks: string) =>
		`Already submitted; 'Retry On Fail' will not resubmit: ${tasks}.`,

	tasksOfItem: (item: number, ids: string) => `item ${item}: ${ids}`,
});
