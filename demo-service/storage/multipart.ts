import { partLength } from './files';
import type { Files, MultipartTask, StoredFile } from './files';
import type { Receiver } from './receive';
import type { StorageTools } from './tools';
import { pause } from '../server/clock';
import { Refusal } from '../server/envelope';

/** Multipart tasks from their start to the merge (service.md 4.1). */
export class Multipart {
	constructor(
		private readonly tools: StorageTools,
		private readonly files: Files,
		private readonly receiver: Receiver,
	) {}

	/** @param size of the whole file in bytes. @param seconds life of the task */
	open(file: StoredFile, size: number, seconds: number): MultipartTask {
		const { partBytes: partSize } = this.tools.options;
		file.multipart = {
			uploadId: `${file.id}~a+b/c&d=e%20f==`,
			size,
			partSize,
			partCount: Math.ceil(size / partSize),
			expiresAt: this.tools.clock.seconds() + seconds,
			headers: { 'Content-Type': file.mimeType, 'x-storage-upload-task': `task-${file.id}` },
			parts: new Map(),
			state: 'open',
		};
		return file.multipart;
	}

	/**
	 * Puts the parts together; a fate of `common/merge` may make it last.
	 * @throws Refusal 120005 if a part is missing or has another size than announced
	 */
	async merge(file: StoredFile, task: MultipartTask): Promise<void> {
		const parts = Array.from({ length: task.partCount }, (_none, index) =>
			task.parts.get(index + 1),
		);
		const wrong = parts.findIndex((part, index) => part?.bytes !== partLength(task, index + 1));
		if (wrong >= 0) throw new Refusal(120005, `part ${wrong + 1} is missing or of the wrong size`);
		task.state = 'merging';
		const { fates, clock, stopping } = this.tools;
		const fate = fates.decide('common/merge', { id: file.id, name: file.name });
		await pause(((fate.seconds ?? 0) * 1000) / clock.speed, stopping);
		const received = await this.receiver.merge(parts.filter((part) => part !== undefined));
		task.state = 'merged';
		this.files.arrived(file, received);
	}
}
