import { uniqBy } from 'lodash';

import type { Violation } from '../../shared/fields/violations';
import { formatList } from '../../shared/util/text';
import { mediaFieldsOf, type Model } from './model';
import { labelsOf, type Medium } from './modelField';
import { modelMessages } from './modelMessages';

/*
 * Models that make a video between a first and a last image: which images a request may have, and which comes first.
 */

/** Most different images of a request for a first- and last-frame model (service.md 4.3). */
const MAX_FRAMES = 2;

/**
 * What is wrong with all images of a request for a first- and last-frame model together (service.md 4.3): there is
 * none, there is only a last frame, or there are too many. An image that appears twice counts once.
 *
 * @param model a first- and last-frame model, whose labels the messages name
 * @param media all files of the request, none of which breaks a rule by itself
 * @returns at most one violation; none where the images can be used together
 */
export function frameViolations(model: Model, media: readonly Medium[]): Violation[] {
	const places = labelsOf(mediaFieldsOf(model));
	// Such a model takes files in these fields, in this order: the first frame, the last frame, and lists of images.
	const [first = '', last = '', ...lists] = places;
	const listsInWords = formatList(lists);
	if (media.length === 0) return [modelMessages.noFirstFrame(first, listsInWords)];
	const isOnlyLastFrame = media.every(({ field }) => field === 'end_frame');
	if (isOnlyLastFrame) return [modelMessages.onlyLastFrame(last, first, listsInWords)];
	// References to the same file have the same identity.
	const count = uniqBy(media, ({ ref }) => ref.identity).length;
	if (count <= MAX_FRAMES) return [];
	return [modelMessages.tooManyImages(MAX_FRAMES, count, formatList(places))];
}

/**
 * Brings the media of a request into the order in which the service takes the right image for the first one. The
 * service takes them in the order of the fields, in which `end_frame` stands before `ref_img_url` and `ref_resources`.
 * So the last frame would become the first image if the other image came from one of these lists. That other image is
 * therefore moved into `start_frame`.
 *
 * @param media all media of a request in which `frameViolations` finds nothing wrong, in the order of the fields
 * @returns the same media, unless the last frame stands first among them. Then they are two: the other image as the
 *   first frame, and the last frame. Where there is no other image, the same one is both
 */
export function withFirstFrameFirst(media: readonly Medium[]): readonly Medium[] {
	const [lastFrame, ...others] = media;
	if (lastFrame?.field !== 'end_frame') return media;
	// More than two different images are refused before, so there is at most one other.
	const otherImage = others.find(({ ref }) => ref.identity !== lastFrame.ref.identity);
	// Without another image, all media are one image, with which the video then begins and ends.
	const { ref, use } = otherImage ?? lastFrame;
	return [{ field: 'start_frame', ref, use }, lastFrame];
}
