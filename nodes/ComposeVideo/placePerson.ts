import type { Size } from '../shared/util/pictureSize';
import type { Rectangle, VideoBody } from './videoBody';

/*
 * Where the person stands on the screen, as far as the user does not set it.
 */

/** The shape of a recording whose size is not known: people are filmed upright. */
export const PORTRAIT: Size = { width: 9, height: 16 };

/**
 * The area of the person: as large as the screen allows in the proportions of the recording, in the middle, on the
 * lower edge. What the user has set of it stays; if that makes it higher than the screen, it begins at the top. A
 * height that is not set is even, as the service requires it.
 *
 * @param body the request, with the size of the screen and what the user has set of the area
 * @param recording size of the recording of the person; upright where it is not known
 */
export function placePerson(body: VideoBody, recording: Size = PORTRAIT): Rectangle {
	const { screen_width: screenWidth, screen_height: screenHeight, person } = body;
	const ratio = recording.width / recording.height;
	const largestHeight = Math.min(screenHeight, screenWidth / ratio);
	const { width, height } = sizeInRatio(person, ratio, largestHeight);
	return {
		x: person.x ?? Math.round((screenWidth - width) / 2),
		y: person.y ?? Math.max(0, screenHeight - height),
		width,
		height,
	};
}

/**
 * The size of the person as the user has set it. Where only one side is set, the other one follows from it; where none
 * is, both follow from the largest height.
 *
 * @param ratio width divided by height
 * @param largestHeight the most that the screen allows
 */
function sizeInRatio({ width, height }: Partial<Size>, ratio: number, largestHeight: number): Size {
	if (width !== undefined) return { width, height: height ?? evenHeight(width / ratio) };
	if (height !== undefined) return { width: widthInRatio(height, ratio), height };
	return { width: widthInRatio(largestHeight, ratio), height: evenHeight(largestHeight) };
}

/** The width that goes with a height, at least 1. */
function widthInRatio(height: number, ratio: number): number {
	return Math.max(1, Math.round(height * ratio));
}

/** The largest even number that is not above a height, at least 2. */
function evenHeight(height: number): number {
	return 2 * Math.max(1, Math.floor(height / 2));
}
