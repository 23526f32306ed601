import { videoReports } from './composedVideo';
import { kindAtPath } from './makeKind';

/** One language of a translation, followed with "video detail" (service.md 4.9). */
export const translation = kindAtPath(
	{
		name: 'translation',
		label: 'translation',
		description:
			"One language of Translate Video. Needs the 'Video Detail Path' of the credential.",
		usualType: 'video/mp4',
	},
	videoReports,
	'getVideo',
);
