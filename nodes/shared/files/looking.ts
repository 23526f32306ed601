import type { Size } from '../util/pictureSize';
import type { FileRef, UploadRef } from '../model/fileRef';
import type { UploadUse } from './fileUse';
import type { FileItem } from './openFile';
import type { RunItem, SeenFilm } from './runFiles';
import { SourceFile } from './source';
import { uploadOnce } from './upload';

/*
 * Looking at a file without an upload of it.
 */

/**
 * The most that is read to measure a picture, in bytes, because a file may never end. A longer file whose length is
 * announced may be read to its end.
 */
const MAX_BYTES = 128 * 1024 ** 2;

/** What is wanted of a file. */
interface Look extends UploadUse {
	/** Whether the size of its picture is wanted too, for which more of it may have to be read; false if not set. */
	isMeasured?: boolean;
}

/**
 * Looks at a file once in a run, because an address may serve only once. Further calls for the same file and purpose
 * get what the first one has found, or its error, whatever else they want: where any call wants the size of the
 * picture, the first one has to want it.
 *
 * @throws PackError where the file cannot be used or read; CancelledError when the execution is stopped
 */
export async function lookOnce(item: RunItem, ref: UploadRef, look: Look): Promise<SeenFilm> {
	const { looks } = item.files;
	const key = JSON.stringify([ref.source, ref.identity, look.purpose]);
	const looking = looks.get(key) ?? lookAt(item, ref, look);
	looks.set(key, looking);
	return await looking;
}

/** Opens and checks a file, and measures its picture where that is wanted. @throws as `lookOnce` */
async function lookAt(item: FileItem, ref: UploadRef, look: Look): Promise<SeenFilm> {
	return await new SourceFile(item, ref, look).use(async (source) => {
		const seen: SeenFilm = await source.look();
		if (look.isMeasured) {
			const most = Math.max(seen.bytes ?? 0, MAX_BYTES);
			seen.picture = await source.measure(most);
		}
		return seen;
	});
}

/**
 * Finds out how large the picture of a video is.
 *
 * A file on the web is uploaded for this, because its address may serve only once; the size shows as the file passes
 * by. Where nothing is to be uploaded, it is only looked at. An input file is always only looked at: it can be read
 * again for the upload, and one whose size does not show is not uploaded for nothing.
 *
 * @param item of a run; if it has `uploads`, nothing is uploaded for it: that list only names what would be
 * @returns undefined where the file does not say so, and for one that is chosen by its ID, which is not opened
 * @throws PackError where the file cannot be used, read or sent; ServiceError when the service refuses it;
 *   CancelledError when the execution is stopped, or an item or another file has failed
 */
export async function videoSize(
	item: RunItem & { uploads?: unknown },
	ref: FileRef,
	use: UploadUse,
): Promise<Size | undefined> {
	if (ref.source === 'fileId') return undefined;
	const isUploaded = ref.source === 'url' && !item.uploads;
	if (isUploaded) return (await uploadOnce(item, ref, use)).picture;
	const seen = await lookOnce(item, ref, { ...use, isMeasured: true });
	return seen.picture;
}
