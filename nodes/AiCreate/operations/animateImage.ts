import { runSubmit } from '../../shared/run/runSubmit';
import type { SubmitOperation } from '../../shared/run/submit';
import { TASK_ANSWER, toolDescription } from '../../shared/run/toolDescription';
import { groupProperty, type BodyField, type FieldGroup } from '../../shared/fields/bodyField';
import { draftRequest, parametersOf, refusal } from '../../shared/fields/request';
import { atMostCharacters, webAddressProblem } from '../../shared/fields/values';
import { locator } from '../../shared/lookups';
import { createMotion, type MotionBody } from '../../shared/service/motion';
import { motion } from '../../shared/tasks/motion';
import { toWebAddress } from '../../shared/util/webAddress';
import { withConditions, type CreateOperation } from '../createOperation';
import { sourceImage } from './sourceImage';

const MOST_EMOTION_CHARACTERS = 800;

const photoUniqueId: BodyField = {
	path: 'photo_unique_id',
	property: locator({
		name: 'photoUniqueId',
		displayName: 'Image Task',
		searchMethod: 'searchImageTasks',
		startingId: '={{ $json.taskId }}',
		required: true,
		description: 'The finished task that generated the image',
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
		description: 'Which image of the task to animate. If empty, the first one is used.',
	},
	normalise: (value) => toWebAddress(value) ?? value,
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
		description: `How the person in the image looks and moves. At most ${MOST_EMOTION_CHARACTERS} characters.`,
	},
	check: atMostCharacters(MOST_EMOTION_CHARACTERS),
};

const additionalFields: FieldGroup = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add Field',
	fields: [
		{
			path: 'gesture',
			property: {
				displayName: 'Gestures',
				name: 'gesture',
				type: 'boolean',
				default: true,
				description: 'Whether the person gestures',
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
	endpoint: 'createMotion',
	prepare(context, itemIndex) {
		const { body, violations } = draftRequest(parametersOf(context, itemIndex), {
			fields,
			groups: [additionalFields],
		});
		if (violations.length > 0) throw refusal(context, itemIndex, violations);
		return body as unknown as Request;
	},
	async lookUp(client, request, { context, itemIndex }) {
		const { photo_unique_id: taskId, photo_path: url } = request;
		const item = context.getInputData()[itemIndex]?.json ?? {};
		const photo = await sourceImage(client, taskId, url, item);
		return { ...request, photo_path: photo };
	},
	bodyOf: (_, request) => request,
	create: async (client, body) => [await createMotion(client, body as MotionBody)],
};

const when = { resource: ['video'], operation: ['animate'] };

/** Makes a video of an image that AI Create has generated (service.md 4.4). */
export const animateImage: CreateOperation = {
	properties: withConditions(when, [
		toolDescription(
			`Makes a video in which the person of an image moves. The image is given by the taskId of the task that generated it. Takes minutes. Each call costs credits: call it once for each video that is wanted. ${TASK_ANSWER}`,
		),
		...fields.map(({ property }) => property),
	]),
	additionalFields: withConditions(when, [groupProperty(additionalFields)]),
	async execute(context) {
		return [await runSubmit(context, submit)];
	},
};
