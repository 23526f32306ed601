import type { IExecuteFunctions } from 'n8n-workflow';

import { readFile } from '../shared/fields/files';
import { chosenOption, MOST_MINUTES, numberOption, optionValue } from '../shared/fields/options';
import { parametersOf, refusal } from '../shared/fields/request';
import {
	fileViolation,
	type FileRef,
	type UploadRef,
	type Violation,
} from '../shared/files/fileRef';
import { cleanName, extensionOf, isKnownExtension } from '../shared/files/names';
import { purposes, type Purpose } from '../shared/files/purposes';
import { DEFAULT_SETTINGS, type UploadMethod, type UploadSettings } from '../shared/files/upload';
import { simplifies } from '../shared/run/options';
import { asError } from '../shared/util/async';
import {
	fileName as fileNameProperty,
	fileSpec,
	method as methodProperty,
	partsAtOnce,
	purpose as purposeProperty,
	timeLimit,
	waitUntilUsable,
} from './fields';

const NOTHING_SENT = 'Nothing was uploaded for this item.';

/** What is to be uploaded for one item, and how. */
export interface Upload {
	ref: UploadRef;
	purpose: Purpose;
	settings: UploadSettings;
	simple: boolean;
}

interface Options {
	fileName?: unknown;
	partsAtOnce?: unknown;
	simple?: unknown;
	timeLimit?: unknown;
	method?: unknown;
	waitUntilUsable?: unknown;
}

/**
 * Reads and checks the parameters of one item without sending anything.
 *
 * @throws NodeOperationError that names everything that is wrong with the item
 */
export function prepareUpload(context: IExecuteFunctions, itemIndex: number): Upload {
	const purpose = readPurpose(context, itemIndex);
	const options = context.getNodeParameter('options', itemIndex, {}) as Options;
	const choices = choicesOf(options);
	const fileName = 'violation' in choices ? undefined : choices.fileName;
	const read = readFile(fileSpec(purpose), parametersOf(context, itemIndex, fileName));
	const violations = [
		...violationsOf(read),
		...nameViolations(read, fileName, purpose),
		...('violation' in choices ? [choices.violation] : methodViolations(choices.method, purpose)),
	];
	if (
		!read ||
		'violation' in read ||
		read.source === 'fileId' ||
		'violation' in choices ||
		violations.length > 0
	) {
		throw refusal(context, itemIndex, violations, NOTHING_SENT);
	}
	return {
		ref: read,
		purpose,
		settings: settingsOf(choices, read.source),
		simple: choices.simple,
	};
}

/** What n8n holds of a file that it reads from the web takes about the memory of one part. */
const PARTS_BY_URL = DEFAULT_SETTINGS.partsAtOnce - 1;

interface Choices {
	fileName?: string;
	method?: UploadMethod;
	parts?: number;
	minutes?: number;
	waits?: boolean;
	simple: boolean;
}

function readPurpose(context: IExecuteFunctions, itemIndex: number): Purpose {
	try {
		return chosenOption(purposeProperty, context.getNodeParameter('purpose', itemIndex, null));
	} catch (error) {
		throw refusal(context, itemIndex, [asError(error).message], NOTHING_SENT);
	}
}

function choicesOf(options: Options): Choices | { violation: string } {
	try {
		return {
			fileName: cleanName(optionValue(fileNameProperty, options.fileName)),
			method: optionValue(methodProperty, options.method),
			parts: numberOption(partsAtOnce, options.partsAtOnce),
			minutes: numberOption(timeLimit, options.timeLimit),
			waits: optionValue<boolean>(waitUntilUsable, options.waitUntilUsable),
			simple: simplifies(options.simple),
		};
	} catch (error) {
		return { violation: asError(error).message };
	}
}

function settingsOf(
	{ fileName, method, parts, minutes, waits }: Choices,
	source: UploadRef['source'],
): UploadSettings {
	const usual = source === 'url' ? PARTS_BY_URL : DEFAULT_SETTINGS.partsAtOnce;
	return {
		method: method ?? DEFAULT_SETTINGS.method,
		partsAtOnce: parts ?? usual,
		waitUntilUsable: waits ?? DEFAULT_SETTINGS.waitUntilUsable,
		timeLimitMs:
			minutes === undefined
				? DEFAULT_SETTINGS.timeLimitMs
				: Math.min(MOST_MINUTES, minutes) * 60_000,
		fileName,
		renaming: 'here',
	};
}

function violationsOf(read: FileRef | Violation | undefined): string[] {
	if (!read) return ["'File' must be 'From Input File' or 'By URL'"];
	return 'violation' in read ? [read.violation] : [];
}

/** The given name of a file from the web; without a known extension, only its server knows the type. */
function nameViolations(
	read: FileRef | Violation | undefined,
	fileName: string | undefined,
	purpose: Purpose,
): string[] {
	const fromWeb = read && 'source' in read && read.source === 'url';
	if (!fromWeb || !fileName || !isKnownExtension(extensionOf(fileName))) return [];
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
