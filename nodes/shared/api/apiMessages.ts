import { formatLimit } from '../util/amounts';
import { catalogue, type Message } from '../util/catalogue';
import { VIDEO_OF_PERSON, VIDEO_TO_TRANSLATE } from './limits';

/** The message about a call that failed: what happened, and what to do, which is nothing if not set. */
const failed = (title: string, advice = ''): Message => ({ code: 'callFailed', title, advice });

/** The message about a credential that cannot be used: what is wrong, and what to do, which is nothing if not set. */
const wrong = (title: string, advice = ''): Message => ({ code: 'wrongCredential', title, advice });

/** A value of the request with a blank before it, to stand behind the name of its field; empty for an empty value. */
const after = (value: string): string => (value === '' ? '' : ` ${value}`);

const INTERNAL = failed(
	'The service had an internal fault',
	'Try again later. If it keeps happening, send the trace_id to your provider.',
);

/** The texts about the service: failed calls, what its codes and messages mean, and the credential. */
export const apiMessages = catalogue({
	// Why a call has no result, by the cause of the failure.
	refused: failed(
		'The service refused the request',
		'Check what the service reported. If it does not help, send the trace_id to your provider.',
	),
	unreachable: failed(
		'The service could not be reached',
		"Check 'Base URL' of the credential, and that this n8n can connect to it.",
	),
	unsent: failed('n8n could not read the credential', 'Nothing was sent. Try again later.'),
	noResponse: failed('The service did not respond completely', 'Try again later.'),
	unavailable: failed('The service is not available', 'Try again later.'),
	rateLimited: failed('The service received too many requests', 'Try again later.'),
	unreadable: failed(
		'The service returned an unexpected response',
		"Check 'Base URL' of the credential: it may belong to something other than the service.",
	),
	notTheService: failed(
		"'Base URL' of the credential may be wrong",
		"The response does not look like one from the service. Check 'Base URL' of the credential: it is the part of the address before /open/v1. If it is right, check the 'Access Token' and any proxy in between.",
	),
	redirected: failed(
		'The service address redirects',
		"The access token is not sent to other addresses. Enter the final address in 'Base URL' of the credential.",
	),
	tooLarge: failed(
		'The request is too large',
		'A server in front of the service does not accept so much at once, so nothing was created. Shorten the texts of the item, or have the limit of that server raised.',
	),
	proxyDenied: failed(
		'The proxy asks for a user name and a password',
		'Nothing was sent to the service. Enter both in the address of the proxy (HTTPS_PROXY or HTTP_PROXY of n8n), or add the host of the service to NO_PROXY, and restart n8n.',
	),
	/** Of an address whose path the user has entered in this field of the credential. */
	wrongPath: (label: string) =>
		failed(
			`'${label}' of the credential may be wrong`,
			`The response does not look like one from the service. Compare '${label}' of the credential with the path that your provider gave you.`,
		),
	undocumentedCode: 'The service returned an undocumented code',

	// What a message about a failed call consists of.
	couldNot: (action: string, reason: string) => `Could not ${action}: ${reason}`,
	mayExist:
		'The task may still have been created. It was not resubmitted, so you are not charged twice.',
	fileId: (id: string) => `File ID: ${id}.`,
	codeFact: (code: number) => `code ${code}`,
	traceFact: (traceId: string) => `trace_id ${traceId}`,
	reported: (said: string) => `The service reported: ${said}`,
	details: (said: string) => `Details: ${said}`,
	nothing: 'nothing',
	tryingAgain: (action: string, detail: string) => `Could not ${action}: ${detail}. Trying again`,

	// How the user finds a task whose submit was not answered.
	findInGetMany:
		"Find it with 'Digital Human Get Task', operation 'Get Many', before you run this item again.",
	findAtService: 'Find it in the list of tasks at the service before you run this item again.',
	findPerson: 'Find it in the list of persons at the service before you run this item again.',

	// What was seen in the place of a result.
	noTimeLeft: 'The rate limit left no time to send it',
	responseTooLarge: 'The response is too large',
	noResponseWithin: (limit: string) => `No response within ${limit}`,
	connectionBroke: 'The connection broke',
	noResponseSeen: 'No response',
	theServer: 'the server',
	connectionRefused: (host: string) => `${host} refused the connection`,
	noSuchHost: (host: string) => `there is no host ${host}`,
	nameNotLookedUp: (host: string) =>
		`the name ${host} could not be looked up at the moment, as without a connection to the internet`,
	certificateNotTrusted: (host: string) => `the certificate of ${host} is not trusted`,
	certificateExpired: (host: string) =>
		`the certificate of ${host} has expired, or the clock of n8n's computer is wrong`,
	certificateNotYetValid: (host: string) =>
		`the certificate of ${host} is not valid yet, or the clock of n8n's computer is wrong`,
	certificateOfOther: (host: string) => `the certificate that the server shows is not for ${host}`,
	unknownAuthority: (host: string) =>
		`the certificate of ${host} is not trusted (an authority of your own is named in NODE_EXTRA_CA_CERTS of n8n)`,
	noHttps: (host: string) => `${host} does not respond to https`,
	/** In the place of a host: it is n8n's proxy that did not respond. */
	theProxy: (address: string) => `the proxy ${address} of n8n`,
	blockedByN8n: (said: string) =>
		`${said}. If the address is right, allow it in N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES of n8n`,
	webPage: (title: string) => `a web page with the title '${title}'`,
	untitledPage: 'a web page',
	noConnection: (host: string) => `no connection to ${host}`,
	ofHost: (host: string, said: string) => `${host}: ${said}`,
	dataSeen: (data: string) => `data: ${data}`,
	serviceSays: (said: string) => `. The service says: ${said}`,
	notAsSpecified: (place: string, problem: string, found: string) =>
		`'${place}' is not as specified: ${problem}. It is ${found}`,
	missingValue: 'missing',
	emptyValue: 'empty',
	notTheRequestedId: 'not the requested ID',
	redirect: (status: number) => `HTTP ${status}, a redirect`,
	redirectTo: (status: number, address: string) => `HTTP ${status}, a redirect to ${address}`,
	tooManyRequests: 'HTTP 429, too many requests',
	httpStatus: (status: number) => `HTTP ${status}`,
	received: (status: number, received: string) => `HTTP ${status} with ${received}`,
	emptyResponse: 'an empty response',
	noReadableCode: 'a response without a readable code',
	notTheJson: 'a response that is not the JSON of the service',

	// Lists.
	expectedList: 'Expected a list',
	noRecordReadable: (all: number, problem: string) =>
		`None of its ${all} records can be read. The first: ${problem}`,
	fieldNotAsSpecified: (field: string, problem: string) =>
		`'${field}' is not as specified (${problem})`,
	recordNotAsSpecified: (problem: string) => `it is not as specified (${problem})`,
	someOf: (count: number, all: number) => `${count} of ${all}`,
	recordsSkipped: (action: string, skipped: string, problem: string) =>
		`Could not ${action} completely: ${skipped} records could not be read and were skipped. The first: ${problem}. Send this text to your provider.`,

	// What a code means (service.md 7).
	badRequest: failed(
		'The service could not read the request',
		'Compare the fields of this node with what the service reported.',
	),
	tokenRefused: failed(
		'The service refused the access token',
		"Paste a valid 'Access Token' into the credential and save it.",
	),
	fieldRefused: failed(
		'The service refused a field of the request',
		'Compare the fields of this node with what the service reported.',
	),
	limitExceeded: failed(
		'The service is busy (limit exceeded)',
		'Try again in a minute: limits count for all workflows that use this token, and composed videos at the same time for your whole account.',
	),
	capReached: failed(
		'Your account has reached one of its limits',
		'Free up some of your quota, or ask your provider for more.',
	),
	internalFault: INTERNAL,
	serviceFault: INTERNAL,
	fileTooLarge: failed(
		'The file is larger than the service accepts',
		'Use a smaller file, or compress it more.',
	),
	mergeUnderWay: failed(
		'The service is still assembling the file',
		"Wait a minute, then get the file by its ID with 'Digital Human Library'.",
	),
	forbiddenWords: failed(
		'The text contains words that are not allowed',
		'Change the text and run the item again.',
	),
	storageFault: failed("The service's file storage failed", 'Try again in a few minutes.'),
	uploadGone: failed(
		'The upload has expired or is not yours',
		'Start the upload again, with the same access token.',
	),
	partMissing: failed('The service is missing part of the file', 'Start the upload again.'),
	videoUnusable: failed(
		'The source video cannot be translated',
		`Use a finished video that was made with the same access token and is not itself a translation, or an MP4 or MOV file of at most ${VIDEO_TO_TRANSLATE.maxPixelsPerSide} pixels per side.`,
	),
	languagesUnfit: failed(
		'The service does not accept these target languages',
		'Choose the target languages from the list.',
	),
	uploadedVideoUnusable: failed(
		'The uploaded video cannot be used',
		`Upload an MP4 or MOV file of at most ${VIDEO_TO_TRANSLATE.maxPixelsPerSide} pixels per side for the purpose 'Video Translation', with the same access token.`,
	),
	voiceUnusable: failed(
		'The chosen voice cannot be used',
		'Choose another voice, or keep the original voice.',
	),
	videoTooLong: failed(
		'The video is too long',
		`Use a video of at most ${VIDEO_TO_TRANSLATE.maxMinutes} minutes.`,
	),
	videoTooLarge: failed(
		'The video file is too large',
		`Use a file of at most ${formatLimit(VIDEO_TO_TRANSLATE.maxBytes)}.`,
	),

	// Where a code means something else for whatever creates, or for one endpoint.
	limitExceededAtSubmit: failed(
		'The service stayed busy (limit exceeded)',
		'Nothing was created, after several tries. Run the items later or in smaller batches: limits count for all workflows that use this token, and composed videos at the same time for your whole account.',
	),
	noUploadAddress: failed(
		'Access token refused, or no upload address available',
		"Test the credential. If its 'Access Token' is accepted, try again in a few minutes.",
	),
	personsUsedUp: failed(
		'Your account has reached its limit of custom persons',
		'Delete a person at the service, or ask your provider for a higher limit.',
	),
	videoTimeUsedUp: failed(
		'Your account has used up its video time',
		'Buy more video time at the service, or wait until it is renewed.',
	),
	translationVoiceUnusable: (voice: string) =>
		failed(
			`'Voice'${after(voice)} cannot be used`,
			'Choose another voice, or keep the original voice.',
		),

	// What messages mean that have no code (service.md 4.5 and 4.7).
	applicationState: failed(
		'The service does not accept requests of your application in its present state',
		'Ask your provider about it.',
	),
	trainingRefused: failed("The service does not accept 'Training'", 'Choose another one.'),
	videoFormat: failed(
		'The service does not support the format of the video',
		'Use an MP4, WebM or MOV file.',
	),
	videoNotReadable: failed(
		'The service could not read the video',
		'Check that it can be played, or save it again as MP4.',
	),
	personVideoTooLong: failed(
		'The video is too long',
		`Use one of at most ${VIDEO_OF_PERSON.maxMinutes} minutes.`,
	),
	textMissing: failed("'Text' is missing", 'Enter what the person says.'),
	recordingMissing: failed('The recording is missing', "Choose one, or 'Speech From' Text."),
	emoji: failed("'Text' contains an emoji", 'Remove it.'),
	imageFormat: failed(
		'The service does not support the format of the background image',
		'Use a PNG or JPEG file.',
	),
	screenRefused: (width: string, height: string) =>
		failed(
			`'Screen'${after(width)} ×${after(height)} is a size that the service does not accept`,
			'Choose another one.',
		),
	subtitlesTooLarge: failed(
		"The subtitles are wider or taller than 'Screen'",
		'Make their area smaller.',
	),
	subtitleColor: failed('A color of the subtitles is not in the form #RRGGBB', 'Choose it again.'),
	notTransparent: (person: string) =>
		failed(
			`'Person'${after(person)} cannot be in a transparent video`,
			"Choose another 'Background' or person.",
		),
	figureNeeded: (person: string) =>
		failed(`'Person'${after(person)} needs a figure`, "Choose one in 'Figure'."),
	backgroundColor: (color: string) =>
		failed(`'Background Color'${after(color)} is not in the form #RRGGBB`, 'Choose it again.'),
	unknownPerson: (person: string) =>
		failed(
			`'Person'${after(person)} is unknown, not finished, or was deleted`,
			'Choose one from the list, correct the ID, or wait until it is finished.',
		),
	noSuchFigure: (person: string, figure: string) =>
		failed(
			`'Person'${after(person)} does not have the 'Figure'${after(figure)}`,
			'Choose another one.',
		),
	oddHeight: (height: string) =>
		failed(`'Person Height'${after(height)} is odd`, 'Enter an even number.'),
	unknownVoice: (voice: string) =>
		failed(
			`'Voice'${after(voice)} is unknown or was deleted`,
			'Choose one from the list, or correct the ID.',
		),
	unfinishedVoice: (voice: string) =>
		failed(
			`'Voice'${after(voice)} is not finished yet, or failed`,
			'Try again later, or choose another one.',
		),

	// The status of a file (service.md 2.1).
	fileNotSynced: 'Not yet synced',
	fileUsable: 'Usable',
	fileUnsafe: 'Failed the content review',
	fileDeleted: 'Deleted',
	filePurged: 'Removed',
	unknownFileStatus: (status: number) => `Unknown status ${status}`,
	lostToReview: 'The file did not pass the content review of the service',
	lostToDeletion: 'The file was deleted',
	lostToAge: 'The service has removed the file, as it does after 30 days',

	// The credential.
	noBaseUrl: wrong("'Base URL' of the credential is empty", 'Enter the address of the service.'),
	// What was entered is not shown, because it may be the access token in the wrong field.
	baseUrlNoUrl: wrong(
		"'Base URL' of the credential is not a URL",
		"Enter it in the form https://api.example.com, and the token in 'Access Token'.",
	),
	baseUrlNotProtected: wrong(
		"'Base URL' of the credential must start with https://",
		'This protects the access token on its way to the service.',
	),
	baseUrlChanged: wrong(
		"'Base URL' of the credential was changed while this node was running",
		'Run the node again.',
	),
	tokenStaysHere: wrong(
		"The access token is only sent to addresses below '/open/v1' of the credential's 'Base URL'",
		'Check the URL of this request.',
	),
	noToken: wrong(
		"'Access Token' of the credential is empty",
		'Enter the token that your provider gave you.',
	),
	tokenCharacter: (name: string) =>
		wrong(
			`'Access Token' of the credential has a character that is not allowed there (${name})`,
			'Copy the token again, without anything around it.',
		),
	noPath: (label: string) => wrong(`'${label}' is missing`),
	noVideoPath: wrong(
		'Translations cannot be awaited or looked up with this credential',
		"Ask your provider for the path, which is not published, turn on 'Paths From the Provider' in the credential, and enter it in 'Video Detail Path'. Without it, check the translation at the service itself.",
	),
	noPersonPath: wrong(
		'Custom persons cannot be awaited or looked up with this credential',
		"Ask your provider for the path, which is not published, turn on 'Paths From the Provider' in the credential, and enter it in 'Person Detail Path'. Without it, let 'Digital Human Create Person' pause until the service calls back.",
	),
	pathNotPath: (label: string, given: string) =>
		wrong(
			`'${label}' of the credential is not a path: '${given}'`,
			'Enter only the part after the domain, such as /open/v1/example/detail. Leave out any question mark and everything after it.',
		),
	connectionTested: 'Connection tested successfully',
	notReached: (detail: string) =>
		failed(
			`The service could not be reached: ${detail}`,
			"Check 'Base URL', and that this n8n can connect to it.",
		),
});
