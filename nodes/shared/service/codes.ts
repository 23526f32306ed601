import type { ICredentialTestRequest } from 'n8n-workflow';

/** The codes of the service by name (service.md 7). */
export const Code = {
	BadRequest: 400,
	TokenRefused: 10400,
	FieldRefused: 40000,
	LimitExceeded: 40001,
	CapReached: 40002,
	InternalFault: 50000,
	ServiceFault: 51000,
	FileTooLarge: 50003,
	MergeUnderWay: 50005,
	ForbiddenWords: 50011,
	StorageFault: 120002,
	UploadGone: 120004,
	PartMissing: 120005,
	VideoUnusable: 170002,
	LanguagesUnfit: 170003,
	UploadedVideoUnusable: 170006,
	VoiceUnusable: 170008,
	VideoTooLong: 170009,
	VideoTooLarge: 170010,
} as const;

export interface CodeMeaning {
	/** What happened, in plain words. */
	title: string;
	/** What the user can do next. */
	advice: string;
}

const INTERNAL: CodeMeaning = {
	title: 'The service had an internal fault',
	advice: 'Try again later. If it stays, give the trace_id to the provider of the service.',
};

/**
 * What the codes mean, in words; `operations.ts` holds where one means something else. What to do about a code is
 * decided in `retry.ts`.
 */
export const codes: Readonly<Record<number, CodeMeaning>> = {
	[Code.BadRequest]: {
		title: 'The service could not read the request',
		advice: 'Check the fields of this node against the message of the service.',
	},
	[Code.TokenRefused]: {
		title: 'The service refused the access token',
		advice: "Open the credential, paste a valid 'Access Token' and test it.",
	},
	[Code.FieldRefused]: {
		title: 'The service refused a field of the request',
		advice: 'Check the fields of this node against the message of the service.',
	},
	[Code.LimitExceeded]: {
		title: 'The service was still busy after repeated waiting (limit exceeded)',
		advice:
			'Nothing was created. Run the items later or in smaller batches: limits count for all workflows that use this token.',
	},
	[Code.CapReached]: {
		title: 'A cap of your account is reached',
		advice: 'Free some of your quota or ask the provider of the service for more.',
	},
	[Code.InternalFault]: INTERNAL,
	[Code.ServiceFault]: INTERNAL,
	[Code.FileTooLarge]: {
		title: 'The file is larger than the service accepts for this purpose',
		advice: 'Use a smaller or more strongly compressed file.',
	},
	[Code.MergeUnderWay]: {
		title: 'The file is already being put together by the service',
		advice: 'Wait a minute and look the file up by its ID.',
	},
	[Code.ForbiddenWords]: {
		title: 'The text contains words that the service does not allow',
		advice: 'Change the text and run the item again.',
	},
	[Code.StorageFault]: {
		title: 'The storage of the service did not work',
		advice: 'Try again in a few minutes.',
	},
	[Code.UploadGone]: {
		title: 'The upload does not exist any more, or belongs to another application',
		advice: 'Start the upload again.',
	},
	[Code.PartMissing]: {
		title: 'The service misses a part of the file',
		advice: 'Start the upload again.',
	},
	[Code.VideoUnusable]: {
		title: 'The source video of the translation cannot be used',
		advice: 'Use a finished video, or an MP4 or MOV file, with picture and sound.',
	},
	[Code.LanguagesUnfit]: {
		title: 'The target languages do not fit',
		advice: "Choose 'Target Language Names or IDs' from the list.",
	},
	[Code.UploadedVideoUnusable]: {
		title: 'The uploaded video cannot be used',
		advice: 'Upload an MP4 or MOV file for the purpose of video translation.',
	},
	[Code.VoiceUnusable]: {
		title: 'The chosen voice cannot be used',
		advice: 'Choose another voice, or keep the original one.',
	},
	[Code.VideoTooLong]: {
		title: 'The video is too long',
		advice: 'Use a video of at most 120 minutes.',
	},
	[Code.VideoTooLarge]: {
		title: 'The video file is too large',
		advice: 'Use a file of at most 1 GB.',
	},
};

/** What can be said of a code that the specification does not list. */
export const UNDOCUMENTED: CodeMeaning = {
	title: 'The service refused the request',
	advice:
		'Read the message of the service. If it does not help, give the trace_id to its provider.',
};

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
