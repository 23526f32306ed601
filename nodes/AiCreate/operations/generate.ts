import { keyBy, mapValues } from 'lodash';

import type { NodeOperation } from '../../shared/output/nodeOperations';
import { TASK_ANSWER, toolDescription } from '../../shared/output/tools';
import type { SubmitOperation } from '../../shared/submit/submitOperation';
import { runSubmit } from '../../shared/submit/run';
import { aiCreation } from '../../shared/tasks/aiCreation';
import { modelPanel, startPanel, unless, withConditions } from '../models/panel';
import { chooseModel } from '../models/choice';
import { estimateCost } from '../models/cost';
import { buildModelRequest, type ModelRequest } from '../models/modelRequest';
import { type CreationType, MAKES, type SubmitBody } from '../models/modelRules';
import { type Start, starts } from '../models/starts';

/**
 * What an AI agent is told about an operation that makes a video.
 *
 * @param source what it makes the video of, in words: "an image"
 */
function videoText(source: string): string {
	return `Generates a short video from ${source}, with an AI model. Takes minutes. Each call costs credits: call it once for each video that is wanted.`;
}

/**
 * Makes the function with which n8n runs an operation: it submits each item with the model that the user chose
 * (service.md 4.3).
 *
 * @param creationType 3 makes images, 4 makes videos
 * @param start what the operation starts from; undefined for 'Generate', which needs no file
 */
function executeWith(creationType: CreationType, start?: Start): NodeOperation['execute'] {
	const submit: SubmitOperation<ModelRequest> = {
		kind: aiCreation,
		endpoint: 'submitAiCreation',
		/**
		 * The request of one item with the model that its parameters choose. `violations` instead: why the model cannot be
		 * used, or else all that is wrong with the fields. Nothing is sent or thrown.
		 */
		prepare(parameters) {
			const chosen = chooseModel(parameters, creationType, start);
			if ('violations' in chosen) return chosen;
			return buildModelRequest(chosen, parameters, start);
		},
		forecast: {
			/** The credits for a body; undefined where no price is published, or no length is set. */
			costOf: (body) => estimateCost(body as SubmitBody),
			/** The length of the result in seconds; undefined for images, and where the model decides it. */
			secondsOf(body) {
				const { video_duration: seconds } = body as SubmitBody;
				return typeof seconds === 'number' ? seconds : undefined;
			},
		},
	};
	return async (context) => [await runSubmit(context, submit)];
}

/**
 * The operation 'Generate' of a resource.
 *
 * @param resource what it makes
 * @param description what the editor says of it
 * @param toolText what an AI agent is told about it
 */
function generateOperation(
	resource: 'image' | 'video',
	description: string,
	toolText: string,
): NodeOperation {
	const creationType = resource === 'image' ? MAKES.images : MAKES.videos;
	const whenGenerate = { resource: [resource], operation: ['generate'] };
	// With this condition, n8n's editor resets a value that a newly chosen model does not offer. Before it does so, it
	// looks whether the field is shown, and leaves out all values that are the defaults of the node. The defaults are
	// Image and Generate, so a condition that names one of them is never met then. This one rules out Video instead, and
	// the operation that has no model (see `unless`). It cannot tell more than two resources apart.
	const whenGenerateWithReset = {
		resource: resource === 'image' ? unless('video') : [resource],
		operation: unless('animate'),
	};
	const fields = modelPanel(creationType).flatMap((field) => {
		// The files in a list shall stay when another model is chosen: with the other condition, a reset would remove
		// them. The hidden property behind a list is the one in which n8n keeps it as it was written.
		const isFileList = field.type === 'fixedCollection' || field.type === 'hidden';
		const when = isFileList ? whenGenerate : whenGenerateWithReset;
		return withConditions(when, [field]);
	});
	return {
		name: 'Generate',
		action: `Generate ${resource}`,
		description,
		properties: [toolDescription(`${toolText} ${TASK_ANSWER}`, whenGenerate)].concat(fields),
		execute: executeWith(creationType),
	};
}

/** The operation 'Generate' for images. */
export const generateImage = generateOperation(
	'image',
	'Create one or more images from a prompt or from reference images',
	'Generates an image from a description in words, with an AI model. Each call costs credits: call it once for each image that is wanted.',
);

/** The operation 'Generate' for videos. */
export const generateVideo = generateOperation(
	'video',
	'Create a video from a prompt, from images or from other files',
	videoText('a description in words, or from an image and a description of what moves in it'),
);

/**
 * The operations that make a video from files, by their values in the editor. Each has fields for its files and its
 * model; the other fields of the model are those of `generateVideo`, which the editor shows for these operations, too.
 */
export const videoStarts: Record<string, NodeOperation> = mapValues(
	keyBy(starts, 'operation'),
	(start) => {
		const { operation, name, description, from } = start;
		const toolText = videoText(`${from} and a description of what moves in it`);
		const when = { resource: ['video'], operation: [operation] };
		return {
			name,
			action: `Make video ${name.toLowerCase()}`,
			description,
			properties: [toolDescription(`${toolText} ${TASK_ANSWER}`, when), ...startPanel(start)],
			execute: executeWith(MAKES.videos, start),
		};
	},
);
