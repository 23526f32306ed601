import { upperFirst } from 'lodash';
import type {
	ICredentialTestFunction,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { z } from 'zod';

import { raceAbort } from '../util/async';
import { errorText, PackError } from '../util/errors';
import { serviceRoot } from './addresses';
import { endpoints } from './endpoints';
import { answerTo, type Failure } from './failure';
import { type Answer, readAnswer } from './http';
import { apiMessages } from './apiMessages';
import type { NoAnswer } from './noAnswer';
import { redactor } from './redact';
import { readResult } from './result';
import { explain } from './serviceError';
import { withToken } from './withToken';

/*
 * The test of a credential when it is saved. It belongs to a node, because the credential's own kind of test would show
 * no more than a code such as ENOTFOUND where nothing answers.
 */

/** Time for the answer to a test, in milliseconds. */
const TEST_LIMIT_MS = 15_000;

/** n8n's request helper: the only one that it has for a test, and of an older kind than that of the nodes. */
type RequestHelper = ICredentialTestFunctions['helpers']['request'];

/**
 * Tests the address and the token by asking for one public voice. Any answer of success will do. Otherwise, the message
 * says what is wrong; nothing is thrown.
 */
const testCredential: ICredentialTestFunction = async function ({ data = {} }) {
	const { request } = this.helpers;
	try {
		const url = serviceRoot(data.baseUrl) + endpoints.listPublicVoices.path;
		const options = withToken(data, { method: 'GET', url, qs: { page: 1, size: 1 } });
		const answer = await sendWith(request, options);
		const question = { endpoint: 'listPublicVoices', schema: z.unknown() } as const;
		// `withToken` has put the token into this header, in the form in which it is sent.
		const redact = redactor(String(options.headers?.access_token));
		const result = readResult(question, answer, redact);
		if ('data' in result) return { status: 'OK', message: apiMessages.connectionTested };
		return { status: 'Error', message: errorText(testError(result.failure)) };
	} catch (error) {
		return { status: 'Error', message: errorText(error) };
	}
};

/** Sends a request with n8n's helper for tests, and gives the answer, with any HTTP status, or why there is none. */
async function sendWith(
	request: RequestHelper,
	options: IHttpRequestOptions,
): Promise<Answer | NoAnswer> {
	const send = async (limit: AbortSignal) => {
		const pending = request({
			...options,
			// Ends the request. Some waits, as for a connection, are not part of it, so that `limit` ends the whole.
			timeout: TEST_LIMIT_MS,
			// An HTTP status such as 404 is no error.
			simple: false,
			// The status and the headers come with the body.
			resolveWithFullResponse: true,
		}) as Promise<IN8nHttpFullResponse>;
		// The helper takes no signal, so the wait for it is cut off instead.
		const response = await raceAbort(pending, limit);
		// n8n has no body at all where that is empty.
		response.body ??= '';
		return response;
	};
	return await readAnswer(send, { timeLimitMs: TEST_LIMIT_MS, url: options.url });
}

/**
 * The error of a failed test. It has the reason alone, without "Could not list public voices", because the user has
 * asked for a test and not for voices.
 */
function testError(failure: Failure): PackError {
	// Every answer has an HTTP status.
	const wasAnswered = answerTo(failure).httpStatus !== undefined;
	if (!wasAnswered) return new PackError(apiMessages.notReached(failure.detail));
	const explained = explain(failure);
	return new PackError({ ...explained, title: upperFirst(explained.reason) });
}

/** For `methods` of a node. */
export const credentialTest = { digitalHumanApi: testCredential };
