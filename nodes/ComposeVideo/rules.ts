import type { IDataObject } from 'n8n-workflow';

import { label } from '../shared/fields/field';
import { type Rectangle } from '../shared/fields/screen';
import { is4k } from '../shared/service/library';
import { type Size } from '../shared/service/library';
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

/** Whether the video is made in 4K. */
export function isIn4k(body: VideoBody): boolean {
	return body[resolutionRate.path] === 1;
}

/** Whether the person is cut out of the own background, for another one to be seen. */
export function removesBackground({ person }: VideoBody): boolean {
	return person?.is_remove_bg === true;
}

export type Backdrop = 'keep' | 'color' | 'file' | 'transparent';

interface Video {
	body: VideoBody;
	screen: Size;
}

/** A rule about several fields: the sentence for the user when it is broken. */
type Rule = (video: Video) => string | false | undefined;

const RULES: readonly Rule[] = [
	({ body, screen }) =>
		isIn4k(body) &&
		!is4k(screen) &&
		`${label(resolutionRate)} is 4K, but 'Screen' is ${screen.width} × ${screen.height}: choose a 4K screen`,
	({ body, screen }) => tooLarge(body.subtitle_config, screen),
];

/** The sentences of all rules about several fields that a video breaks. */
export function brokenRules(video: Video): string[] {
	return RULES.flatMap((rule) => rule(video) || []);
}

/** The area of the subtitles is not larger than the screen; it may lie anywhere (service.md 4.7). */
function tooLarge(area: Partial<Size> | undefined, screen: Size): string | undefined {
	const { width = 0, height = 0 } = area ?? {};
	const wrong = [
		width > screen.width ? `${label(subtitleWidth)} is ${width}` : '',
		height > screen.height ? `${label(subtitleHeight)} is ${height}` : '',
	].filter(Boolean);
	return wrong.length > 0
		? `${wrong.join(' and ')}, more than the screen (${screen.width} × ${screen.height})`
		: undefined;
}
