import { screenChoice } from '../../shared/fields/screen';

export const screen = screenChoice(
	['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
	'Size of the video. The person, the background file and the subtitles are fitted to it. 4K needs a person that supports it.',
);
