import type { ServiceClient } from '../api/client';
import { failedItem, type DeliveredItem, type ItemResult } from '../model/itemResult';
import { cancelSignalOf } from '../n8n/runs';
import type { OutputSettings } from '../output/outputItem';
import { lostFilesError } from '../output/taskErrors';
import { anySignal, mapConcurrent, raceAbort, signalAt, throwIfCancelled } from '../util/async';
import { PackError } from '../util/errors';
import { type DownloadContext, Downloads } from './downloads';
import type { EarlierTries } from './earlierTries';
import { completionMessages } from './completionMessages';

/*
 * Puts the result files of finished tasks into their results, for all items together.
 */

/** How the files of results are downloaded. */
export interface ResultFiles extends Pick<OutputSettings, 'downloadField'> {
	/** Reads a task again whose addresses have expired; undefined where a client is only made once it is needed. */
	client?: ServiceClient;
	/** What earlier tries of the run have left; undefined where it has no such tries. */
	tries?: EarlierTries;
	/** When missing files are given up, in milliseconds since the epoch; undefined for never. */
	endsAt?: number;
	/**
	 * Called for a result whose files cannot be downloaded: what it gives takes the place of the result, and what it
	 * throws ends the run. Without it, the result is the failed item.
	 */
	fail?: (failed: ItemResult) => ItemResult;
}

/**
 * Downloads the files of successful tasks.
 *
 * @param files how; without a `downloadField`, the user wants no files, and all results stay as they are
 * @returns the results in the same order: those of successful tasks with their files, or what `fail` gives for one
 *   whose files could not be downloaded; all others as they are
 * @throws what `fail` throws; CancelledError when the execution is stopped
 */
export async function withResultFiles(
	context: DownloadContext,
	results: ItemResult[],
	files: ResultFiles,
): Promise<ItemResult[]> {
	const { downloadField, client, tries, endsAt, fail } = files;
	if (downloadField === undefined) return results;
	// Downloads end for one of three reasons: the user has stopped the execution, the error of one item has ended the
	// run (`fail` has thrown), or the time is up.
	const userStop = cancelSignalOf(context);
	const runEnd = new AbortController();
	const timeUp = endsAt === undefined ? undefined : signalAt(endsAt);
	const anyEnd = anySignal(userStop, runEnd.signal, timeUp);
	const run = { field: downloadField, signal: anyEnd.signal, client, tries };
	const downloads = new Downloads(context, run);
	const addFiles = async (result: ItemResult): Promise<ItemResult> => {
		if (!hasFiles(result)) return result;
		const { task } = result;
		try {
			// n8n's storage does not notice that the time is up, so the node stops waiting for it.
			return await raceAbort(downloads.addTo(result), timeUp);
		} catch (thrown) {
			// If the user has stopped the execution, it ends, and no item gets an error.
			throwIfCancelled(userStop);
			// The error of another item has ended the run, and this download with it: nobody gets this result.
			if (runEnd.signal.aborted) return result;
			const reason = timeUp?.aborted ? new PackError(completionMessages.filesTooLate) : thrown;
			const failed = failedItem(result, lostFilesError(task, reason));
			return fail ? fail(failed) : failed;
		}
	};
	try {
		// With the first error, no further download begins, and `runEnd` ends those under way.
		return await mapConcurrent(results, addFiles, { haltOnError: runEnd });
	} finally {
		anyEnd.release();
	}
}

/**
 * Whether a result has files to download. A task that is passed on as the input item reports it has none, because its
 * files came with that item.
 */
function hasFiles(result: ItemResult): result is DeliveredItem {
	return result.is === 'delivered' && result.task.state === 'succeeded' && !result.isAsInput;
}
