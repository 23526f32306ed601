import { createHash } from 'crypto';

import { withQuery } from '../util/webAddress';
import { hmac, isSame } from './secret';

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
 * Adds a proof to the address at which the service resumes an execution, in every version of n8n. The same run gets the
 * same proof, so that a task that was submitted before a retry can still resume it.
 */
export function provenAddress(
	address: string,
	{ executionId, nodeId, runIndex }: NodeRun,
	accessToken: string,
): ProvenAddress {
	const proof = hmac(accessToken, `digital human resume ${executionId} ${nodeId} ${runIndex}`);
	return { address: withQuery(address, PROOF, proof), seal: sealOf(proof) };
}

/** Whether the query of a call has the proof that belongs to a seal; also after the access token has been replaced. */
export function isProven(query: object, seal: string | undefined): boolean {
	const given = (query as Record<string, unknown>)[PROOF];
	return typeof given === 'string' && isSame(sealOf(given), seal);
}

function sealOf(proof: string): string {
	return createHash('sha256').update(proof).digest('hex');
}
