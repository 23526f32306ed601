import type { Size } from '../util/pictureSize';
import type { UploadRef } from '../model/fileRef';
import { throwIfCancelled } from '../util/async';
import { formatBytes } from '../util/amounts';
import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { fileMessages } from './fileMessages';
import { limitProblem } from './fileRules';
import { atPlace, limitsOf, type Naming, uploadPurpose, type UploadUse } from './fileUse';
import { FilmScan, isCutOff } from './film';
import { acceptedName } from './identify';
import { keepFile } from './keptFile';
import { type FileItem, openFile, type OpenFile } from './openFile';
import { MAX_FILE_BYTES, type Purpose, SINGLE_PUT_BYTES } from './purposes';
import { contentReader } from './streamReader';
import { passingError } from './transferError';
import { Tries } from './tries';

/*
 * The file that was chosen for a field, from its opening to its last byte. Whoever uploads a file, or only looks at it,
 * asks this one object, which opens the file, checks it, finds out its length, and gives its bytes in order.
 */

/** For what a file is read; a chosen name replaces that of a file on the web. */
export interface SourceUse extends UploadUse {
	naming?: Naming;
}

/** What is known of a file once it was opened. */
export interface SeenFile {
	/** Under which it is uploaded. */
	fileName: string;
	/** For what it is uploaded. */
	purpose: Purpose;
	/** Its length; undefined where its server does not announce it. */
	bytes?: number;
}

/** What a file shows as soon as it is opened. */
type SeenBeginning = Pick<OpenFile, 'identity' | 'first'>;

/** Read at once to find the size of a picture. */
const MEASURED_BYTES = 64 * 1024;

/**
 * A file that is read from its start as often as needed. One on the web is streamed. Only a large one
 * of unknown length is stored before it is sent.
 */
export class SourceFile {
	/** The reading that is under way; undefined before the file is opened, and after it was closed. */
	private reading?: OpenFile;

	/** What was seen of the file when it was opened last, also after it was closed; undefined before the first time. */
	private seen?: SeenBeginning;

	/**
	 * The length that the file has to have, as announced or counted: what is read is compared with it. Undefined as
	 * long as the file is only looked at, or is being counted.
	 */
	private bytes?: number;

	/** Whether what arrived had another length than its server had announced. From then on, its bytes are counted. */
	private isMisannounced = false;

	/** Opens the copy on n8n's disk, which is read instead of the address; undefined where none was made. */
	private openCopy?: () => Promise<OpenFile>;

	/** Sees each byte once, from the start; undefined for a file in which it knows nothing to look for. */
	private scan?: FilmScan;

	/** The tries that are left of the file, over all its uses. */
	private readonly tries: Tries;

	/**
	 * @param ref the file
	 * @param wanted for what it is read
	 */
	constructor(
		private readonly item: FileItem,
		private readonly ref: UploadRef,
		private readonly wanted: SourceUse,
	) {
		this.tries = new Tries(item.context.logger, item.client.signal);
	}

	/**
	 * Does something with the file, and closes it. Where the work ends with a failure that may pass, such as a file
	 * that breaks off, it is done again from the start.
	 *
	 * @throws what the work throws, when no try is left; CancelledError when the execution is stopped
	 */
	async use<T>(work: (source: SourceFile) => Promise<T>): Promise<T> {
		return await this.tries.retry(async () => {
			try {
				return await work(this);
			} finally {
				this.close();
			}
		});
	}

	/**
	 * Opens the file and checks what its beginning and its announced length show. It stays open, to be read by `measure`.
	 *
	 * @throws PackError for a file that cannot be used; TransferError where it cannot be opened
	 */
	async look(): Promise<SeenFile> {
		const { bytes } = await this.openFromStart();
		return this.checkOpened(bytes);
	}

	/**
	 * Opens the file and finds out its exact length, which the service wants to know before an upload begins.
	 *
	 * Where its server does not announce it, the bytes are counted: a small file is read into memory for this. A larger
	 * one is kept on n8n's disk, or, where n8n keeps files elsewhere, read twice: to count its bytes, and to send them.
	 * A compressed answer is counted too: n8n expands it without a word, and the server announces the compressed
	 * length.
	 *
	 * @throws PackError for a file that cannot be used; TransferError where it cannot be opened, or read to be counted;
	 *   CancelledError when the execution is stopped
	 */
	async open(): Promise<SeenFile & { bytes: number }> {
		const { bytes: announced } = await this.openFromStart();
		// What cannot be used is not read to be counted.
		this.checkNameAndSize(announced);
		const isReliable = announced !== undefined && !this.isMisannounced;
		const bytes = isReliable ? announced : await this.countBytes();
		this.bytes = bytes;
		return { ...this.checkOpened(bytes), bytes };
	}

	/** Ends the reading; the file can be opened again. */
	close(): void {
		this.reading?.close();
		this.reading = undefined;
	}

	/**
	 * Fills a buffer with the next bytes, and checks what they show. A file that was closed is read from its start
	 * again.
	 *
	 * @returns how many; fewer than it holds only at the end of the file
	 * @throws TransferError when the file breaks off, or is not as long as announced; PackError where it lacks a part;
	 *   CancelledError when the execution is stopped
	 */
	async fill(target: Buffer): Promise<number> {
		this.reading ??= await this.openSource();
		const file = this.reading;
		const filled = await file.reader.fill(target).catch((error: unknown) => {
			throw this.brokenOff(file, error);
		});
		const { position } = file.reader;
		const hasEnded = filled < target.length;
		this.compareLength(position, hasEnded);
		// A buffer may be full exactly at the end of the file.
		const isLast = hasEnded || position === this.bytes;
		this.scan?.add(target.subarray(0, filled), isLast);
		// As long as its length is not known, the file may go on and on.
		const seenLength = hasEnded ? position : Infinity;
		const length = this.bytes ?? seenLength;
		if (this.scan?.isIncomplete(length)) throw this.incompleteError();
		return filled;
	}

	/** The size of the picture of a film; undefined as long as what was read of the file does not tell it. */
	get picture(): Size | undefined {
		return this.scan?.size;
	}

	/**
	 * Reads on until the size of the picture shows. To be called once the file is open (`look`).
	 *
	 * @param most where it would show only behind so many bytes of the file, nothing more is read
	 * @returns undefined where it does not show
	 * @throws as `fill`
	 */
	async measure(most: number): Promise<Size | undefined> {
		const { scan } = this;
		if (!scan) return undefined;
		// What is read is not wanted: `fill` shows it to the scan.
		const memory = Buffer.alloc(MEASURED_BYTES);
		while (scan.nextForSize !== undefined && scan.nextForSize <= most) {
			const filled = await this.fill(memory);
			const hasEnded = filled < memory.length;
			if (hasEnded) break;
		}
		return scan.size;
	}

	/**
	 * Opens the file and looks at its beginning, which forgets what was known of its length and of its picture.
	 *
	 * @throws PackError where something else came in the place of a file; TransferError where it cannot be opened; for a
	 *   copy, what n8n's storage throws. What was opened before that is closed by `use`
	 */
	private async openFromStart(): Promise<OpenFile> {
		const file = await this.openSource();
		this.reading = file;
		// `instead` says what came in the place of a file, such as a web page; `host` is undefined for an input file.
		const { identity, first, instead, host } = file;
		const { place } = this.ref;
		if (instead && host) throw new PackError(fileMessages.leadsElsewhere(place, instead, host));
		if (instead) throw new PackError(fileMessages.isNoFile(place, identity.shownAs, instead));
		this.seen = { identity, first };
		this.scan = FilmScan.of(identity.content);
		this.bytes = undefined;
		return file;
	}

	/**
	 * Opens the file, without making it what is read. Where there is a copy on n8n's disk, that is opened.
	 *
	 * @throws TransferError where it cannot be opened; for a copy, what n8n's storage throws
	 */
	private async openSource(): Promise<OpenFile> {
		if (this.openCopy) return await this.openCopy();
		return await openFile(this.item, this.ref, this.wanted.naming?.fileName);
	}

	/**
	 * The error of a file that breaks off while it is read.
	 *
	 * @param error what broke it off
	 * @throws CancelledError when the execution is stopped
	 */
	private brokenOff({ reader, reason }: OpenFile, error: unknown): PackError {
		throwIfCancelled(this.item.client.signal);
		const size = formatBytes(reader.position);
		return passingError(fileMessages.brokeOff(this.ref.place, reason(error), size));
	}

	/** An error about the file, with the name of the field. */
	private errorAbout(problem: Message): PackError {
		return new PackError(atPlace(this.ref.place, problem));
	}

	/** The error of a file that lacks a part. To be called once the file has been opened. */
	private incompleteError(): PackError {
		const { shownAs } = (this.seen as SeenBeginning).identity;
		return this.errorAbout(fileMessages.incomplete(shownAs));
	}

	/**
	 * Checks all that shows without reading on: the name, the length and the beginning of the file.
	 *
	 * @param bytes its length, where it is known
	 * @returns what is known of the file
	 * @throws PackError where it cannot be used, or lacks a part
	 */
	private checkOpened(bytes: number | undefined): SeenFile {
		const fileName = this.checkNameAndSize(bytes);
		const { identity, first } = this.seen as SeenBeginning;
		if (bytes !== undefined && isCutOff(identity.content, first, bytes)) {
			throw this.incompleteError();
		}
		return { fileName, bytes, purpose: uploadPurpose(this.wanted, fileName) };
	}

	/**
	 * Checks the name and the length of the file. To be called once it has been opened.
	 *
	 * @param bytes its length, where it is known
	 * @returns the name under which the file is uploaded
	 * @throws PackError where it cannot be used
	 */
	private checkNameAndSize(bytes: number | undefined): string {
		const { identity } = this.seen as SeenBeginning;
		const rule = limitsOf(this.wanted);
		const name = acceptedName(identity, rule.extensions);
		const canBeNamed = this.wanted.naming !== undefined;
		const problem = limitProblem({ ...identity, name, bytes }, rule, canBeNamed);
		if (problem) throw this.errorAbout(problem);
		return name;
	}

	/**
	 * Compares what has been read of the file with its length. An announced length that is wrong is not relied on
	 * again.
	 *
	 * @param received how many bytes have been read
	 * @param hasEnded whether these are all
	 * @throws TransferError when the file is longer, or has ended and is shorter
	 */
	private compareLength(received: number, hasEnded: boolean): void {
		// Where no length is known, any is right.
		const announced = this.bytes ?? received;
		const isLonger = received > announced;
		const isShorter = hasEnded && received < announced;
		if (!isLonger && !isShorter) return;
		// Of a copy on n8n's disk, the length was counted, so that it is the disk that is wrong.
		this.isMisannounced = this.ref.source === 'url' && this.openCopy === undefined;
		const { place } = this.ref;
		const size = formatBytes(announced);
		if (isLonger) throw passingError(fileMessages.longerThanAnnounced(place, size));
		throw passingError(fileMessages.shorterThanAnnounced(place, formatBytes(received), size));
	}

	/**
	 * Counts the bytes of a file by reading it. What is read next begins at its start again.
	 *
	 * @returns its length; of a file that is too large, some number over `mostBytes`
	 * @throws as `fill`
	 */
	private async countBytes(): Promise<number> {
		// One byte more than a small file has: if the buffer is full, the file is larger.
		const buffer = Buffer.allocUnsafeSlow(SINGLE_PUT_BYTES + 1);
		const filled = await this.fill(buffer);
		const isSmall = filled < buffer.length;
		if (isSmall) this.readFromMemory(buffer.subarray(0, filled));
		const bytes = isSmall ? filled : await this.countLarge(buffer);
		// What has seen the file once has to begin anew, too.
		this.scan = FilmScan.of(this.seen?.identity.content);
		return bytes;
	}

	/** Lets what is read next come from the content of the file in memory, so that no other request for it is needed. */
	private readFromMemory(content: Buffer): void {
		const file = this.reading as OpenFile;
		this.close();
		this.reading = { ...file, reader: contentReader(content) };
	}

	/**
	 * Counts the bytes of a file that is larger than the buffer. What is read next begins at its start again: of a copy
	 * on n8n's disk, or else at its address.
	 *
	 * @param buffer full of its beginning
	 */
	private async countLarge(buffer: Buffer): Promise<number> {
		const bytesOnDisk = await this.keepOnDisk(this.reading as OpenFile, buffer);
		return bytesOnDisk ?? (await this.countRest(buffer));
	}

	/** About so many bytes are read at most of a file of unknown length, since its server may never end it. */
	private get mostBytes(): number {
		return Math.min(limitsOf(this.wanted).maxBytes ?? Infinity, MAX_FILE_BYTES);
	}

	/**
	 * Keeps the file on n8n's disk, from where it is read from then on.
	 *
	 * @param read its beginning, which was read before
	 * @returns its length, or some number over `mostBytes`; undefined where n8n keeps no files on its disk
	 * @throws TransferError where the file breaks off, or n8n cannot keep it
	 */
	private async keepOnDisk(file: OpenFile, read: Buffer): Promise<number | undefined> {
		try {
			const kept = await keepFile(this.item.context, file, { read, most: this.mostBytes });
			if (kept.how === 'not') return undefined;
			this.close();
			if (kept.how === 'tooLarge') return kept.bytes;
			this.openCopy = kept.open;
			const copy = await kept.open();
			this.reading = copy;
			return copy.bytes;
		} catch (error) {
			throw this.brokenOff(file, error);
		}
	}

	/**
	 * Reads on to the end of the file, or until it is too large, and closes it.
	 *
	 * @param buffer full of the beginning of the file; what follows is read into it, since only the length is wanted
	 * @returns the length of the whole file, as far as it was read
	 * @throws as `fill`
	 */
	private async countRest(buffer: Buffer): Promise<number> {
		let filled = buffer.length;
		let bytes = filled;
		while (filled === buffer.length && bytes <= this.mostBytes) {
			filled = await this.fill(buffer);
			bytes += filled;
		}
		this.close();
		return bytes;
	}
}
