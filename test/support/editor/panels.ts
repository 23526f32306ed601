import type { INodeParameters } from 'n8n-workflow';

/** A node filled in as a person would, and what its panel is to show from top to bottom. */
interface Panel {
	/** Name of its picture in docs/images. */
	picture: string;
	type: string;
	parameters: INodeParameters;
	labels: string;
}

const chosen = (value: string, name: string): INodeParameters => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName: name,
});

const PERSON = chosen('6200000000000000013', 'Denis 2 (male, 1080 × 1920, 1 figure)');
const VOICE = chosen('8988587500000000003', 'Dario Warm (male, English)');

/** The last fields of every model of AI Create; other nodes have a collection before their options. */
const LAST_OF_MODEL = 'Completion, Download Result, Options';
const LAST = 'Completion, Download Result, Additional Fields, Options';

export const panels: Panel[] = [
	{
		picture: 'ai-create-image',
		type: 'digitalHumanAiCreate',
		parameters: {
			resource: 'image',
			operation: 'generate',
			modelCode: 'modelf-4.0',
			refPrompt: 'A lighthouse at dawn, soft light, calm sea',
			aspectRatio: '16:9',
			numberOfImages: 2,
		},
		labels:
			'Resource, Operation, Model, Prompt, Reference Files, Aspect Ratio, Resolution, ' +
			`Number of Images, ${LAST_OF_MODEL}`,
	},
	{
		picture: 'ai-create-video',
		type: 'digitalHumanAiCreate',
		parameters: {
			resource: 'video',
			operation: 'generate',
			modelCode: 'modelc3.0-first-last-to-video',
			refPrompt: 'The sun rises, the camera moves slowly towards the lighthouse',
			startFrameSource: 'url',
			startFrameUrl: 'https://example.com/lighthouse-night.png',
			endFrameSource: 'url',
			endFrameUrl: 'https://example.com/lighthouse-dawn.png',
			videoDuration: 5,
		},
		labels:
			'Resource, Operation, Model, Prompt, First Frame, First Frame URL, Last Frame, ' +
			'Last Frame URL, Aspect Ratio, Resolution, Resolution Mode, Duration (Seconds), ' +
			`Reference Images, Reference Materials, ${LAST_OF_MODEL}`,
	},
	{
		picture: 'ai-create-animate-image',
		type: 'digitalHumanAiCreate',
		parameters: {
			resource: 'video',
			operation: 'animate',
			emotion: 'Smiles and looks into the camera',
		},
		labels: `Resource, Operation, Image Task, Image URL, Emotion, ${LAST}`,
	},
	{
		picture: 'compose-video',
		type: 'digitalHumanComposeVideo',
		parameters: {
			personId: PERSON,
			text: 'Welcome to our shop. Today everything is half price.',
			voiceId: VOICE,
		},
		labels:
			'Person, Figure, Speech From, Text, Text Cleanup, If Text Is Too Long, Voice, ' +
			'Speech Language, Screen, Background, Subtitles, Subtitle Options, Quality, ' +
			`${LAST}`,
	},
	{
		picture: 'lip-sync',
		type: 'digitalHumanLipSync',
		parameters: {
			videoFileSource: 'url',
			videoFileUrl: 'https://example.com/interview.mp4',
			text: 'Welcome to our shop.',
			voiceId: VOICE,
		},
		labels: `Video, Video URL, Speech From, Text, Text Cleanup, Voice, Screen, ${LAST}`,
	},
	{
		picture: 'translate-video',
		type: 'digitalHumanTranslateVideo',
		parameters: {
			videoFileSource: 'url',
			videoFileUrl: 'https://example.com/interview.mp4',
			targetLanguages: ['ja', 'es'],
		},
		labels: `Source, Video, Video URL, Target Language Names or IDs, Translation Voice, ${LAST}`,
	},
	{
		picture: 'create-person',
		type: 'digitalHumanCreatePerson',
		parameters: {
			name: 'Anna',
			videoFileSource: 'url',
			videoFileUrl: 'https://example.com/anna.mp4',
		},
		labels: `Name, Video, Video URL, Consent, ${LAST}`,
	},
	{
		picture: 'upload-file',
		type: 'digitalHumanUploadFile',
		parameters: { purpose: 'lip_sync_video' },
		labels: 'Purpose, File, Input Data Field Name, Options',
	},
	{
		picture: 'get-task',
		type: 'digitalHumanGetTask',
		parameters: { whenNotFinished: 'wait' },
		labels: 'Operation, Task Kind, Task ID, When Not Finished, Download Result, Options',
	},
	{
		picture: 'library',
		type: 'digitalHumanLibrary',
		parameters: {},
		labels: 'Resource, Operation, One Item Per, Return All, Limit, Filters, Options',
	},
	{
		picture: 'task-trigger',
		type: 'digitalHumanTaskTrigger',
		parameters: {},
		labels: 'Trigger On, Task Kinds, Download Result, Options',
	},
	{
		picture: 'task-poll-trigger',
		type: 'digitalHumanTaskPollTrigger',
		parameters: { taskKinds: ['aiCreation', 'composedVideo'] },
		labels: 'Poll Times, Trigger On, Task Kinds, Download Result, Options',
	},
];
