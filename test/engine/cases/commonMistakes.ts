import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../demo-service';
import { storedFile, type InputFileOptions } from '../../support/engine/binaries';
import type { NodeRun } from '../../support/engine/engine';
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
	loop,
	translate,
	uploadFrom,
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
	credential?: (world: World) => {
		baseUrl?: string;
		accessToken?: string;
		videoDetailPath?: string;
	};
	/** What the service does at an operation. */
	fault?: { operation: string; fault: Fault | ((world: World) => Fault) };
	/** What happened; an ID and a host of the run are 〈id〉 and 〈host〉. */
	title: string;
	/** What to do, as part of the description. */
	todo: string;
}

const submit: INodeParameters = { completion: 'return' };

/** Lip Sync of a file of the input. */
const lipSync = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun =>
	lipSyncOf({ ...submit, videoFileSource: 'inputFile', ...parameters }, more);

/** One of the public persons of the demo service. */
const ofPerson = (index: number): INodeParameters => ({
	personId: chosen(`62${String(index).padStart(17, '0')}`),
});

/** An input item with a file. */
async function withFile(field: string, file: InputFileOptions, bytes?: number) {
	const { binary } = await storedFile(file);
	return { items: [{ json: {}, binary: { [field]: bytes ? { ...binary, bytes } : binary } }] };
}

const clip: InputFileOptions = { bytes: 1000, name: 'clip.mp4' };

const voices = () => library('publicVoice', 'getAll');

/** A file that anybody can fetch, at its address. */
const source = ({ service }: World) => service.storage.source({ bytes: 1000 }).url;

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
	{
		is: 'an address without https',
		run: voices,
		credential: () => ({ baseUrl: 'http://api.example.com' }),
		title: "'Base URL' of the credential must start with https://",
		todo: 'This protects the access token on its way to the service.',
	},
	{
		is: 'an address where nothing answers',
		run: voices,
		credential: () => ({ baseUrl: 'http://127.0.0.1:9' }),
		title: 'Could not list public voices: the service could not be reached',
		todo: "Check 'Base URL' of the credential, and that this n8n can connect to it.",
	},
	{
		is: 'an address that redirects',
		run: voices,
		fault: {
			operation: 'list_common_audio',
			fault: ({ service }) => ({
				kind: 'redirect',
				location: `${service.url}/elsewhere`,
				status: 307,
			}),
		},
		title: 'Could not list public voices: the service address redirects',
		todo: "Enter the final address in 'Base URL' of the credential.",
	},
	{
		is: 'no credits left',
		run: () => compose(submit),
		fault: { operation: 'create_video', fault: { kind: 'code', code: 40002 } },
		title: 'Could not create the video: your account has used up its video time',
		todo: 'Buy more video time at the service, or wait until it is renewed.',
	},
	{
		is: 'too many requests',
		run: voices,
		fault: { operation: 'list_common_audio', fault: { kind: 'code', code: 40001 } },
		title: 'Could not list public voices: the service is busy (limit exceeded)',
		todo: 'Try again in a minute: limits count for all workflows that use this token.',
	},
	{
		is: 'an answer that got lost after a submit',
		run: () => compose(submit),
		fault: { operation: 'create_video', fault: { kind: 'resetAfter' } },
		title: 'Could not create the video: the service did not respond completely',
		todo: 'The task may still have been created. It was not resubmitted, so you are not charged twice.',
	},
	// Text, person and voice
	{
		is: 'no text',
		run: () => compose({ ...submit, text: given('') }),
		title: "'Text' is missing",
		todo: 'Nothing was submitted.',
	},
	{
		is: 'a text that the item does not have',
		run: () => compose({ ...submit, text: '={{ $json.script }}', additionalFields: {} }),
		title: "'Text' is missing",
		todo: 'The expression {{ $json.script }} returns nothing for this item: check it, and what the nodes before this one output. Nothing was submitted.',
	},
	{
		is: 'no voice for a person of your own',
		run: () =>
			compose(
				{ ...submit, voiceId: chosen(given('')) },
				{ items: [{ taskId: '7', taskKind: 'person', voiceId: '8988587500000000007' }] },
			),
		title: "'Voice' is missing",
		todo: "The item has the voice 8988587500000000007: drag its voiceId into 'Voice'. Nothing was submitted.",
	},
	{
		is: 'additional parameters that are no JSON',
		run: () => compose({ ...submit, additionalFields: { additionalParameters: '{duration: 30}' } }),
		title: '\'Additional Parameters (JSON)\' must be a JSON object such as {"duration": 30}',
		todo: 'Nothing was submitted.',
	},
	{
		is: 'a name instead of the ID of a person',
		run: () => compose({ ...submit, personId: byId(' alma 1 ') }),
		title: "'Person' is the name Alma 1 instead of an ID",
		todo: "Choose the person under 'From List', or enter the ID",
	},
	{
		is: 'a text that is too long',
		run: () => compose({ ...submit, text: 'x'.repeat(4000) }),
		title: "'Text' has 4000 characters, but may have at most 3999",
		todo: 'Nothing was submitted.',
	},
	{
		is: 'an emoji',
		run: () => compose({ ...submit, text: 'Hello 😀' }),
		title: "'Text' contains the emoji 😀, which the service does not accept",
		todo: 'Nothing was submitted.',
	},
	{
		is: 'an emoji in one of three items',
		run: () =>
			compose(
				{ ...submit, text: '={{ $json.text }}' },
				{ items: [{ text: 'One.' }, { text: 'Two 😀' }, { text: 'Three.' }] },
			),
		title: "'Text' contains the emoji 😀, which the service does not accept [item 2 of 3]",
		todo: "Nothing was submitted. The other items were not submitted either. To continue without items that fail, choose 'Continue' in 'On Error' of this node's settings.",
	},
	{
		is: 'an expression as plain text',
		run: () => compose({ ...submit, text: 'Hello {{ $json.name }}.' }),
		title: "'Text' contains {{ $json.name }} as plain text",
		todo: 'Switch the field to an expression, or remove the braces. Nothing was submitted.',
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
	{
		is: 'no person',
		run: () => compose({ ...submit, personId: chosen(given('')) }),
		title: "'Person' is missing",
		todo: 'Nothing was submitted.',
	},
	{
		is: 'words that the service does not allow',
		run: () => compose(submit),
		fault: { operation: 'create_video', fault: { kind: 'code', code: 50011 } },
		title: 'Could not create the video: the text contains words that are not allowed',
		todo: 'Change the text and run the item again.',
	},
	// Files
	{
		is: 'a wrong name of the field with the file',
		run: async () => lipSync({ videoFileInputField: 'data' }, await withFile('Your_video', clip)),
		title: "'Video': no file in the field 'data'",
		todo: "The item has one in 'Your_video': enter that name in 'Video Input Data Field Name'.",
	},
	{
		is: 'an item without any file',
		run: () => lipSync({}),
		title: "'Video': the input item has no file",
		todo: 'Check that the node before this one outputs a file.',
	},
	{
		is: 'a name of a field, and an item without any file',
		run: () => lipSync({ videoFileInputField: 'data' }),
		title: "'Video': no file in the field 'data'",
		todo: 'The input item has no file at all. Check that the node before this one outputs a file.',
	},
	{
		is: 'two videos, of which none is named',
		run: async () => {
			const { binary } = await storedFile(clip);
			return lipSync({}, { items: [{ json: {}, binary: { before: binary, after: binary } }] });
		},
		title: "'Video': more than one file could be meant",
		todo: "The item has files in 'before' and 'after': enter one of these names in 'Video Input Data Field Name'.",
	},
	{
		is: 'a file of a type that is not supported',
		run: async () =>
			lipSync(
				{ videoFileInputField: 'data' },
				await withFile('data', {
					...clip,
					name: 'slides.pptx',
					mimeType: 'application/vnd.ms-powerpoint',
				}),
			),
		title: "'Video': 'slides.pptx' is not a supported type",
		todo: 'Use MP4, MOV or WebM.',
	},
	{
		is: 'an empty file',
		run: async () =>
			lipSync({ videoFileInputField: 'data' }, await withFile('data', { ...clip, bytes: 0 })),
		title: "'Video': 'clip.mp4' is empty",
		todo: 'Choose a file with content.',
	},
	{
		is: 'a file that is too large',
		run: async () =>
			translate(
				{ sourceType: 'file', videoFileSource: 'inputFile', videoFileInputField: 'data' },
				await withFile('data', clip, 2e9),
			),
		title: "'Video': 'clip.mp4' is too large (2 GB)",
		todo: "The service accepts at most 1 GB for 'Video Translation': use a smaller file.",
	},
	{
		is: 'an address of a file that is not there',
		run: (world) => uploadFrom(source(world)),
		fault: { operation: 'source', fault: { kind: 'status', status: 404 } },
		title: "'File URL' could not be opened: 〈host〉 has no such file (HTTP 404)",
		todo: 'Check the URL: it may have expired.',
	},
	{
		is: 'an address of a file that needs a sign-in',
		run: (world) => uploadFrom(source(world)),
		fault: { operation: 'source', fault: { kind: 'status', status: 403 } },
		title: "'File URL' could not be opened: 〈host〉 denied access (HTTP 403)",
		todo: 'Use a URL that anyone can open without signing in.',
	},
	{
		is: 'an address of a web page instead of a file',
		run: (world) => uploadFrom(source(world)),
		fault: { operation: 'source', fault: { kind: 'html', status: 200 } },
		title: "'File URL' leads to a web page of 〈host〉, not to a file",
		todo: 'Use the direct URL of the file, which anyone can open without signing in.',
	},
	{
		is: 'an address of a file that nobody serves',
		run: () => uploadFrom('http://127.0.0.1:9/clip.mp4'),
		title: "'File URL' could not be opened: 127.0.0.1:9 refused the connection",
		todo: 'Check that anyone can open the URL.',
	},
	{
		is: 'something else than an address',
		run: () => uploadFrom('clip.mp4'),
		title: "'File URL' is not a URL",
		todo: "Enter one that starts with http:// or https:// instead of 'clip.mp4'. Nothing was uploaded for this item.",
	},
	{
		is: 'the ID of a file that has been deleted',
		run: () => lipSync({ videoFileSource: 'fileId', videoFileFileId: chosen('4711') }),
		title: "'Video File': the service has no file with the ID '4711'",
		todo: 'The service deletes uploaded files after 30 days. Choose a file from the list',
	},
	{
		is: 'the ID of a file that was uploaded for something else',
		run: ({ submits }) =>
			lipSync({
				videoFileSource: 'fileId',
				videoFileFileId: chosen(submits.file('ai_creation', 'clip.mp4')),
			}),
		title: "'Video File': the file was uploaded for 'AI Creation'",
		todo: "Upload it again for 'Lip Sync: Video', or choose a file that was.",
	},
	// Values
	{
		is: 'a language that there is not',
		run: () => translate({ targetLanguages: given(['xx']) }),
		title: "'Target Language Names or IDs' has 'xx', which the service does not offer",
		todo: 'Choose from the list: English (en), Chinese (zh),',
	},
	{
		is: 'no language',
		run: () => translate({ targetLanguages: given([]) }),
		title: "'Target Language Names or IDs' is missing",
		todo: 'Nothing was submitted.',
	},
	{
		is: 'a bad option by an expression',
		run: () => compose({ ...submit, audioType: given('song') }),
		title: "'Speech From' must be 'Text' (tts) or 'Audio File' (audio), but is song",
		todo: 'Nothing was submitted.',
	},
	{
		is: 'waiting for a translation without its path',
		run: () => translate({ completion: 'wait' }),
		title: 'Translations cannot be awaited or looked up with this credential',
		todo: "You can also choose 'Return Task ID' in 'Completion', but these nodes cannot fetch the file then.",
	},
	{
		is: 'a bad number by an expression',
		run: () =>
			lipSync({
				videoFileSource: 'fileId',
				videoFileFileId: chosen('4711'),
				additionalFields: { volume: given('loud') },
			}),
		title: "'Volume' must be a whole number from 1 to 100, but is loud",
		todo: 'Nothing was submitted.',
	},
	{
		is: 'a person ID that there is not',
		run: () => compose({ ...submit, personId: chosen('4711') }),
		title: "Could not create the video: 'Person' 4711 is unknown, not finished, or was deleted",
		todo: 'Choose one from the list, or correct the ID. The service reported: custom person absent (code 40000, trace_id ',
	},
	{
		is: 'a voice ID that there is not',
		run: () => compose({ ...submit, voiceId: chosen('4711') }),
		title: "Could not create the video: 'Voice' 4711 is unknown or was deleted",
		todo: 'Choose one from the list, or correct the ID. The service reported: voice id not found (code 40000, trace_id ',
	},
	{
		is: 'a voice ID that there is not, for Lip Sync',
		run: (world) =>
			lipSync({
				videoFileSource: 'url',
				videoFileUrl: source(world),
				voiceId: chosen('4711'),
			}),
		title: "Could not create the lip-sync video: 'Voice' 4711 is unknown or was deleted",
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
		is: 'Pause and Loop without the connection back',
		run: async ({ service, submits }) => {
			service.fate({ seconds: Infinity });
			const taskId = await submits.composedVideo();
			return loop([{ taskId, taskKind: 'composedVideo' }], {}, { loop: false });
		},
		title: "'Pause and Loop' needs a connection from 'In Progress' back to this node",
		todo: "or choose 'Wait' in 'When Not Finished'",
	},
	{
		is: 'an empty prompt',
		run: () => createImage({ modelCode: 'modelf-3.0-t2i', refPrompt: given('') }),
		title: "'Prompt' is missing",
		todo: 'Nothing was submitted.',
	},
	{
		is: 'nothing to generate from',
		run: () => createImage({ modelCode: 'modelf-4.0', refPrompt: '' }),
		title: "'Prompt' and 'Reference Files' are empty, so there is nothing to generate from",
		todo: 'Fill in at least one of them.',
	},
	{
		is: 'a video in 4K of a person that does not support it',
		run: () => compose({ ...submit, ...ofPerson(1), screen: 'portrait4k' }),
		title: "'Screen' is 4K, which Boris 1 does not support",
		todo: 'or a person that supports 4K',
	},
	{
		is: 'a figure that the person does not have',
		run: () => compose({ ...submit, ...ofPerson(0), figureType: chosen('sit_body') }),
		title: "'Figure' is Sitting, which Alma 1 does not have",
		todo: 'Choose another figure: Automatic',
	},
	// Tasks
	{
		is: 'a task that failed',
		run: ({ service }) => {
			service.fate({ outcome: 'Fail', errMsg: 'the picture is too dark' });
			return createImage({ modelCode: 'modelf-4.0', refPrompt: 'A fox' });
		},
		title: 'The task failed: the picture is too dark',
		todo: 'If the reason concerns the input, change the input, then run the item again.',
	},
	{
		is: 'a task that takes longer than the time limit',
		run: ({ service }) => {
			service.fate({ seconds: Infinity });
			return compose({ completion: 'wait', options: { timeLimit: 0.01, onTimeLimit: 'fail' } });
		},
		title: 'The task did not finish within the time limit',
		todo: "fetch its result later with 'Digital Human Get Task'",
	},
	{
		is: 'a task ID that there is not',
		run: () => getTask([{ taskId: '4711', taskKind: 'lipSync' }]),
		title: "The service has no lip-sync video with the ID '4711'",
		todo: "Check 'Task ID' and 'Task Kind'",
	},
	{
		is: 'a task ID of another kind',
		run: async ({ submits }) =>
			getTask([{ taskId: await submits.aiCreation(), taskKind: 'lipSync' }]),
		title: "The service has no lip-sync video with the ID '〈id〉'",
		todo: "Check 'Task ID' and 'Task Kind'",
	},
	{
		is: 'a task ID that is an expression as plain text',
		run: () => getTask([{}], { taskId: byId('{{ $json.taskId }}') }),
		title: "'Task ID' contains {{ $json.taskId }} as plain text",
		todo: 'Switch the field to an expression, or remove the braces.',
	},
	{
		is: 'an address that is an expression as plain text',
		run: () => lipSync({ videoFileSource: 'url', videoFileUrl: '{{ $json.url }}' }),
		title: "'Video URL' contains {{ $json.url }} as plain text",
		todo: 'Switch the field to an expression, or remove the braces. Nothing was submitted.',
	},
	{
		is: 'no task ID',
		run: () => getTask([{}]),
		title: "'Task ID' is missing",
		todo: 'Task',
	},
	{
		is: 'a task ID that an expression has rounded',
		run: () => getTask([{ taskId: 3.1e18 }]),
		title: "'Task ID' is a number too large to be exact, so it was rounded",
		todo: 'Put the ID in quotes',
	},
];
