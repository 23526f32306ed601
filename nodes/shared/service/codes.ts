import type { ICredentialTestRequest } from 'n8n-workflow';

import type { OperationName } from './operations';

export interface CodeMeaning {
	/** What happened, in plain words. */
	title: string;
	/** What the user can do next. */
	advice: string;
	/** Operations for which the code means something else. */
	except?: Partial<Record<OperationName, Pick<CodeMeaning, 'title' | 'advice'>>>;
}

const INTERNAL: CodeMeaning = {
	title: 'The service had an internal fault',
	advice: 'Try again later. If it stays, give the trace_id to the provider of the service.',
};

/** Every code of service.md 7, in words. What to do about a code is decided in `retry.ts`. */
export const codes: Readonly<Record<number, CodeMeaning>> = {
	400: {
		title: 'The service could not read the request',
		advice: 'Check the fields of this node against the message of the service.',
	},
	10400: {
		title: 'The service refused the access token',
		advice: "Open the credential, paste a valid 'Access Token' and test it.",
		except: {
			createUploadUrl: {
				title: 'The service refused the access token or could not provide an upload address',
				advice:
					"Test the credential. If its 'Access Token' is accepted, try again in a few minutes.",
			},
		},
	},
	40000: {
		title: 'The service refused a field of the request',
		advice: 'Check the fields of this node against the message of the service.',
	},
	40001: {
		title: 'The service was still busy after repeated waiting (limit exceeded)',
		advice:
			'Nothing was created. Run the items later or in smaller batches: limits count for all workflows that use this token.',
	},
	40002: {
		title: 'A cap of your account is reached',
		advice: 'Free some of your quota or ask the provider of the service for more.',
		except: {
			createPerson: {
				title: 'Your account has reached its number of custom persons',
				advice: 'Delete a person at the service or ask its provider for more.',
			},
			createVideo: {
				title: 'Your account has used up its video-making time',
				advice: 'Buy more video time at the service or wait until it is renewed.',
			},
		},
	},
	50000: INTERNAL,
	51000: INTERNAL,
	50003: {
		title: 'The file is larger than the service accepts for this purpose',
		advice: 'Use a smaller or more strongly compressed file.',
	},
	50005: {
		title: 'The file is already being put together by the service',
		advice: 'Wait a minute and look the file up by its ID.',
	},
	50011: {
		title: 'The text contains words that the service does not allow',
		advice: 'Change the text and run the item again.',
	},
	120002: {
		title: 'The storage of the service did not work',
		advice: 'Try again in a few minutes.',
	},
	120004: {
		title: 'The upload does not exist any more, or belongs to another application',
		advice: 'Start the upload again.',
	},
	120005: {
		title: 'The service misses a part of the file',
		advice: 'Start the upload again.',
	},
	170002: {
		title: 'The source video of the translation cannot be used',
		advice: 'Use a finished video, or an MP4 or MOV file, with picture and sound.',
	},
	170003: {
		title: 'The target languages do not fit',
		advice: "Choose 'Target Language Names or IDs' from the list.",
	},
	170006: {
		title: 'The uploaded video cannot be used',
		advice: 'Upload an MP4 or MOV file for the purpose of video translation.',
	},
	170008: {
		title: 'The chosen voice cannot be used',
		advice: 'Choose another voice, or keep the original one.',
	},
	170009: { title: 'The video is too long', advice: 'Use a video of at most 120 minutes.' },
	170010: { title: 'The video file is too large', advice: 'Use a file of at most 1 GB.' },
};

/** What can be said of a code that the specification does not list. */
export const UNKNOWN: CodeMeaning = {
	title: 'The service refused the request',
	advice:
		'Read the message of the service. If it does not help, give the trace_id to its provider.',
};

/**
 * Looks up what a code means for an operation (service.md 7).
 *
 * @param code the code of the envelope, not 0
 * @param operation the operation that was answered with it
 */
export function meaningOf(code: number, operation: OperationName): CodeMeaning {
	const meaning = codes[code] ?? UNKNOWN;
	const exception = meaning.except?.[operation];
	return exception ? { ...meaning, ...exception } : meaning;
}

type BodyRule = Extract<
	NonNullable<ICredentialTestRequest['rules']>[number],
	{ type: 'responseSuccessBody' }
>;

/** What n8n shows when the test of the credential is answered with another code than 0, or with none. */
export const credentialTestRules: BodyRule[] = [
	{
		type: 'responseSuccessBody',
		properties: {
			key: 'code',
			value: undefined,
			message:
				"This address answers, but not as the service does. Check 'Base URL': it is the part of the address before /open/v1",
		},
	},
	...Object.entries(codes).map(
		([code, { title, advice }]): BodyRule => ({
			type: 'responseSuccessBody',
			properties: { key: 'code', value: Number(code), message: `${title}. ${advice}` },
		}),
	),
];
