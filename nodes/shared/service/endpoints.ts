import mapKeys from 'lodash/mapKeys';

import { explanation } from '../util/text';
import {
	Code,
	type CodeMeaning,
	codes,
	codesOfSubmits,
	personMessages,
	UNDOCUMENTED,
	videoMessages,
} from './codes';
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

export interface Operation {
	method: 'GET' | 'POST';
	/** Below `{base_url}/open/v1/`; for an unpublished one, the field of the credential that holds it. */
	path: string | { credentialField: PathField };
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
	/** Codes that mean something else here than elsewhere. */
	meanings?: Readonly<Record<number, CodeMeaning>>;
	/** For a `create`: codes besides the general ones by which it refuses before any work (service.md 4). */
	refusals?: readonly number[];
	/** The same for messages without a code, with what they mean (service.md 4.5 and 4.7). */
	refusalMessages?: Readonly<Record<string, string>>;
	/** For a `create`: how the user finds a task whose submit was not answered. */
	lookUp?: string;
}

const operation = <T extends Record<string, Operation>>(
	table: T,
): Readonly<Record<keyof T, Operation>> => table;

const TEN_A_MINUTE: Limit = { requests: 10, seconds: 60 };
const TEN_A_SECOND: Limit = { requests: 10, seconds: 1 };

/** No limit of the unpublished operations is published either; this is the one of the other details. */
const UNPUBLISHED = TEN_A_SECOND;

const lookUpWith = (operation: string) =>
	`Find it with 'Digital Human Get Task', operation '${operation}', before you run this item again.`;

/** Codes that mean of every endpoint, also of one that does not list them, that it refused before any work (service.md 7). */
const GENERAL_REFUSALS: ReadonlySet<number> = new Set([
	Code.BadRequest,
	Code.TokenRefused,
	Code.FieldRefused,
	Code.LimitExceeded,
]);

/** Every endpoint that the pack uses (service.md 4) with its rate limit (service.md 8). */
export const operations = operation({
	createUploadUrl: {
		method: 'GET',
		path: 'common/create_upload_url',
		effect: 'change',
		action: 'get an upload address',
		meanings: {
			[Code.TokenRefused]: {
				title: 'Access token refused, or no upload address available',
				advice:
					"Test the credential. If its 'Access Token' is accepted, try again in a few minutes.",
			},
		},
	},
	createMultipartUpload: {
		method: 'POST',
		path: 'common/create_multipart_upload',
		effect: 'change',
		action: 'start the upload',
	},
	completeMultipartUpload: {
		method: 'POST',
		path: 'common/complete_multipart_upload',
		effect: 'change',
		action: 'assemble the uploaded file',
	},
	listFiles: { method: 'POST', path: 'common/file_list', effect: 'read', action: 'list files' },
	getFile: {
		method: 'GET',
		path: 'common/file_detail',
		effect: 'read',
		action: 'look up the file',
	},
	deleteFile: {
		method: 'POST',
		path: 'common/delete_file',
		effect: 'change',
		action: 'delete the file',
	},
	submitAiCreation: {
		method: 'POST',
		path: 'ai_creation/task/submit',
		effect: 'create',
		action: 'create the AI task',
		lookUp: lookUpWith('Get Many'),
	},
	listAiCreations: {
		method: 'POST',
		path: 'ai_creation/task/page',
		effect: 'read',
		action: 'look up AI tasks',
	},
	getAiCreation: {
		method: 'GET',
		path: 'ai_creation/task',
		effect: 'read',
		action: 'look up the AI task',
	},
	createMotion: {
		method: 'POST',
		path: 'aigc/motion',
		effect: 'create',
		action: 'animate the image',
		limit: TEN_A_MINUTE,
		concurrencyWaitSeconds: 3600,
		lookUp: lookUpWith('Get Many'),
	},
	listMotions: {
		method: 'GET',
		path: 'aigc/motion/task/page',
		effect: 'read',
		action: 'look up animated images',
		limit: TEN_A_MINUTE,
	},
	getMotion: {
		method: 'GET',
		path: 'aigc/motion/task',
		effect: 'read',
		action: 'look up the animated image',
		limit: TEN_A_MINUTE,
	},
	createPerson: {
		method: 'POST',
		path: 'create_customised_person',
		effect: 'create',
		action: 'create the person',
		limit: TEN_A_MINUTE,
		concurrencyWaitSeconds: 2 * 3600,
		contentType: 'application/json; charset=utf-8',
		refusals: [Code.CapReached],
		refusalMessages: personMessages,
		lookUp: 'Find it in the list of persons at the service before you run this item again.',
		meanings: {
			[Code.CapReached]: {
				title: 'Your account has reached its limit of custom persons',
				advice: 'Delete a person at the service, or ask your provider for a higher limit.',
			},
		},
	},
	getPerson: {
		method: 'GET',
		path: { credentialField: 'personDetailPath' },
		effect: 'read',
		action: 'look up the person',
		limit: UNPUBLISHED,
	},
	listPersons: {
		method: 'POST',
		path: { credentialField: 'personListPath' },
		effect: 'read',
		action: 'list your own persons',
		limit: UNPUBLISHED,
	},
	listVoices: {
		method: 'POST',
		path: { credentialField: 'voiceListPath' },
		effect: 'read',
		action: 'list your own voices',
		limit: UNPUBLISHED,
	},
	listPublicVoices: {
		method: 'GET',
		path: 'list_common_audio',
		effect: 'read',
		action: 'list public voices',
	},
	listPublicPersons: {
		method: 'GET',
		path: 'list_common_dp',
		effect: 'read',
		action: 'list public persons',
	},
	createVideo: {
		method: 'POST',
		path: 'create_video',
		effect: 'create',
		action: 'create the video',
		limit: TEN_A_MINUTE,
		concurrencyWaitSeconds: 2 * 3600,
		refusals: [Code.CapReached, Code.ForbiddenWords],
		refusalMessages: videoMessages,
		lookUp: lookUpWith('Get Many'),
		meanings: {
			[Code.CapReached]: {
				title: 'Your account has used up its video time',
				advice: 'Buy more video time at the service, or wait until it is renewed.',
			},
		},
	},
	listVideos: {
		method: 'POST',
		path: 'video_list',
		effect: 'read',
		action: 'look up composed videos',
	},
	getVideo: {
		method: 'GET',
		path: { credentialField: 'videoDetailPath' },
		effect: 'read',
		action: 'look up the video',
		limit: UNPUBLISHED,
	},
	createLipSync: {
		method: 'POST',
		path: 'video_lip_sync/create',
		effect: 'create',
		action: 'create the lip-sync video',
		limit: TEN_A_MINUTE,
		lookUp: lookUpWith('Get Many'),
	},
	listLipSyncs: {
		method: 'POST',
		path: 'video_lip_sync/list',
		effect: 'read',
		action: 'look up lip-sync videos',
		limit: TEN_A_SECOND,
	},
	getLipSync: {
		method: 'GET',
		path: 'video_lip_sync/detail',
		effect: 'read',
		action: 'look up the lip-sync video',
		limit: TEN_A_SECOND,
	},
	listTranslationLanguages: {
		method: 'GET',
		path: 'video_translation/target_languages',
		effect: 'read',
		action: 'list translation languages',
	},
	createTranslation: {
		method: 'POST',
		path: 'video_translation/create',
		effect: 'create',
		action: 'translate the video',
		refusals: [
			Code.VideoUnusable,
			Code.LanguagesUnfit,
			Code.UploadedVideoUnusable,
			Code.VoiceUnusable,
			Code.VideoTooLong,
			Code.VideoTooLarge,
		],
		meanings: {
			[Code.VoiceUnusable]: {
				title: "'Voice' {audio_id} cannot be used",
				advice: 'Choose another voice, or keep the original voice.',
			},
		},
		lookUp: 'Find it in the list of tasks at the service before you run this item again.',
	},
});

export type OperationName = keyof typeof operations;

/**
 * What a code means for an operation (service.md 7).
 *
 * @param code the code of the envelope, not 0
 * @param operation the operation that was answered with it
 */
export function meaningOf(code: number, operation: OperationName): CodeMeaning {
	const { effect, meanings } = operations[operation];
	const ofSubmit = effect === 'create' ? codesOfSubmits[code] : undefined;
	return meanings?.[code] ?? ofSubmit ?? codes[code] ?? UNDOCUMENTED;
}

/** Whether a code means that an operation refused the request before any work. */
export function isRefusalCode(code: number, operation: OperationName): boolean {
	return GENERAL_REFUSALS.has(code) || (operations[operation].refusals ?? []).includes(code);
}

/** Whether a message without a code means the same: a documented one. */
export function isRefusalMessage(message: string, operation: OperationName): boolean {
	return withoutDetails(message) in byWords(operations[operation].refusalMessages);
}

const KNOWN_MESSAGES = byWords({ ...personMessages, ...videoMessages });

/** What a documented message means, whatever operation and code it comes with. */
export function meaningOfMessage(message: string): CodeMeaning | undefined {
	const text = KNOWN_MESSAGES[withoutDetails(message)];
	if (text === undefined) return undefined;
	const { title, description: advice } = explanation(text);
	return { title, advice };
}

function byWords(messages: Readonly<Record<string, string>> = {}): Record<string, string> {
	return mapKeys(messages, (_, message) => message.toLowerCase());
}

/** A message as it is documented, without its details in parentheses. */
function withoutDetails(message: string): string {
	return message
		.replace(/\([^)]*\)/, '')
		.trim()
		.toLowerCase();
}
