import upperFirst from 'lodash/upperFirst';
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';

import { asError, raceAbort } from '../util/async';
import { inOneText } from '../util/text';
import { readResult, redactor } from './answer';
import { API_PREFIX, authenticated, normalizeBaseUrl } from './credential';
import { operations } from './endpoints';
import { explain } from './messages';
import { connectionWords, readAnswer } from './transport';

/** The user waits for the test, in milliseconds. */
const TIME_LIMIT_MS = 15_000;

/**
 * Tests a credential when it is saved: lists one public voice. A node does it, because of a test by the credential itself, n8n
 * shows no more than a code such as ENOTFOUND where nothing answers.
 */
async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const problem = await problemWith(data, this.helpers);
		return problem
			? { status: 'Error', message: problem }
			: { status: 'OK', message: 'Connection tested successfully' };
	} catch (error) {
		return { status: 'Error', message: asError(error).message };
	}
}

/** What is wrong with a credential; undefined when it is accepted. `request` is the only helper that n8n has here. */
async function problemWith(
	credential: { baseUrl?: unknown; accessToken?: unknown },
	{ request }: ICredentialTestFunctions['helpers'],
): Promise<string | undefined> {
	const root = normalizeBaseUrl(String(credential.baseUrl ?? ''));
	const url = `${root}${API_PREFIX}/${String(operations.listPublicVoices.path)}`;
	const options = authenticated(credential, { method: 'GET', url, qs: { page: 1, size: 1 } });
	const answer = await readAnswer(async (limit) => {
		const settings = { timeout: TIME_LIMIT_MS, simple: false, resolveWithFullResponse: true };
		const answered = request({ ...options, ...settings }) as Promise<IN8nHttpFullResponse>;
		const response = await raceAbort(answered, limit);
		// n8n has undefined for an empty one.
		return { ...response, body: response.body ?? '' };
	}, TIME_LIMIT_MS);
	if ('cause' in answer) {
		const words = connectionWords(new URL(root).host, answer);
		return `The service could not be reached: ${words}. Check 'Base URL', and that this n8n can connect to it.`;
	}
	const redact = redactor(String(options.headers?.access_token));
	const result = readResult('listPublicVoices', answer, z.unknown(), redact);
	if ('data' in result) return undefined;
	const { reason, description } = explain(result.failure);
	return inOneText(upperFirst(reason), description);
}

/** For `methods` of a node. */
export const credentialTest = { digitalHumanApi: testCredential };
