import { nameInAddress } from '../files/names';
import { purposes, type Purpose } from '../files/purposes';
import { FIRST_FILE_PAGE, filePage } from '../service/fileList';
import type { FileRecord } from '../service/files';
import { FileStatus, fileStatusWords } from '../service/fileStatus';
import { formatBytes } from '../util/format';
import { link, named, searchIn, type ListSearch } from './search';
import { localTime } from './times';

/** Uploaded files, newest first, with what they are for. */
export const searchFiles: ListSearch = filesFor();

/** The same, only files of one purpose; `searchFiles_lip_sync_audio` and so on. */
export const searchFilesFor = Object.fromEntries(
	Object.keys(purposes).map((purpose) => [fileSearchMethod(purpose), filesFor(purpose)]),
) as Record<`searchFiles_${Purpose}`, ListSearch>;

/** Name of the method that lists the files of a purpose. */
export function fileSearchMethod<P extends string>(purpose: P): `searchFiles_${P}` {
	return `searchFiles_${purpose}`;
}

function filesFor(service?: string): ListSearch {
	return searchIn<FileRecord>((context) => ({
		first: FIRST_FILE_PAGE,
		read: async (client, number) =>
			await filePage(
				client,
				{ order: 'create_time_desc', ...(service ? { service } : {}) },
				number,
			),
		entry: (file) => ({
			name: named(nameInAddress(file.file_path ?? '') ?? file.id, [
				service ? undefined : purposeOf(file),
				sizeOf(file.bytes),
				localTime(context, file.create_time),
				file.status === FileStatus.Usable ? undefined : fileStatusWords(file.status).toLowerCase(),
			]),
			value: file.id,
			...link(file.file_path),
		}),
		isOffered: ({ status }) => status < FileStatus.Unsafe,
	}));
}

function purposeOf({ service }: FileRecord): string | undefined {
	return (service && purposes[service as Purpose]?.label) || service || undefined;
}

function sizeOf(bytes: number | null | undefined): string | undefined {
	return bytes ? formatBytes(bytes) : undefined;
}
