import type { Size } from '../api/library';
import type { FileRef } from '../model/fileRef';
import type { Purpose } from './purposes';
import { type FileItem, Source } from './sources';
import { uploadOnce } from './upload';

/** Most that is read of a file of unannounced length. */
const MAX_BYTES = 128 * 1024 ** 2;

/** An item whose files may be only looked at, without an upload. */
type MeasuredItem = FileItem & { uploads?: unknown };

/**
 * Finds out how large the picture of a video is. A file on the web is uploaded for it, since an address may serve only
 * once, and its size shows as it passes by. It is read on its own where nothing is to be uploaded.
 *
 * @returns undefined where the file does not say so, and for one that the service has
 * @throws PackError or CancelledError, as an upload of the file does
 */
export async function videoSize(
	item: MeasuredItem,
	ref: FileRef,
	purpose: Purpose,
): Promise<Size | undefined> {
	if (ref.source === 'fileId') return undefined;
	// An input file can be read as often as needed: one without a size is not uploaded.
	if (ref.source === 'url' && !item.uploads) {
		const { picture } = await uploadOnce(item, ref, { purpose });
		return picture;
	}
	return await new Source(item, ref, { purpose }).use(async (source) => {
		const { bytes = 0 } = await source.look();
		return await source.measure(Math.max(bytes, MAX_BYTES));
	});
}
