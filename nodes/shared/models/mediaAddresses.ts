import { isWebAddress } from '../webAddress';

/** Extensions by which an address tells what it holds; anything else is left to the service. */
const tellingExtensions = new Set(
	(
		'jpg jpeg png webp bmp tif tiff gif heic heif avif jxl svg ico psd raw ' +
		'mp4 mov webm avi mkv m4v mp3 wav m4a aac ogg flac pdf doc docx ppt pptx zip txt html json'
	).split(' '),
);

/**
 * The file extension of an address where it tells the format: lower case, without the dot.
 *
 * @returns undefined without an extension, with one that says nothing, or for what is no address
 */
export function tellingExtension(address: string): string | undefined {
	if (!isWebAddress(address)) return undefined;
	const extension = /\.([a-z0-9]+)$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase();
	return extension !== undefined && tellingExtensions.has(extension) ? extension : undefined;
}
