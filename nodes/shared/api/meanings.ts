import { get, has } from 'lodash';

import type { Message } from '../util/catalogue';
import { formatValue } from '../util/quote';
import { clip } from '../util/text';
import {
	Code,
	codes,
	codesOf,
	createCodes,
	type Meaning,
	type RefusalMessages,
	videoMessages,
} from './codes';
import { type EndpointName, submitEndpoint } from './endpoints';

/*
 * What the service means by a code, or by a message without one, for the endpoint that gave it.
 */

/** Codes that leave open what is wrong, so that a documented message beside them says more. */
const VAGUE: ReadonlySet<unknown> = new Set([
	Code.BadRequest,
	Code.FieldRefused,
	Code.InternalFault,
]);

/**
 * What a refusal means, as a message for the user. The code decides. Only where it has no code, one that is not
 * documented, or one that leaves open what is wrong, a documented text beside it counts first (service.md 7).
 *
 * @param msg the text of the answer
 * @param body of the request, because the message may name values of it
 * @returns undefined where neither is documented
 */
export function meaningOf(
	endpoint: EndpointName,
	{ code, msg }: { code?: number | null; msg: string },
	body: object = {},
): Message | undefined {
	const ofCode = typeof code === 'number' ? meaningOfCode(endpoint, code) : undefined;
	const isClear = ofCode !== undefined && !VAGUE.has(code);
	const ofMessage = isClear ? undefined : meaningOfMessage(endpoint, msg);
	const meaning = ofMessage ?? ofCode;
	// A function makes a message that names values of the request.
	if (typeof meaning !== 'function') return meaning;
	return meaning((...fields) => firstValueIn(body, fields));
}

/**
 * The value of the first field that has one, short enough for a message: a field that is missing, empty or 0 has none.
 * An empty text where no field has one.
 *
 * @param fields each as a path, such as "person.id"
 */
function firstValueIn(body: object, fields: string[]): string {
	const value = fields.map((field): unknown => get(body, field)).find(Boolean);
	if (value === undefined) return '';
	return formatValue(value);
}

/**
 * What a code means: at this endpoint if it has a meaning of its own there, else for all that create, else for any.
 * Undefined for a code that is not documented.
 */
function meaningOfCode(endpoint: EndpointName, code: number): Meaning | undefined {
	const ofEndpoint = codesOf[endpoint]?.[code];
	if (ofEndpoint) return ofEndpoint;
	const ofCreation = createCodes[code];
	if (ofCreation && submitEndpoint(endpoint)) return ofCreation;
	return codes[code];
}

/**
 * What a message means at an endpoint; undefined for one that is not documented. Those of create_video are understood
 * at every endpoint, because none of them means anything else there.
 */
function meaningOfMessage(endpoint: EndpointName, message: string): Meaning | undefined {
	return refusalMeaning(endpoint, message) ?? documentedMeaning(message, videoMessages);
}

/** Whether a message without a code is one by which the endpoint is documented to refuse a request before any work. */
export function isRefusalMessage(message: string, endpoint: EndpointName): boolean {
	return refusalMeaning(endpoint, message) !== undefined;
}

/** What a message means that the endpoint is documented to refuse with; undefined for any other. */
function refusalMeaning(endpoint: EndpointName, message: string): Meaning | undefined {
	return documentedMeaning(message, submitEndpoint(endpoint)?.refusalMessages);
}

/**
 * What a message means by a table of documented ones, which are in small letters
 * and without the details in parentheses.
 */
function documentedMeaning(message: string, messages: RefusalMessages = {}): Meaning | undefined {
	// Cut, because looking for parentheses takes long in a very long text; no documented message is long.
	const withoutDetails = clip(message)
		.replace(/\([^)]*\)/, '')
		.trim();
	const plain = withoutDetails.toLowerCase();
	// The service may say anything, also the name of what every object has, such as "constructor". It stands in a list,
	// because `has` would read a text with dots as a path.
	return has(messages, [plain]) ? messages[plain] : undefined;
}
