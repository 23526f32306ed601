import { noAnswer } from '../api/noAnswer';
import { asError } from '../util/async';

/*
 * What ended the reading or writing of a file in n8n's storage: a disk, or the connection to another machine.
 */

/** What ended the reading or writing of a file in n8n's storage, in words. */
export function storageProblem(error: unknown): string {
	return saidByDisk(error) ?? noAnswer(error).detail;
}

/** What the file system says, as in `ENOSPC: no space left on device, write`, unlike a connection. */
export function saidByDisk(error: unknown): string | undefined {
	return /^E[A-Z\d]+: ([^,]+), \w/.exec(asError(error).message)?.[1];
}
