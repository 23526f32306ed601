import { catalogue } from '../util/catalogue';

const FIND_THEM =
	"Find the tasks with 'Digital Human Get Task', operation 'Get Many', or at the service.";

const TO_SUBMIT = 'To submit anyway, run the workflow again, instead of retrying this execution.';

/** The texts of what happens between the fields of a node and its tasks. */
export const submitMessages = catalogue({
	/** Says that nothing was paid, and what to do where these nodes cannot look up the task. */
	returnTaskId:
		"Nothing was submitted. You can also choose 'Return Task ID' in 'Completion', but these nodes cannot look up the task then.",

	/** What the failed call says of an item that was sent before n8n died. */
	noRecord: 'An earlier execution ended before n8n had recorded the response',

	acceptedBefore: (action: string, howToFind: string) => ({
		code: 'maybeSubmitted',
		title: `Could not ${action}: an earlier execution has already submitted it`,
		advice: `The service accepted the task, but that execution ended before n8n stored the result. It was not resubmitted, so you are not charged twice. Its ID is in n8n's log, in a line with 'Digital Human task accepted'. ${howToFind}`,
	}),

	otherContent: (count: number) => ({
		code: 'maybeSubmitted',
		title: 'The original execution may have submitted this item with other content',
		advice: `It submitted ${count === 1 ? 'one item that is' : `${count} items that are`} not among those of this retry. Nothing was submitted for this item, so you are not charged twice. ${FIND_THEM} ${TO_SUBMIT}`,
	}),

	storeUnreadable: () => ({
		code: 'maybeSubmitted',
		title: 'n8n could not read what the original execution submitted',
		advice: `Nothing was submitted for this item, so you are not charged twice. Try again later. ${FIND_THEM} ${TO_SUBMIT}`,
	}),

	pickedUp: (count: number, executions: string) =>
		`${count === 1 ? 'One item continues with a task that was' : `${count} items continue with tasks that were`} submitted before ${executions} ended. ${count === 1 ? 'It was' : 'They were'} not submitted again`,

	ofExecution: (ids: string) => `execution ${ids}`,

	ofOriginal: 'the original execution',

	/** Where a retry cannot be told from an earlier execution. */
	mayBeOther: (tasks: string) =>
		`This n8n does not say which execution is retried, so the tasks may also be those of an earlier execution with the same items. Task IDs: ${tasks}`,

	/** @param expression the expression, and the field in which it stands, in words */
	emptyExpression: (expression: string, count: number, all: number) =>
		`${expression}${all > 1 ? ` for ${count} of ${all} items` : ''}, and is left out there. If it should return something, check the name of the field in it`,

	equalRequests: (count: number, all: number) =>
		`${count} of ${all} items send the same request, and each of them is charged`,

	/** @param executions their IDs */
	sameUnderWay: (executions: string, count: number) =>
		`${count === 1 ? `Execution ${executions} has not ended and submits` : `Executions ${executions} have not ended and submit`} the same request: each is charged. If a schedule starts this workflow, let more time pass between its starts`,

	/** The title of the error of one part of an item. */
	ofPart: (part: number, parts: number, title: string) => `Part ${part} of ${parts}: ${title}`,

	validateOnly:
		"'Validate Only' is on: nothing was uploaded or submitted. Turn it off to run the node",

	changesNothing: (action: string) => ({
		code: 'unexpected',
		title: `'Validate Only' is on, so the node did not ${action}. Turn it off to run the node`,
		advice: '',
	}),

	/** The parts of the estimate of a run, and the sentence that they make. */
	estimatedCount: (count: number, word: string) => `${count} ${word}`,
	estimatedLength: (length: string) => `about ${length}`,
	estimatedCredits: (credits: number) =>
		`about ${credits} ${credits === 1 ? 'Credit' : 'Credits'} A`,
	noPublishedPrice: 'whose price is not published',
	notCounted: (items: number) =>
		`without the cost of ${items === 1 ? 'one item' : `${items} items`}, whose length or price is not known`,
	estimate: (parts: string) => `Estimate: ${parts}`,
});
