import type { Size } from '../api/library';
import type { FileRef, UploadRef } from '../model/fileRef';
import type { UploadUse } from './fileUse';
import type { FileItem } from './openFile';
import type { RunItem, SeenFilm } from './runFiles';
import { SourceFile } from './source';
import { uploadOnce } from './upload';

/*
 * Looking at a file without an upload of it.
 */

/** Most that is read of a file of unannounced length. */
const MAX_BYTES = 128 * 1024 ** 2;

/** What is wanted of a file. */
interface Look extends UploadUse {
	/** Also the size of its picture, for which more of it may have to be read. */
	isMeasured?: boolean;
}

/**
 * Looks at a file, once in a run, because an address may serve only once. Further calls get what the first one has
 * found, also its error; so the first one has to be a caller that wants the size of the picture, if any does.
 *
 * @throws PackError or CancelledError, as an upload of the file does
 */
export async function lookOnce(item: RunItem, ref: UploadRef, look: Look): Promise<SeenFilm> {
	const { looks } = item.files;
	const key = JSON.stringify([ref.source, ref.identity, look.purpose]);
	const seen = looks.get(key) ?? lookAt(item, ref, look);
	looks.set(key, seen);
	return await seen;
}

/** Opens and checks a file, and measures its picture where that is wanted. */
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

/** An item of a run. With `uploads`, nothing is uploaded: what would be is only listed there. */
type MeasuredItem = RunItem & { uploads?: unknown };

/**
 * Finds out how large the picture of a video is. A file on the web is uploaded for it, since an address may serve only
 * once, and its size shows as it passes by. It is only looked at where nothing is to be uploaded; so is an input file,
 * which can be read as often as needed, so that one without a size is not uploaded.
 *
 * @returns undefined where the file does not say so, and for one that the service has
 * @throws PackError or CancelledError, as an upload of the file does
 */
export async function videoSize(
	item: MeasuredItem,
	ref: FileRef,
	use: UploadUse,
): Promise<Size | undefined> {
	if (ref.source === 'fileId') return undefined;
	const isUploaded = ref.source === 'url' && !item.uploads;
	if (isUploaded) return (await uploadOnce(item, ref, use)).picture;
	const seen = await lookOnce(item, ref, { ...use, isMeasured: true });
	return seen.picture;
}
