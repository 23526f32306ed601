import { afterEach, expect } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { InputFile } from './binaries';
import type { NodeRun } from './engine';
import { setUp, type Setup } from './setup';
import type { JournalEntry, ServiceOptions } from '../../../demo-service';

export const MIB = 1024 ** 2;

/** Upload File with one input item a file, in its field `data`. */
export const uploadOf = (
	files: InputFile[],
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanUploadFile',
	parameters: { purpose: 'video_translation', ...parameters },
	items: files.map(({ binary }) => ({ json: {}, binary: { data: binary } })),
	...more,
});

/** Upload File with a file from the web. */
export const uploadFrom = (url: string, parameters: INodeParameters = {}): NodeRun => ({
	type: 'digitalHumanUploadFile',
	parameters: { purpose: 'video_translation', fileSource: 'url', fileUrl: url, ...parameters },
});

export interface UploadSetup extends Setup {
	/** SHA-256 of a file as the storage has it. */
	arrived(fileId: unknown): string | undefined;
	count(operation: string): number;
	/** How often each part number was sent. */
	partsSent(): Record<string, number>;
	requests(operation: string): JournalEntry[];
}

/** Like setUp; after every test, nothing may have given the token to the object storage. */
export function setUpUploads(options: ServiceOptions = {}): UploadSetup {
	const setup = setUp(options) as UploadSetup;
	setup.arrived = (fileId) => setup.service.storage.files.byId(String(fileId))?.received?.sha256;
	setup.requests = (operation) => setup.service.journal.entries({ operation });
	setup.count = (operation) => setup.requests(operation).length;
	setup.partsSent = () => {
		const sent: Record<string, number> = {};
		for (const { path } of setup.requests('part')) sent[path] = (sent[path] ?? 0) + 1;
		return sent;
	};
	afterEach(() => expect(setup.service.journal.leaks()).toEqual([]));
	return setup;
}
