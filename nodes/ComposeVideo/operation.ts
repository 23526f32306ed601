import cloneDeep from 'lodash/cloneDeep';

import type { SubmitItem, SubmitOperation } from '../shared/run/submit';
import { filesById, withFiles } from '../shared/fields/pendingFiles';
import { prepareWith } from '../shared/run/bodyRequest';
import type { ServiceClient } from '../shared/service/client';
import { createVideo } from '../shared/service/composedVideos';
import { composedVideo } from '../shared/tasks/composedVideo';
import { customPersonSize } from './customPerson';
import { figureSize } from './figure';
import { personArea } from './layout';
import { buildVideoRequest, type VideoRequest } from './request';
import type { VideoBody } from './rules';

/** Composes a video of a person that speaks (service.md 4.7). */
export const composeVideo: SubmitOperation<VideoRequest> = {
	kind: composedVideo,
	prepare: prepareWith(buildVideoRequest),
	filesById: ({ files }) => filesById(files),
	async submit(client, request, item) {
		const body = await placePerson(client, request, item);
		return [await createVideo(client, await withFiles({ client, ...item }, body, request.files))];
	},
};

/** The body with the area of the person: what the user said, completed in the proportions of the figure. */
async function placePerson(
	client: ServiceClient,
	request: VideoRequest,
	{ context }: SubmitItem,
): Promise<VideoBody> {
	const body = cloneDeep(request.body) as VideoBody;
	const size = (await figureSize(client, body)) ?? (await customPersonSize(client, context, body));
	body.person = { ...body.person, ...personArea(request.screen, size, body.person) };
	return body;
}
