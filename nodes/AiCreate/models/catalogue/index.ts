import { map } from 'lodash';

import { imageModels, videoModels } from './models';
import type { CreationType, DescribedModel, Model } from './types';

/** In the list of models, it stands for all that are not listed. */
export const OTHER_MODEL = 'other';

/** Modes as those of the further video family that is mentioned (end of service.md 4.3). */
const freeFields: Model['fields'] = {
	ref_prompt: {},
	resolution_mode: {
		suggestions: ['native', 'fast', 'direct', 'super'],
		valueNames: {
			native: 'Native (Accelerated)',
			fast: 'Fast (Accelerated Edition)',
			direct: 'Direct (Official Generation)',
			super: 'Super (Upscaled After Generation)',
		},
		note: 'If not set, models with modes use official generation at 2K',
	},
};

/**
 * A model whose parameters are not documented, or whose code is unknown; they are given as JSON.
 *
 * @param code model code as the service knows it
 * @param creationType 3 for images, 4 for videos
 */
export function otherModel(code: string, creationType: CreationType): Model {
	return {
		code,
		label: 'Parameters as JSON',
		description: 'Its parameters are not documented: enter them as JSON',
		creationType,
		described: false,
		fields: freeFields,
	};
}

const described = (creationType: CreationType) => (model: DescribedModel, code: string) => ({
	...model,
	code,
	creationType,
	described: true,
});

/** Every model of the catalogue, in the order of service.md 4.3. */
export const models: readonly Model[] = [
	...map(imageModels, described(3)),
	...map(videoModels, described(4)),
	// Codes that exist but whose parameters are not described.
	...[
		'modelc3.0-video',
		'modelb-2.5-t2v',
		'modelb-2.5-r2v',
		'ext_modela-v3-0-image2video',
		'modelb-2.0-lite-mini',
		'modelb-2.0-pro-mini',
		'modelb-fast-2.0-lite-tk',
		'modelb-fast-2.0-pro-tk',
	].map((code) => otherModel(code, 4)),
];

/** The models that make images (3) or videos (4). */
export function modelsFor(creationType: CreationType): Model[] {
	return models.filter((model) => model.creationType === creationType);
}

/** The model with exactly this code, if the catalogue knows it. */
export function findModel(code: string): Model | undefined {
	return models.find((model) => model.code === code);
}
