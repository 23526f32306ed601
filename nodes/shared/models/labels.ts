import type { FieldName, FieldRule } from './catalogue/types';

/** How a field is read from the editor and checked. */
export type FieldKind = 'text' | 'word' | 'number' | 'address' | 'addresses' | 'materials';

export interface FieldLabel {
	/** Name of the editor parameter. */
	name: string;
	label: string;
	/** The same for a model that takes one entry only. */
	single?: string;
	description: string;
	kind: FieldKind;
}

/** Every field in the words of the editor; the order is the order in requests and tables. */
export const fieldLabels: Readonly<Record<FieldName, FieldLabel>> = {
	ref_prompt: {
		name: 'refPrompt',
		label: 'Prompt',
		description: 'What the result should show, in your own words',
		kind: 'text',
	},
	start_frame: {
		name: 'startFrame',
		label: 'First Frame',
		description: 'Web address of the image that the video starts with',
		kind: 'address',
	},
	end_frame: {
		name: 'endFrame',
		label: 'Last Frame',
		description: 'Web address of the image that the video ends with',
		kind: 'address',
	},
	ref_img_url: {
		name: 'refImgUrl',
		label: 'Reference Images',
		single: 'Reference Image',
		description: 'Web addresses of images that guide the result',
		kind: 'addresses',
	},
	ref_resources: {
		name: 'refResources',
		label: 'Reference Materials',
		description: 'Materials that guide the result, by kind and web address',
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
		label: 'Clarity',
		description: 'Target clarity of the result',
		kind: 'number',
	},
	resolution_mode: {
		name: 'resolutionMode',
		label: 'Resolution Mode',
		description: 'How the resolution is reached',
		kind: 'word',
	},
	quality_mode: {
		name: 'qualityMode',
		label: 'Quality',
		description: 'How much weight is given to quality',
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
		description: 'How many images one task creates',
		kind: 'number',
	},
};

/** The label of a field in the fields of a model with this rule. */
export function labelFor(field: FieldName, rule?: FieldRule): string {
	const { label, single } = fieldLabels[field];
	return (rule?.maxItems === 1 ? single : undefined) ?? label;
}

/** The field that takes the parameters of undescribed models. */
export const parametersLabel = { name: 'parametersJson', label: 'Parameters (JSON)' } as const;
