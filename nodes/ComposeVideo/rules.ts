import type { IDataObject } from 'n8n-workflow';

import { label } from '../shared/fields/field';
import { type Rectangle } from '../shared/fields/screen';
import { is4k, type Size } from '../shared/service/library';
import { resolutionRate } from './fields/sources';
import { subtitleHeight, subtitleWidth } from './fields/subtitles';

/** The parts of the body of create_video that rules concern (service.md 4.7). */
export interface VideoBody extends IDataObject {
	person?: IDataObject & Partial<Rectangle> & { figure_type?: string };
	audio?: IDataObject & { type?: string; tts?: IDataObject };
	bg?: IDataObject;
	bg_color?: string;
	subtitle_config?: IDataObject & Partial<Rectangle>;
}

/** A video that is to be made, and the size of its picture. */
export interface Video {
	body: VideoBody;
	screen: Size;
}

/** Whether the video is made in 4K. */
export function isIn4k(body: VideoBody): boolean {
	return body[resolutionRate.path] === 1;
}

/** Whether the person is cut out of the own background, for another one to be seen. */
export function removesBackground({ person }: VideoBody): boolean {
	return person?.is_remove_bg === true;
}

/** What is wrong with fields taken together, as sentences for the user (service.md 4.7). */
export function brokenRules({ body, screen }: Video): string[] {
	const size = `${screen.width} × ${screen.height}`;
	const { width = 0, height = 0 } = body.subtitle_config ?? {};
	// The area of the subtitles may lie anywhere.
	const tooLarge = [
		width > screen.width ? `${label(subtitleWidth)} is ${width}` : '',
		height > screen.height ? `${label(subtitleHeight)} is ${height}` : '',
	].filter(Boolean);
	return [
		...(isIn4k(body) && !is4k(screen)
			? [`${label(resolutionRate)} is 4K, but 'Screen' is ${size}: choose a 4K screen`]
			: []),
		...(tooLarge.length > 0 ? [`${tooLarge.join(' and ')}, more than the screen (${size})`] : []),
	];
}
