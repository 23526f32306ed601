import { screenChoice } from '../../shared/fields/screen';

export const screen = screenChoice(
	['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
	'Size of the video. It also sets the area of the subtitles, the size of the person and, for 4K, the resolution. 4K needs a person that supports it.',
);
