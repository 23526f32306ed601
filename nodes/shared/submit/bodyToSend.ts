import type { IDataObject } from 'n8n-workflow';

import { type PendingItem, withFiles } from '../files/requestFiles';
import type { BodyRequest, Run } from './submitOperation';

/*
 * The last step before a request is sent: its files are uploaded, unless they have been already, and their IDs stand in
 * its body.
 */

/**
 * Uploads the files of a request, each of which is uploaded once in a run. If the item has a list `uploads`, nothing
 * is uploaded: the files are only described in that list.
 *
 * @returns its body as it is sent: with the IDs or addresses of the files and, where the run will pause, with the
 *   address that the service calls to resume it
 * @throws PackError or ServiceError where a file cannot be used or uploaded; CancelledError when the execution is
 *   stopped
 */
export async function bodyWithFiles(
	{ resumeAddress }: Run,
	{ body, files }: BodyRequest,
	item: PendingItem,
): Promise<IDataObject> {
	const withCallback = { ...body };
	// A run that pauses has no other callback address: its field is only there for 'Return Task ID'.
	if (resumeAddress !== undefined) withCallback.callback = resumeAddress;
	return await withFiles(item, withCallback, files);
}
