import type { INodeParameters } from 'n8n-workflow';

/** A node filled in as a person would, and what its panel is to show from top to bottom. */
export interface Panel {
	/** Name of its picture in docs/images. */
	picture: string;
	type: string;
	parameters: INodeParameters;
	labels: string[];
}

const chosen = (value: string, name: string): INodeParameters => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName: name,
});

const PERSON = chosen('6200000000000000013', 'Denis 2 (male, 1080 × 1920, 1 figure)');
const VOICE = chosen('8988587500000000000', 'Ada Warm (female, en)');

const LAST = ['Completion', 'Download Result', 'Options'];

export const panels: Panel[] = [
	{
		picture: 'ai-create-image',
		type: 'digitalHumanAiCreate',
		parameters: {
			operation: 'createImage',
			modelCode: 'modelf-4.0',
			refPrompt: 'A lighthouse at dawn, soft light, calm sea',
			additionalFields: { aspectRatio: '16:9', numberOfImages: 2 },
		},
		labels: [
			'Operation',
			'Model',
			'Prompt',
			'Reference Images',
			'Reference Image URLs',
			'Additional Fields',
			...LAST,
		],
	},
	{
		picture: 'ai-create-video',
		type: 'digitalHumanAiCreate',
		parameters: {
			operation: 'createVideo',
			modelCode: 'modelc3.0-first-last-to-video',
			refPrompt: 'The sun rises, the camera moves slowly towards the lighthouse',
			startFrame: 'https://example.com/lighthouse-night.png',
			endFrame: 'https://example.com/lighthouse-dawn.png',
			videoDuration: 5,
		},
		labels: [
			'Operation',
			'Model',
			'Prompt',
			'Aspect Ratio',
			'Clarity',
			'Duration (Seconds)',
			'First Frame',
			'First Frame URL',
			'Last Frame',
			'Last Frame URL',
			'Reference Images',
			'Reference Image URLs',
			'Reference Materials',
			'Additional Fields',
			...LAST,
		],
	},
	{
		picture: 'ai-create-animate-image',
		type: 'digitalHumanAiCreate',
		parameters: { operation: 'animateImage', emotion: 'Smiles and looks into the camera' },
		labels: ['Operation', 'Image Task', 'Image URL', 'Emotion', 'Movement', ...LAST],
	},
	{
		picture: 'compose-video',
		type: 'digitalHumanComposeVideo',
		parameters: {
			personId: PERSON,
			figureType: 'sit_body',
			text: 'Welcome to our shop. Today everything is half price.',
			voiceId: VOICE,
		},
		labels: [
			'Person',
			'Figure Name or ID',
			'Speech From',
			'Text',
			'Voice',
			'Screen',
			'Background',
			'Completion',
			'Download Result',
			'Person Position and Motion',
			'Quality',
			'Speech Options',
			'Subtitles',
			'Watermark',
			'Person and Voice Origin',
			'Options',
		],
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
		labels: [
			'Video',
			'Video URL',
			'Speech From',
			'Text',
			'Voice',
			'Screen',
			'Completion',
			'Download Result',
			'Speech Options',
			'Video Options',
			'Options',
		],
	},
	{
		picture: 'translate-video',
		type: 'digitalHumanTranslateVideo',
		parameters: {
			videoFileSource: 'url',
			videoFileUrl: 'https://example.com/interview.mp4',
			targetLanguages: ['ja', 'es'],
		},
		labels: [
			'Translate',
			'Video',
			'Video URL',
			'Target Language Names or IDs',
			'Voice of the Translation',
			'Completion',
			'Translation Options',
			'Options',
		],
	},
	{
		picture: 'create-person',
		type: 'digitalHumanCreatePerson',
		parameters: {
			name: 'Anna',
			videoFileSource: 'url',
			videoFileUrl: 'https://example.com/anna.mp4',
		},
		labels: [
			'Name',
			'Video',
			'Video URL',
			'Authorization',
			'Completion',
			'Callback URL',
			'Training Options',
			'Options',
		],
	},
	{
		picture: 'upload-file',
		type: 'digitalHumanUploadFile',
		parameters: { purpose: 'lip_sync_video' },
		labels: ['Purpose', 'File', 'Input Data Field Name', 'Options'],
	},
	{
		picture: 'get-task',
		type: 'digitalHumanGetTask',
		parameters: { whenNotFinished: 'wait' },
		labels: [
			'Operation',
			'Task Kind',
			'Task ID',
			'When Not Finished',
			'Download Result',
			'Options',
		],
	},
	{
		picture: 'library',
		type: 'digitalHumanLibrary',
		parameters: {},
		labels: ['Resource', 'Operation', 'One Item Per', 'Return All', 'Limit', 'Filters', 'Options'],
	},
	{
		picture: 'task-trigger',
		type: 'digitalHumanTaskTrigger',
		parameters: {},
		labels: [
			'Trigger On',
			'Task Kinds',
			'Verify With Service',
			'Secret in the Address',
			'Download Result',
			'Options',
		],
	},
	{
		picture: 'task-poll-trigger',
		type: 'digitalHumanTaskPollTrigger',
		parameters: { taskKinds: ['aiCreation', 'composedVideo'] },
		labels: ['Poll Times', 'Trigger On', 'Task Kinds', 'Download Result', 'Options'],
	},
];
