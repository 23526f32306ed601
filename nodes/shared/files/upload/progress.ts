import type { Logger } from 'n8n-workflow';

import { formatBytes } from '../../util/format';

const STEP = 0.1;

/** Logs how far an upload is, in steps of a tenth. */
export class Progress {
	private sent = 0;

	private next = STEP;

	constructor(
		private readonly logger: Logger,
		private readonly fileName: string,
		private readonly total: number,
	) {}

	/** Counts bytes that the storage has accepted. */
	add(bytes: number): void {
		this.sent += bytes;
		const share = this.sent / this.total;
		if (share < this.next || share >= 1) return;
		this.next = (Math.floor(share / STEP) + 1) * STEP;
		this.say(`${Math.floor(share * 100)} % of ${formatBytes(this.total)} sent`);
	}

	/** The upload starts again. */
	restart(reason: string): void {
		this.sent = 0;
		this.next = STEP;
		this.say(`Starting again: ${reason}`);
	}

	say(what: string): void {
		this.logger.info(`Upload of ${this.fileName}: ${what}`);
	}
}
