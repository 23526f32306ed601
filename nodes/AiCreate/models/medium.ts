import type { Violation } from '../../shared/fields/violations';
import type { FileRef } from '../../shared/model/fileRef';
import type { MediumUse } from './modelField';
import type { FieldName } from './serviceFields';

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
