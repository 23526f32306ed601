import { catalogue, wrongField } from '../shared/util/catalogue';

/** The texts of the Task Callback Trigger: what is wrong with its settings, and its answers to calls. */
export const taskTriggerMessages = catalogue({
	secretMissing: wrongField(
		"'Secret' is missing",
		"Enter it, or choose another 'Secret in the URL'.",
	),
	secretHasSigns: wrongField("'Secret' has more than letters and digits", 'Enter another one.'),
	needsCredential: {
		code: 'wrongCredential',
		title: 'This trigger needs a credential',
		advice:
			"Choose one. Or turn off 'Verify With Service' and choose another 'Secret in the URL': then anyone who knows the URL and its secret can fake callbacks.",
	},
	alreadyReceived: 'This callback was already received',
	wrongSecret: 'The address does not contain the right secret',
	otherKind: 'The trigger ignores this kind of task',
	otherOutcome: 'The trigger ignores tasks with this outcome',
	notFinished: 'The task is not finished',
	notFinishedYet: 'The service does not report the task as finished yet',
	started: 'The workflow has been started',
	onlyPost: 'Callbacks are sent with POST',
	noSample:
		'There is no finished task to show. Custom persons and voices cannot be listed. n8n keeps listening for a real callback',
	cannotBeChecked: 'This kind of task cannot be checked',
	unknownTask: 'The service has no task with this ID',
	noCallback: 'This is not a completion callback of the service',
});
