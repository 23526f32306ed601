import { createHash } from 'crypto';

import { withQuery } from '../util/webAddress';
import { hmac, isSame } from './secret';

/**
 * End of the path of the address of a paused execution, by which n8n finds the webhook. With one of its own, a callback that
 * comes again does not resume a Wait node that the execution has come to since.
 */
export const RESUME_PATH = 'digital-human';

/** Name in the query of the address of a paused execution; n8n's own token has another one. */
export const PROOF = 'proof';

/** One run of a node in one execution. */
export interface NodeRun {
	executionId: string;
	nodeId: string;
	runIndex: number;
}

/** The address of a paused execution that only the service knows, and the seal by which it is recognized. */
export interface ProvenAddress {
	address: string;
	/** Stored in the execution; the proof cannot be found from it. */
	seal: string;
}

/**
 * Makes the address at which the service resumes this run of the node, with a proof, from the one that n8n has for the
 * execution. The same run gets the same proof, so that a task that was submitted before a retry can still resume it.
 */
export function provenAddress(
	resumeUrl: string,
	{ executionId, nodeId, runIndex }: NodeRun,
	accessToken: string,
): ProvenAddress {
	const address = new URL(resumeUrl);
	address.pathname += `/${RESUME_PATH}`;
	const proof = hmac(accessToken, `digital human resume ${executionId} ${nodeId} ${runIndex}`);
	return { address: withQuery(address.href, PROOF, proof), seal: sealOf(proof) };
}

/** Whether the query of a call has the proof that belongs to a seal; also after the access token has been replaced. */
export function isProven(query: object, seal: string | undefined): boolean {
	const given = (query as Record<string, unknown>)[PROOF];
	return typeof given === 'string' && isSame(sealOf(given), seal);
}

function sealOf(proof: string): string {
	return createHash('sha256').update(proof).digest('hex');
}
