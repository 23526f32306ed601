/*
 * The limits of videos at the service, which texts for users name as well (service.md 8). Before an upload, only the
 * size in bytes is checked; all else is left to the service.
 */

/** Of a video to translate. Whether its gigabyte is decimal is not specified: only what exceeds both is refused. */
export const VIDEO_TO_TRANSLATE = {
	maxBytes: 1024 ** 3,
	maxMinutes: 120,
	maxPixelsPerSide: 4096,
} as const;

/** Of the recording of which a person is made. */
export const VIDEO_OF_PERSON = { maxMinutes: 5 } as const;
