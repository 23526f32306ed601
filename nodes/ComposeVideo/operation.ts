import cloneDeep from 'lodash/cloneDeep';
import type { IExecuteFunctions } from 'n8n-workflow';

import { refusal } from '../shared/fields/request';
import type { SubmitItem, SubmitOperation } from '../shared/run/prepare';
import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import type { PublicPerson } from '../shared/service/library';
import { composedVideo, createVideo } from '../shared/tasks/composedVideo';
import { asError } from '../shared/util/async';
import { shown } from '../shared/util/text';
import { priceOf } from './fields/sources';
import { personArea } from './layout';
import {
	type FigureWish,
	isCustomPerson,
	type KnownPerson,
	lookUpCustomPerson,
	lookUpPublicPerson,
	type Misfit,
	misfitOf,
	publicPersonFor,
	publicPersonNamed,
} from './person';
import { buildVideoRequest, type VideoRequest } from './request';
import { isIn4k, removesBackground, type VideoBody } from './rules';

/** Composes a video of a person that speaks (service.md 4.7). */
export const composeVideo: SubmitOperation<VideoRequest> = {
	kind: composedVideo,
	endpoint: 'createVideo',
	acceptsCallback: true,
	prepare: buildVideoRequest,
	lookUp: async (client, request, item) => ({
		...request,
		body: await withPerson(client, request, item),
	}),
	create: async (client, body) => [await createVideo(client, body)],
	costOf: priceOf,
};

/** The body with the person's figure and its area: what the user set, completed in the proportions of the figure. */
async function withPerson(
	client: ServiceClient,
	request: VideoRequest,
	{ context, itemIndex }: SubmitItem,
): Promise<VideoBody> {
	const body = cloneDeep(request.body) as VideoBody;
	const found = await publicPersonOf(client, context, body);
	const known: KnownPerson | Misfit = found
		? publicPersonFor(found, wishOf(request))
		: (nameForId(client, body) ?? (await lookUpCustomPerson(client, context, body)));
	const misfit = 'title' in known ? known : misfitOf(known, body);
	if (misfit) {
		throw refusal(
			context,
			itemIndex,
			[misfit.title],
			`${misfit.advice} Nothing was submitted for this item.`,
		);
	}
	const { figureType, size } = known as KnownPerson;
	body.person = {
		...body.person,
		...(figureType ? { figure_type: figureType } : {}),
		...personArea(request.screen, size, body.person),
	};
	return body;
}

/** A name that was entered in place of an ID. */
function nameForId(client: ServiceClient, { person }: VideoBody): Misfit | undefined {
	const named = publicPersonNamed(client, String(person?.id));
	if (!named) return undefined;
	return {
		title: `'Person' is the name ${shown(named.name)} instead of an ID`,
		advice: `Choose the person under 'From List', or enter the ID ${named.id}.`,
	};
}

/**
 * The public person of a video. A custom one, which the service may know by the path of the credential, needs no list of
 * public persons.
 *
 * @throws ServiceError when it is not known which of the two it is
 */
async function publicPersonOf(
	client: ServiceClient,
	context: IExecuteFunctions,
	body: VideoBody,
): Promise<PublicPerson | undefined> {
	try {
		return await lookUpPublicPerson(client, body);
	} catch (error) {
		const mayBeCustom = error instanceof ServiceError;
		if (mayBeCustom && (await isCustomPerson(client, context, String(body.person?.id)))) return;
		throw asError(error);
	}
}

function wishOf({ body, screen }: VideoRequest): FigureWish {
	const { person, bg, bg_color: color } = body as VideoBody;
	const transparent = person?.is_rgba_mode === true;
	const cutOut = transparent
		? 'transparent'
		: removesBackground(body as VideoBody)
			? 'removal'
			: undefined;
	return {
		type: person?.figure_type,
		screen,
		in4k: isIn4k(body),
		replacesBackground: transparent || bg !== undefined || color !== undefined,
		cutOut,
	};
}
