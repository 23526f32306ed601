import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { taskOptions } from '../shared/fields/completion';
import { fileProperties, type FileFieldSpec, readFile } from '../shared/fields/fileFields';
import { parametersOf, refusalWithNote } from '../shared/fields/readRequest';
import { checkOptions, limitInMs } from '../shared/fields/options';
import { collectionOf } from '../shared/fields/properties';
import type { Violation } from '../shared/fields/violations';
import { cleanName } from '../shared/files/fileNames';
import type { LearnedFiles } from '../shared/files/inputFacts';
import { type Purpose, purposeChoice, purposes } from '../shared/files/purposes';
import { RunFiles } from '../shared/files/runFiles';
import { type ChosenSettings, uploadOnce } from '../shared/files/upload';
import {
	eachItem,
	othersSentence,
	outputOfItems,
	prepareAll,
	throwFirstError,
	valuesOfItems,
} from '../shared/output/items';
import { withoutEmpty } from '../shared/output/lookUpItems';
import type { UploadRef } from '../shared/model/fileRef';
import { createClient } from '../shared/api/client';
import { expiryOf, fileStatusWords } from '../shared/api/uploadedFiles';
import { uploadFileMessages } from './uploadFile.messages';

/**
 * How the file to upload is chosen. The fields for this are the same for every purpose; the purpose decides which
 * files are accepted.
 */
const fileSpec = (purpose: Purpose): FileFieldSpec => ({
	name: 'file',
	label: 'File',
	purpose,
	sources: ['inputFile', 'url'],
	description: 'Where the file comes from',
	placeholder: 'e.g. https://example.com/video.mp4',
});

const purposeProperty: INodeProperties = {
	...purposeChoice,
	description:
		'What the file is for. Most fields only take files that were uploaded for their purpose.',
};

/** The options of the node, in display order. */
const options = {
	fileName: {
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. presenter.mp4',
		description: 'Name with extension. If empty, the file keeps its name.',
	},
	timeLimit: {
		...taskOptions.timeLimit,
		displayOptions: { hide: { waitUntilUsable: [false] } },
		default: 10,
		description:
			'Maximum wait for the content review of the service, which usually takes about a minute. If not set, ten minutes.',
	},
	partsAtOnce: {
		displayName: 'Parts at Once',
		name: 'partsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 16, numberPrecision: 0 },
		default: 2,
		description:
			'How many parts of about 10 MB to send at the same time, across all items. Each part takes that much memory. If not set, 2.',
	},
	simple: taskOptions.simple,
	method: {
		displayName: 'Upload Method',
		name: 'method',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Small files in one piece, all others in parts',
			},
			{
				name: 'Multipart',
				value: 'multipart',
				description:
					'In parts of about 10 MB: if the connection breaks, only one part is sent again',
			},
			{ name: 'Single', value: 'single', description: 'In one piece, up to 100 MB in 15 minutes' },
		],
		default: 'automatic',
		description: 'How the file is sent',
	},
	waitUntilUsable: {
		displayName: 'Wait Until Usable',
		name: 'waitUntilUsable',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the service has reviewed the file and other nodes can use it',
	},
} satisfies Record<string, INodeProperties>;

/** The fields of the node, in display order. */
export const properties: INodeProperties[] = [
	purposeProperty,
	...fileProperties(fileSpec('ai_creation')),
	collectionOf('Option', Object.values(options)),
];

/**
 * What is wrong with the way in which the user wants a file to be sent: some purposes take files in parts only. An
 * empty list where nothing is.
 *
 * @param method 'automatic', 'single' or 'multipart'; undefined where the user chose none
 */
function methodViolations(method: string | undefined, purpose: Purpose): Violation[] {
	const { multipartOnly, label } = purposes[purpose];
	if (method !== 'single' || !multipartOnly) return [];
	return [uploadFileMessages.notInOnePiece(label)];
}

/** What is uploaded for one item, and how, once it is read and checked. */
interface PreparedUpload {
	/** The file, which is not opened yet. */
	ref: UploadRef;
	/** For what it is uploaded, and how. */
	settings: ChosenSettings;
	/** Whether the service's own record is left out of the output. */
	simple: boolean;
	/** How many parts are sent at once; undefined for the usual number. That of the first item counts for all. */
	partsAtOnce: number | undefined;
}

/**
 * Reads and checks one item. Nothing is sent or downloaded for that.
 *
 * @param itemIndex of the input item, from 0
 * @param learned what n8n's storage says of the files of all items
 * @throws PackError that names everything that is wrong
 */
function prepareUpload(
	context: IExecuteFunctions,
	itemIndex: number,
	learned: LearnedFiles,
): PreparedUpload {
	const { values, violations } = readSettings(context, itemIndex);
	/** The error with all violations that were found until it is made. */
	const refusal = () => {
		const note = uploadFileMessages.nothingUploaded;
		return refusalWithNote(context, itemIndex, { violations, note });
	};
	const { timeLimit, simple = true, partsAtOnce, ...chosen } = values;
	const purpose = chosen.purpose as Purpose | undefined;
	// Without a purpose, it is not known what the file may be, so that nothing further is checked.
	if (purpose === undefined) throw refusal();
	const fileName = cleanName(chosen.fileName);
	const parameters = parametersOf(context, itemIndex, { naming: { fileName }, learned });
	// It is a file to upload or a violation, because `fileSpec` offers neither the ID of an uploaded file nor the choice
	// 'None'.
	const ref = readFile(fileSpec(purpose), parameters) as UploadRef | { violation: Violation };
	if ('violation' in ref) violations.unshift(ref.violation);
	violations.push(...methodViolations(chosen.method, purpose));
	if ('violation' in ref || violations.length > 0) throw refusal();
	const timeLimitMs = timeLimit === undefined ? undefined : limitInMs(timeLimit);
	const settings = { ...chosen, purpose, naming: { fileName }, timeLimitMs } as ChosenSettings;
	return { ref, settings, simple, partsAtOnce };
}

/** The fields that `readSettings` reads: the options, and the purpose, which has to be set. */
const settingProperties = { purpose: { ...purposeProperty, required: true }, ...options };

/**
 * Reads and checks the purpose and the options of one item.
 *
 * @returns their values, undefined for what the user did not set; and the violations of those that hold something
 *   impossible
 */
function readSettings(context: IExecuteFunctions, itemIndex: number) {
	const read = (name: string): unknown => context.getNodeParameter(name, itemIndex, null);
	const given = { ...(read('options') as object), purpose: read('purpose') };
	// What the user wrote, perhaps expressions. By this, the message about a missing value can say that an expression
	// gave none.
	const { parameters } = context.getNode();
	const written = { ...(parameters.options as object), purpose: parameters.purpose };
	return checkOptions(settingProperties, given, written);
}

/**
 * What is output for a file, without fields that are null, undefined or an empty text. Where the service does not say
 * when it was created, its expiry is counted from the end of the upload.
 *
 * @param file an uploaded one, with what the service says of it; only one that was sent in one piece has a `key`
 * @param simple whether the service's own record is left out
 */
function fileJson(file: Awaited<ReturnType<typeof uploadOnce>>, simple: boolean): IDataObject {
	const { record } = file;
	const createdAt = record.create_time ?? new Date(file.uploadedAt).toISOString();
	return withoutEmpty({
		fileId: file.fileId,
		url: file.url,
		key: file.key,
		fileName: file.fileName,
		mimeType: file.mimeType,
		bytes: file.bytes,
		purpose: file.purpose,
		status: fileStatusWords(record.status),
		expiresAt: expiryOf(createdAt),
		raw: simple ? undefined : record.raw,
	});
}

/**
 * Uploads the file of every input item. All items are checked before anything is sent. Where one fails and the
 * workflow is to stop on errors, no further upload begins, and those in progress are completed, so that 'Retry On
 * Fail' does not send them again.
 *
 * @returns one item per input item, in their order: its uploaded file; or its error, where the workflow continues on
 *   errors
 * @throws NodeOperationError where an item fails and the workflow is to stop on errors, and where the execution was
 *   stopped; PackError where the credential cannot be used, or n8n is too old
 */
export async function uploadAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const stopOnError = !context.continueOnFail();
	const prepared = await prepareAll(context, (itemIndex, learned) => {
		return prepareUpload(context, itemIndex, learned);
	});
	if (stopOnError) throwFirstError(context, prepared, othersSentence(prepared, 'uploaded'));

	const client = await createClient(context);
	const [first] = valuesOfItems(prepared);
	const files = new RunFiles(first?.partsAtOnce);
	/** Whether an error of an item ends the run: where it stops the workflow, or the execution was stopped. */
	const endsRun = () => stopOnError || client.signal?.aborted === true;
	const haltOnError = new AbortController();
	// An upload that fails aborts it, so that no other one begins; but not where the workflow goes on with the others.
	const halt = stopOnError ? haltOnError : undefined;
	const upload = async ({ ref, settings, simple }: PreparedUpload, itemIndex: number) => {
		const item = { context, itemIndex, client, files, halt };
		const file = await uploadOnce(item, ref, settings);
		return [fileJson(file, simple)];
	};
	const done = await eachItem(prepared, upload, { haltOnError, endsRun });
	if (endsRun()) throwFirstError(context, done);
	return outputOfItems(context, done);
}
