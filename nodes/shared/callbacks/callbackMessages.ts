import { catalogue, wrongField } from '../util/catalogue';

/** What is said about callbacks: their addresses, and the answers to calls. */
export const callbackMessages = catalogue({
	testUrl: (place: string) =>
		wrongField(
			`${place} is a test URL, which only works while the editor listens`,
			'Publish the workflow, then choose it in the list or enter the Production URL of its trigger.',
		),
	editorUrl: (place: string) =>
		wrongField(
			`${place} is an address of the editor, where a call starts nothing`,
			'Choose the workflow in the list, or enter the Production URL of its trigger.',
		),
	unreachable: (host: string) =>
		`'When Finished, Start Workflow' points to ${host}, which cannot be reached from the internet, so the callback may not arrive. Use the public address of n8n (N8N_WEBHOOK_URL, in older n8n WEBHOOK_URL), or fetch the result with 'Digital Human Get Task'`,
	notPublished: (place: string) =>
		wrongField(
			`${place} is an address of this n8n that no published workflow has`,
			"Publish the workflow with the 'Digital Human Task Callback Trigger', then choose it in the list or enter the trigger's Production URL.",
		),
	startsItself: wrongField(
		"'When Finished, Start Workflow' is this workflow, which each finished task would start again",
		'Choose another workflow, or submit in a workflow of its own.',
	),
	/** @param reference label of the field, in quotes, as that of the workflow */
	referenceNeedsWorkflow: (reference: string, workflow: string) =>
		wrongField(`${reference} needs a workflow in ${workflow}`),
	notInTime: {
		code: 'callFailed',
		title: 'The service did not respond in time',
		advice: 'The next call asks it again.',
	},
	cannotProcess: 'The callback cannot be processed at the moment',
	/** For the log. The name is that of the node, in quotes. */
	notProcessed: (name: string, reason: string) =>
		`A call of ${name} could not be processed: ${reason}`,
	/** @param call the name of the node and the body, both in quotes */
	refused: (call: { node: string; body: string }, status: number, message: string) =>
		`A call of ${call.node} was refused with status ${status}: ${message}. Body: ${call.body}`,
});
