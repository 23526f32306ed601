import type { INodeParameters } from 'n8n-workflow';

import type { EngineCredential, NodeRun } from '../../support/engine/engine';
import type { Setup } from '../../support/engine/setup';
import type { Submits } from '../../support/engine/submits';
import {
	byId,
	byUrl,
	chosen,
	compose,
	createImage,
	getTask,
	given,
	library,
	lipSync as lipSyncOf,
} from '../../support/engine/runs';

/** What a case may use: the demo service, and what other clients have created there. */
export interface World {
	service: Setup['service'];
	submits: Submits;
}

/** A mistake that users make, and the message that they get. */
export interface Mistake {
	is: string;
	run: (world: World) => NodeRun | Promise<NodeRun>;
	/** Instead of those of the demo service. */
	credential?: (world: World) => Partial<EngineCredential>;
	/** What happened; an ID and a host of the run are 〈id〉 and 〈host〉. */
	title: string;
	/** What to do, as part of the description. */
	todo: string;
}

const submit: INodeParameters = { completion: 'return' };

/** Lip Sync of a file of the input. */
const lipSync = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun =>
	lipSyncOf({ ...submit, videoFileSource: 'inputFile', ...parameters }, more);

const voices = () => library('publicVoice', 'getAll');

export const mistakes: readonly Mistake[] = [
	// Credential and service
	{
		is: 'a wrong access token',
		run: voices,
		credential: () => ({ accessToken: 'wrong' }),
		title: 'Could not list public voices: the service refused the access token',
		todo: "Paste a valid 'Access Token' into the credential and save it.",
	},
	{
		is: 'a wrong address',
		run: voices,
		credential: ({ service }) => ({ baseUrl: `${service.url}/elsewhere` }),
		title: "Could not list public voices: 'Base URL' of the credential may be wrong",
		todo: "Check 'Base URL' of the credential: it is the part of the address before /open/v1.",
	},
	{
		is: 'a wrong path of the details',
		run: async ({ submits }) => {
			const taskId = await submits.fated('translation', { seconds: Infinity });
			return getTask([{ taskId, taskKind: 'translation' }], { whenNotFinished: 'wait' });
		},
		credential: () => ({ videoDetailPath: 'no/such/path' }),
		title: "Could not look up the video: 'Video Detail Path' of the credential may be wrong",
		todo: "Compare 'Video Detail Path' of the credential with the path that your provider gave you.",
	},
	// Text, person and voice
	{
		is: 'a text that the item does not have',
		run: () => compose({ ...submit, text: '={{ $json.script }}', additionalFields: {} }),
		title: "'Text' is missing",
		todo: 'The expression {{ $json.script }} returns nothing for this item: check it, and what the nodes before this one output. Nothing was submitted.',
	},
	{
		is: 'no voice for a custom person',
		run: () =>
			compose(
				{ ...submit, voiceId: chosen(given('')) },
				{ items: [{ taskId: '7', taskKind: 'person', voiceId: '8988587500000000007' }] },
			),
		title: "'Voice' is missing",
		todo: "The item has the voice 8988587500000000007: drag its voiceId into 'Voice'. Nothing was submitted.",
	},
	{
		is: 'a name instead of the ID of a person',
		run: () => compose({ ...submit, personId: byId(' alma 1 ') }),
		title: "'Person' is the name Alma 1 instead of an ID",
		todo: "Choose the person under 'From List', or enter the ID",
	},
	{
		is: 'a name instead of the ID of a voice',
		run: () => compose({ ...submit, voiceId: byId('ada warm') }),
		title: "'Voice' is the name Ada Warm instead of an ID",
		todo: "Choose the voice under 'From List', or enter the ID 8988587500000000000. Nothing was submitted.",
	},
	{
		is: 'the name of a language instead of its code',
		run: () => compose({ ...submit, language: 'Swedish' }),
		title: "'Speech Language' is 'Swedish' instead of the code of a language",
		todo: "Enter the code 'sv'. Nothing was submitted.",
	},
	{
		is: 'emoji in one of three items whose text is sent as it is',
		run: () =>
			compose(
				{ ...submit, text: '={{ $json.text }}', textCleanup: 'asItIs' },
				{ items: [{ text: 'One.' }, { text: 'Two 😀, 🎉 and 😀' }, { text: 'Three.' }] },
			),
		title: "'Text' contains the emoji 😀 🎉, which the service does not accept [item 2 of 3]",
		todo: "Remove all emoji, or choose 'For Speech' in 'Text Cleanup'. Nothing was submitted. The other items were not submitted either. To continue without items that fail, choose 'Continue' in 'On Error' of this node's settings.",
	},
	{
		is: 'an expression as plain text',
		run: () => compose({ ...submit, text: 'Hello {{ $json.name }}.' }),
		title: "'Text' contains {{ $json.name }} as plain text",
		todo: 'Switch the field to an expression, or remove the braces. Nothing was submitted.',
	},
	{
		is: 'an expression without braces',
		run: () => compose({ ...submit, text: '=Hello $json.name, {{ $json.text }}' }),
		title: "'Text' contains $json.name as plain text",
		todo: "Switch the field to an expression, and write two braces around it: {{ $json.name }}. If the text is to have these very words, write {{ '$json.name' }}. Nothing was submitted.",
	},
	{
		is: 'the field of an earlier node without braces',
		run: () => compose({ ...submit, text: "$('Form').item.json['What to say']" }),
		title: "'Text' contains $('Form').item.json['What to say'] as plain text",
		todo: "write two braces around it: {{ $('Form').item.json['What to say'] }}. Nothing was submitted.",
	},
	{
		is: 'a URL that is an expression without braces',
		run: () => lipSync({ videoFileSource: 'url', videoFileUrl: '$json.url' }),
		title: "'Video URL' contains $json.url as plain text",
		todo: 'Switch the field to an expression, and write two braces around it: {{ $json.url }}.',
	},
	{
		is: 'an option beside a field',
		run: () =>
			compose({
				completion: 'wait',
				text: given(''),
				options: { timeLimit: -5, checkEvery: 0 },
			}),
		title: "'Text' is missing",
		todo: "The expression {{ \"\" }} returns nothing for this item: check it, and what the nodes before this one output. 'Check Every (Seconds)' must be a number of 1 or more, but is 0. 'Limit Wait Time (Minutes)' must be a number of 0 or more, but is -5. Nothing was submitted.",
	},
	// Files
	{
		is: 'an item without any file',
		run: () => lipSync({}),
		title: "'Video': the input item has no file",
		todo: 'Check that the node before this one outputs a file.',
	},
	{
		is: 'an uploaded file instead of an input file',
		run: () => lipSync({}, { items: [{ fileId: '7', url: 'https://a.example/v.mp4' }] }),
		title: "'Video': the input item has no file",
		todo: "The item has a fileId: choose 'By File ID' and drag it in, or 'By URL' and its url. Nothing",
	},
	{
		is: 'a result that was not downloaded',
		run: () =>
			lipSync({ videoFileInputField: 'data' }, { items: [{ url: 'https://a.example/v' }] }),
		title: "'Video': no file in the field 'data'",
		todo: "The item has a url: choose 'By URL' and drag it in, or turn on 'Download Result' in the node before this one.",
	},
	{
		is: 'a column of attachments instead of a file',
		run: () =>
			lipSync(
				{},
				{ items: [{ id: 1, Clip: [{ url: 'https://a.example/v.mp4', filename: 'v' }] }] },
			),
		title: "'Video': the input item has no file",
		todo: "The item has the URL of a file in 'Clip': choose 'By URL' and drag it in. Nothing",
	},
	{
		is: 'a task that has not finished instead of a file',
		run: () => lipSync({}, { items: [{ taskId: '7', state: 'inProgress' }] }),
		title: "'Video': the input item has no file",
		todo: "The task of the item is still in progress: choose 'Wait for Result' in 'Completion'",
	},
	{
		is: 'a task that has not finished, by its URL',
		run: () =>
			lipSync(
				{ videoFileSource: 'url', videoFileUrl: '={{ $json.url }}' },
				{ items: [{ taskId: '7', state: 'inProgress' }] },
			),
		title: "'Video URL' is missing",
		todo: "check it, and what the nodes before this one output. The task of the item is still in progress: choose 'Wait for Result' in 'Completion'",
	},
	{
		is: 'a task that has failed instead of a file',
		run: () => lipSync({}, { items: [{ taskId: '7', state: 'failed', errorMessage: 'blurred' }] }),
		title: "'Video': the input item has no file",
		todo: 'The task of the item has ended without a result: blurred. Nothing',
	},
	{
		is: 'an item that has failed instead of a file',
		run: () => lipSync({}, { items: [{ Title: 'Anna', error: "'Text' is missing" }] }),
		title: "'Video': the input item has no file",
		todo: "The input item has an error of an earlier node: 'Text' is missing. Nothing",
	},
	{
		is: 'a URL instead of the ID of a file',
		run: () =>
			lipSync({ videoFileSource: 'fileId', videoFileFileId: byId('https://a.example/v.mp4') }),
		title: "'Video File' is a URL",
		todo: "Choose 'By URL', or enter the fileId. Nothing was submitted.",
	},
	{
		is: 'an object in a text',
		run: () => compose({ ...submit, text: '=Hello {{ ({ first: "Anna" }) }}' }),
		title: "'Text' contains a whole object",
		todo: 'Drag in the field of it that holds the text. Nothing was submitted.',
	},
	{
		is: 'the whole output of a language model as the text',
		run: () => compose({ ...submit, text: '={{ $json }}' }, { items: [{ output: 'Hello.' }] }),
		title: '\'Text\' must be a text, but is {"output":"Hello."}',
		todo: 'Drag in the one field of it that holds the value. Nothing was submitted.',
	},
	{
		is: 'a text with quotes in JSON',
		run: () =>
			compose({ ...submit, additionalFields: { additionalParameters: '{"a": "say "hi""}' } }),
		title: '\'Other Parameters (JSON)\' must be a JSON object such as {"duration": 30}',
		todo: 'Straight double quotes have to be around names and texts; put in a text by {{ JSON.stringify(…) }}, without quotes around it. The error: ',
	},
	{
		is: 'a person ID that there is not',
		run: () => compose({ ...submit, personId: chosen('4711') }),
		title: "Could not create the video: 'Person' 4711 is unknown, not finished, or was deleted",
		todo: 'Choose one from the list, correct the ID, or wait until it is finished. The service reported: custom person absent (code 40000, trace_id ',
	},
	{
		is: 'a voice ID that there is not',
		run: () => compose({ ...submit, voiceId: chosen('4711') }),
		title: "Could not create the video: 'Voice' 4711 is unknown or was deleted",
		todo: 'Choose one from the list, or correct the ID. The service reported: voice id not found (code 40000, trace_id ',
	},
	{
		is: 'a callback address that is none',
		run: () => compose({ ...submit, callbackUrl: byUrl('n8n.example.com') }),
		title: "'When Finished, Start Workflow' is not a URL",
		todo: "Enter one that starts with http:// or https:// instead of 'n8n.example.com'. Nothing was submitted.",
	},
	{
		is: 'the test URL of a trigger as the callback address',
		run: () =>
			compose({
				...submit,
				callbackUrl: byUrl('https://n8n.example.com/webhook-test/1/digital-human'),
			}),
		title:
			"'When Finished, Start Workflow' is a test URL, which only works while the editor listens",
		todo: 'Publish the workflow, then choose it in the list or enter the Production URL of its trigger.',
	},
	{
		is: 'the address of a workflow in the editor as the callback address',
		run: () =>
			compose({
				...submit,
				callbackUrl: byUrl('https://n8n.example.com/workflow/aBcDeFgH12345678'),
			}),
		title:
			"'When Finished, Start Workflow' is an address of the editor, where a call starts nothing",
		todo: 'Choose the workflow in the list, or enter the Production URL of its trigger.',
	},
	{
		is: 'nothing to generate from',
		run: () => createImage({ modelCode: 'modelf-4.0', refPrompt: '' }),
		title: "'Prompt' and 'Reference Files' are empty, so there is nothing to generate from",
		todo: 'Fill in at least one of them.',
	},
	// Tasks
	{
		is: 'a task that takes longer than the time limit',
		run: ({ service }) => {
			service.fate({ seconds: Infinity });
			return compose({ completion: 'wait', options: { timeLimit: 0.01, onTimeLimit: 'fail' } });
		},
		title: 'The task did not finish within the time limit',
		todo: "fetch its result later with 'Digital Human Get Task'",
	},
];
