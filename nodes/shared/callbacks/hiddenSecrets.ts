import { parsedUrl } from '../util/webAddress';
import { PROOF } from './resumeProof';
import { SECRET } from './secret';

/** What opens an address: the pack's own secrets, and the token of n8n in the address of a paused execution. */
const SECRETS = [SECRET, PROOF, 'signature', 'token'];

/** A request body without the secrets in its callback address, for outputs. */
export function hiddenSecrets(body: object): object {
	const { callback } = body as { callback?: unknown };
	const url = typeof callback === 'string' ? parsedUrl(callback) : undefined;
	if (!url) return body;
	for (const name of SECRETS) if (url.searchParams.has(name)) url.searchParams.set(name, '***');
	return { ...body, callback: url.href };
}
