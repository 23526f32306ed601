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
	advice: 'Try again later. If it keeps happening, send the trace_id to your provider.',
};

/**
 * What the codes mean, in words; `operations.ts` holds where one means something else. What to do about a code is
 * decided in `retry.ts`.
 */
export const codes: Readonly<Record<number, CodeMeaning>> = {
	[Code.BadRequest]: {
		title: 'The service could not read the request',
		advice: 'Compare the fields of this node with what the service reported.',
	},
	[Code.TokenRefused]: {
		title: 'The service refused the access token',
		advice: "Paste a valid 'Access Token' into the credential and save it.",
	},
	[Code.FieldRefused]: {
		title: 'The service refused a field of the request',
		advice: 'Compare the fields of this node with what the service reported.',
	},
	[Code.LimitExceeded]: {
		title: 'The service is busy (limit exceeded)',
		advice: 'Try again in a minute: limits count for all workflows that use this token.',
	},
	[Code.CapReached]: {
		title: 'Your account has reached one of its limits',
		advice: 'Free up some of your quota, or ask your provider for more.',
	},
	[Code.InternalFault]: INTERNAL,
	[Code.ServiceFault]: INTERNAL,
	[Code.FileTooLarge]: {
		title: 'The file is larger than the service accepts',
		advice: 'Use a smaller file, or compress it more.',
	},
	[Code.MergeUnderWay]: {
		title: 'The service is still assembling the file',
		advice: "Wait a minute, then get the file by its ID with 'Digital Human Library'.",
	},
	[Code.ForbiddenWords]: {
		title: 'The text contains words that are not allowed',
		advice: 'Change the text and run the item again.',
	},
	[Code.StorageFault]: {
		title: "The service's file storage failed",
		advice: 'Try again in a few minutes.',
	},
	[Code.UploadGone]: {
		title: 'The upload has expired or is not yours',
		advice: 'Start the upload again, with the same access token.',
	},
	[Code.PartMissing]: {
		title: 'The service is missing part of the file',
		advice: 'Start the upload again.',
	},
	[Code.VideoUnusable]: {
		title: 'The source video cannot be translated',
		advice:
			'Use a finished video that was made with the same access token and is not itself a translation, or an MP4 or MOV file of at most 4096 pixels per side.',
	},
	[Code.LanguagesUnfit]: {
		title: 'The service does not accept these target languages',
		advice: 'Choose the target languages from the list.',
	},
	[Code.UploadedVideoUnusable]: {
		title: 'The uploaded video cannot be used',
		advice:
			"Upload an MP4 or MOV file of at most 4096 pixels per side for the purpose 'Video Translation', with the same access token.",
	},
	[Code.VoiceUnusable]: {
		title: 'The chosen voice cannot be used',
		advice: 'Choose another voice, or keep the original voice.',
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

/** What codes mean in answer to a submit, where that says more. */
export const codesOfSubmits: Readonly<Record<number, CodeMeaning>> = {
	[Code.LimitExceeded]: {
		title: 'The service stayed busy (limit exceeded)',
		advice:
			'Nothing was created, after several tries. Run the items later or in smaller batches: limits count for all workflows that use this token.',
	},
};

/** What can be said of a code that the specification does not list. */
export const UNDOCUMENTED: CodeMeaning = {
	title: 'The service refused the request',
	advice:
		'Check what the service reported. If it does not help, send the trace_id to your provider.',
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
				"This address responds, but not like the service. Check 'Base URL': it is the part of the address before /open/v1",
		},
	},
	...Object.entries(codes).map(
		([code, { title, advice }]): BodyRule => ({
			type: 'responseSuccessBody',
			properties: { key: 'code', value: Number(code), message: `${title}. ${advice}` },
		}),
	),
];
