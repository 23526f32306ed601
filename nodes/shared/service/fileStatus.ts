/** The status of a file (service.md 2.1). */
export const FileStatus = {
	NotSynced: 0,
	Usable: 1,
	Unsafe: 98,
	Deleted: 99,
	Purged: 100,
} as const;

interface Meaning {
	words: string;
	/** Why such a file can never be used (any more). */
	lost?: string;
}

const MEANINGS: Readonly<Record<number, Meaning>> = {
	[FileStatus.NotSynced]: { words: 'Not yet synced' },
	[FileStatus.Usable]: { words: 'Usable' },
	[FileStatus.Unsafe]: {
		words: 'Failed the content review',
		lost: 'The file did not pass the content review of the service',
	},
	[FileStatus.Deleted]: { words: 'Deleted', lost: 'The file was deleted' },
	[FileStatus.Purged]: {
		words: 'Removed',
		lost: 'The service has removed the file, as it does after 30 days',
	},
};

/** The status of a file in words. */
export function fileStatusWords(status: number): string {
	return MEANINGS[status]?.words ?? `Unknown status ${status}`;
}

/** Why a file can never be used (any more); undefined when it can be, or may come to it. */
export function lostReason(status: number): string | undefined {
	return MEANINGS[status]?.lost;
}

/** Whether a file was deleted, by request or by its age. */
export function isDeleted(status: number): boolean {
	return status === FileStatus.Deleted || status === FileStatus.Purged;
}
