import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { taskOptions } from '../shared/fields/completion';
import { fileField, type FileFieldSpec, readFile } from '../shared/fields/fileFields';
import { parametersOf, refusalWithNote } from '../shared/fields/readRequest';
import { checkOptions, limitInMs } from '../shared/fields/options';
import { collectionOf } from '../shared/fields/properties';
import type { Violation } from '../shared/fields/violations';
import { limitProblem } from '../shared/files/fileRules';
import { atPlace } from '../shared/files/fileUse';
import { cleanName, extensionOf, isKnownExtension } from '../shared/files/fileNames';
import type { LearnedFiles } from '../shared/files/inputFacts';
import { type Purpose, purposeChoice, purposes } from '../shared/files/purposes';
import { RunFiles } from '../shared/files/runFiles';
import { type ChosenSettings, uploadOnce } from '../shared/files/upload';
import {
	eachItem,
	othersNote,
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

/** The file to upload; the same for every purpose. */
const fileSpec = (purpose: Purpose): FileFieldSpec => ({
	name: 'file',
	label: 'File',
	purpose,
	sources: ['inputFile', 'url'],
	placeholder: 'e.g. https://example.com/video.mp4',
});

const purposeProperty: INodeProperties = {
	...purposeChoice,
	description:
		'What the file is for. Most fields only take files that were uploaded for their purpose.',
};

/** In display order. */
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

export const properties: INodeProperties[] = [
	purposeProperty,
	...fileField(fileSpec('ai_creation')),
	collectionOf('Option', Object.values(options)),
];

/**
 * What is wrong with the name that the user chose for a file on the web. That of
 * an input file is judged with its content.
 */
function chosenNameViolations(
	{ source }: UploadRef,
	fileName: string | undefined,
	purpose: Purpose,
): Violation[] {
	// Without a known extension, only the server of a file from the web knows the type.
	if (source !== 'url' || !fileName || !isKnownExtension(extensionOf(fileName))) return [];
	const problem = limitProblem({ name: fileName }, purposes[purpose], true);
	if (!problem) return [];
	const message = atPlace("'File Name'", problem);
	return [{ is: 'broken', field: options.fileName.name, message }];
}

/** What is wrong with the way in which the user wants a file to be sent. */
function methodViolations(method: string | undefined, purpose: Purpose): Violation[] {
	const { multipartOnly, label } = purposes[purpose];
	if (method !== 'single' || !multipartOnly) return [];
	const message = uploadFileMessages.notInOnePiece(label);
	return [{ is: 'broken', field: options.method.name, message }];
}

/** An upload of one item, which breaks no rule. */
interface PreparedUpload {
	ref: UploadRef;
	settings: ChosenSettings;
	/** Leaves the service's own record out of the output. */
	simple: boolean;
	/** Counts for the whole run: that of the first item is taken. */
	partsAtOnce: number | undefined;
}

/** Reads and checks one item. @throws NodeOperationError that names everything that is wrong */
function prepareUpload(
	context: IExecuteFunctions,
	itemIndex: number,
	learned: LearnedFiles,
): PreparedUpload {
	const { values, violations } = readSettings(context, itemIndex);
	const refuse = () =>
		refusalWithNote(context, itemIndex, { violations, note: uploadFileMessages.nothingUploaded });
	const { timeLimit, simple = true, partsAtOnce, ...chosen } = values;
	const purpose = chosen.purpose as Purpose | undefined;
	// Without it, it is not known what the file may be.
	if (purpose === undefined) throw refuse();
	const fileName = cleanName(chosen.fileName);
	const parameters = parametersOf(context, itemIndex, { naming: { fileName }, learned });
	// The field offers neither a file ID nor no file.
	const ref = readFile(fileSpec(purpose), parameters) as UploadRef | { violation: Violation };
	if ('violation' in ref) violations.unshift(ref.violation);
	else violations.push(...chosenNameViolations(ref, fileName, purpose));
	violations.push(...methodViolations(chosen.method, purpose));
	if ('violation' in ref || violations.length > 0) throw refuse();
	const timeLimitMs = timeLimit && limitInMs(timeLimit);
	const settings = { ...chosen, purpose, naming: { fileName }, timeLimitMs } as ChosenSettings;
	return { ref, settings, simple, partsAtOnce };
}

/** The purpose is checked in the same way as the options, but has to be set. */
const settingProperties = { purpose: { ...purposeProperty, required: true }, ...options };

/**
 * The purpose and the options of one item, as their expressions give them, checked. What is written in the panel
 * is needed beside the values, because an expression that gives nothing is no empty field.
 */
function readSettings(context: IExecuteFunctions, itemIndex: number) {
	const read = (name: string): unknown => context.getNodeParameter(name, itemIndex, null);
	const given = { ...(read('options') as object), purpose: read('purpose') };
	const { parameters } = context.getNode();
	const written = { ...(parameters.options as object), purpose: parameters.purpose };
	return checkOptions(settingProperties, given, written);
}

/** What is output for a file. @param simple leaves the service's own record out */
function fileJson(
	{ record, uploadedAt, ...file }: Awaited<ReturnType<typeof uploadOnce>>,
	simple: boolean,
): IDataObject {
	const { fileId, url, key, fileName, mimeType, bytes, purpose } = file;
	const status = fileStatusWords(record.status);
	const expiresAt = expiryOf(record.create_time ?? new Date(uploadedAt).toISOString());
	const raw = simple ? undefined : record.raw;
	return withoutEmpty({
		fileId,
		url,
		key,
		fileName,
		mimeType,
		bytes,
		purpose,
		status,
		expiresAt,
		raw,
	});
}

/**
 * Uploads the file of every input item: all items are checked before anything is sent. When one
 * fails, uploads in progress are completed, so that 'Retry On Fail' does not send them again.
 *
 * @returns one item per input item, in their order
 * @throws NodeOperationError when an item fails and the workflow is to stop on errors
 */
export async function uploadAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const stopOnError = !context.continueOnFail();
	const prepared = await prepareAll(context, (itemIndex, learned) =>
		prepareUpload(context, itemIndex, learned),
	);
	if (stopOnError) throwFirstError(context, prepared, othersNote(prepared, 'uploaded'));

	const client = await createClient(context);
	const [first] = valuesOfItems(prepared);
	const files = new RunFiles(first?.partsAtOnce);
	// Where an error is to stop the workflow, it also keeps the other items from beginning an upload.
	const haltOnError = new AbortController();
	const halt = stopOnError ? haltOnError : undefined;
	const isEnded = () => stopOnError || client.signal?.aborted === true;
	const upload = async ({ ref, settings, simple }: PreparedUpload, itemIndex: number) => {
		const item = { context, itemIndex, client, files, halt };
		return [fileJson(await uploadOnce(item, ref, settings), simple)];
	};
	const done = await eachItem(prepared, upload, { haltOnError, endsRun: isEnded });
	if (isEnded()) throwFirstError(context, done);
	return outputOfItems(context, done);
}
