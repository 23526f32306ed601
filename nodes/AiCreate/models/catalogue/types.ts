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
	/** Few people need it: it stands last; a list of files has a label of its own. */
	secondary?: true;
	/** A sentence for the user, beyond the description that all models share. */
	note?: string;
}

/** First- and last-frame models: the images of all media fields count together, one or two. */
export interface FrameRule {
	/** Image formats by file extension, where the specification lists them. */
	extensions?: readonly string[];
	/** Size of one image, where the specification limits it. */
	maxBytes?: number;
}

/** Credits of both types, as charged and without the present activity. */
export type Credits = Record<'creditA' | 'creditB' | 'originalCreditA' | 'originalCreditB', number>;

/** Price of one second of output (service.md 4.3). */
export interface SecondPrice {
	clarity: number;
	resolutionMode: string;
	credits: Credits;
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
	/** The file that it starts from; without one, the service would charge for its defaults. */
	needs?: 'image' | 'video';
	prices?: {
		/** The mode that applies when resolution_mode is not sent. */
		defaultResolutionMode: string;
		perSecond: readonly SecondPrice[];
	};
	/** Without a prompt, the service uses one of its own. */
	hasDefaultPrompt?: true;
	/** False: the parameters are not documented and are given freely as JSON. */
	described: boolean;
}

/** A documented model; which list it stands in says what it makes. */
export type DescribedModel = Omit<Model, 'creationType' | 'described'>;

/** A body of ai_creation/task/submit. */
export interface SubmitBody extends IDataObject {
	model_code: string;
	creation_type: CreationType;
}

/** Ratios of results, as they are documented (service.md 2.2 and 4.3). */
export const resultRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;
