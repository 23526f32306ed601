import type { IDataObject } from 'n8n-workflow';

import type { FileType } from '../../../shared/files/names';

/** The parameters of ai_creation/task/submit, by the service's own names (service.md 4.3). */
export const fieldNames = [
	'ref_prompt',
	'start_frame',
	'end_frame',
	'ref_img_url',
	'ref_resources',
	'aspect_ratio',
	'clarity',
	'resolution_mode',
	'quality_mode',
	'video_duration',
	'number_of_images',
] as const;

export type FieldName = (typeof fieldNames)[number];

/** 3 makes images, 4 makes videos (service.md 2.2). */
export type CreationType = 3 | 4;

export type FieldValue = string | number;

/** What one model says about one of its fields. What is not said is not limited. */
export interface FieldRule {
	required?: true;
	/** Closed list: nothing else is accepted. */
	values?: readonly FieldValue[];
	/** Open list: documented as common or as an example; other values are accepted too. */
	suggestions?: readonly FieldValue[];
	/** Names of values in plain words. Suggestions with names are offered as a dropdown. */
	valueNames?: Readonly<Record<string, string>>;
	/** What applies when the field is not sent, where the specification says so. */
	defaultWhenOmitted?: FieldValue;
	/** Bounds of a whole number. */
	min?: number;
	max?: number;
	/** Characters of a text. */
	maxLength?: number;
	/** Entries of a list. */
	maxItems?: number;
	/** Always sent with this value and never asked for. */
	fixed?: FieldValue;
	/** Kinds of reference material that are accepted. */
	fileTypes?: readonly FileType[];
	/** What a required field starts with, where the usual start value does not suit. */
	initial?: FieldValue;
	/** An image that the model is made for: the editor starts with a file instead of none. */
	expected?: true;
	/** Few people need it: it stands last. A list of files has a label beside that of the usual one. */
	secondary?: true;
	/** A sentence for the user, beyond the description that all models share. */
	note?: string;
}

/** First- and last-frame models: the images of all media fields count together. */
export interface FrameRule {
	min: 1;
	max: 2;
	/** Image formats by file extension, where the specification lists them. */
	extensions?: readonly string[];
	/** Size of one image, where the specification limits it. */
	maxBytes?: number;
}

/** Credits of one kind: what is charged, and the price without the present activity. */
interface CreditPrice {
	activity: number;
	original: number;
}

/** Price of one second of output (service.md 4.3). */
export interface SecondPrice {
	clarity: number;
	resolutionMode: string;
	creditA: CreditPrice;
	creditB: CreditPrice;
}

interface Prices {
	/** The mode that applies when resolution_mode is not sent. */
	defaultResolutionMode: string;
	perSecond: readonly SecondPrice[];
}

/** One entry of the catalogue: everything that is documented about a model code. */
export interface Model {
	code: string;
	/** What it makes of what, as it stands before the code in the list of models. */
	label: string;
	description: string;
	creationType: CreationType;
	fields: Readonly<Partial<Record<FieldName, FieldRule>>>;
	frames?: FrameRule;
	/** The file that it starts from; without one, the service would generate from its defaults and charge for it. */
	needs?: 'image' | 'video';
	prices?: Prices;
	/** Without a prompt, the service uses one of its own. */
	hasDefaultPrompt?: true;
	/** False: the parameters are not documented and are given freely as JSON. */
	described: boolean;
}

/** A body of ai_creation/task/submit. */
export interface SubmitBody extends IDataObject {
	model_code: string;
	creation_type: CreationType;
}

/** Rules that several models have in common, word for word (service.md 4.3). */
export const MEBIBYTE = 1024 ** 2;

export const resultRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;

export const frameRatios = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

export const videoRatios = ['auto', '16:9', '1:1', '9:16'] as const;

export const clarityWith2K = [720, 1080, 1440, 2160, '2K', '4K'] as const;

export const imageCount: FieldRule = { min: 1, max: 4 };

export const fiveOrTenSeconds: FieldRule = { required: true, values: [5, 10] };

/** Ratios that results are documented with (2.2), for models whose own list is not shown. */
export const openRatio: FieldRule = { suggestions: resultRatios };

export const openClarity: FieldRule = { suggestions: [720, 1080] };

export const frameRule: FrameRule = { min: 1, max: 2 };

export const quality = {
	values: ['std', 'pro'],
	valueNames: { std: 'Standard', pro: 'Professional' },
} as const satisfies FieldRule;

/** The reference images of a model that can take its first frame from them. */
export const imageInstead: FieldRule = {
	secondary: true,
	note: "Another way to set the first frame: use either this field or 'First Frame'",
};

const instead =
	"Replaces 'First Frame' and 'Last Frame': set both to None, then add the first image, and after it the last";

/** The media fields of a first- and last-frame model. */
export const frameFields = {
	start_frame: {
		expected: true,
		note: 'Use one or two different images in total, across all image fields',
	},
	end_frame: { note: 'Also needs a first image' },
	ref_img_url: { secondary: true, note: instead },
	ref_resources: { secondary: true, fileTypes: ['image'], note: instead },
} as const satisfies Record<string, FieldRule>;
