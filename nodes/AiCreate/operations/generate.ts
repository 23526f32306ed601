import type { NodeOperation } from '../../shared/run/operation';
import type { SubmitOperation } from '../../shared/run/prepare';
import { runSubmit } from '../../shared/run/run';
import { TASK_ANSWER, toolDescription } from '../../shared/run/output';
import { aiCreation } from '../../shared/tasks/aiCreation';
import type { CreationType, SubmitBody } from '../models/catalogue/types';
import { modelPanel, startPanel, unless, withConditions } from '../models/panel';
import { buildModelRequest, chooseModel, estimateCost, type ModelRequest } from '../models/request';
import { type Start, starts } from '../models/starts';

const toolTexts = {
	image:
		'Generates an image from a description in words, with an AI model. Each call costs credits: call it once for each image that is wanted.',
	video: videoText(
		'a description in words, or from an image and a description of what moves in it',
	),
};

function videoText(source: string): string {
	return `Generates a short video from ${source}, with an AI model. Takes minutes. Each call costs credits: call it once for each video that is wanted.`;
}

const creationTypes = { image: 3, video: 4 } as const satisfies Record<string, CreationType>;

/** Submits with the chosen model (service.md 4.3). */
function submitOf(creationType: CreationType, start?: Start): SubmitOperation<ModelRequest> {
	return {
		kind: aiCreation,
		endpoint: 'submitAiCreation',
		prepare(parameters) {
			const model = chooseModel(parameters.read, creationType, start);
			if (typeof model === 'string') return { violations: [model] };
			return buildModelRequest(model, parameters, start);
		},
		costOf: (body) => estimateCost(body as SubmitBody),
	};
}

function generate(resource: keyof typeof creationTypes): NodeOperation {
	const creationType = creationTypes[resource];
	const when = {
		resource: resource === 'image' ? unless('video') : [resource],
		operation: unless('animate'),
	};
	// A list of files is to stay when another model is chosen; n8n would empty it.
	const whenExactly = { resource: [resource], operation: ['generate'] };
	return {
		properties: [
			toolDescription(`${toolTexts[resource]} ${TASK_ANSWER}`, whenExactly),
			...modelPanel(creationType).flatMap((field) =>
				withConditions(field.type === 'fixedCollection' ? whenExactly : when, [field]),
			),
		],
		async execute(context) {
			return [await runSubmit(context, submitOf(creationType))];
		},
	};
}

export const generateImage = generate('image');

export const generateVideo = generate('video');

/** The operations that make a video from files; most of their fields are those of `generateVideo`. */
export const videoStarts: Record<string, NodeOperation> = Object.fromEntries(
	starts.map((start): [string, NodeOperation] => [
		start.operation,
		{
			properties: [
				toolDescription(
					`${videoText(`${start.from} and a description of what moves in it`)} ${TASK_ANSWER}`,
					{ resource: ['video'], operation: [start.operation] },
				),
				...startPanel(start),
			],
			async execute(context) {
				return [await runSubmit(context, submitOf(creationTypes.video, start))];
			},
		},
	]),
);
