import uniqBy from 'lodash/uniqBy';

import { typeNames } from '../../shared/files/fileRef';
import { extensionOf, fileTypeOf, isKnownExtension } from '../../shared/files/names';
import { formatBytes, formatLimit } from '../../shared/util/format';
import { formatList, formatValue, missing } from '../../shared/util/text';
import { parsedUrl } from '../../shared/util/url';
import type { FieldName, FrameRule } from './catalogue/types';
import { fieldLabels } from './labels';
import type { Medium } from './media';

/** The media fields whose images count together, in their order of appearance (service.md 4.3). */
const frameSources = ['start_frame', 'end_frame', 'ref_img_url', 'ref_resources'] as const;

function quoted(field: FieldName): string {
	return `'${fieldLabels[field].label}'`;
}

const otherSources = `an image in ${quoted('ref_img_url')} or ${quoted('ref_resources')}`;

/**
 * What is wrong with the images of a first- and last-frame request taken together (service.md 4.3). An image that appears
 * twice counts once, for the field where it appears first.
 *
 * @param media all media of the request, in order of appearance
 * @returns sentences for the user
 */
export function frameViolations(
	{ max, extensions, maxBytes }: FrameRule,
	media: readonly Medium[],
): string[] {
	const frames = uniqBy(media, 'ref.identity');
	return [
		...(isEndFrameAlone(media)
			? [
					`${quoted('end_frame')} cannot be used alone. Also choose ${quoted('start_frame')}, or add ${otherSources}`,
				]
			: countViolations(frames.length, max)),
		...frames.flatMap((frame) => [
			...formatViolations(frame, extensions),
			...sizeViolations(frame, maxBytes),
		]),
	];
}

/** Whether the only image is the last frame, which leaves nothing to start with. */
function isEndFrameAlone(media: readonly Medium[]): boolean {
	return media.length > 0 && media.every(({ field }) => field === 'end_frame');
}

function countViolations(count: number, max: number): string[] {
	if (count === 0) {
		return [`${missing(fieldLabels.start_frame.label)}. Choose a file, or add ${otherSources}`];
	}
	if (count <= max) return [];
	const places = formatList(frameSources.map(quoted));
	return [
		`At most ${max} different images can be used together, but there are ${count}. Remove some from ${places}`,
	];
}

/** By the extension alone, where it names the format; anything else is left to the service. */
function formatViolations(
	{ field, ref }: Medium,
	extensions: readonly string[] | undefined,
): string[] {
	const name = ref.source === 'inputFile' ? ref.fileName : parsedUrl(ref.identity)?.pathname;
	const extension = extensionOf(name ?? '');
	if (!extensions || !isKnownExtension(extension) || extensions.includes(extension)) return [];
	// What is no image at all is refused with every model.
	if ((fileTypeOf(extension) ?? 'image') !== 'image') return [];
	const types = formatList(typeNames(extensions));
	return [
		`The image in ${quoted(field)} is not a supported type. Use ${types} instead of ${formatValue(ref.text)}`,
	];
}

function sizeViolations({ field, ref }: Medium, maxBytes = Infinity): string[] {
	const bytes = (ref.source === 'inputFile' && ref.bytes) || 0;
	if (bytes <= maxBytes) return [];
	return [
		`${quoted(field)} must be an image of at most ${formatLimit(maxBytes)}, but ${formatValue(ref.text)} has ${formatBytes(bytes)}`,
	];
}

/**
 * Says plainly which image comes first. The service takes the images in order of appearance, where end_frame stands before
 * ref_img_url and ref_resources; a last frame together with an image from those would become the first. That image is
 * therefore moved into start_frame. Other requests stay as they are.
 *
 * @param media all media of a request that breaks no rule, in order of appearance
 */
export function firstFrameFirst(media: readonly Medium[]): readonly Medium[] {
	const last = media.find(({ field }) => field === 'end_frame');
	if (!last || media.some(({ field }) => field === 'start_frame')) return media;
	const others = media.filter((medium) => medium !== last);
	const first = others.find(({ ref }) => ref.identity !== last.ref.identity) ?? others[0];
	if (!first) return media;
	return [
		{ ...first, field: 'start_frame' },
		last,
		...others.filter(({ ref }) => ref.identity !== first.ref.identity),
	];
}
