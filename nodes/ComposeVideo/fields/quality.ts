import type { BodyField } from '../../shared/fields/bodyField';

export const quality: BodyField = {
	path: 'model',
	property: {
		displayName: 'Quality',
		name: 'model',
		type: 'options',
		options: [
			{ name: 'Basic (1 Credit A per Second)', value: 0 },
			{ name: 'High Quality (2 Credits A per Second)', value: 1 },
			{
				name: 'Cartoon (3 Credits A per Second)',
				value: 2,
				description: 'Only for cartoon figures',
			},
		],
		default: 0,
		description: 'Quality of the video, and what each second of it costs',
	},
};

/** The value with which the resolution fits the screen. */
const MATCH_SCREEN = 'screen';

export const resolutionRate: BodyField = {
	path: 'resolution_rate',
	property: {
		displayName: 'Resolution',
		name: 'resolutionRate',
		type: 'options',
		options: [
			{
				name: 'Match Screen',
				value: MATCH_SCREEN,
				description: '4K for a 4K screen, 1080p for any other',
			},
			{ name: '1080p', value: 0 },
			{ name: '4K', value: 1, description: 'Needs a 4K screen and a person that supports 4K' },
		],
		default: MATCH_SCREEN,
		description: 'Resolution of the video. If not set, it matches the screen.',
	},
	send: (value) => (value === MATCH_SCREEN ? undefined : value),
};

export const duration: BodyField = {
	path: 'duration',
	undocumented: true,
	property: {
		displayName: 'Duration',
		name: 'duration',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'The service accepts it but does not document its effect. Leave it out unless your provider asks for it.',
	},
	// 0, with which the field starts, is no duration.
	send: (value) => (value === 0 ? undefined : value),
};
