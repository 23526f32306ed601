import type { FunctionsBase, IAllExecuteFunctions, INode } from 'n8n-workflow';

import { normalizeToken } from './accessToken';
import type { Paths } from './paths';

/*
 * The credential of a node: where the service is, the access token, and paths that are not published.
 */

/** Its name in n8n. */
export const CREDENTIAL = 'digitalHumanApi';

/** What was read of the credential; the paths of unpublished endpoints may be missing. */
export interface Credential extends Paths {
	/** As the user has entered it. */
	baseUrl: string;
	/** In the form in which it is sent. */
	accessToken: string;
}

/**
 * Any context of n8n in which the pack calls the service: that of a node, a trigger, a webhook or a list of the editor.
 */
export type ServiceContext = IAllExecuteFunctions;

/**
 * ID of the credential that a node uses; undefined where it has none. A new node has none when the editor first asks
 * for the choices of its lists: the editor fills in the credential only then, and does not ask again until the node is
 * reopened.
 */
export function credentialIdOf({ credentials }: INode): string | undefined {
	return credentials?.[CREDENTIAL]?.id ?? undefined;
}

/**
 * Reads the credential of a node as it is now, with the token in the form in which it is sent.
 *
 * @throws PackError when the token cannot be used; whatever n8n throws when it cannot give the credential
 */
export async function readCredential(context: FunctionsBase): Promise<Credential> {
	const credential = await context.getCredentials<Credential>(CREDENTIAL);
	return { ...credential, accessToken: normalizeToken(credential.accessToken) };
}
