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
import type { Task } from '../../shared/model/task';
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

/**
 * The kinds of tasks that may have an image: AI creation; and animated images, in whose list the service also has the
 * tasks that made photos.
 */
const IMAGE_KINDS: TaskKind[] = [aiCreation, motion];

/**
 * The `type` by which the lists of the service mark a record as that of a video, by the kind of its task (service.md
 * 2.2 and 2.3).
 */
const VIDEO_TYPES: Readonly<Record<string, number>> = { [aiCreation.name]: 4, [motion.name]: 2 };

/** The fields of the request that stand in the panel itself: which image, and how the person in it looks. */
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
		{ check: atMostCharacters(MAX_EMOTION), isProse: true },
	),
];

/** The optional fields of the request, in a collection of their own. */
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

/** The request of an item. The address of its image, `photo_path`, is there at the latest when it is sent. */
type MotionRequest = BodyRequest & {
	body: IDataObject & { photo_unique_id: string; photo_path?: string };
};

/** How images are animated: each item is one task (service.md 4.4). */
const submit: SubmitOperation<MotionRequest> = {
	kind: motion,
	endpoint: 'createMotion',
	/** Reads the request of one item, or every violation of the service's rules. */
	prepare: (parameters) => readRequest<MotionRequest['body']>(parameters, parts.concat(additional)),
	/**
	 * Makes the function that fills in the request of an item with the address of the image: the one that the user gave,
	 * where the input item shows that it is right; otherwise the one that the service has for the task.
	 *
	 * The function throws a PackError where the task has no such image, or the input item is a task of another kind; a
	 * ServiceError where the service cannot be asked; and a CancelledError when the execution is stopped.
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
 * Refuses an item that is a task of a kind that makes no images, such as a translation. An item without a kind, or of
 * one that is not known, is let pass.
 *
 * @throws PackError that names the kind
 */
function refuseOtherKinds({ taskKind }: IDataObject): void {
	const kind = kinds[String(taskKind)];
	if (kind && !IMAGE_KINDS.includes(kind)) {
		throw new PackError(animateImageMessages.itemIsNoImage(kind.label));
	}
}

/**
 * Whether an item is a task of AI Create that has this image as a result, so that the image need not be looked up.
 * False also where the address does not end in the name of an image, because the result may be a video.
 *
 * @param item the JSON of the input item
 */
function hasImage(item: IDataObject, url: string): boolean {
	const isImage = fileTypeInAddress(url) === 'image';
	const isFinishedTask = item.taskKind === aiCreation.name && item.state === 'succeeded';
	const isAmongResults = castArray(item.outputUrls).includes(url);
	return isImage && isFinishedTask && isAmongResults;
}

const when = { resource: ['video'], operation: ['animate'] };

/**
 * The property of the optional fields. It is separate from those of the operation because it stands behind
 * 'Completion', a field that all operations share.
 */
export const animateImageCollection = withConditions(when, [groupProperty(additional)]);

/** The operation 'Animate Image': makes a video of an image that AI Create has generated (service.md 4.4). */
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
 * @returns the address of the image with its current signature. It is `url` itself in two cases: where the task is in
 *   no list of the service, which may accept the image nevertheless; and where `url` fits several images of the task
 * @throws PackError when the task has no such image, or none yet, or is in no list and `url` is undefined; ServiceError
 *   when the service cannot be asked; CancelledError when the execution is stopped
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

/**
 * Why a task has no image that can be animated: it made a video, still runs, has failed, was canceled, or has no
 * result although it succeeded. Undefined where it has an image.
 *
 * @param taskId the ID as the user gave it, for the message
 */
function problemOfTask(task: Task, taskId: string): Message | undefined {
	// `raw` is the record of the service.
	const isVideo = Number(task.raw?.type) === VIDEO_TYPES[task.taskKind];
	if (isVideo) return animateImageMessages.taskIsVideo(taskId);
	const hasFiles = (task.outputUrls ?? []).length > 0;
	if (hasFiles) return undefined;
	// A success whose result is still to come counts as in progress.
	switch (task.state) {
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

/**
 * Those of the images that lie at the same address, apart from signatures.
 *
 * @param images addresses of images
 */
function imagesAt(url: string, images: readonly string[]): string[] {
	const address = withoutSignature(url);
	return images.filter((image) => withoutSignature(image) === address);
}

/**
 * An address up to its first `?` or `#`. Behind it stands a signature, which is another one each time that the service
 * reports the address, so that addresses are compared without it. A text that is no address is cut off in the same
 * way.
 */
function withoutSignature(url: string): string {
	const address = toWebAddress(url) ?? url;
	return address.replace(/[?#].*/s, '');
}
