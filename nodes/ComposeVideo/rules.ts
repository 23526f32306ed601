import type { IDataObject } from 'n8n-workflow';

import { label } from '../shared/fields/bodyField';
import { is4k, type Rectangle, type Size } from '../shared/fields/screen';
import { isRemoveBg } from './fields/background';
import { resolutionRate } from './fields/quality';
import { hideSubtitle, show, subtitleHeight, subtitleWidth } from './fields/subtitles';
import { asrType, lines } from './fields/timeline';
import { addComplianceWatermark, complianceWatermarkPosition } from './fields/watermark';

/** The parts of the body of create_video that rules look at (service.md 4.7). */
export interface VideoBody extends IDataObject {
	person?: IDataObject & Partial<Rectangle> & { figure_type?: string };
	audio?: IDataObject & { type?: string; tts?: IDataObject };
	bg?: IDataObject;
	bg_color?: string;
	subtitle_config?: IDataObject & Partial<Rectangle>;
}

export type Backdrop = 'keep' | 'color' | 'file' | 'transparent';

interface Video {
	body: VideoBody;
	screen: Size;
	backdrop: Backdrop;
}

/** A rule about several fields: the sentence for the user when it is broken. */
type Rule = (video: Video) => string | false | undefined;

const RULES: readonly Rule[] = [
	({ body, backdrop }) =>
		backdrop === 'transparent' &&
		(body.subtitle_config !== undefined || body[hideSubtitle.path] === false) &&
		"'Background' is 'Transparent': such a video has no subtitles, so remove what is set in 'Subtitles'",
	({ body, backdrop }) =>
		backdrop === 'transparent' &&
		hasBackgroundOption(body) &&
		"'Background' is 'Transparent': such a video has no background, so remove what is set in 'Background Options'",
	({ body, backdrop }) =>
		backdrop === 'keep' &&
		hasBackgroundOption(body) &&
		`${label(isRemoveBg)} and the other 'Background Options' need 'Background' to be 'Color' or 'Image or Video'`,
	({ body, screen }) =>
		body[resolutionRate.path] === 1 &&
		!is4k(screen) &&
		`${label(resolutionRate)} is 4K, but 'Screen' is ${screen.width} × ${screen.height}: choose a 4K screen`,
	({ body, screen }) => outside(body.subtitle_config, screen),
	({ body }) =>
		body[hideSubtitle.path] === true &&
		body.subtitle_config?.show === true &&
		`${label(hideSubtitle)} and ${label(show)} exclude each other`,
	({ body }) =>
		body.subtitle_config?.asr_type === 1 &&
		body.subtitle_config.subtitles === undefined &&
		`${label(asrType)} is 'My Own', but ${label(lines)} has no line`,
	({ body }) =>
		body[complianceWatermarkPosition.path] !== undefined &&
		body[addComplianceWatermark.path] !== true &&
		`${label(complianceWatermarkPosition)} needs ${label(addComplianceWatermark)} to be switched on`,
];

/** The sentences of all rules about several fields that a video breaks. */
export function brokenRules(video: Video): string[] {
	return RULES.flatMap((rule) => rule(video) || []);
}

function hasBackgroundOption({ bg, bg_color: color, person }: VideoBody): boolean {
	return bg !== undefined || color !== undefined || person?.is_remove_bg === true;
}

/** The area of the subtitles lies inside the screen. */
function outside(area: Partial<Rectangle> | undefined, screen: Size): string | undefined {
	const { x = 0, y = 0, width = 0, height = 0 } = area ?? {};
	const size = `the screen (${screen.width} × ${screen.height})`;
	const wrong = [
		x + width > screen.width
			? `${label(subtitleWidth)} with 'Subtitle X' reaches ${x + width}`
			: '',
		y + height > screen.height
			? `${label(subtitleHeight)} with 'Subtitle Y' reaches ${y + height}`
			: '',
	].filter(Boolean);
	return wrong.length > 0 ? `${wrong.join(' and ')}, outside ${size}` : undefined;
}
