import { screenChoice } from '../../shared/fields/screen';

export const screen = screenChoice(
	['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
	'Size of the video. The person, the background file and the subtitles are scaled to fit. 4K needs a person that supports it.',
);
