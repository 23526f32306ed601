import { Code, personMessages, type RefusalMessages, videoMessages } from './codes';
import type { PathField } from './paths';
import { apiMessages } from './apiMessages';

/*
 * The endpoints of the service as data (service.md 4): how each is called, how often
 * it may be, and what is certain when it refuses.
 */

/** A published rate limit (service.md 8): at most so many requests in so many seconds. */
export interface Limit {
	requests: number;
	seconds: number;
}

/** What every endpoint has. */
interface AnyEndpoint {
	method: 'GET' | 'POST';
	/** Below `{base_url}/open/v1/`; empty where it is not published. */
	path: string;
	/** Where the path is not published: the field of the credential in which the user enters it. */
	credentialField?: PathField;
	/** What a call does, for messages: "Could not <action>". */
	action: string;
	/** If not set, requests are sent as they come. */
	limit?: Limit;
	/** Of the body that is sent; `application/json` if not set. */
	contentType?: string;
}

/**
 * An endpoint that may be called again: a `read` changes nothing, and a `change` costs nothing and does no harm if it
 * is sent twice.
 */
interface RepeatableEndpoint extends AnyEndpoint {
	effect: 'read' | 'change';
}

/** An endpoint that starts work which is charged. */
interface SubmitEndpoint extends AnyEndpoint {
	effect: 'create';
	/** Codes by which it refuses before any work (service.md 4 and 7). */
	refusals: readonly number[];
	/** The same for messages without a code, with what they mean (service.md 4.5 and 4.7). */
	refusalMessages?: RefusalMessages;
	/** How the user finds a task whose submit was not answered, as a sentence for messages. */
	howToFind: string;
	/**
	 * Only set where the account may run only few such tasks at once (service.md 8): submits then go one after another,
	 * and each waits up to so many seconds, from its turn, for an earlier task to end.
	 */
	concurrencyWaitSeconds?: number;
}

export type Endpoint = RepeatableEndpoint | SubmitEndpoint;

/**
 * Makes a function that declares endpoints of one method and one effect, each by its path, what a call does ("Could not
 * <action>"), and its rate limit, if one is published.
 */
function repeatable(method: Endpoint['method'], effect: RepeatableEndpoint['effect']) {
	return (path: string, action: string, limit?: Limit): RepeatableEndpoint => {
		return { method, path, effect, action, limit };
	};
}

const readByGet = repeatable('GET', 'read');
const readByPost = repeatable('POST', 'read');
const changeByGet = repeatable('GET', 'change');
const changeByPost = repeatable('POST', 'change');

/** Codes by which every endpoint may refuse before any work, also where it does not list them (service.md 7). */
const GENERAL_REFUSALS: readonly number[] = [
	Code.BadRequest,
	Code.TokenRefused,
	Code.FieldRefused,
	Code.LimitExceeded,
];

/**
 * Declares an endpoint that starts work which is charged.
 *
 * @param action what a call does, for messages: "Could not <action>"
 * @param details what else there is to say. Its `refusals` are the codes of this endpoint alone, to which
 *   `GENERAL_REFUSALS` are added. Without `howToFind`, messages send the user to 'Get Many' to find a task
 */
function charged(
	path: string,
	action: string,
	details: Partial<SubmitEndpoint> = {},
): SubmitEndpoint {
	const { refusals = [], howToFind = apiMessages.findInGetMany } = details;
	return {
		...details,
		method: 'POST',
		path,
		effect: 'create',
		action,
		howToFind,
		refusals: GENERAL_REFUSALS.concat(refusals),
	};
}

const TEN_A_MINUTE: Limit = { requests: 10, seconds: 60 };
const TEN_A_SECOND: Limit = { requests: 10, seconds: 1 };

/** Every endpoint that the pack uses (service.md 4) with its rate limit (service.md 8). */
export const endpoints = {
	createUploadUrl: changeByGet('common/create_upload_url', 'get an upload address'),
	createMultipartUpload: changeByPost('common/create_multipart_upload', 'start the upload'),
	completeMultipartUpload: changeByPost(
		'common/complete_multipart_upload',
		'assemble the uploaded file',
	),
	listFiles: readByPost('common/file_list', 'list files'),
	getFile: readByGet('common/file_detail', 'look up the file'),
	deleteFile: changeByPost('common/delete_file', 'delete the file'),
	submitAiCreation: charged('ai_creation/task/submit', 'create the AI task'),
	listAiCreations: readByPost('ai_creation/task/page', 'look up AI tasks'),
	getAiCreation: readByGet('ai_creation/task', 'look up the AI task'),
	createMotion: charged('aigc/motion', 'animate the image', {
		limit: TEN_A_MINUTE,
		concurrencyWaitSeconds: 3600,
	}),
	listMotions: readByGet('aigc/motion/task/page', 'look up animated images', TEN_A_MINUTE),
	getMotion: readByGet('aigc/motion/task', 'look up the animated image', TEN_A_MINUTE),
	createPerson: charged('create_customised_person', 'create the person', {
		limit: TEN_A_MINUTE,
		concurrencyWaitSeconds: 2 * 3600,
		contentType: 'application/json; charset=utf-8',
		refusals: [Code.CapReached],
		refusalMessages: personMessages,
		howToFind: apiMessages.findPerson,
	}),
	getPerson: unpublished('GET', 'personDetailPath', 'look up the person'),
	listPersons: unpublished('POST', 'personListPath', 'list custom persons'),
	listVoices: unpublished('POST', 'voiceListPath', 'list custom voices'),
	listPublicVoices: readByGet('list_common_audio', 'list public voices'),
	listPublicPersons: readByGet('list_common_dp', 'list public persons'),
	createVideo: charged('create_video', 'create the video', {
		limit: TEN_A_MINUTE,
		concurrencyWaitSeconds: 2 * 3600,
		refusals: [Code.CapReached, Code.ForbiddenWords],
		refusalMessages: videoMessages,
	}),
	listVideos: readByPost('video_list', 'look up composed videos'),
	getVideo: unpublished('GET', 'videoDetailPath', 'look up the video'),
	createLipSync: charged('video_lip_sync/create', 'create the lip-sync video', {
		limit: TEN_A_MINUTE,
	}),
	listLipSyncs: readByPost('video_lip_sync/list', 'look up lip-sync videos', TEN_A_SECOND),
	getLipSync: readByGet('video_lip_sync/detail', 'look up the lip-sync video', TEN_A_SECOND),
	listTranslationLanguages: readByGet(
		'video_translation/target_languages',
		'list translation languages',
	),
	createTranslation: charged('video_translation/create', 'translate the video', {
		refusals: [
			Code.VideoUnusable,
			Code.LanguagesUnfit,
			Code.UploadedVideoUnusable,
			Code.VoiceUnusable,
			Code.VideoTooLong,
			Code.VideoTooLarge,
		],
		howToFind: apiMessages.findAtService,
	}),
};

/**
 * Declares an endpoint whose path the user enters in a field of the credential. Its rate limit is not published either;
 * it is assumed to be that of the published look-ups of lip-sync videos.
 *
 * @param action what a call does, for messages: "Could not <action>"
 */
function unpublished(
	method: Endpoint['method'],
	credentialField: PathField,
	action: string,
): RepeatableEndpoint {
	return { method, path: '', credentialField, effect: 'read', action, limit: TEN_A_SECOND };
}

export type EndpointName = keyof typeof endpoints;

/** An endpoint by its name. */
export function endpointOf(name: EndpointName): Endpoint {
	return endpoints[name];
}

/** An endpoint by its name, if it is one that starts work which is charged; undefined for any other. */
export function submitEndpoint(name: EndpointName): SubmitEndpoint | undefined {
	const endpoint = endpointOf(name);
	return endpoint.effect === 'create' ? endpoint : undefined;
}

/**
 * The time between two requests, in milliseconds, with which the rate limit of an endpoint is never exceeded: 6000 for
 * 10 requests a minute; 0 where it has no limit.
 */
export function intervalMs(name: EndpointName): number {
	const { limit } = endpointOf(name);
	if (!limit) return 0;
	return (limit.seconds * 1000) / limit.requests;
}
