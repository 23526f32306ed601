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
	openAgain: (resume: Resume) => Promise<OpenFile>;
}

/** Left for a failure that is counted next, and for the last try, which reads the file from its start. */
const KEPT_TRIES = 2;

/** A file that is being read. */
export class ResumableFile {
	private isClosed = false;

	constructor(
		/** As it was opened last. */
		public file: OpenFile,
		private readonly reopening: Reopening,
	) {}

	/** So many bytes of the file have been read. */
	get position(): number {
		return this.file.reader.position;
	}

	/** Ends the reading, and a try to go on with it. */
	close(): void {
		this.isClosed = true;
		this.file.close();
	}

	/**
	 * Fills a buffer with the next bytes.
	 *
	 * @returns how many; fewer than it holds only at the end of the file
	 * @throws TransferError when the file breaks off and cannot be continued; CancelledError
	 */
	async fill(target: Buffer): Promise<number> {
		const start = this.position;
		for (;;) {
			try {
				await this.file.reader.fill(target.subarray(this.position - start));
				return this.position - start;
			} catch (error) {
				throwIfCancelled(this.reopening.signal);
				await this.continueAfter(error);
			}
		}
	}

	/**
	 * Opens the file again, from where it broke off, and goes on with that. @throws TransferError where that cannot be
	 */
	private async continueAfter(error: unknown): Promise<void> {
		const { position, file } = this;
		const { place, tries } = this.reopening;
		const size = formatBytes(position);
		const broken = passingError(fileMessages.brokeOff(place, file.reason(error), size));
		file.close();
		tries.noteProgress(position);
		const version = file.web?.version;
		if (version === undefined) throw broken;
		const next = await this.openFrom({ from: position, version }, broken);
		if (next === undefined) throw broken;
		this.file = next;
	}

	/**
	 * Opens the same content from a position, again where that fails for a while.
	 *
	 * @param broken how the file broke off
	 * @returns undefined where its server cannot continue, nobody wants it any more, or no try is left for it
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
	 * A file that was opened again, if it continues this one and somebody still
	 * wants it; undefined, and closed, otherwise.
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
	const isSame = next.web.version === file.web.version && next.web.etag === file.web.etag;
	// Where the server does not say from where it sends, the position is Infinity.
	const isRest = next.bytes === file.bytes && next.web.from <= file.reader.position;
	return isSame && isRest;
}
