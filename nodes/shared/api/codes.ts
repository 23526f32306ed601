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

const INTERNAL =
	'The service had an internal fault. Try again later. If it keeps happening, send the trace_id to your provider';

/**
 * What the codes mean, in words, and what to do. `{a|b}` stands for the first of these fields that the
 * request has. Whether a request is repeated after one is decided in `failure.ts`.
 */
export const codes: Readonly<Record<number, string>> = {
	[Code.BadRequest]:
		'The service could not read the request. Compare the fields of this node with what the service reported',
	[Code.TokenRefused]:
		"The service refused the access token. Paste a valid 'Access Token' into the credential and save it",
	[Code.FieldRefused]:
		'The service refused a field of the request. Compare the fields of this node with what the service reported',
	[Code.LimitExceeded]:
		'The service is busy (limit exceeded). Try again in a minute: limits count for all workflows that use this token, and composed videos at the same time for your whole account',
	[Code.CapReached]:
		'Your account has reached one of its limits. Free up some of your quota, or ask your provider for more',
	[Code.InternalFault]: INTERNAL,
	[Code.ServiceFault]: INTERNAL,
	[Code.FileTooLarge]:
		'The file is larger than the service accepts. Use a smaller file, or compress it more',
	[Code.MergeUnderWay]:
		"The service is still assembling the file. Wait a minute, then get the file by its ID with 'Digital Human Library'",
	[Code.ForbiddenWords]:
		'The text contains words that are not allowed. Change the text and run the item again',
	[Code.StorageFault]: "The service's file storage failed. Try again in a few minutes",
	[Code.UploadGone]:
		'The upload has expired or is not yours. Start the upload again, with the same access token',
	[Code.PartMissing]: 'The service is missing part of the file. Start the upload again',
	[Code.VideoUnusable]:
		'The source video cannot be translated. Use a finished video that was made with the same access token and is not itself a translation, or an MP4 or MOV file of at most 4096 pixels per side',
	[Code.LanguagesUnfit]:
		'The service does not accept these target languages. Choose the target languages from the list',
	[Code.UploadedVideoUnusable]:
		"The uploaded video cannot be used. Upload an MP4 or MOV file of at most 4096 pixels per side for the purpose 'Video Translation', with the same access token",
	[Code.VoiceUnusable]:
		'The chosen voice cannot be used. Choose another voice, or keep the original voice',
	[Code.VideoTooLong]: 'The video is too long. Use a video of at most 120 minutes',
	[Code.VideoTooLarge]: 'The video file is too large. Use a file of at most 1 GB',
};

/** The same where a code means something else for whatever creates. */
export const createCodes: typeof codes = {
	[Code.LimitExceeded]:
		'The service stayed busy (limit exceeded). Nothing was created, after several tries. Run the items later or in smaller batches: limits count for all workflows that use this token, and composed videos at the same time for your whole account',
};

/** The same for one endpoint. */
export const codesOf: Readonly<Record<string, typeof codes>> = {
	createUploadUrl: {
		[Code.TokenRefused]:
			"Access token refused, or no upload address available. Test the credential. If its 'Access Token' is accepted, try again in a few minutes",
	},
	createPerson: {
		[Code.CapReached]:
			'Your account has reached its limit of custom persons. Delete a person at the service, or ask your provider for a higher limit',
	},
	createVideo: {
		[Code.CapReached]:
			'Your account has used up its video time. Buy more video time at the service, or wait until it is renewed',
	},
	createTranslation: {
		[Code.VoiceUnusable]:
			"'Voice' {audio_id} cannot be used. Choose another voice, or keep the original voice",
	},
};

const APPLICATION_STATE =
	'The service does not accept requests of your application in its present state. Ask your provider about it';

/**
 * What messages of create_customised_person mean that have no code (service.md 4.5), and what to do. In
 * small letters.
 */
export const personMessages: Readonly<Record<string, string>> = {
	'train_type parameter error': "The service does not accept 'Training'. Choose another one",
	'application state error': APPLICATION_STATE,
	'unsupported video format':
		'The service does not support the format of the video. Use an MP4, WebM or MOV file',
	'video information retrieval failed':
		'The service could not read the video. Check that it can be played, or save it again as MP4',
	'video too long': 'The video is too long. Use one of at most 5 minutes',
};

const UNKNOWN_VOICE =
	"'Voice' {audio.tts.audio_man|tts_config.audio_man_id} is unknown or was deleted. Choose one from the list, or correct the ID";

/** The same of create_video (service.md 4.7). */
export const videoMessages: Readonly<Record<string, string>> = {
	'application state error': APPLICATION_STATE,
	'missing tts text': "'Text' is missing. Enter what the person says",
	'missing audio file': "The recording is missing. Choose one, or 'Speech From' Text",
	'text contains emoji': "'Text' contains an emoji. Remove it",
	'unsupported image format':
		'The service does not support the format of the background image. Use a PNG or JPEG file',
	'screen_width or screen_height invalid':
		"'Screen' {screen_width} × {screen_height} is a size that the service does not accept. Choose another one",
	'subtitle wider or taller than the screen':
		"The subtitles are wider or taller than 'Screen'. Make their area smaller",
	'subtitle color not #rrggbb':
		'A color of the subtitles is not in the form #RRGGBB. Choose it again',
	'person is not a webm type so no four-channel video':
		"'Person' {person.id} cannot be in a transparent video. Choose another 'Background' or person",
	'figure_type needed for the person':
		"'Person' {person.id} needs a figure. Choose one in 'Figure'",
	'background color not #rrggbb':
		"'Background Color' {bg_color} is not in the form #RRGGBB. Choose it again",
	'custom person absent':
		"'Person' {person.id} is unknown, not finished, or was deleted. Choose one from the list, correct the ID, or wait until it is finished",
	'public person without a correct figure':
		"'Person' {person.id} does not have the 'Figure' {person.figure_type}. Choose another one",
	'person height odd': "'Person Height' {person.height} is odd. Enter an even number",
	'voice id not found': UNKNOWN_VOICE,
	'voice audio_man absent': UNKNOWN_VOICE,
	'voice not in a successful state':
		"'Voice' {audio.tts.audio_man|tts_config.audio_man_id} is not finished yet, or failed. Try again later, or choose another one",
};
