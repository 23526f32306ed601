import type { BodyField } from '../../shared/fields/bodyField';

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
