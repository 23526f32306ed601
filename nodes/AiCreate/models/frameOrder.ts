import { uniqBy } from 'lodash';

import { broken, type Violation } from '../../shared/fields/violations';
import { formatList } from '../../shared/util/text';
import type { Medium } from './medium';
import { mediaFieldsOf, type Model } from './model';
import { labelsOf } from './modelField';
import { modelMessages } from './modelMessages';

/*
 * Models that make a video between a first and a last image: which images a request may have, and which comes first.
 */

/** Most different images of a request for a first- and last-frame model (service.md 4.3). */
const MAX_FRAMES = 2;

/**
 * What is wrong with all images of a first- and last-frame request together (service.md 4.3). An
 * image that appears twice counts once.
 *
 * @param media all files of the request, none of which breaks a rule by itself
 * @returns at most one violation
 */
export function frameViolations(model: Model, media: readonly Medium[]): Violation[] {
	const places = labelsOf(mediaFieldsOf(model));
	// The fields of such a model that take files are the first frame, the last frame, and then lists of images.
	const [first = '', last = '', ...lists] = places;
	const inOthers = formatList(lists);
	if (media.length === 0) return [broken(modelMessages.noFirstFrame(first, inOthers))];
	if (media.every(({ field }) => field === 'end_frame')) {
		return [broken(modelMessages.onlyLastFrame(last, first, inOthers))];
	}
	// Of one identity are files from the same place.
	const images = uniqBy(media, ({ ref }) => ref.identity).length;
	if (images <= MAX_FRAMES) return [];
	return [broken(modelMessages.tooManyImages(MAX_FRAMES, images, formatList(places)))];
}

/**
 * Says plainly which image comes first. The service takes the images in order of appearance, where
 * end_frame stands before ref_img_url and ref_resources: a last frame with an image from those
 * would become the first. That image is therefore moved into start_frame.
 *
 * @param media all media of a request that breaks no rule, in order of appearance
 * @returns the same media, unless the last frame is the first of them; then the first image and the last frame alone
 */
export function withFirstFrameFirst(media: readonly Medium[]): readonly Medium[] {
	const [lastFrame, ...others] = media;
	if (lastFrame?.field !== 'end_frame') return media;
	const otherImage = others.find(({ ref }) => ref.identity !== lastFrame.ref.identity);
	// Without another image, all of them are the same one, with which the video also begins.
	const { ref, use } = otherImage ?? lastFrame;
	return [{ field: 'start_frame', ref, use }, lastFrame];
}
