import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from './engine/engine';

export const CREATE = 'create_video';

/** The value of a searchable list. */
export const chosen = (value: string): INodeParameters => ({ __rl: true, mode: 'list', value });

/** The address of a trigger, entered instead of choosing its workflow. */
export const byUrl = (value: string): INodeParameters => ({ __rl: true, mode: 'url', value });

/** A public person of the demo service that sits, and a public voice. */
export const SITTING = '6200000000000000001';
export const VOICE = '8988587500000000000';

/** Compose Video with what it needs, and more. */
export const compose = (
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanComposeVideo',
	parameters: {
		personId: chosen(SITTING),
		figureType: chosen('sit_body'),
		text: 'Welcome.',
		voiceId: chosen(VOICE),
		...parameters,
	},
	...more,
});

/** What is sent for what it needs (service.md 4.7). */
export const smallestBody = {
	person: { id: SITTING, figure_type: 'sit_body', x: 0, y: 0, width: 1080, height: 1920 },
	audio: { type: 'tts', tts: { text: ['Welcome.'], audio_man: VOICE } },
	screen_width: 1080,
	screen_height: 1920,
	subtitle_config: { x: 31, y: 1521, width: 1000, height: 200, font_size: 64, show: true },
	model: 0,
};
