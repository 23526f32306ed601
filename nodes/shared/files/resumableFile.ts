import { throwIfCancelled } from '../util/async';
import { formatBytes } from '../util/amounts';
import { fileMessages } from './fileMessages';
import type { OpenFile, Resume } from './openFile';
import { passingError, TransferError } from './transferError';
import type { Tries } from './tries';

/*
 * Reading a file in order. One on the web that breaks off is opened again, and read on from where it broke off, where
 * its server still has the same content; all others have to be read from their start.
 */

/** How a file is opened again. */
interface Reopening {
	/** The field of the file, for messages. */
	place: string;
	/** The tries of the source, of which each failure takes one. */
	tries: Tries;
	/** Aborted when the execution is stopped. */
	signal?: AbortSignal;
	/** Opens the file from a position. What it gives may begin elsewhere, or be another content by then. */
	openAgain: (resume: Resume) => Promise<OpenFile>;
}

/**
 * So many tries of the source are kept, and not used to read on: giving up is a failure, which takes one, and with the
 * other one, the caller can read the file from its start.
 */
const KEPT_TRIES = 2;

/** A file that is being read, over breaks of its connection. */
export class ResumableFile {
	/** Whether nobody wants the file any more. */
	private isClosed = false;

	constructor(
		/** As it was opened last. */
		public file: OpenFile,
		private readonly reopening: Reopening,
	) {}

	/** How many bytes of the file have been read. */
	get position(): number {
		return this.file.reader.position;
	}

	/** Ends the reading. Where it has broken off, no further try is made to go on with it. */
	close(): void {
		this.isClosed = true;
		this.file.close();
	}

	/**
	 * Fills a buffer with the next bytes.
	 *
	 * @returns how many; fewer than it holds only at the end of the file
	 * @throws TransferError when the file breaks off and cannot be continued, though another start may succeed;
	 *   CancelledError when the execution is stopped
	 */
	async fill(target: Buffer): Promise<number> {
		const start = this.position;
		for (;;) {
			try {
				// After a break, a part of the buffer is filled already: the position counts on from it.
				const unfilled = target.subarray(this.position - start);
				await this.file.reader.fill(unfilled);
				return this.position - start;
			} catch (error) {
				throwIfCancelled(this.reopening.signal);
				await this.continueAfter(error);
			}
		}
	}

	/**
	 * Opens the file again, from where it broke off, so that it can be read on.
	 *
	 * @param error what broke it off
	 * @throws TransferError where that is not possible; CancelledError when the execution is stopped
	 */
	private async continueAfter(error: unknown): Promise<void> {
		const { position, file } = this;
		const { place, tries } = this.reopening;
		const size = formatBytes(position);
		const broken = passingError(fileMessages.brokeOff(place, file.reason(error), size));
		file.close();
		tries.noteProgress(position);
		const version = file.web?.version;
		// The rest can only be asked for by the version of the content, which an input file and some servers lack.
		if (version === undefined) throw broken;
		const next = await this.openFrom({ from: position, version }, broken);
		if (next === undefined) throw broken;
		this.file = next;
	}

	/**
	 * Opens the same content from a position. Where that fails, it is tried again after a wait, if the failure may pass.
	 *
	 * @param broken how the file broke off, which counts as the first failure
	 * @returns undefined where its server cannot continue, nobody wants it any more, or no try is left for this
	 * @throws CancelledError when the execution is stopped
	 */
	private async openFrom(resume: Resume, broken: TransferError): Promise<OpenFile | undefined> {
		const { tries, openAgain } = this.reopening;
		let problem = broken;
		while (tries.left > KEPT_TRIES && !this.isClosed) {
			await tries.waitAfter(problem);
			try {
				return this.continuedBy(await openAgain(resume));
			} catch (error) {
				const mayPass = error instanceof TransferError && error.facts.passing === true;
				if (!mayPass) return undefined;
				problem = error;
			}
		}
		return undefined;
	}

	/**
	 * A file that was opened again, if it continues this one and somebody still wants it. Otherwise it is closed, and
	 * undefined is returned.
	 */
	private continuedBy(next: OpenFile): OpenFile | undefined {
		if (!this.isClosed && isSameFileContinued(this.file, next)) return next;
		next.close();
		return undefined;
	}
}

/** Whether what was opened is the same content, from the position at which the file broke off or before. */
function isSameFileContinued(file: OpenFile, next: OpenFile): boolean {
	if (!file.web || !next.web) return false;
	const isSameVersion = next.web.version === file.web.version && next.web.etag === file.web.etag;
	const isAsLong = next.bytes === file.bytes;
	// A server may send from an earlier byte on, and what was read before is passed over. Where it does not say from
	// which, `from` is Infinity.
	const isNothingLeftOut = next.web.from <= file.reader.position;
	return isSameVersion && isAsLong && isNothingLeftOut;
}
