import { at, has } from 'lodash';

import { explanation, formatValue, type Explanation } from '../util/text';
import { Code, codes, codesOf, createCodes, personMessages, videoMessages } from './codes';
import type { PathField } from './credential';

/**
 * How an operation may be repeated: a `read` changes nothing, a `create` starts work that is charged,
 * a `change` has the same effect however often it is sent.
 */
export type Effect = 'read' | 'create' | 'change';

export interface Limit {
	requests: number;
	seconds: number;
}

interface Operation {
	method: 'GET' | 'POST';
	/** Below `{base_url}/open/v1/`; empty where it is not published: the credential holds it. */
	path: string;
	credentialField?: PathField;
	effect: Effect;
	/** What the operation does, for messages: "Could not <action>". */
	action: string;
	/** Published rate limit (service.md 8). */
	limit?: Limit;
	/**
	 * The account may run only few such tasks at once (service.md 8): submits go one after another, and
	 * each waits up to so many seconds, from its turn, for an earlier task to end.
	 */
	concurrencyWaitSeconds?: number;
	contentType?: string;
	/** For a `create`: codes by which it refuses before any work (service.md 4 and 7). */
	refusals?: readonly number[];
	/** The same for messages without a code, in small letters, with what they mean (service.md 4.5 and 4.7). */
	refusalMessages?: Readonly<Record<string, string>>;
	/** For a `create`: how the user finds a task whose submit was not answered. */
	lookUp?: string;
}

function read(
	method: Operation['method'],
	path: string,
	action: string,
	details: Partial<Operation> = {},
): Operation {
	return { method, path, effect: 'read', action, ...details };
}

function change(...all: Parameters<typeof read>): Operation {
	return { ...read(...all), effect: 'change' };
}

function create(path: string, action: string, details: Partial<Operation> = {}): Operation {
	return {
		...read('POST', path, action),
		effect: 'create',
		lookUp:
			"Find it with 'Digital Human Get Task', operation 'Get Many', before you run this item again.",
		...details,
		refusals: [...GENERAL_REFUSALS, ...(details.refusals ?? [])],
	};
}

/** Of every endpoint, also where it does not list them (service.md 7). */
const GENERAL_REFUSALS = [
	Code.BadRequest,
	Code.TokenRefused,
	Code.FieldRefused,
	Code.LimitExceeded,
];

const TEN_A_MINUTE = { limit: { requests: 10, seconds: 60 } };
const TEN_A_SECOND = { limit: { requests: 10, seconds: 1 } };

/** No limit of these operations is published either; this is the one of the other details. */
const unpublished = (method: Operation['method'], credentialField: PathField, action: string) =>
	read(method, '', action, { credentialField, ...TEN_A_SECOND });

/** Every endpoint that the pack uses (service.md 4) with its rate limit (service.md 8). */
export const operations = {
	createUploadUrl: change('GET', 'common/create_upload_url', 'get an upload address'),
	createMultipartUpload: change('POST', 'common/create_multipart_upload', 'start the upload'),
	completeMultipartUpload: change(
		'POST',
		'common/complete_multipart_upload',
		'assemble the uploaded file',
	),
	listFiles: read('POST', 'common/file_list', 'list files'),
	getFile: read('GET', 'common/file_detail', 'look up the file'),
	deleteFile: change('POST', 'common/delete_file', 'delete the file'),
	submitAiCreation: create('ai_creation/task/submit', 'create the AI task'),
	listAiCreations: read('POST', 'ai_creation/task/page', 'look up AI tasks'),
	getAiCreation: read('GET', 'ai_creation/task', 'look up the AI task'),
	createMotion: create('aigc/motion', 'animate the image', {
		...TEN_A_MINUTE,
		concurrencyWaitSeconds: 3600,
	}),
	listMotions: read('GET', 'aigc/motion/task/page', 'look up animated images', TEN_A_MINUTE),
	getMotion: read('GET', 'aigc/motion/task', 'look up the animated image', TEN_A_MINUTE),
	createPerson: create('create_customised_person', 'create the person', {
		...TEN_A_MINUTE,
		concurrencyWaitSeconds: 2 * 3600,
		contentType: 'application/json; charset=utf-8',
		refusals: [Code.CapReached],
		refusalMessages: personMessages,
		lookUp: 'Find it in the list of persons at the service before you run this item again.',
	}),
	getPerson: unpublished('GET', 'personDetailPath', 'look up the person'),
	listPersons: unpublished('POST', 'personListPath', 'list custom persons'),
	listVoices: unpublished('POST', 'voiceListPath', 'list custom voices'),
	listPublicVoices: read('GET', 'list_common_audio', 'list public voices'),
	listPublicPersons: read('GET', 'list_common_dp', 'list public persons'),
	createVideo: create('create_video', 'create the video', {
		...TEN_A_MINUTE,
		concurrencyWaitSeconds: 2 * 3600,
		refusals: [Code.CapReached, Code.ForbiddenWords],
		refusalMessages: videoMessages,
	}),
	listVideos: read('POST', 'video_list', 'look up composed videos'),
	getVideo: unpublished('GET', 'videoDetailPath', 'look up the video'),
	createLipSync: create('video_lip_sync/create', 'create the lip-sync video', TEN_A_MINUTE),
	listLipSyncs: read('POST', 'video_lip_sync/list', 'look up lip-sync videos', TEN_A_SECOND),
	getLipSync: read('GET', 'video_lip_sync/detail', 'look up the lip-sync video', TEN_A_SECOND),
	listTranslationLanguages: read(
		'GET',
		'video_translation/target_languages',
		'list translation languages',
	),
	createTranslation: create('video_translation/create', 'translate the video', {
		refusals: [
			Code.VideoUnusable,
			Code.LanguagesUnfit,
			Code.UploadedVideoUnusable,
			Code.VoiceUnusable,
			Code.VideoTooLong,
			Code.VideoTooLarge,
		],
		lookUp: 'Find it in the list of tasks at the service before you run this item again.',
	}),
};

export type OperationName = keyof typeof operations;

/** Codes that leave open what is wrong: a documented message says more. */
const VAGUE = new Set<unknown>([Code.BadRequest, Code.FieldRefused, Code.InternalFault]);

/**
 * What a code means, or a documented message where there is none or it leaves open what is wrong
 * (service.md 7).
 *
 * @param body of the request, whose values the words name
 * @returns undefined for what is not documented
 */
export function meaningOf(
	operation: OperationName,
	{ code, msg }: { code?: number | null; msg: string },
	body: object,
): Explanation | undefined {
	const { effect, refusalMessages } = operations[operation];
	const general = effect === 'create' ? { ...codes, ...createCodes } : codes;
	const ofCode = { ...general, ...codesOf[operation] }[code ?? NaN];
	const known = new Map(Object.entries({ ...videoMessages, ...refusalMessages }));
	const ofMessage = known.get(withoutDetails(msg));
	const text = VAGUE.has(code) ? (ofMessage ?? ofCode) : (ofCode ?? ofMessage);
	if (text === undefined) return undefined;
	const { title, description } = explanation(text);
	const told = title.replace(/ \{([^}]+)\}/g, (_, fields: string) => {
		const value = at(body as Record<string, unknown>, fields.split('|')).find(Boolean);
		return value === undefined ? '' : ` ${formatValue(value)}`;
	});
	return { title: told, description };
}

/** Whether a message without a code means that an operation refused the request before any work. */
export function isRefusalMessage(message: string, operation: OperationName): boolean {
	return has(operations[operation].refusalMessages, [withoutDetails(message)]);
}

const IN_PARENTHESES = /\([^)]*\)/;

/** A message as it is documented, without its details in parentheses, in small letters. */
function withoutDetails(message: string): string {
	return message.replace(IN_PARENTHESES, '').trim().toLowerCase();
}
