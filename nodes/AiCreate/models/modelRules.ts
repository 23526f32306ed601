import type { IDataObject } from 'n8n-workflow';

import type { MediaLimits } from '../../shared/files/fileUse';
import type { FileType } from '../../shared/files/formats';
import type { FieldName, FieldValue } from './serviceFields';

/*
 * What the catalogue says about a model: its entry, and in it a rule for each of
 * its fields. All else follows from these.
 */

/** What a model makes, by the service's numbers (service.md 2.2). */
export const MAKES = { images: 3, videos: 4 } as const;

/** One of the service's numbers for what a model makes. */
export type CreationType = (typeof MAKES)[keyof typeof MAKES];

/** What part a field has among the fields of its model. */
export type FieldRole =
	/** Nothing special: it stands before the fields that few people need. */
	| 'main'
	/** A file that the model is made for: the editor starts with a file of the input, and not with none. */
	| 'start'
	/** Few people need it, so it stands last. A list of files has a label of its own then. */
	| 'secondary'
	/** A secondary list that stands for the first frame: a request has the list or the frame, not both. */
	| 'insteadOfFirstFrame';

/** What the editor calls values, by the values: `{ std: 'Standard' }`. */
export type ValueNames = Readonly<Record<string, string>>;

/** What a field of a model may hold. */
export type Taken =
	/** One of these values. */
	| {
			is: 'oneOf';
			values: readonly FieldValue[];
			names?: ValueNames;
			/**
			 * The values are documented as common or as examples, and others are accepted, too. Without this, nothing else is
			 * accepted.
			 */
			isOpen?: true;
			/** What applies when the field is not sent, where the specification says so. */
			whenOmitted?: FieldValue;
			/** What a required field starts with, where the usual start value does not suit. */
			initial?: FieldValue;
	  }
	/** Always sent with this value and never asked for. */
	| { is: 'fixed'; value: FieldValue }
	/** A text of at most so many characters. */
	| { is: 'text'; mostCharacters: number }
	/** Files: at most so many, and only of these types; what is undefined is not limited. */
	| { is: 'files'; most?: number; types?: readonly FileType[] };

/** What one model says about one of its fields. What is not said is not limited. */
export interface FieldRule {
	/** It must be set; without this, it may be left out. */
	required?: true;
	/** What it may hold. */
	takes?: Taken;
	/** 'main' where it is not said. */
	role?: Exclude<FieldRole, 'main'>;
	/** A sentence for the user, beyond the description that all models share. */
	note?: string;
}

/** The fields of a model. A field that is not there is neither shown nor sent. */
export type ModelFieldRules = Readonly<Partial<Record<FieldName, FieldRule>>>;

/**
 * The price of one second for a resolution in a mode (service.md 4.3): what is charged in credits of type A and of
 * type B, each followed by what it would be without the present discount.
 */
type SecondPrice = readonly [
	clarity: number,
	resolutionMode: string,
	creditA: number,
	originalCreditA: number,
	creditB: number,
	originalCreditB: number,
];

/** The formats and bytes of one image, where a model limits them. */
export type FrameLimits = Omit<MediaLimits, 'fileTypes'>;

/** One entry of the catalogue: everything that the specification says about a model, but for its code. */
export interface ModelEntry {
	/** What it makes of what, as it stands in the list of models. */
	label: string;
	/** What the list of models says beneath the label. */
	description: string;
	fields: ModelFieldRules;
	/** Only of first- and last-frame models, which take one or two different images in all their fields together. */
	frames?: FrameLimits;
	/** The file that it starts from; without one, the service would charge for its defaults. */
	needs?: 'image' | 'video';
	/** Undefined where the specification has none. */
	prices?: readonly SecondPrice[];
	/** The service has a prompt of its own for it, so that nothing has to be set. */
	hasDefaultPrompt?: true;
}

/** Entries by the codes of their models. */
export type ModelEntries = Readonly<Record<string, ModelEntry>>;

/** The body of ai_creation/task/submit: these two fields, and those that the model has (service.md 4.3). */
export interface SubmitBody extends IDataObject {
	model_code: string;
	creation_type: CreationType;
}
