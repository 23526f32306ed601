import { identity } from 'lodash';

import type { ServiceClient } from '../api/client';
import { failedItem, type FinishedItem, type ItemResult } from '../model/itemResult';
import { cancelSignalOf } from '../n8n/runs';
import type { OutputSettings } from '../output/outputItem';
import { lostFilesError } from '../output/taskErrors';
import { anySignal, mapConcurrent, raceAbort, signalAt, throwIfCancelled } from '../util/async';
import { PackError } from '../util/errors';
import { type DownloadContext, Downloads } from './downloads';
import type { EarlierTries } from './earlierTries';
import { completionMessages } from './completionMessages';

/* Puts the files of finished tasks into their results. */

export interface ResultFiles extends Pick<OutputSettings, 'downloadField'> {
	/** By which a task is read again whose addresses may have expired, if there is one already. */
	client?: ServiceClient;
	/** What earlier tries of the run have left. */
	tries?: EarlierTries;
	/** When missing files are given up, in milliseconds since the epoch; otherwise, never. */
	endsAt?: number;
	/** Called for a result whose files cannot be fetched; what it throws ends the run. */
	fail?: (failed: ItemResult) => ItemResult;
}

/** @throws what `fail` throws; CancelledError when the execution is stopped */
export async function withResultFiles(
	context: DownloadContext,
	results: ItemResult[],
	{ downloadField, client, tries, endsAt, fail = identity }: ResultFiles,
): Promise<ItemResult[]> {
	if (downloadField === undefined) return results;
	const halt = new AbortController();
	const timeUp = endsAt === undefined ? undefined : signalAt(endsAt);
	const stop = cancelSignalOf(context);
	const ends = anySignal(stop, halt.signal, timeUp);
	const open = new Set(results.filter(awaitsFiles).map(({ task }) => task));
	const downloads = new Downloads(context, {
		field: downloadField,
		open,
		signal: ends.signal,
		client,
		tries,
	});
	const finish = async (result: ItemResult): Promise<ItemResult> => {
		if (!awaitsFiles(result)) return result;
		const { task } = result;
		try {
			// A storage that takes its time does not end with the signal.
			return await raceAbort(downloads.addTo(result), timeUp);
		} catch (thrown) {
			throwIfCancelled(stop);
			const reason = timeUp?.aborted ? new PackError(completionMessages.filesTooLate) : thrown;
			// Another one has ended the run.
			return halt.signal.aborted ? result : fail(failedItem(result, lostFilesError(task, reason)));
		} finally {
			open.delete(task);
		}
	};
	try {
		return await mapConcurrent(results, finish, { haltOnError: halt });
	} finally {
		ends.release();
	}
}

function awaitsFiles(result: ItemResult): result is FinishedItem {
	return result.is === 'finished' && result.task.state === 'succeeded' && !result.isAsInput;
}
