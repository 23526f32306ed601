import { imageModels } from './imageModels';
import type { CreationType, Model } from './types';
import { undescribedModel, undescribedModels } from './undescribedModels';
import { videoModels } from './videoModels';

/** Every model of the catalogue, in the order of service.md 4.3. */
export const models: readonly Model[] = [...imageModels, ...videoModels, ...undescribedModels];

/** The models that make images (3) or videos (4). */
export function modelsFor(creationType: CreationType): Model[] {
	return models.filter((model) => model.creationType === creationType);
}

/** The model with exactly this code, if the catalogue knows it. */
export function findModel(code: string): Model | undefined {
	return models.find((model) => model.code === code);
}

/**
 * A code that the catalogue does not know, with free parameters.
 *
 * @param code the code as the service knows it
 * @param creationType 3 for images, 4 for videos
 */
export function otherModel(code: string, creationType: CreationType): Model {
	return undescribedModel(code, creationType);
}
