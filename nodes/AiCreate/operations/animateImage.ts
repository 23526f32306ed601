import { castArray } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { atMostCharacters } from '../../shared/fields/field';
import {
	additionalFields,
	choiceField,
	groupProperty,
	textField,
	toggle,
} from '../../shared/fields/properties';
import { webAddress } from '../../shared/fields/fileFields';
import { locator } from '../../shared/fields/locators';
import { propertiesOf, readRequest, type RequestPart } from '../../shared/fields/readRequest';
import type { NodeOperation } from '../../shared/output/nodeOperations';
import { TASK_ANSWER, toolDescription } from '../../shared/output/tools';
import type { BodyRequest, SubmitOperation } from '../../shared/submit/submitOperation';
import { runSubmit } from '../../shared/submit/run';
import type { ServiceClient } from '../../shared/api/client';
import { fileTypeInAddress } from '../../shared/files/fileNames';
import { aiCreation, motion } from '../../shared/tasks/aiCreation';
import { kinds } from '../../shared/tasks/kinds';
import { shownState, type Task } from '../../shared/model/task';
import type { TaskKind } from '../../shared/model/taskKind';
import { findTask } from '../../shared/tasks/watch';
import type { Message } from '../../shared/util/catalogue';
import { PackError } from '../../shared/util/errors';
import { formatValue } from '../../shared/util/quote';
import { toWebAddress } from '../../shared/util/webAddress';
import { withConditions } from '../models/panel';
import { animateImageMessages } from './animateImage.messages';

/** Most characters of an emotion (service.md 4.4). */
const MAX_EMOTION = 800;

/** Images are made by AI creation; those of photo tasks are listed with the animated ones. */
const IMAGE_KINDS: TaskKind[] = [aiCreation, motion];

/**
 * The `type` by which the lists of the service mark a record as that of a video, by the kind of its task (service.md
 * 2.2 and 2.3).
 */
const VIDEO_TYPES: Readonly<Record<string, number>> = { [aiCreation.name]: 4, [motion.name]: 2 };

const parts: readonly RequestPart[] = [
	{
		path: 'photo_unique_id',
		required: { advice: animateImageMessages.onlyOwnImages },
		property: locator({
			name: 'photoUniqueId',
			displayName: 'Image Task',
			searchMethod: 'searchImageTasks',
			startingId: '={{ $json.taskId }}',
			required: true,
			description: 'The finished task that generated the image',
		}),
	},
	{
		path: 'photo_path',
		property: {
			displayName: 'Image URL',
			name: 'photoPath',
			type: 'string',
			default: '={{ $json.outputUrls?.[0] }}',
			placeholder: 'e.g. https://example.com/image.png',
			description: 'Which image of the task to animate. If empty, the first one is used.',
		},
		parse: webAddress.parse,
		check: webAddress.check,
	},
	textField(
		'emotion',
		{
			displayName: 'Emotion',
			name: 'emotion',
			typeOptions: { rows: 2 },
			placeholder: 'e.g. smiles and looks into the camera',
			description: `How the person in the image looks and moves. At most ${MAX_EMOTION} characters.`,
		},
		{ check: atMostCharacters(MAX_EMOTION) },
	),
];

const additional = additionalFields([
	toggle('gesture', {
		displayName: 'Gestures',
		name: 'gesture',
		description: 'Whether the person gestures',
	}),
	choiceField('model', {
		displayName: 'Model',
		name: 'model',
		options: ['1.0', '2.0-plus', '2.0-ultra', '3.0'].map((value) => ({ name: value, value })),
		default: '1.0',
		description: 'Version of the model that animates the image',
	}),
]);

type MotionRequest = BodyRequest & {
	body: IDataObject & { photo_unique_id: string; photo_path?: string };
};

const submit: SubmitOperation<MotionRequest> = {
	kind: motion,
	endpoint: 'createMotion',
	prepare: (parameters) => readRequest<MotionRequest['body']>(parameters, parts.concat(additional)),
	/**
	 * Makes the function that completes the request of an item with the address of the image: that in the item, where the
	 * item shows that it is right; otherwise the address that the service gives.
	 */
	lookUps() {
		return async (request, { client, context, itemIndex }) => {
			const { photo_unique_id: taskId, photo_path: url } = request.body;
			const item = context.getInputData()[itemIndex]?.json ?? {};
			// The input item may be the task itself, as an earlier node has output it.
			const isItemOfTask = String(item.taskId) === taskId;
			if (isItemOfTask) refuseOtherKinds(item);
			const isImageOfItem = isItemOfTask && url !== undefined && hasImage(item, url);
			const imageUrl = isImageOfItem ? url : await findImage(client, taskId, url);
			return { ...request, body: { ...request.body, photo_path: imageUrl } };
		};
	},
};

/**
 * Refuses an item that is a task of a kind that makes no images, such as a translation.
 *
 * @throws PackError that names the kind; nothing for an item without a kind, or of one that is not known
 */
function refuseOtherKinds({ taskKind }: IDataObject): void {
	const kind = kinds[String(taskKind)];
	if (kind && !IMAGE_KINDS.includes(kind)) {
		throw new PackError(animateImageMessages.itemIsNoImage(kind.label));
	}
}

/**
 * Whether an item is a task of AI Create that has this image as a result, so that the image need not be looked up.
 * False also where the address does not end like that of an image, because the result may be a video.
 */
function hasImage(item: IDataObject, url: string): boolean {
	const isImage = fileTypeInAddress(url) === 'image';
	const isFinishedTask = item.taskKind === aiCreation.name && item.state === 'succeeded';
	const isAmongResults = castArray(item.outputUrls).includes(url);
	return isImage && isFinishedTask && isAmongResults;
}

const when = { resource: ['video'], operation: ['animate'] };

/** The collection of animateImage, which stands behind 'Completion'. */
export const animateImageCollection = withConditions(when, [groupProperty(additional)]);

/** Makes a video of an image that AI Create has generated (service.md 4.4). */
export const animateImage: NodeOperation = {
	name: 'Animate Image',
	action: 'Animate image',
	description: 'Turn an image that this node generated into a video of a moving person',
	properties: withConditions(when, [
		toolDescription(
			`Makes a video in which the person of an image moves. The image is given by the taskId of the task that generated it. Takes minutes. Each call costs credits: call it once for each video that is wanted. ${TASK_ANSWER}`,
		),
		...propertiesOf(parts),
	]),
	execute: async (context) => [await runSubmit(context, submit)],
};

/**
 * Looks an image up by its task, because the signature in an address that the user has may have expired.
 *
 * @param url the image of the task that is meant; undefined for the first one
 * @returns the address of the image with its current signature; `url` itself where the task is in no list, since the
 *   service may know it all the same, and where it is not certain which image is meant
 * @throws PackError when the task has no such image, or none yet
 */
async function findImage(
	client: ServiceClient,
	taskId: string,
	url: string | undefined,
): Promise<string> {
	const task = await findTask(client, IMAGE_KINDS, taskId);
	if (!task) {
		if (url !== undefined) return url;
		throw new PackError(animateImageMessages.noImageTask(taskId), { taskId });
	}
	const problem = problemOfTask(task, taskId);
	if (problem) throw new PackError(problem, { taskId });
	const images = task.outputUrls ?? [];
	// The images that the user may mean; without an address, that is all of them.
	const meant = url === undefined ? images : imagesAt(url, images);
	const [first] = meant;
	if (first === undefined) {
		throw new PackError(animateImageMessages.otherImage(taskId, formatValue(url)), { taskId });
	}
	// Several images may have the same path and differ only in the query, so that the address fits all of them.
	const isUncertain = url !== undefined && meant.length > 1;
	return isUncertain ? url : first;
}

/** Why a task has no image that can be animated, such as one that still runs; undefined where it has one. */
function problemOfTask(task: Task, taskId: string): Message | undefined {
	const isVideo = Number(task.raw?.type) === VIDEO_TYPES[task.taskKind];
	if (isVideo) return animateImageMessages.taskIsVideo(taskId);
	const hasFiles = (task.outputUrls ?? []).length > 0;
	if (hasFiles) return undefined;
	switch (shownState(task.state)) {
		case 'inProgress':
			return animateImageMessages.noImageYet(taskId);
		case 'failed':
			return animateImageMessages.noImageOfFailed(taskId);
		case 'cancelled':
			return animateImageMessages.noImageOfCanceled(taskId);
		case 'succeeded':
			return animateImageMessages.noImageOfTask(taskId);
	}
}

/** The images that lead to the same file as an address. */
function imagesAt(url: string, images: readonly string[]): string[] {
	const address = withoutSignature(url);
	return images.filter((image) => withoutSignature(image) === address);
}

/**
 * An address up to the first `?` or `#`, behind which its signature stands, another one at each reading. A text that is
 * no address is cut off in the same way.
 */
function withoutSignature(url: string): string {
	const address = toWebAddress(url) ?? url;
	return address.replace(/[?#].*/s, '');
}
