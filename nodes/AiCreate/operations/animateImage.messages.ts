import { catalogue, wrongBeforeSubmit, wrongField } from '../../shared/util/catalogue';

/** What to do with any other image, such as a photo. */
const ONLY_OWN_IMAGES =
	"Only images that AI Create has made can be animated. For an image of your own, choose the operation 'From Image' (Make video from image).";

export const animateImageMessages = catalogue({
	onlyOwnImages: ONLY_OWN_IMAGES,
	itemIsNoImage: (kind: string) =>
		wrongBeforeSubmit(
			`'Image Task': the item is a ${kind}, and only images can be animated`,
			`Choose a task that generated an image. ${ONLY_OWN_IMAGES}`,
		),
	noImageTask: (taskId: string) =>
		wrongBeforeSubmit(
			`'Image Task': the service has no image task with the ID '${taskId}'`,
			`Choose a task from the list, or check the ID. ${ONLY_OWN_IMAGES}`,
		),
	taskIsVideo: (taskId: string) =>
		wrongBeforeSubmit(
			`'Image Task': the task '${taskId}' generated a video, and only images can be animated`,
			'Choose a task that generated an image.',
		),
	noImageYet: (taskId: string) =>
		wrongBeforeSubmit(
			`'Image Task': the task '${taskId}' has no image yet`,
			"Run this node once the task has finished: 'Digital Human Get Task' can wait for it.",
		),
	noImageOfFailed: (taskId: string) =>
		wrongBeforeSubmit(
			`'Image Task': the task '${taskId}' has no image, because it failed`,
			'Choose another task.',
		),
	noImageOfCanceled: (taskId: string) =>
		wrongBeforeSubmit(
			`'Image Task': the task '${taskId}' has no image, because it was canceled`,
			'Choose another task.',
		),
	noImageOfTask: (taskId: string) =>
		wrongField(`'Image Task': the task '${taskId}' has no image`, 'Nothing was submitted.'),
	otherImage: (taskId: string, url: string) =>
		wrongBeforeSubmit(
			`'Image URL' is not an image of 'Image Task' ${taskId}`,
			`It is ${url}. Leave it empty to use the first image of the task, or enter the URL of another image of the task.`,
		),
});
