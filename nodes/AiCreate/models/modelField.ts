import { compact } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import type { SentField } from '../../shared/fields/field';
import type { FileFieldSpec } from '../../shared/fields/fileFields';
import type { Violation } from '../../shared/fields/violations';
import type { FileUse } from '../../shared/files/fileUse';
import type { FileType } from '../../shared/files/formats';
import type { FileRef } from '../../shared/model/fileRef';
import type { FieldRole, FieldRule, FrameLimits } from './modelRules';
import type { FieldName, FieldValue, ServiceField } from './serviceFields';

/*
 * A field of a model: its rule, and what follows from the rule for the editor, the checks and the request.
 */

/** What fields of all kinds have in common. The label is the one that the editor shows for this model. */
export interface FieldBasics extends ServiceField {
	/** The service's name of it. */
	field: FieldName;
	/** What the model says about it. */
	rule: FieldRule;
	/** What part it has among the fields of the model. */
	role: FieldRole;
	/** How the editor asks for it, without the conditions under which it is shown; empty where it does not ask. */
	properties: INodeProperties[];
}

/** A value that the user sets. */
export interface ValueField extends FieldBasics {
	holds: 'value';
	/** How the value is read, checked and sent. */
	body: SentField;
}

/** A value that is always the same. The editor does not ask for it. */
interface FixedField extends FieldBasics {
	holds: 'fixedValue';
	value: FieldValue;
}

/** What one file of a request may be: a file of one type. */
export type MediumUse = FileUse & { media: { fileTypes: readonly [FileType] } };

/** A single file, as it is chosen in the editor. */
export type SingleFile = FileFieldSpec & MediumUse;

/** One file, or a list of files. */
export interface MediaField extends FieldBasics {
	holds: 'files';
	/** The types of its files. */
	fileTypes: readonly FileType[];
	/** The only file that it takes; undefined where the field is a list. */
	file?: SingleFile;
	/** The formats and the size of each image, where the model limits them. */
	frames?: FrameLimits;
}

/** One image or other file of a request. */
export interface Medium {
	/** The service's name of the field that takes it. */
	field: FieldName;
	/** Where the file comes from. */
	ref: FileRef;
	/** What the file is for, and what it may be. */
	use: MediumUse;
}

/**
 * What was read for a file of a request: the file; or what is wrong with it, or with the field in which it was chosen.
 */
export type ReadMedium = Medium | { violation: Violation };

/** A field of a model; `holds` says which of the three it is. */
export type ModelField = ValueField | FixedField | MediaField;

/** Whether a field takes files. */
export function isMediaField(field: ModelField): field is MediaField {
	return field.holds === 'files';
}

/** Whether few people need a field, so that it stands behind the others in the editor. */
export function isSecondary({ role }: Pick<FieldBasics, 'role'>): boolean {
	return role === 'secondary' || role === 'insteadOfFirstFrame';
}

/** The labels of fields as they stand in messages, in single quotes: `'Prompt'`. */
export function labelsOf(fields: ReadonlyArray<Pick<FieldBasics, 'label'>>): string[] {
	return fields.map(({ label }) => `'${label}'`);
}

/**
 * The description of a field in the editor.
 *
 * @param parts sentences without full stops; undefined where there is nothing to say
 * @returns the sentences in n8n's form: one has no full stop, several have one each; empty where there are none
 */
export function descriptionOf(...parts: Array<string | undefined>): string {
	const sentences = compact(parts);
	if (sentences.length <= 1) return sentences.join('');
	return sentences.map((sentence) => `${sentence}.`).join(' ');
}
