import once from 'lodash/once';

import { type Box, readPicture } from '../media/pen';
import {
	type BackgroundPicture,
	type Scene,
	subtitlesOf,
	type SubtitleStyle,
} from '../media/scene';
import type { World } from '../server/world';
import type { ComposeInput } from './composition';

/* What the video of a request shows (service.md 4.7), with the recommended values for what the request leaves open. */

/** Who is seen and heard. */
interface Speaker {
	gender: string;
	name: string;
	seconds: number;
}

/** The scene that a request describes. */
export function sceneOf(world: World, input: ComposeInput, speaker: Speaker): Scene {
	const { bg, bg_color: background, person, screen_width: width, screen_height: height } = input;
	const scene: Scene = { ...speaker, screen: { width, height }, background };
	if (person.width !== undefined && person.height !== undefined) {
		const { x = 0, y = 0 } = person;
		const isCircle = person.figure_type === 'circle_view';
		scene.figure = { x, y, width: person.width, height: person.height, isCircle };
	}
	if (bg !== undefined) scene.picture = pictureOf(world, bg);
	const lines = linesOf(input, speaker.seconds);
	if (lines.length > 0) scene.subtitles = { lines, style: styleOf(input) };
	return scene;
}

function pictureOf(
	{ storage }: World,
	{ file_id, src_url = '', x = 0, y = 0, width, height }: NonNullable<ComposeInput['bg']>,
): BackgroundPicture {
	const file = file_id === undefined ? undefined : storage.files.byId(file_id);
	const content = () => file?.received?.content ?? storage.contentAt(src_url);
	return {
		id: file_id ?? src_url,
		name: file?.name ?? new URL(src_url).pathname.split('/').at(-1) ?? '',
		box: { x, y, width, height },
		read: once(() => readPicture(content() ?? Buffer.alloc(0))),
	};
}

/** The lines of the request, whose times are taken for milliseconds; else the spoken text. */
function linesOf({ audio, hide_subtitle, subtitle_config: config }: ComposeInput, seconds: number) {
	if (hide_subtitle || config?.show === false) return [];
	const own = config?.subtitles ?? [];
	if (own.length === 0) return subtitlesOf(audio.tts?.text?.[0] ?? '', seconds);
	return own.map(({ begin_time, end_time, text }) => ({
		from: begin_time / 1000,
		until: end_time / 1000,
		text,
	}));
}

/** The recommended place of subtitles, on a screen of 1080 by 1920. */
const USUAL: Box = { x: 31, y: 1521, width: 1000, height: 200 };
const USUAL_SCREEN = { width: 1080, height: 1920 };

function styleOf(input: ComposeInput): SubtitleStyle {
	const { subtitle_config: config = {}, screen_width, screen_height } = input;
	const across = screen_width / USUAL_SCREEN.width;
	const down = screen_height / USUAL_SCREEN.height;
	return {
		box: {
			x: config.x ?? USUAL.x * across,
			y: config.y ?? USUAL.y * down,
			width: config.width ?? USUAL.width * across,
			height: config.height ?? USUAL.height * down,
		},
		fontSize: config.font_size ?? 64,
		color: config.color ?? '#FFFFFF',
		strokeColor: config.stroke_color ?? '#000000',
		strokeWidth: config.stroke_width ?? 7,
	};
}
