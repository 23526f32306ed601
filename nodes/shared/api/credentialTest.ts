import { upperFirst } from 'lodash';
import type { ICredentialTestFunction, IN8nHttpFullResponse } from 'n8n-workflow';
import { z } from 'zod';

import { raceAbort } from '../util/async';
import { errorText, PackError } from '../util/errors';
import { serviceRoot } from './addresses';
import { authenticated } from './authenticated';
import { endpoints } from './endpoints';
import { answerTo, type Failure } from './failure';
import { readAnswer } from './http';
import { apiMessages } from './apiMessages';
import { redactor } from './redact';
import { readResult } from './result';
import { explain } from './serviceError';

const TEST_LIMIT_MS = 15_000;

/**
 * Tests a credential when it is saved: lists one public voice. A node does it, because of a test by the
 * credential itself, n8n shows no more than a code such as ENOTFOUND where nothing answers.
 */
const testCredential: ICredentialTestFunction = async function ({ data = {} }) {
	try {
		const url = serviceRoot(data.baseUrl) + endpoints.listPublicVoices.path;
		const options = authenticated(data, { method: 'GET', url, qs: { page: 1, size: 1 } });
		const settings = { timeout: TEST_LIMIT_MS, simple: false, resolveWithFullResponse: true };
		// The only helper that n8n has here.
		const { request } = this.helpers;
		const ask = async (limit: AbortSignal) => {
			const answered = request({ ...options, ...settings });
			const response = await raceAbort(answered as Promise<IN8nHttpFullResponse>, limit);
			// n8n has undefined for an empty one.
			return { ...response, body: response.body ?? '' };
		};
		const answer = await readAnswer(ask, { timeLimitMs: TEST_LIMIT_MS, url });
		const redact = redactor(String(options.headers?.access_token));
		const question = { endpoint: 'listPublicVoices', schema: z.unknown() } as const;
		const result = readResult(question, answer, redact);
		if ('data' in result) return { status: 'OK', message: apiMessages.connectionTested };
		return { status: 'Error', message: errorText(testError(result.failure)) };
	} catch (error) {
		return { status: 'Error', message: errorText(error) };
	}
};

/** The words without those of the call: the user has asked for a test, and not for a list of voices. */
function testError(failure: Failure): PackError {
	const wasAnswered = answerTo(failure).httpStatus !== undefined;
	if (!wasAnswered) return new PackError(apiMessages.notReached(failure.detail));
	const { code, reason, advice } = explain(failure);
	return new PackError({ code, title: upperFirst(reason), advice });
}

/** For `methods` of a node. */
export const credentialTest = { digitalHumanApi: testCredential };
