import { isUndefined, omitBy } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { taskOptions } from '../shared/fields/completion';
import { readFile } from '../shared/fields/files';
import { chosenOption, MOST_MINUTES, readOptions } from '../shared/fields/values';
import { parametersOf, refusal } from '../shared/fields/request';
import { fileViolation, type UploadRef } from '../shared/files/fileRef';
import { cleanName, extensionOf, isKnownExtension } from '../shared/files/names';
import { purposes, type Purpose } from '../shared/files/purposes';
import {
	DEFAULT_SETTINGS,
	recordOf,
	type UploadedFile,
	type UploadMethod,
	uploadOnce,
	type UploadSettings,
} from '../shared/files/upload';
import { errorItem, runError } from '../shared/run/output';
import { type Item, othersNote, prepareAll, throwFirstError } from '../shared/run/items';
import { clientOf } from '../shared/service/client';
import { expiryOf, type FileRecord, fileStatusWords } from '../shared/service/files';
import { asError, mapConcurrent } from '../shared/util/async';
import { fileSpec, options, purpose as purposeProperty } from './fields';

interface Request {
	ref: UploadRef;
	purpose: Purpose;
	settings: UploadSettings;
	simple: boolean;
}

/**
 * Reads and checks the parameters of one item without sending anything.
 *
 * @throws NodeOperationError that names everything that is wrong with the item
 */
function prepare(context: IExecuteFunctions, itemIndex: number): Request {
	const given = (name: string): unknown => context.getNodeParameter(name, itemIndex, null);
	const violations: string[] = [];
	const refuse = () =>
		refusal(context, itemIndex, violations, 'Nothing was uploaded for this item.');
	const attempt = <T>(read: () => T): T | undefined => {
		try {
			return read();
		} catch (error) {
			violations.push(asError(error).message);
			return undefined;
		}
	};
	const purpose = attempt(() => chosenOption<Purpose>(purposeProperty, given('purpose')));
	if (purpose === undefined) throw refuse();
	const { simple = true, ...chosen } = attempt(() => settingsIn(given('options'))) ?? {};
	const { fileName, method } = chosen;
	const ref = readFile(fileSpec(purpose), parametersOf(context, itemIndex, fileName)) ?? {
		violation: "'File' must be 'From Input File' or 'By URL'",
	};
	if ('violation' in ref) violations.unshift(ref.violation);
	else if (ref.source === 'url') violations.push(...nameViolations(fileName, purpose));
	violations.push(...methodViolations(method, purpose));
	if (violations.length > 0 || 'violation' in ref || ref.source === 'fileId') throw refuse();
	const settings = { ...DEFAULT_SETTINGS, ...chosen, canRename: true };
	return { ref, purpose, settings, simple };
}

/** @throws Error that names the option which cannot be used */
function settingsIn(given: unknown): Partial<UploadSettings> & { simple?: boolean } {
	const { timeLimit, ...chosen } = readOptions({ ...options, simple: taskOptions.simple }, given);
	const settings = {
		...chosen,
		fileName: cleanName(chosen.fileName),
		method: chosen.method as UploadMethod | undefined,
		timeLimitMs: timeLimit && Math.min(MOST_MINUTES, timeLimit) * 60_000,
	};
	return omitBy(settings, isUndefined);
}

/** Of a file from the web; without a known extension, only its server knows the type. */
function nameViolations(fileName = '', purpose: Purpose): string[] {
	if (!isKnownExtension(extensionOf(fileName))) return [];
	const violation = fileViolation(fileName, undefined, purposes[purpose], true);
	return violation ? [`'File Name': ${violation}`] : [];
}

function methodViolations(method: UploadMethod | undefined, purpose: Purpose): string[] {
	const { multipartOnly, label } = purposes[purpose];
	if (method !== 'single' || !multipartOnly) return [];
	return [
		`'Upload Method' cannot be 'Single' for ${label}. The service accepts these files in parts only: choose 'Automatic'`,
	];
}

/** @param simple leaves the service's own record out */
function fileItem(
	{ fileId, url, key, fileName, mimeType, bytes, purpose, uploadedAt }: UploadedFile,
	record: FileRecord,
	itemIndex: number,
	simple: boolean,
): INodeExecutionData {
	const status = fileStatusWords(record.status);
	const expiresAt = expiryOf(record.create_time) ?? expiryOf(uploadedAt / 1000);
	const raw = simple ? undefined : record.raw;
	const json = { fileId, url, key, fileName, mimeType, bytes, purpose, status, expiresAt, raw };
	return { json: omitBy(json, isUndefined), pairedItem: { item: itemIndex } };
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
	const prepared = await prepareAll(context, (itemIndex) => prepare(context, itemIndex));
	if (stopOnError) throwFirstError(context, prepared, othersNote(prepared, 'uploaded'));

	const halt = new AbortController();
	const client = await clientOf(context);
	const finish = async (prepared: Item<Request>): Promise<INodeExecutionData> => {
		const { itemIndex } = prepared;
		try {
			if ('error' in prepared) return errorItem(context, prepared.error, itemIndex);
			const { ref, purpose, settings, simple } = prepared.value;
			const item = { context, itemIndex, client, halt: stopOnError ? halt : undefined };
			const file = await uploadOnce(item, ref, purpose, settings);
			return fileItem(file, await recordOf(item, file.fileId), itemIndex, simple);
		} catch (error) {
			if (!stopOnError && !client.signal?.aborted) return errorItem(context, error, itemIndex);
			throw runError(context, error, itemIndex);
		}
	};
	return await mapConcurrent(prepared, finish, { haltOnError: halt });
}
