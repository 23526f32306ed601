import type { NodeOperation } from '../../shared/run/operation';
import type { SubmitOperation } from '../../shared/run/prepare';
import { runSubmit } from '../../shared/run/run';
import { TASK_ANSWER, toolDescription } from '../../shared/run/tool';
import { aiCreation } from '../../shared/tasks/aiCreation';
import type { CreationType, SubmitBody } from '../models/catalogue/types';
import { modelPanel, unless, withConditions } from '../models/panel';
import { buildModelRequest, chooseModel, estimateCost, type ModelRequest } from '../models/request';

const toolTexts = {
	image:
		'Generates an image from a description in words, with an AI model. Each call costs credits: call it once for each image that is wanted.',
	video:
		'Generates a short video from a description in words, or from an image and a description of what moves in it, with an AI model. Takes minutes. Each call costs credits: call it once for each video that is wanted.',
};

const creationTypes = { image: 3, video: 4 } as const satisfies Record<string, CreationType>;

/** Operation that generates images or videos with the chosen model (service.md 4.3). */
function generate(resource: keyof typeof creationTypes): NodeOperation {
	const creationType = creationTypes[resource];
	const submit: SubmitOperation<ModelRequest> = {
		kind: aiCreation,
		endpoint: 'submitAiCreation',
		prepare(parameters) {
			const model = chooseModel(parameters.read, creationType);
			if ('violation' in model) return { violations: [model.violation] };
			return buildModelRequest(model, parameters);
		},
		costOf: (body) => estimateCost(body as SubmitBody),
	};
	const when = {
		resource: resource === 'image' ? unless('video') : [resource],
		operation: unless('animate'),
	};
	// A list of files is to stay when another model is chosen; n8n would empty it.
	const whenExactly = { resource: [resource], operation: ['generate'] };
	return {
		properties: [
			toolDescription(`${toolTexts[resource]} ${TASK_ANSWER}`, when),
			...modelPanel(creationType).flatMap((field) =>
				withConditions(field.type === 'fixedCollection' ? whenExactly : when, [field]),
			),
		],
		async execute(context) {
			return [await runSubmit(context, submit)];
		},
	};
}

export const generateImage = generate('image');

export const generateVideo = generate('video');
