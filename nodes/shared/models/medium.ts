import { fileText } from '../fields/pendingFiles';
import { wrongType, type FileChoice, type ReadChoice } from '../files/choice';
import { extensionOf, fileTypeOf, nameInAddress, type FileType } from '../files/names';
import type { FieldName } from './catalogue/types';

/** One image or other file of a request. */
export interface Medium {
	field: FieldName;
	label: string;
	/** The same for the same content: the address, or what identifies the content of a file. */
	identity: string;
	/** How messages name it. */
	text: string;
	/** A file that has no address yet. */
	file?: Exclude<FileChoice, { source: 'url' }>;
	/** Kind of a reference material. */
	fileType?: unknown;
}

/** Media as they were read, and what is wrong with them. */
export interface MediaReading {
	media: Medium[];
	violations: string[];
}

/** One file of a field, as far as it could be read. */
export interface ReadEntry {
	read: ReadChoice;
	/** What the file may be. */
	fileTypes: readonly FileType[];
	/** Kind of a reference material. */
	fileType?: unknown;
	violation?: string;
}

/** The media that entries of a field stand for. */
export function mediaReading(
	place: Pick<Medium, 'field' | 'label'>,
	entries: readonly ReadEntry[],
): MediaReading {
	return {
		media: entries.map(({ read, fileType }) => ({ ...place, ...identified(read), fileType })),
		violations: entries.flatMap(({ read, fileTypes, violation }) =>
			'violation' in read
				? [read.violation]
				: (violation ?? addressViolation(read, fileTypes) ?? []),
		),
	};
}

/**
 * What the end of an address clearly says where an image is needed, which is what a type starts with. Whoever chose
 * another type knows better, and behind the address of a page may be anything.
 */
function addressViolation(
	{ choice }: { choice: FileChoice },
	fileTypes: readonly FileType[],
): string | undefined {
	if (choice.source !== 'url' || !fileTypes.includes('image')) return undefined;
	const name = nameInAddress(choice.url) ?? '';
	if (!fileTypeOf(extensionOf(name))) return undefined;
	const violation = wrongType(name, fileTypes);
	return violation && `${choice.name}: ${violation}`;
}

/** What cannot be used counts as a file of its own. */
function identified(read: ReadChoice): Pick<Medium, 'identity' | 'text' | 'file'> {
	if ('violation' in read) return { identity: read.violation, text: read.violation };
	const { choice } = read;
	switch (choice.source) {
		case 'url':
			return { identity: choice.url, text: choice.url };
		case 'fileId':
			return { identity: `file ${choice.fileId}`, text: fileText(choice), file: choice };
		case 'inputFile':
			return {
				identity: `${choice.reference} ${choice.fileName}`,
				text: fileText(choice),
				file: choice,
			};
	}
}
