import { updateDisplayOptions } from 'n8n-workflow';

import { runSubmit } from '../../shared/completion/run';
import type { SubmitOperation } from '../../shared/completion/submit';
import { groupProperty, type BodyField, type FieldGroup } from '../../shared/fields/bodyField';
import { draftRequest, parametersOf, refusal } from '../../shared/fields/request';
import { characters } from '../../shared/fields/speech';
import { webAddressProblem } from '../../shared/fields/values';
import { locator } from '../../shared/lookups';
import type { NodeOperation } from '../../shared/operation';
import type { ServiceClient } from '../../shared/service/client';
import { createMotion, type MotionBody } from '../../shared/service/motion';
import { aiCreation } from '../../shared/tasks/aiCreation';
import { motion } from '../../shared/tasks/motion';
import { validateAll } from '../validateAll';

const MOST_EMOTION_CHARACTERS = 800;

const photoUniqueId: BodyField = {
	path: 'photo_unique_id',
	property: locator({
		name: 'photoUniqueId',
		displayName: 'Image Task',
		searchMethod: 'searchImageTasks',
		startingId: '={{ $json.taskId }}',
		required: true,
		description: 'The finished AI task that made the image',
	}),
};

const photoPath: BodyField = {
	path: 'photo_path',
	property: {
		displayName: 'Image URL',
		name: 'photoPath',
		type: 'string',
		default: '={{ $json.outputUrls?.[0] }}',
		placeholder: 'e.g. https://example.com/image.png',
		description: 'Which image of the task. Leave it empty to take the first one.',
	},
	check: webAddressProblem,
};

const emotion: BodyField = {
	path: 'emotion',
	property: {
		displayName: 'Emotion',
		name: 'emotion',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. smiles and looks into the camera',
		description: `How the person in the image looks and moves, in at most ${MOST_EMOTION_CHARACTERS} characters`,
	},
	check: (value) =>
		characters(String(value)) > MOST_EMOTION_CHARACTERS
			? `has ${characters(String(value))} characters; at most ${MOST_EMOTION_CHARACTERS} are allowed`
			: undefined,
};

const movement: FieldGroup = {
	displayName: 'Movement',
	name: 'movement',
	placeholder: 'Add Movement',
	fields: [
		{
			path: 'gesture',
			property: {
				displayName: 'Gestures',
				name: 'gesture',
				type: 'boolean',
				default: true,
				description: 'Whether the person moves the hands',
			},
		},
		{
			path: 'model',
			property: {
				displayName: 'Model',
				name: 'model',
				type: 'options',
				options: ['1.0', '2.0-plus', '2.0-ultra', '3.0'].map((model) => ({
					name: model,
					value: model,
				})),
				default: '1.0',
				description: 'Version of the model that animates the image',
			},
		},
	],
};

const fields = [photoUniqueId, photoPath, emotion];

type Request = Omit<MotionBody, 'photo_path'> & Partial<MotionBody>;

const submit: SubmitOperation<Request> = {
	kind: motion,
	prepare(context, itemIndex) {
		const { body, violations } = draftRequest(parametersOf(context, itemIndex), {
			fields,
			groups: [movement],
		});
		if (violations.length > 0) throw refusal(context, itemIndex, violations);
		return body as unknown as Request;
	},
	async submit(client, request) {
		const photo = request.photo_path ?? (await firstImage(client, request.photo_unique_id));
		return [await createMotion(client, { ...request, photo_path: photo })];
	},
};

/** Makes a video of an image that AI Create has made (specification 4.4). */
export const animateImage: NodeOperation = {
	properties: updateDisplayOptions({ show: { operation: ['animateImage'] } }, [
		...fields.map(({ property }) => property),
		groupProperty(movement),
	]),
	async execute(context) {
		const { validateOnly } = context.getNodeParameter('options', 0, {}) as {
			validateOnly?: boolean;
		};
		return [validateOnly ? validateAll(context, submit) : await runSubmit(context, submit)];
	},
};

/** @throws Error for the user when the task has no image (yet) */
async function firstImage(client: ServiceClient, taskId: string): Promise<string> {
	const task = (await aiCreation.lookUp(client, [taskId])).get(taskId);
	const url = task?.outputUrls?.[0];
	if (url) return url;
	throw new Error(
		task
			? `The image task '${taskId}' has no image: it is ${task.state === 'inProgress' ? 'still in progress' : task.state}. Nothing was submitted`
			: `The service knows no image task with the ID '${taskId}'. Nothing was submitted`,
	);
}
