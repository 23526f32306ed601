import { ITEM_FOR_EACH } from '../model/itemMessages';
import { catalogue, type Message } from '../util/catalogue';

/** What the user has to change: nothing was sent, and it fails in the same way again. */
const wrongInput = (title: string, advice: string): Message => ({
	code: 'wrongInput',
	title,
	advice,
});

/** A file could not be read, sent or stored. */
const transferFailed = (title: string, advice: string): Message => ({
	code: 'transferFailed',
	title,
	advice,
});

const TRY_ANOTHER_SOURCE = 'Try again, or use another source.';
const RESULT_EXPIRED = 'Its URL may have expired.';

/** The texts about files: choosing, checking, reading, uploading and downloading them. */
export const fileMessages = catalogue({
	/** A title behind the name of the field that it is about, or a reason behind what it explains. */
	at: (place: string, title: string) => `${place}: ${title}`,

	// Choosing a file of the input item
	/** @param fields those of the input item that hold a file */
	sameFileTwice: (places: string, name: string, labels: string, fields: string) =>
		wrongInput(
			`${places} would use the same file, '${name}'`,
			`Enter in ${labels} which input field each of them means; the same name twice, if it is meant twice. Fields with a file: ${fields}.`,
		),
	toolHasNoFiles: wrongInput(
		'a tool gets no files',
		"Choose 'By URL', and let the agent fill in the URL with the ✨ button of that field.",
	),
	fieldNameMissing: (label: string, advice: string) => wrongInput(`'${label}' is missing`, advice),
	noFileInField: (name: string, advice: string) =>
		wrongInput(`no file in the field '${name}'`, advice),
	noFileGiven: (advice: string) => wrongInput('no file in the field', advice),
	noFileInItem: (advice: string) => wrongInput('the input item has no file', advice),
	severalFiles: (advice: string) => wrongInput('more than one file could be meant', advice),
	fileIsInField: (name: string, label: string) =>
		`The item has one in ${name}: enter that name in '${label}'.`,
	filesAreInFields: (names: string, label: string) =>
		`The item has files in ${names}: enter one of these names in '${label}'.`,
	namesWithCommas: 'Several names with commas between them stand for several files.',
	itemHasFileId:
		"The item has a fileId: choose 'By File ID' and drag it in, or 'By URL' and its url.",
	itemHasUrl:
		"The item has a url: choose 'By URL' and drag it in, or turn on 'Download Result' in the node before this one.",
	itemHasAddress: (column: string) =>
		`The item has the URL of a file in '${column}': choose 'By URL' and drag it in.`,
	itemHasNothing:
		'Check that the node before this one outputs a file. For the file of an earlier node, switch the field to an expression such as {{ $("Form").item.binary.data }}.',
	fileInText: (place: string) =>
		wrongInput(
			`${place} is the content of a file as text (base64)`,
			"Make a file of it with n8n's Convert to File node, operation Move Base64 String to File. Then choose 'From Input File'.",
		),
	fileIdForUrl: (place: string) =>
		wrongInput(
			`${place} is an ID instead of a URL`,
			"For the ID of an uploaded file, choose 'By File ID'.",
		),
	fileForUrl: (place: string) =>
		wrongInput(`${place} is a file of the input, not its URL`, "Choose 'From Input File'."),
	noUrlInObject: (place: string, given: string) =>
		wrongInput(
			`${place} contains no URL of a file`,
			`Drag in the field that holds the URL, instead of ${given}. A task that has not finished has none yet.`,
		),
	severalUrls: (place: string, files: number) =>
		wrongInput(
			`${place} has ${files} URLs, but takes one`,
			`Choose one of them, as in {{ $json.files[0].url }}, or ${ITEM_FOR_EACH}`,
		),
	fileInFieldName: wrongInput(
		'the content of a file stands in place of the name of its field',
		"Make a file of it with n8n's Convert to File node, operation Move Base64 String to File, and enter the name of its output field.",
	),
	urlInFieldName: wrongInput(
		'the URL of a file stands in place of the name of its field',
		"Choose 'By URL' and enter it there.",
	),
	sharePageWithNode: (place: string, site: string, node: string) =>
		wrongInput(
			`${place} is a share link of ${site}, which leads to a page and not to the file`,
			`Download the file with n8n's ${node} node before this one. Then choose 'From Input File'.`,
		),
	sharePage: (place: string, site: string) =>
		wrongInput(
			`${place} is a share link of ${site}, which leads to a page and not to the file`,
			"Download the file, and choose 'From Input File' or use a URL that leads to the file itself.",
		),
	alsoWrong: (others: string) => `Also: ${others}`,

	// What a file is, and how large
	fileEmpty: (name: string) => wrongInput(`'${name}' is empty`, 'Choose a file with content.'),
	noExtension: (name: string, rename: string) =>
		wrongInput(
			`'${name}' has no file extension`,
			`The service recognizes the type by it, such as .mp4: ${rename}.`,
		),
	unsupportedType: (name: string, types: string, rename: string) =>
		wrongInput(
			`'${name}' is not a supported type`,
			`Use ${types}. If only its extension is wrong, ${rename}.`,
		),
	otherFormat: (name: string, format: string, types: string, elsewhere: string) =>
		wrongInput(
			`'${name}' is ${format}, which cannot be used here`,
			`Convert it to ${types}. Another name does not change what it is.${elsewhere}`,
		),
	otherMedia: (name: string, format: string, needed: string, elsewhere: string) =>
		wrongInput(`'${name}' is ${format}, which cannot be used here`, `Use ${needed}.${elsewhere}`),
	takenBy: (labels: string) => ` Or choose another 'Purpose', which takes it: ${labels}.`,
	anyFile: 'a file',
	ofFormat: (kind: string, format: string) => `${kind} (${format})`,
	incomplete: (name: string) =>
		wrongInput(
			`'${name}' is incomplete: its end is missing`,
			'Export or download it again. A file whose recording or download broke off cannot be used.',
		),
	tooLarge: (name: string, size: string, most: string) =>
		wrongInput(
			`'${name}' is too large (${size})`,
			`The service accepts at most ${most}: use a smaller file.`,
		),
	limitOfPurpose: (most: string, label: string) => `${most} for '${label}'`,
	wrongMedia: (name: string, type: string, needed: string) =>
		wrongInput(
			`'${name}' is ${type}, not ${needed}`,
			"Choose another file, or the right 'Type' where the field has one.",
		),
	noMedia: (name: string, needed: string) =>
		wrongInput(
			`'${name}' is not ${needed}`,
			"Choose another file, or the right 'Type' where the field has one.",
		),
	audioFile: 'an audio file',
	image: 'an image',
	video: 'a video',
	renameHere: "set its name in 'Options › File Name'",
	renameByUpload:
		"upload it with 'Digital Human Upload File', set its name there in 'Options › File Name', and use its file ID",

	// A file that was uploaded before
	unknownFileId: (id: string) => `the service has no file with the ID '${id}'`,
	fileIdsExpire:
		'The service deletes uploaded files after 30 days. Choose a file from the list, or upload it again with the same access token.',
	otherPurpose: (purpose: string, needed: string) =>
		wrongInput(
			`the file was uploaded for '${purpose}'`,
			`Upload it again for '${needed}', or choose a file that was.`,
		),
	idOfFile: (id: string) => `File ID: ${id}.`,
	fileHasNoUrl: (place: string, id: string) =>
		transferFailed(
			`${place}: the service reports no URL for the uploaded file ${id}`,
			'Upload it again, or use its URL.',
		),
	urlEnding: (label: string, endings: string, text: string) =>
		wrongInput(
			`'${label} URL' must end in ${endings}, but is ${text}`,
			"The part after a question mark does not count. Use another URL, or upload the file with 'Digital Human Upload File', whose 'Options › File Name' sets its name, and choose 'By File ID'.",
		),

	// Reading a file from its source
	leadsElsewhere: (place: string, instead: string, host: string) =>
		transferFailed(
			`${place} leads to ${instead} of ${host}, not to a file`,
			'Use the direct URL of the file, which anyone can open without signing in.',
		),
	isNoFile: (place: string, name: string, instead: string) =>
		wrongInput(
			`${place}: '${name}' is ${instead}, not a media file`,
			'Check the node before this one.',
		),
	blankPage: 'a blank page',
	webPage: 'a web page',
	readAsText: 'a file that was read as text, by which it is lost',
	contentAsText: 'the content of a file as text (base64)',
	jsonMessage: 'a message (JSON)',
	xmlMessage: 'a message (XML)',
	textMessage: 'a message (text)',
	playlist: 'a playlist (HLS)',
	unreadable: (place: string, reason: string) =>
		transferFailed(`${place}: the file could not be read: ${reason}`, TRY_ANOTHER_SOURCE),
	brokeOff: (place: string, reason: string, size: string) =>
		transferFailed(
			`${place}: the file could not be read to its end: ${reason}`,
			`It stopped after ${size}. ${TRY_ANOTHER_SOURCE}`,
		),
	longerThanAnnounced: (place: string, announced: string) =>
		transferFailed(
			`${place}: the file is longer, but ${announced} were announced`,
			TRY_ANOTHER_SOURCE,
		),
	shorterThanAnnounced: (place: string, size: string, announced: string) =>
		transferFailed(
			`${place}: the file ended after ${size}, but ${announced} were announced`,
			TRY_ANOTHER_SOURCE,
		),

	// Opening a URL
	notOpened: (what: string, reason: string, advice: string) =>
		transferFailed(`${what} could not be opened: ${reason}`, advice),
	openToAnyone: 'Check that anyone can open the URL.',
	useFileUrl: 'Use a URL that leads to the file itself.',
	invalidRedirect: (host: string) => `${host} redirects to an invalid URL`,
	manyRedirects: (host: string, most: number) => `${host} redirects more than ${most} times`,
	noResponse: (host: string, seconds: number) =>
		`${host} did not respond within ${seconds} seconds`,
	stalled: (host: string, seconds: number) => `${host} sent nothing for ${seconds} seconds`,
	withStatus: (host: string, reason: string, status: number) =>
		`${host} ${reason} (HTTP ${status})`,
	notReady: 'does not have the file ready yet',
	tryLater: 'Try again later.',
	denied: 'denied access',
	withoutSigningIn: 'Check that anyone can open the URL without signing in.',
	noSuchFile: 'has no such file',
	mayHaveExpired: 'Check the URL: it may have expired.',
	noFile: 'returned no file',
	checkUrlOrLater: 'Check the URL, or try again later.',

	// Uploading
	partNumbers: (parts: number) =>
		transferFailed(
			`The service did not number the ${parts} parts of the file from 1 on`,
			'Try again later.',
		),
	partSizes: (listed: number, bytes: number) =>
		transferFailed(
			`The service listed parts of ${listed} bytes, but the file has ${bytes}`,
			'Try again later.',
		),
	nameInQuotes: (name: string) => `'${name}'`,
	partOfFile: (number: number, parts: number, name: string) =>
		`Part ${number} of ${parts} of '${name}'`,
	notUploaded: (what: string, reason: string, advice: string) =>
		transferFailed(`${what} could not be uploaded: ${reason}`, advice),
	storageStatus: (status: number) => `the storage responded with HTTP ${status}`,
	storageCode: (status: number, code: string) =>
		`the storage responded with HTTP ${status} (${code})`,
	tooLargeForStorage:
		'The storage, or a proxy in front of it, does not accept so much at once: upload the file in parts, or use a smaller one.',
	partTooLargeForStorage:
		'The limit of the proxy in front of the storage must be at least 10 MiB for one request: ask the administrator of the network to raise it.',
	refusedByStorage:
		'Something between n8n and the storage, such as a proxy, may change the request. If it happens again, send this message to your provider.',
	singleUploadTime:
		"A single upload must finish within 15 minutes: if it takes longer, use 'Digital Human Upload File' with 'Upload Method' set to 'Multipart'.",
	multipartUploadTime:
		'An upload in parts must finish within 6 hours: if it takes longer, use a faster connection or a smaller file.',
	lost: (reason: string, id: string) =>
		transferFailed(reason, `Upload the file again, or choose another one. File ID: ${id}.`),
	notUsableInTime: (duration: string, id: string, status: string) =>
		transferFailed(
			`The uploaded file was not usable within ${duration}`,
			`It may become usable later: check it with 'Digital Human Library'. File ID: ${id}, status: ${status}.`,
		),

	// Downloading a result
	resultFile: 'The result file',
	resultIncomplete: (arrived: string, announced: string) =>
		transferFailed(
			`The result file is incomplete: ${arrived} of ${announced} arrived`,
			'Try again later.',
		),
	resultNotOpened: (host: string, instead: string) =>
		transferFailed(
			`The result file could not be opened: ${host} returned ${instead}`,
			RESULT_EXPIRED,
		),
	resultExpired: RESULT_EXPIRED,
	resultNotReached:
		'Try again later. If it keeps happening, check that this n8n can connect to that host.',
	resultEmpty: transferFailed('The result file is empty', 'Try again later.'),
	resultNotDownloaded: (reason: string) =>
		transferFailed(
			`The result file could not be downloaded completely: ${reason}`,
			'Try again later.',
		),
	resultNotStored: (reason: string) =>
		transferFailed("The result file could not be saved in n8n's file storage", reason),
});
