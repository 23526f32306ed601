import { type BodyField, label } from '../shared/fields/field';
import type { Draft } from '../shared/fields/fileFields';
import { choiceField, toggle } from '../shared/fields/properties';
import { addScreen } from '../shared/fields/videoFields';
import { is4k, type Size } from '../shared/util/pictureSize';
import { background } from './background';
import { composeVideoMessages } from './composeVideo.messages';
import { IN_4K, type VideoBody } from './videoBody';

/*
 * The picture as a whole: its resolution and the mark on it, and what follows
 * from the screen that was chosen (service.md 4.7).
 */

const resolutionRate = choiceField(
	'resolution_rate',
	{
		displayName: 'Resolution',
		name: 'resolutionRate',
		options: [
			{
				name: 'Match Screen',
				value: 'screen',
				description: '4K for a 4K screen, 1080p for any other',
			},
			{ name: '1080p', value: 0 },
			{ name: '4K', value: 1, description: 'Needs a 4K screen and a person that supports 4K' },
		],
		default: 'screen',
		description: 'Resolution of the video. If not set, it matches the screen.',
	},
	{ send: (value) => (value === 'screen' ? undefined : value) },
);

/** The corners in the order of their numbers at the service, from 0. */
const corners = ['Top Left', 'Top Right', 'Bottom Left', 'Bottom Right'];

/** What few people set of the picture. */
export const pictureFields: readonly BodyField[] = [
	resolutionRate,
	toggle('add_compliance_watermark', {
		displayName: 'AI Watermark',
		name: 'addComplianceWatermark',
		description: 'Whether to mark the video as made by AI, as some countries require',
	}),
	choiceField('compliance_watermark_position', {
		displayName: 'AI Watermark Position',
		name: 'complianceWatermarkPosition',
		options: corners.map((name, value) => ({ name, value })),
		default: 0,
		description:
			"Corner of the watermark. Only has an effect with 'AI Watermark'. If not set, Top Left is used.",
	}),
];

/**
 * Adds to a request what follows from the chosen screen: its size, the area of a background file, and whether the video
 * is in 4K. A video in 4K on a smaller screen is a violation, which is added as well.
 *
 * @returns the size of the screen; undefined where its choice is wrong
 */
export function completePicture(draft: Draft): Size | undefined {
	const screen = addScreen(draft);
	if (!screen) return undefined;
	const body = draft.body as Partial<VideoBody>;
	// A background file covers the screen, as far as the user has not set another area for it.
	const isFileBehind = draft.chosen[background.property.name] === 'file';
	if (isFileBehind) body.bg = { x: 0, y: 0, ...screen, ...body.bg };
	if (is4k(screen)) {
		// On a 4K screen, the video is in 4K unless the user has chosen 1080p.
		body.resolution_rate ??= IN_4K;
	} else if (body.resolution_rate === IN_4K) {
		const { width, height } = screen;
		const message = composeVideoMessages.needs4kScreen(label(resolutionRate), width, height);
		draft.violations.push(message);
	}
	return screen;
}
