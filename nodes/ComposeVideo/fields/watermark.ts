import type { BodyField } from '../../shared/fields/bodyField';

const addComplianceWatermark: BodyField = {
	path: 'add_compliance_watermark',
	property: {
		displayName: 'AI Watermark',
		name: 'addComplianceWatermark',
		type: 'boolean',
		default: true,
		description: 'Whether to mark the video as made by AI, as some countries require',
	},
};

const complianceWatermarkPosition: BodyField = {
	path: 'compliance_watermark_position',
	property: {
		displayName: 'AI Watermark Position',
		name: 'complianceWatermarkPosition',
		type: 'options',
		options: [
			{ name: 'Top Left', value: 0 },
			{ name: 'Top Right', value: 1 },
			{ name: 'Bottom Left', value: 2 },
			{ name: 'Bottom Right', value: 3 },
		],
		default: 0,
		description:
			"Corner of the watermark. Only has an effect with 'AI Watermark'. If not set, Top Left is used.",
	},
};

export const watermarkFields: readonly BodyField[] = [
	addComplianceWatermark,
	complianceWatermarkPosition,
];
