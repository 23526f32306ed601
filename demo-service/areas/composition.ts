import { z } from 'zod';

import { callbackUrl, mediaUrl, text } from '../server/endpoint';

const color = (message: string) => z.string().regex(/^#[0-9A-Fa-f]{6}$/, message);
const int = z.number().int();

const person = z.strictObject({
	id: text,
	x: int.optional(),
	y: int.optional(),
	width: int.positive().optional(),
	height: int.positive().multipleOf(2, 'person height odd').optional(),
	figure_type: z.enum(['whole_body', 'circle_view', 'sit_body']).optional(),
	drive_mode: z.enum(['', 'random']).optional(),
	is_rgba_mode: z.boolean().optional(),
	is_remove_bg: z.boolean().optional(),
	backway: z.union([z.literal(1), z.literal(2)]).optional(),
});

const tts = z.strictObject({
	text: z.array(text).length(1, 'all text belongs in one string').optional(),
	speed: z.number().min(0.5).max(2).optional(),
	audio_man: text.optional(),
	pitch: z.number().optional(),
});

const audio = z.strictObject({
	type: z.enum(['tts', 'audio']).default('tts'),
	tts: tts.optional(),
	file_id: text.optional(),
	wav_url: mediaUrl.optional(),
	volume: int.optional(),
	language: text.optional(),
	language_boost: text.optional(),
});

const bg = z.strictObject({
	src_url: mediaUrl.optional(),
	file_id: text.optional(),
	x: int.optional(),
	y: int.optional(),
	width: int.positive('must be greater than 0'),
	height: int.positive('must be greater than 0'),
});

const subtitle = z.strictObject({
	begin_time: int.nonnegative(),
	end_time: int.nonnegative(),
	text: z.string(),
});

const subtitleConfig = z.strictObject({
	x: int.optional(),
	y: int.optional(),
	width: int.positive().optional(),
	height: int.positive().optional(),
	show: z.boolean().optional(),
	font_size: int.positive().optional(),
	color: color('subtitle color not #RRGGBB').optional(),
	stroke_color: color('subtitle color not #RRGGBB').optional(),
	stroke_width: int.nonnegative().optional(),
	font_id: text.optional(),
	asr_type: z.union([z.literal(0), z.literal(1)]).optional(),
	subtitles: z.array(subtitle).optional(),
	disableTrack: z.boolean().optional(),
});

const MAX_PIXELS = 4096;
const OFF_SCREEN = 'screen_width or screen_height invalid';
const screen = int.min(1, OFF_SCREEN).max(MAX_PIXELS, OFF_SCREEN);

/** Body of create_video (service.md 4.7), types and single values; see composedVideos.ts for the rest. */
export const composeSchema = z.strictObject({
	person,
	audio,
	bg_color: color('background color not #RRGGBB').optional(),
	bg: bg.optional(),
	hide_subtitle: z.boolean().default(false),
	subtitle_config: subtitleConfig.optional(),
	screen_width: screen.default(1080),
	screen_height: screen.default(1920),
	model: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
	callback: callbackUrl.optional(),
	add_compliance_watermark: z.boolean().optional(),
	compliance_watermark_position: int.min(0).max(3).optional(),
	resolution_rate: z.union([z.literal(0), z.literal(1)]).default(0),
	source: z.union([z.literal(0), z.literal(1)]).default(0),
	audio_source: z.union([z.literal(0), z.literal(1)]).default(0),
	duration: z.number().positive().optional(),
});

export type ComposeInput = z.infer<typeof composeSchema>;
