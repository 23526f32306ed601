import type { BodyField, FieldGroup } from '../../shared/fields/bodyField';

const model: BodyField = {
	path: 'model',
	property: {
		displayName: 'Quality',
		name: 'model',
		type: 'options',
		options: [
			{ name: 'Basic', value: 0, description: '1 credit A per second of video' },
			{ name: 'High Quality', value: 1, description: '2 credits A per second of video' },
			{
				name: 'Cartoon Figures',
				value: 2,
				description: '3 credits A per second of video. Only for cartoon figures.',
			},
		],
		default: 0,
		description: 'How carefully the mouth is animated, and what a second costs',
	},
};

export const resolutionRate: BodyField = {
	path: 'resolution_rate',
	property: {
		displayName: 'Resolution',
		name: 'resolutionRate',
		type: 'options',
		options: [
			{ name: '1080p', value: 0 },
			{
				name: '4K',
				value: 1,
				description: 'Needs a person that supports 4K and a screen of that size',
			},
		],
		default: 0,
		description: 'If not set, 4K for the 4K screens and 1080p for the others',
	},
};

const duration: BodyField = {
	path: 'duration',
	property: {
		displayName: 'Duration',
		name: 'duration',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Passed on to the service, which does not say what it does with it',
	},
	// 0, with which the field begins, is no duration.
	send: (value) => (value === 0 ? undefined : value),
};

export const quality: FieldGroup = {
	displayName: 'Quality',
	name: 'quality',
	placeholder: 'Add Quality Option',
	fields: [model, resolutionRate, duration],
};
