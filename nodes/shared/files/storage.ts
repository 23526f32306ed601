import { get } from 'lodash';

import { noAnswerAfter } from '../api/noAnswer';
import { fileMessages } from './fileMessages';

/*
 * What ended the reading or writing of a file in n8n's storage: a disk, or the connection to another machine.
 */

/** What the error of a disk means, by its code in Node.js. Broken connections have other codes. */
const OF_DISK: Readonly<Record<string, string>> = {
	ENOSPC: fileMessages.diskFull,
	EDQUOT: fileMessages.diskQuota,
	EFBIG: fileMessages.diskFileTooLarge,
	EROFS: fileMessages.diskReadOnly,
	EACCES: fileMessages.diskDenied,
	EPERM: fileMessages.diskNotPermitted,
	ENOENT: fileMessages.diskNoFile,
	ENOTDIR: fileMessages.diskNoFolder,
	EIO: fileMessages.diskBroken,
	EBUSY: fileMessages.diskBusy,
	EMFILE: fileMessages.diskManyFiles,
	ENFILE: fileMessages.diskManyFiles,
	ESTALE: fileMessages.diskGone,
	ENODEV: fileMessages.diskGone,
};

/**
 * What ended the reading or writing of a file in n8n's storage, in words: what its disk says, or else what is known of
 * the connection to it.
 */
export function storageProblem(error: unknown): string {
	return diskProblem(error) ?? noAnswerAfter(error).detail;
}

/** What the error of a disk means, in words; undefined for that of a connection, and for one without a known code. */
export function diskProblem(error: unknown): string | undefined {
	return OF_DISK[String(get(error, 'code'))];
}
