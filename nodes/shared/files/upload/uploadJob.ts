import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../service/client';
import type { BufferPool } from './bufferPool';
import type { Progress } from './progress';
import type { Purpose } from '../purposes';
import type { Source } from './sources';

/** One file on its way to the service. */
export interface UploadJob {
	context: IExecuteFunctions;
	itemIndex: number;
	client: ServiceClient;
	source: Source;
	purpose: Purpose;
	/** Shared by all uploads of the run: bounds the parts in memory and in flight. */
	buffers: BufferPool;
	progress: Progress;
}

/** A file that the service has. */
export interface UploadedFile {
	fileId: string;
	/** The address at which the file can be read once it is usable. */
	url: string;
	/** Relative path, which only a file sent in one piece has. */
	key?: string;
	mimeType?: string;
	fileName: string;
	bytes: number;
	purpose: Purpose;
	/** Milliseconds since the epoch. */
	uploadedAt: number;
}
