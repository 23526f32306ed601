import type { BodyField, FieldGroup } from '../../shared/fields/bodyField';

const source: BodyField = {
	path: 'source',
	property: {
		displayName: 'Person Comes From',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'Public Persons or Create Person',
				value: 0,
				description: "A public person, or one made with 'Digital Human Create Person'",
			},
			{
				name: 'Website of the Service',
				value: 1,
				description: 'A custom person that was made on the website of the service',
			},
		],
		default: 0,
		description: 'Where the chosen person was made',
	},
};

const audioSource: BodyField = {
	path: 'audio_source',
	property: {
		displayName: 'Voice Comes From',
		name: 'audioSource',
		type: 'options',
		options: [
			{
				name: 'Public Voices or API',
				value: 0,
				description: 'A public voice, or one that was made through the API',
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
		description: 'Where the chosen voice was made',
	},
};

export const sources: FieldGroup = {
	displayName: 'Person and Voice Origin',
	name: 'sources',
	placeholder: 'Add Origin',
	description: 'Only for persons and voices that were made on the website of the service',
	fields: [source, audioSource],
};
