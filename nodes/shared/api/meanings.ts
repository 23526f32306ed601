import { at, has } from 'lodash';

import type { Message } from '../util/catalogue';
import { formatValue } from '../util/quote';
import {
	Code,
	codes,
	codesOf,
	createCodes,
	type Meaning,
	type RefusalMessages,
	videoMessages,
} from './codes';
import { createEndpoint, type EndpointName } from './endpoints';

/*
 * What the service means by a code, or by a message without one, for the endpoint that gave it.
 */

/** Codes that leave open what is wrong: a documented message says more. */
const VAGUE: ReadonlySet<unknown> = new Set([
	Code.BadRequest,
	Code.FieldRefused,
	Code.InternalFault,
]);

/**
 * What a code means, or a documented message where there is none or it leaves open what is wrong
 * (service.md 7).
 *
 * @param body of the request, whose values the words name
 * @returns undefined for what is not documented
 */
export function meaningOf(
	endpoint: EndpointName,
	{ code, msg }: { code?: number | null; msg: string },
	body: object = {},
): Message | undefined {
	const ofCode = meaningOfCode(endpoint, code ?? NaN);
	const ofMessage = meaningOfMessage(endpoint, msg);
	const meaning = VAGUE.has(code) ? (ofMessage ?? ofCode) : (ofCode ?? ofMessage);
	if (typeof meaning !== 'function') return meaning;
	return meaning((...fields) => {
		const value = at(body as Record<string, unknown>, fields).find(Boolean);
		return value === undefined ? '' : formatValue(value);
	});
}

function meaningOfCode(endpoint: EndpointName, code: number): Meaning | undefined {
	const ofSubmits = createEndpoint(endpoint) && createCodes[code];
	return codesOf[endpoint]?.[code] ?? ofSubmits ?? codes[code];
}

/** The words of create_video are understood at every endpoint: none of them means anything else there. */
function meaningOfMessage(endpoint: EndpointName, message: string): Meaning | undefined {
	return refusalMeaning(message, endpoint) ?? documentedMeaning(message, videoMessages);
}

/** Whether a message without a code means that the endpoint refused the request before any work. */
export function isRefusalMessage(message: string, endpoint: EndpointName): boolean {
	return refusalMeaning(message, endpoint) !== undefined;
}

function refusalMeaning(message: string, endpoint: EndpointName): Meaning | undefined {
	return documentedMeaning(message, createEndpoint(endpoint)?.refusalMessages ?? {});
}

/** The service may say anything, also what every object has, such as "constructor". */
function documentedMeaning(message: string, messages: RefusalMessages): Meaning | undefined {
	const plain = withoutDetails(message);
	return has(messages, [plain]) ? messages[plain] : undefined;
}

const IN_PARENTHESES = /\([^)]*\)/;

/** A message as it is documented, without its details in parentheses, in small letters. */
function withoutDetails(message: string): string {
	return message.replace(IN_PARENTHESES, '').trim().toLowerCase();
}
