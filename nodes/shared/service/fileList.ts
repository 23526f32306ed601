import type { ServiceClient } from './client';
import { fileRecord, type FileFilter, type FileRecord } from './files';
import { readPage, type Page } from './pages';

/** The specification names no most; this is what the AI-creation list allows. */
const FILE_PAGE_SIZE = 50;

/** Of this list alone, pages are counted from 0 (service.md 4.1). */
export const FIRST_FILE_PAGE = 0;

/** Specification 2.1. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
	0: 'Not yet synced',
	1: 'Usable',
	98: 'Content safety check failed',
	99: 'Marked deleted',
	100: 'Purged',
};

/** The status of a file in words. */
export function fileStatusWords(status: number): string {
	return STATUS_WORDS[status] ?? `Unknown status ${status}`;
}

/**
 * Reads one page of uploaded files (service.md 4.1).
 *
 * @param number page, from 0
 */
export async function filePage(
	client: ServiceClient,
	filter: FileFilter,
	number: number,
): Promise<Page<FileRecord>> {
	return await readPage(
		client,
		'listFiles',
		{ body: { ...filter, page: number, page_size: FILE_PAGE_SIZE } },
		{ record: fileRecord, number, size: FILE_PAGE_SIZE, first: FIRST_FILE_PAGE },
	);
}
