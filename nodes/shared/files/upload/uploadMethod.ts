import { PART_BYTES } from './parts';
import { purposes, type Purpose } from '../purposes';

export type UploadMethod = 'automatic' | 'single' | 'multipart';

/**
 * Up to this size a file is sent in one piece: one request to the service instead of two, and the two parts
 * that it would have gain nothing. Above, a broken connection costs one part instead of the whole file.
 */
export const SINGLE_PUT_BYTES = 2 * PART_BYTES;

/**
 * Chooses how a file is sent.
 *
 * @param bytes size of the file
 */
export function methodFor(
	chosen: UploadMethod,
	purpose: Purpose,
	bytes: number,
): Exclude<UploadMethod, 'automatic'> {
	if (purposes[purpose].multipartOnly) return 'multipart';
	if (chosen !== 'automatic') return chosen;
	return bytes <= SINGLE_PUT_BYTES ? 'single' : 'multipart';
}
