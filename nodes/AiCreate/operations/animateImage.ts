import { isMatch } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import {
	additionalFields,
	type BodyField,
	choiceField,
	groupProperty,
	textField,
	toggle,
	atMostCharacters,
} from '../../shared/fields/field';
import { webAddress } from '../../shared/fields/files';
import { locator } from '../../shared/fields/locators';
import { NOTHING_SUBMITTED, propertiesOf, readRequest } from '../../shared/fields/request';
import type { NodeOperation } from '../../shared/output/options';
import type { BodyRequest, SubmitOperation } from '../../shared/submit/operation';
import { runSubmit } from '../../shared/submit/run';
import { TASK_ANSWER, toolDescription } from '../../shared/output/output';
import type { ServiceClient } from '../../shared/api/client';
import { extensionOf, fileTypeOf, nameInAddress } from '../../shared/files/names';
import { aiCreation, motion } from '../../shared/tasks/aiCreation';
import { kinds } from '../../shared/tasks/kinds';
import { shownState, type Task } from '../../shared/model/task';
import type { TaskKind } from '../../shared/model/taskKind';
import { findTask } from '../../shared/tasks/watch';
import { formatValue, toWebAddress } from '../../shared/util/text';
import { withConditions } from '../models/panel';

/** In characters (service.md 4.4). */
const MAX_EMOTION = 800;

const parts: BodyField[] = [
	{
		path: 'photo_unique_id',
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
		...webAddress,
	},
	{
		...textField('emotion', {
			displayName: 'Emotion',
			name: 'emotion',
			typeOptions: { rows: 2 },
			placeholder: 'e.g. smiles and looks into the camera',
			description: `How the person in the image looks and moves. At most ${MAX_EMOTION} characters.`,
		}),
		check: atMostCharacters(MAX_EMOTION),
	},
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

type Request = BodyRequest & {
	body: IDataObject & { photo_unique_id: string; photo_path?: string };
};

const submit: SubmitOperation<Request> = {
	kind: motion,
	endpoint: 'createMotion',
	prepare: (parameters) => readRequest<Request['body']>(parameters, [...parts, additional]),
	async lookUp(request, { client, context, itemIndex }) {
		const { photo_unique_id: taskId, photo_path: url } = request.body;
		const item = context.getInputData()[itemIndex]?.json ?? {};
		const isOwn = String(item.taskId) === taskId;
		const kind = kinds[String(item.taskKind)];
		if (isOwn && kind && !IMAGE_KINDS.includes(kind)) {
			throw new Error(
				`'Image Task': the item is a ${kind.label}, and ${ONLY_IMAGES}. ${NOTHING_SUBMITTED}`,
			);
		}
		// An image that the item itself holds is not looked up.
		const shown = { taskKind: aiCreation.name, state: 'succeeded', outputUrls: [url] };
		const isImage = fileTypeOf(extensionOf(nameInAddress(url ?? '') ?? '')) === 'image';
		const isShown = isOwn && isImage && isMatch(item, shown);
		const photo = isShown ? url : await sourceImage(client, taskId, url);
		return { ...request, body: { ...request.body, photo_path: photo } };
	},
};

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

/** Images are made by AI creation; those of photo tasks are listed with the animated ones. */
const IMAGE_KINDS: TaskKind[] = [aiCreation, motion];

/** Why a task has no image, and what to do. */
const WHY_NONE: Readonly<Partial<Record<Task['state'], string>>> = {
	inProgress:
		" yet. Run this node once the task has finished: 'Digital Human Get Task' can wait for it",
	failed: ', because it failed. Choose another task',
	cancelled: ', because it was canceled. Choose another task',
};

/** The `type` of records that are videos, by the kind of the task (service.md 2.2 and 2.3). */
const VIDEO: Readonly<Record<string, number>> = { [aiCreation.name]: 4, [motion.name]: 2 };

/**
 * The address of an image of a task, without `url` the first one: under the current signature, as
 * that of `url` may have expired; `url` itself for a task that no query knows, as the service may.
 *
 * @throws Error in words for the user when the task has no such image (yet)
 */
async function sourceImage(client: ServiceClient, taskId: string, url: string | undefined) {
	const task = await findTask(client, IMAGE_KINDS, taskId);
	if (!task && url !== undefined) return url;
	const problem = problemOf(task, taskId);
	if (problem) throw new Error(`'Image Task': ${problem}. ${NOTHING_SUBMITTED}`);
	const images = task?.outputUrls ?? [];
	const [image, another] = images.filter(
		(one) => url === undefined || withoutQuery(one) === withoutQuery(url),
	);
	if (image === undefined) {
		throw new Error(
			`'Image URL' is not an image of 'Image Task' ${taskId}. It is ${formatValue(url)}. Leave it empty to use the first image of the task, or enter the URL of another image of the task. ${NOTHING_SUBMITTED}`,
		);
	}
	// Where only the queries tell the images apart, it is not known which one is meant.
	return another === undefined ? image : (url ?? image);
}

const ONLY_IMAGES = 'only images can be animated. Choose a task that generated an image';

function problemOf(task: Task | undefined, taskId: string): string | undefined {
	if (!task) {
		return `the service has no image task with the ID '${taskId}'. Choose a task from the list, or check the ID`;
	}
	if (Number(task.raw?.type) === VIDEO[task.taskKind]) {
		return `the task '${taskId}' generated a video, and ${ONLY_IMAGES}`;
	}
	if (task.outputUrls?.length) return undefined;
	return `the task '${taskId}' has no image${WHY_NONE[shownState(task.state)] ?? ''}`;
}

/** An address without its signature, which differs each time that the task is read. */
function withoutQuery(url: string): string {
	return (toWebAddress(url) ?? url).replace(/[?#].*/s, '');
}
