import { isUndefined, omitBy } from 'lodash';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readFile } from '../shared/fields/files';
import { chosenOption, MOST_MINUTES, numberOption, optionValue } from '../shared/fields/options';
import { parametersOf, refusal } from '../shared/fields/request';
import { fileViolation, type UploadRef, type Violation } from '../shared/files/fileRef';
import { cleanName, extensionOf, isKnownExtension } from '../shared/files/names';
import { purposes, type Purpose } from '../shared/files/purposes';
import { DEFAULT_SETTINGS, type UploadMethod, type UploadSettings } from '../shared/files/upload';
import { simplifies } from '../shared/run/options';
import { asError } from '../shared/util/async';
import {
	fileName as fileNameProperty,
	fileSpec,
	method as methodProperty,
	partsAtOnce as partsProperty,
	purpose as purposeProperty,
	timeLimit,
	waitUntilUsable as waitProperty,
} from './fields';

/** What is to be uploaded for one item, and how. */
export interface Upload {
	ref: UploadRef;
	purpose: Purpose;
	settings: UploadSettings;
	simple: boolean;
}

/** What n8n holds of a file that it reads from the web takes about the memory of one part. */
const PARTS_BY_URL = DEFAULT_SETTINGS.partsAtOnce - 1;

/**
 * Reads and checks the parameters of one item without sending anything.
 *
 * @throws NodeOperationError that names everything that is wrong with the item
 */
export function prepareUpload(context: IExecuteFunctions, itemIndex: number): Upload {
	const refuse = (...violations: string[]) =>
		refusal(context, itemIndex, violations, 'Nothing was uploaded for this item.');
	const given: unknown = context.getNodeParameter('purpose', itemIndex, null);
	const purpose = orViolation(() => chosenOption<Purpose>(purposeProperty, given));
	if (typeof purpose === 'object') throw refuse(purpose.violation);
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const read = orViolation(() => readOptions(options));
	const fileName = 'violation' in read ? undefined : read.chosen.fileName;
	const ref = readFile(fileSpec(purpose), parametersOf(context, itemIndex, fileName)) ?? {
		violation: "'File' must be 'From Input File' or 'By URL'",
	};
	const violations = [
		...('violation' in ref ? [ref.violation] : []),
		...('source' in ref && ref.source === 'url' ? nameViolations(fileName, purpose) : []),
		...('violation' in read ? [read.violation] : methodViolations(read.chosen.method, purpose)),
	];
	const isRefused = violations.length > 0 || 'violation' in ref || 'violation' in read;
	if (isRefused || ref.source === 'fileId') throw refuse(...violations);
	const byUrl = ref.source === 'url' ? { partsAtOnce: PARTS_BY_URL } : {};
	const settings = { ...DEFAULT_SETTINGS, ...byUrl, ...read.chosen, renaming: 'here' as const };
	return { ref, purpose, settings, simple: read.simple };
}

function orViolation<T>(read: () => T): T | Violation {
	try {
		return read();
	} catch (error) {
		return { violation: asError(error).message };
	}
}

/** @throws Error that names the option which cannot be used */
function readOptions(options: IDataObject): { chosen: Partial<UploadSettings>; simple: boolean } {
	const inMs = (minutes?: number) => minutes && Math.min(MOST_MINUTES, minutes) * 60_000;
	const chosen = {
		fileName: cleanName(optionValue(fileNameProperty, options.fileName)),
		method: optionValue<UploadMethod>(methodProperty, options.method),
		partsAtOnce: numberOption(partsProperty, options.partsAtOnce),
		timeLimitMs: inMs(numberOption(timeLimit, options.timeLimit)),
		waitUntilUsable: optionValue<boolean>(waitProperty, options.waitUntilUsable),
	};
	return { chosen: omitBy(chosen, isUndefined), simple: simplifies(options.simple) };
}

/** The given name of a file from the web; without a known extension, only its server knows the type. */
function nameViolations(fileName = '', purpose: Purpose): string[] {
	if (!isKnownExtension(extensionOf(fileName))) return [];
	const violation = fileViolation(fileName, undefined, purpose, 'here');
	return violation ? [`'File Name': ${violation}`] : [];
}

function methodViolations(method: UploadMethod | undefined, purpose: Purpose): string[] {
	const { multipartOnly, label } = purposes[purpose];
	if (method !== 'single' || !multipartOnly) return [];
	return [
		`'Upload Method' cannot be 'Single' for ${label}. The service accepts these files in parts only: choose 'Automatic'`,
	];
}
