import type { FunctionsBase, IAllExecuteFunctions, INode } from 'n8n-workflow';

import { normalizeToken } from './accessToken';
import type { Paths } from './paths';

/*
 * The credential of a node: where the service is, the access token, and paths that are not published.
 */

/** Its name in n8n. */
export const CREDENTIAL = 'digitalHumanApi';

export interface Credential extends Paths {
	baseUrl: string;
	accessToken: string;
}

/** Every n8n context in which the pack talks to the service. */
export type ServiceContext = IAllExecuteFunctions;

/**
 * ID of the credential that a node uses; undefined where it has none. So it is with a new node: the editor asks for its
 * choices before it fills in the credential, and does not ask again until the node is reopened.
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
