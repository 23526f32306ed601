import { catalogue, type Message } from '../util/catalogue';

function wrong(title: string, advice = ''): Message {
	return { code: 'wrongField', title, advice };
}

export const outputMessages = catalogue({
	unreadFiles: (unread: string, whatToDo: string) => ({
		code: 'transferFailed',
		title: 'The result files could not be downloaded',
		advice: `The status of the task could not be read ${unread} Only files that the service has just confirmed are downloaded. ${whatToDo}`,
	}),
	notInTool: (choice: string, instead: string) => ({
		code: 'wrongWorkflow',
		title: `'${choice}' cannot be used in a tool of an AI agent`,
		advice: `The agent waits for the answer of its tool, so the execution cannot pause. ${instead}`,
	}),
	notTheSame: (place: string) =>
		wrong(
			`${place} must be the same for all items`,
			'Use an expression that returns the same for each of them, or split the items with an If node before this one.',
		),
});
