import type { Size } from '../api/library';
import type { UploadRef } from '../model/fileRef';
import { throwIfCancelled } from '../util/async';
import { PackError } from '../util/errors';
import { formatBytes } from '../util/amounts';
import { limitProblem } from './fileRules';
import { atPlace, limitsOf, type Naming, uploadPurpose, type UploadUse } from './fileUse';
import { FilmScan, isCutOff } from './film';
import { acceptedName } from './identify';
import { fileMessages } from './fileMessages';
import {
	type FileItem,
	isContinued,
	keepFile,
	openFile,
	type OpenFile,
	type Resume,
} from './openFile';
import { MAX_FILE_BYTES, type Purpose, SINGLE_PUT_BYTES } from './purposes';
import { contentReader } from './streamReader';
import { TransferError, passingError } from './transferError';
import { Tries } from './tries';

/** For what a file is read; a chosen name replaces that of a file on the web. */
export interface SourceUse extends Pick<UploadUse, 'purpose' | 'byUrl'> {
	naming?: Naming;
}

/** What is known of a file once it was opened. */
export interface SeenFile {
	/** Under which it is uploaded. */
	fileName: string;
	/** For what it is uploaded. */
	purpose: Purpose;
	bytes?: number;
}

/** Read at once to find the size of a picture. */
const MEASURED_BYTES = 64 * 1024;

/** The failure that is counted next, and the last try, which reads the file from its start. */
const KEPT_TRIES = 2;

/**
 * The file that was chosen for a field, read from its start as often as needed. One on the web is
 * streamed, and where its server allows it, read on from where it broke off. Only a large one of
 * unknown length is stored before it is sent.
 */
export class SourceFile {
	private file?: OpenFile;

	/** As it was opened last; it may have been closed since, to be read again. */
	private looked?: OpenFile;

	/** As announced, or counted. */
	private bytes?: number;

	private hasOtherLength = false;

	/** Opens what n8n keeps of it, in the place of its address. */
	private openKept?: () => Promise<OpenFile>;

	/** Sees each byte of a film once, from the start. */
	private scan?: FilmScan;

	private readonly tries: Tries;

	constructor(
		private readonly item: FileItem,
		private readonly ref: UploadRef,
		private readonly wanted: SourceUse,
	) {
		this.tries = new Tries(item.context.logger, item.client.signal);
	}

	/**
	 * Does something with the file, again from its start where it broke off.
	 *
	 * @throws what the work throws, when no try is left; CancelledError when the execution is stopped
	 */
	async use<T>(work: (source: SourceFile) => Promise<T>): Promise<T> {
		return await this.tries.retry(async () => {
			try {
				return await work(this);
			} finally {
				this.tries.reached(this.file?.reader.position ?? 0);
				this.close();
			}
		});
	}

	/**
	 * Opens the file and checks what its beginning shows.
	 *
	 * @returns its name, and its size where that is announced
	 * @throws Error with a sentence for the user when there is no usable file
	 */
	async look(): Promise<SeenFile> {
		const file = (this.file = await this.opened());
		const { identity, bytes, instead, web } = file;
		const { place } = this.ref;
		const fileName = identity.shownAs;
		if (instead && web) throw new PackError(fileMessages.leadsElsewhere(place, instead, web.host));
		if (instead) throw new PackError(fileMessages.isNoFile(place, fileName, instead));
		this.looked = file;
		this.scan = FilmScan.of(identity.content);
		return this.checked(file, bytes);
	}

	/**
	 * Opens the file and finds out its exact size, which the service wants to know before an upload
	 * begins. Where its server does not announce it, a small file is read ahead. A larger one is kept on
	 * n8n's disk, or, where n8n keeps files elsewhere, read twice: to count its bytes, and to send them.
	 * A compressed answer, which n8n expands without a word, announces the compressed length, and is
	 * counted too.
	 *
	 * @throws as `look`
	 */
	async open(): Promise<SeenFile & { bytes: number }> {
		const { bytes: announced } = await this.look();
		this.bytes = this.hasOtherLength ? undefined : announced;
		if (this.bytes === undefined) {
			this.bytes = await this.count();
			// It is read from its start again.
			this.scan = FilmScan.of(this.looked?.identity.content);
		}
		const { bytes } = this;
		return { ...this.checked(this.looked as OpenFile, bytes), bytes };
	}

	close(): void {
		this.file?.close();
		this.file = undefined;
	}

	/**
	 * Fills a buffer with the next bytes.
	 *
	 * @returns how many; fewer than it holds only at the end of the file
	 * @throws TransferError when the file breaks off, or is not as long as announced
	 */
	async fill(target: Buffer): Promise<number> {
		let file = (this.file ??= await this.opened());
		const { position: start } = file.reader;
		for (;;) {
			const { reader } = file;
			try {
				await reader.fill(target.subarray(reader.position - start));
				break;
			} catch (error) {
				throwIfCancelled(this.item.client.signal);
				file = await this.continued(file, error);
			}
		}
		const received = file.reader.position;
		const filled = received - start;
		const hasEnded = filled < target.length;
		this.compareLength(received, hasEnded);
		this.scan?.add(target.subarray(0, filled), hasEnded);
		const bytes = this.bytes ?? (hasEnded ? received : Infinity);
		if (this.scan?.isIncomplete(bytes)) {
			const { identity } = this.looked as OpenFile;
			const problem = fileMessages.incomplete(identity.shownAs);
			throw new PackError(atPlace(this.ref.place, problem));
		}
		return filled;
	}

	/** The size of the picture of what was read, where it tells it. */
	get picture(): Size | undefined {
		return this.scan?.size;
	}

	/** Reads on until the size of the picture shows, but no further than so many bytes. */
	async measure(most: number): Promise<Size | undefined> {
		const { scan } = this;
		const memory = Buffer.alloc(MEASURED_BYTES);
		let filled = memory.length;
		while (scan?.next !== undefined && scan.next <= most && filled === memory.length) {
			filled = await this.fill(memory);
		}
		return scan?.size;
	}

	/** @throws TransferError when the file is not as long as announced */
	private compareLength(received: number, hasEnded: boolean): void {
		const announced = this.bytes ?? received;
		const isLonger = received > announced;
		const isShorter = hasEnded && received < announced;
		if (!isLonger && !isShorter) return;
		this.hasOtherLength = this.ref.source === 'url' && this.openKept === undefined;
		const { place } = this.ref;
		const size = formatBytes(announced);
		throw passingError(
			isLonger
				? fileMessages.longerThanAnnounced(place, size)
				: fileMessages.shorterThanAnnounced(place, formatBytes(received), size),
		);
	}

	/** @returns the name under which it is uploaded, for what, and its size. @throws PackError */
	private checked({ identity, first }: OpenFile, bytes: number | undefined): SeenFile {
		const { naming } = this.wanted;
		const rule = limitsOf(this.wanted);
		const fileName = acceptedName(identity, rule.extensions);
		const file = { ...identity, name: fileName, bytes };
		const isBroken = bytes !== undefined && isCutOff(identity.content, first, bytes);
		const problem =
			limitProblem(file, rule, naming !== undefined) ??
			(isBroken ? fileMessages.incomplete(identity.shownAs) : undefined);
		if (problem) throw new PackError(atPlace(this.ref.place, problem));
		return { fileName, bytes, purpose: uploadPurpose(this.wanted, fileName) };
	}

	/**
	 * The length of a file that announces none: a small one stays in memory, a larger one goes to n8n's disk, or is read
	 * through. Of a file that is too large, it is some length over `most`.
	 */
	private async count(): Promise<number> {
		// One byte more than a small file has: if it is filled, the file is larger.
		const buffer = Buffer.allocUnsafeSlow(SINGLE_PUT_BYTES + 1);
		const filled = await this.fill(buffer);
		const file = this.file as OpenFile;
		if (filled < buffer.length) {
			this.close();
			this.file = { ...file, reader: contentReader(buffer.subarray(0, filled)) };
			return filled;
		}
		return (await this.keep(file, buffer)) ?? (await this.countOn(buffer));
	}

	/** So many bytes are read of a file of unknown length. */
	private get most(): number {
		return Math.min(limitsOf(this.wanted).maxBytes ?? Infinity, MAX_FILE_BYTES);
	}

	/**
	 * Keeps the file on n8n's disk, from where it is read then.
	 *
	 * @param read its beginning, which was read before
	 * @returns its length, or so much that it is too large; undefined where n8n keeps no files on its disk
	 * @throws TransferError where the file breaks off, or n8n cannot keep it
	 */
	private async keep(file: OpenFile, read: Buffer): Promise<number | undefined> {
		const { item, ref, most } = this;
		try {
			const kept = await keepFile(item, file, { read, most });
			if (kept.how === 'not') return undefined;
			this.close();
			if (kept.how === 'tooLarge') return kept.bytes;
			this.openKept = kept.open;
			this.file = await kept.open();
			return this.file.bytes;
		} catch (error) {
			throwIfCancelled(item.client.signal);
			const size = formatBytes(file.reader.position);
			throw passingError(fileMessages.brokeOff(ref.place, file.reason(error), size));
		}
	}

	/** Reads on for the length alone. @param buffer full of the beginning, which is not wanted any more */
	private async countOn(buffer: Buffer): Promise<number> {
		let filled = buffer.length;
		let bytes = filled;
		while (filled === buffer.length && bytes <= this.most) {
			filled = await this.fill(buffer);
			bytes += filled;
		}
		this.close();
		return bytes;
	}

	/** The file from where it broke off. @throws TransferError when its server cannot continue with it */
	private async continued(file: OpenFile, error: unknown): Promise<OpenFile> {
		const { position } = file.reader;
		const broken = passingError(
			fileMessages.brokeOff(this.ref.place, file.reason(error), formatBytes(position)),
		);
		file.close();
		this.tries.reached(position);
		const version = file.web?.version;
		if (version === undefined) throw broken;
		let problem = broken;
		while (this.tries.left > KEPT_TRIES && this.file === file) {
			await this.tries.failedWith(problem);
			try {
				const next = await this.opened({ from: position, version });
				if (this.file === file && isContinued(file, next)) return (this.file = next);
				next.close();
				break;
			} catch (error) {
				if (!(error instanceof TransferError && error.facts.passing)) break;
				problem = error;
			}
		}
		throw broken;
	}

	/** Opens the file, without making it `this.file`. One that n8n keeps is on its disk, where nothing has to be resumed. */
	private async opened(resume?: Resume): Promise<OpenFile> {
		if (this.openKept) return await this.openKept();
		const { item, ref, wanted } = this;
		return await openFile(item, ref, wanted.naming?.fileName, resume);
	}
}
