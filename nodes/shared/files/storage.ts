import { get } from 'lodash';

import { noAnswerAfter } from '../api/noAnswer';

/*
 * What ended the reading or writing of a file in n8n's storage: a disk, or the connection to another machine.
 */

/** How Node.js words the error of a disk, and no other one: `ENOSPC: no space left on device, write`. */
const OF_DISK = /^E[A-Z]+: ([^,]+), /;

/**
 * What ended the reading or writing of a file in n8n's storage, in words: what its disk says, or else what is known of
 * the connection to it.
 */
export function storageProblem(error: unknown): string {
	return diskProblem(error) ?? noAnswerAfter(error).detail;
}

/**
 * What the error of a disk means, in words, without its code, for which n8n would replace the whole message; undefined
 * for any other error, such as that of a connection.
 */
export function diskProblem(error: unknown): string | undefined {
	return OF_DISK.exec(String(get(error, 'message')))?.[1];
}
