import type { FunctionsBase } from 'n8n-workflow';

import type { DetailPaths } from './detailPaths';

/** Name of the credential, as nodes refer to it. */
export const CREDENTIAL = 'digitalHumanApi';

/** What the user enters in the credential. */
export interface Credential extends DetailPaths {
	baseUrl: string;
	accessToken: string;
}

/**
 * Whether the node has a credential. The editor asks for the choices of a new node before it fills in the
 * credential, and does not ask again until the node is reopened.
 */
export function hasCredential(context: Pick<FunctionsBase, 'getNode'>): boolean {
	return context.getNode().credentials?.[CREDENTIAL] !== undefined;
}

/** Reads the credential of a node. */
export async function readCredential(
	context: Pick<FunctionsBase, 'getCredentials'>,
): Promise<Credential> {
	const credential = await context.getCredentials<Credential>(CREDENTIAL);
	return { ...credential, accessToken: credential.accessToken.trim() };
}
