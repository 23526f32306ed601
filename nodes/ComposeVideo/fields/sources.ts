import type { BodyField } from '../../shared/fields/field';

/** What the service offers, with the credits of type A that a second costs (service.md 4.7). */
const QUALITIES = [
	{ value: 0, label: 'Basic', creditA: 1 },
	{ value: 1, label: 'High Quality', creditA: 2 },
	{ value: 2, label: 'Cartoon', creditA: 3, description: 'Only for cartoon figures' },
];

export const quality: BodyField = {
	path: 'model',
	property: {
		displayName: 'Quality',
		name: 'model',
		type: 'options',
		options: QUALITIES.map(({ value, label, creditA, description }) => ({
			name: `${label} (${creditA} ${creditA === 1 ? 'Credit' : 'Credits'} A per Second)`,
			value,
			...(description === undefined ? {} : { description }),
		})),
		default: 0,
		description: 'Quality of the video, and what each second of it costs',
	},
};

/**
 * What each second of a video costs, in the form in which AI Create gives its prices. The service does not say how long a
 * text takes to speak, so the whole price is not known.
 */
export function priceOf(body: object): { perSecond: { creditA: number } } | undefined {
	const { model = quality.property.default } = body as { model?: unknown };
	const chosen = QUALITIES.find(({ value }) => value === model);
	return chosen && { perSecond: { creditA: chosen.creditA } };
}

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

/** Where the person was made. */
export const source: BodyField = {
	path: 'source',
	property: {
		displayName: 'Person Origin',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'Public or API',
				value: 0,
				description: "A public person, or one made with 'Digital Human Create Person' or the API",
			},
			{
				name: 'Website of the Service',
				value: 1,
				description: 'A custom person made on the website of the service',
			},
		],
		default: 0,
		description: 'Where the person was made. If not set, Public or API is used.',
	},
};

/** Where the voice was made that reads a text. */
export const audioSource: BodyField = {
	path: 'audio_source',
	property: {
		displayName: 'Voice Origin',
		name: 'audioSource',
		type: 'options',
		options: [
			{
				name: 'Public or API',
				value: 0,
				description: 'A public voice, or one made through the API',
			},
			{
				name: 'Personal Voice of the Linked User',
				value: 1,
				description:
					'A finished personal voice of the user who is linked to your application on the website',
			},
		],
		default: 0,
		displayOptions: { show: { '/audioType': ['tts'] } },
		description: 'Where the voice was made. If not set, Public or API is used.',
	},
};
