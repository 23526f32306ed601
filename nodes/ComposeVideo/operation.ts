import cloneDeep from 'lodash/cloneDeep';

import { NOTHING_SUBMITTED, refusal } from '../shared/fields/request';
import type { SubmitOperation } from '../shared/run/prepare';
import { composedVideo } from '../shared/tasks/composedVideo';
import { priceOf } from './fields/sources';
import { personArea } from './layout';
import { lookUpPerson } from './person';
import { buildVideoRequest, type VideoRequest } from './request';

/**
 * Composes a video of a person that speaks (service.md 4.7). Each item is read and checked (`prepare`), then its person is
 * looked up (`lookUp`), and only when nothing is wrong with any item, its files are uploaded and its body is sent. What
 * comes out is one task per item.
 */
export const composeVideo: SubmitOperation<VideoRequest> = {
	kind: composedVideo,
	endpoint: 'createVideo',
	acceptsCallback: true,
	prepare: buildVideoRequest,
	/** Completes what the user set of the person by its figure, and by the area that keeps the figure's proportions. */
	async lookUp(client, request, { context, itemIndex }) {
		const body = cloneDeep(request.body);
		const person = await lookUpPerson(client, context, { ...request, body });
		if ('title' in person) {
			const { title, advice } = person;
			throw refusal(context, itemIndex, [title], `${advice} ${NOTHING_SUBMITTED}.`);
		}
		const { figureType, size } = person;
		body.person = {
			...body.person,
			...(figureType ? { figure_type: figureType } : {}),
			...personArea(request.screen, size, body.person),
		};
		return { ...request, body };
	},
	costOf: priceOf,
};
