import type { ServiceClient } from './client';
import { fileRecord, type FileFilter, type FileRecord } from './files';
import { PAGE_SIZE, readPage, type Page } from './pages';

/** Of this list alone, pages are counted from 0 (service.md 4.1). */
export const FIRST_FILE_PAGE = 0;

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
		{ body: { ...filter, page: number, page_size: PAGE_SIZE } },
		{ record: fileRecord, number, size: PAGE_SIZE, first: FIRST_FILE_PAGE },
	);
}
