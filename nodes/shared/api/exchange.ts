import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isFinalCredentialError } from '../n8n/credentialErrors';
import { AS_IT_COMES } from '../n8n/requests';
import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { isServiceAddress } from './addresses';
import { CREDENTIAL, type Credential, type ServiceContext } from './credential';
import { type Answer, readAnswer } from './http';
import { apiMessages } from './apiMessages';
import type { NoAnswer } from './noAnswer';
import { withoutToken } from './redact';

/*
 * One exchange with the service: as any other, with the access token of the node's credential.
 */

/** Who sends a request. */
interface Sender {
	context: ServiceContext;
	/** Reads the credential, which may have been deleted or changed while the node waits. */
	credentialNow(): Promise<Credential>;
}

/** The outcome of one request, with the token that it had, because the user may replace that while the node runs. */
interface Exchanged {
	/** The answer, in which the token is hidden, or why there is none. */
	answer: Answer | NoAnswer;
	/** The token that was sent; empty where nothing was sent. */
	accessToken: string;
}

/**
 * Sends one request with the credential's token and reads the whole answer as text. Redirects are not followed, so that
 * the token never travels to another host, and no HTTP status is an error here: n8n would send a request answered with
 * 401 a second time.
 *
 * @param request to an address of the service
 * @param limits the time for the whole exchange in milliseconds, and what else ends it
 * @throws PackError when the credential cannot be used any more, or is now for another address; n8n's error when the
 *   credential is gone. Where the request fails, nothing is thrown
 */
export async function exchange(
	sender: Sender,
	request: IHttpRequestOptions,
	limits: { timeLimitMs: number; signal?: AbortSignal },
): Promise<Exchanged> {
	const credential = await credentialFor(sender, request.url);
	// Where the credential cannot be read at the moment, it is a `NoAnswer` instead, and nothing is sent.
	const isNoAnswer = 'cause' in credential;
	if (isNoAnswer) return { answer: credential, accessToken: '' };
	const { context } = sender;
	const caller = callerWith(context, credential);
	// n8n has the credential add its token, and gives the answer as it comes, with any HTTP status.
	const send = async (abortSignal: AbortSignal) =>
		await context.helpers.httpRequestWithAuthentication.call(caller, CREDENTIAL, {
			...request,
			...AS_IT_COMES,
			abortSignal,
		});
	const { accessToken } = credential;
	const answer = await readAnswer(send, { url: request.url, ...limits });
	if ('text' in answer) answer.text = withoutToken(answer.text, accessToken);
	return { answer, accessToken };
}

/**
 * The `this` for n8n's request helper: the credential that was just read, and no more of the context than n8n needs to
 * add the token. With the whole context, n8n would put its own signal in the place of ours: requests would have no time
 * limit, and Stop would cut off submits that are charged.
 */
function callerWith(context: ServiceContext, credential: Credential): IAllExecuteFunctions {
	const needed = {
		getCredentials: async () => credential,
		getNode: context.getNode.bind(context),
		helpers: context.helpers,
		logger: context.logger,
	};
	return needed as unknown as IAllExecuteFunctions;
}

/**
 * The credential for a request to an address. Where n8n cannot read it at the moment, as when its database is busy, the
 * result is a `NoAnswer` with the cause `unsent`, so that the request may be tried again.
 *
 * @param url the address to which the token is to be sent
 * @throws PackError when it cannot be used, or no longer belongs to the address; n8n's error when it is gone
 */
async function credentialFor(sender: Sender, url: string): Promise<Credential | NoAnswer> {
	let credential: Credential;
	try {
		credential = await sender.credentialNow();
	} catch (thrown) {
		const error = asError(thrown);
		if (error instanceof PackError || isFinalCredentialError(error)) throw error;
		return { cause: 'unsent', detail: error.message };
	}
	// The user may have entered another address while the node runs.
	if (!isServiceAddress(url, credential.baseUrl)) throw new PackError(apiMessages.baseUrlChanged);
	return credential;
}
