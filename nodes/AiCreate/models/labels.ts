import type { FieldName, FieldRule } from './catalogue/types';

/** How a field is read from the editor and checked. */
type FieldKind = 'text' | 'word' | 'number' | 'frame' | 'images' | 'materials';

interface FieldLabel {
	/** Name of the editor parameter; of a frame, the beginning of its names. */
	name: string;
	label: string;
	description: string;
	kind: FieldKind;
	/** Example of a text. */
	placeholder?: string;
}

/** Every field in the words of the editor; the order is the order in requests and tables. */
export const fieldLabels: Readonly<Record<FieldName, FieldLabel>> = {
	ref_prompt: {
		name: 'refPrompt',
		label: 'Prompt',
		description: 'What the result should show, in your own words',
		kind: 'text',
		placeholder: 'e.g. A lighthouse at dawn, soft light, waves rolling in',
	},
	start_frame: {
		name: 'startFrame',
		label: 'First Frame',
		description: 'The image that the video starts with',
		kind: 'frame',
	},
	end_frame: {
		name: 'endFrame',
		label: 'Last Frame',
		description: 'The image that the video ends with',
		kind: 'frame',
	},
	ref_img_url: {
		name: 'referenceImages',
		label: 'Reference Images',
		description: 'Images to start from or to follow',
		kind: 'images',
	},
	ref_resources: {
		name: 'referenceMaterials',
		label: 'Reference Materials',
		description: 'Files to start from or to follow',
		kind: 'materials',
	},
	aspect_ratio: {
		name: 'aspectRatio',
		label: 'Aspect Ratio',
		description: 'Width to height of the result',
		kind: 'word',
	},
	clarity: {
		name: 'clarity',
		label: 'Resolution',
		description: 'Resolution of the result',
		kind: 'number',
	},
	resolution_mode: {
		name: 'resolutionMode',
		label: 'Resolution Mode',
		description: 'How the result gets its resolution',
		kind: 'word',
	},
	quality_mode: {
		name: 'qualityMode',
		label: 'Quality',
		description: 'Quality level of the result',
		kind: 'word',
	},
	video_duration: {
		name: 'videoDuration',
		label: 'Duration (Seconds)',
		description: 'Length of the video',
		kind: 'number',
	},
	number_of_images: {
		name: 'numberOfImages',
		label: 'Number of Images',
		description: 'How many images to generate',
		kind: 'number',
	},
};

/** The label of the list of files that a model usually takes. */
const FILES = 'Reference Files';

/** The label of a field for a model with this rule. */
export function labelFor(field: FieldName, rule?: FieldRule): string {
	const { label, kind } = fieldLabels[field];
	const isUsualList = (kind === 'images' || kind === 'materials') && rule && !rule.secondary;
	return isUsualList ? FILES : label;
}

/** The field that takes the parameters of undescribed models. */
export const parametersLabel = { name: 'parametersJson', label: 'Parameters (JSON)' } as const;
