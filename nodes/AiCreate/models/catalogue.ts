import { map } from 'lodash';

import { imageModels } from './imageModels';
import { fieldsByRules, type Model } from './model';
import { type CreationType, MAKES, type ModelEntries } from './modelRules';
import { suggested } from './takes';
import { videoModels } from './videoModels';

/*
 * All models: those whose parameters are described (`imageModels.ts`, `videoModels.ts`), and those of which only the
 * code is known.
 */

/** The codes of the models with which the operation 'Generate' starts: for images (3) and for videos (4). */
export const recommendedModels: Readonly<Record<CreationType, string>> = {
	[MAKES.images]: 'modelf-4.0',
	[MAKES.videos]: 'modelb-2.0-lite-tk',
};

/**
 * The value of the entry in the list of models that stands for all models that are not listed. It is no model's code.
 */
export const OTHER_MODEL = 'other';

/**
 * The fields of a model that is not described: these alone are asked for beside its parameters in JSON. The modes are
 * all that the specification names for any model. Three of them are those of a family of models whose codes it does
 * not say: native, direct and super (service.md 4.3).
 */
const undescribedFields = fieldsByRules({
	ref_prompt: {},
	resolution_mode: {
		takes: suggested(['native', 'fast', 'direct', 'super'], {
			native: 'Native (Accelerated)',
			fast: 'Fast (Accelerated Edition)',
			direct: 'Direct (Official Generation)',
			super: 'Super (Upscaled After Generation)',
		}),
		note: 'If not set, models with modes use official generation at 2K',
	},
});

/**
 * A model whose parameters are not documented, or whose code the catalogue does not have: its parameters are entered
 * as JSON.
 *
 * @param code of the model; or `OTHER_MODEL`, where the entry of the list itself is needed as a model
 * @param creationType what it makes: images (3) or videos (4)
 */
export function otherModel(code: string, creationType: CreationType): Model {
	return {
		code,
		label: 'Parameters as JSON',
		description: 'Its parameters are not documented: enter them as JSON',
		creationType,
		described: false,
		fields: undescribedFields,
	};
}

/**
 * Makes the models of some entries of the catalogue: each with its code, and with the fields that follow from its
 * rules.
 */
function describedModels(entries: ModelEntries, creationType: CreationType): Model[] {
	return map(entries, (entry, code) => {
		const fields = fieldsByRules(entry.fields, entry.frames);
		return { ...entry, code, creationType, described: true, fields };
	});
}

/** Codes of models that exist but whose parameters are not described. All of them make videos. */
const UNDESCRIBED = [
	'modelc3.0-video',
	'modelb-2.5-t2v',
	'modelb-2.5-r2v',
	'ext_modela-v3-0-image2video',
	'modelb-2.0-lite-mini',
	'modelb-2.0-pro-mini',
	'modelb-fast-2.0-lite-tk',
	'modelb-fast-2.0-pro-tk',
];

/** Every model, in the order of service.md 4.3. */
export const models: readonly Model[] = describedModels(imageModels, MAKES.images).concat(
	describedModels(videoModels, MAKES.videos),
	UNDESCRIBED.map((code) => otherModel(code, MAKES.videos)),
);

/** All models that make images (3) or videos (4), those that are not described among them. */
export function modelsFor(creationType: CreationType): Model[] {
	return models.filter((model) => model.creationType === creationType);
}

/** The model with exactly this code, described or not; undefined for a code that the catalogue does not have. */
export function findModel(code: string): Model | undefined {
	return models.find((model) => model.code === code);
}
