import type { FunctionsBase, INode } from 'n8n-workflow';

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

/** ID of the credential that a node uses. */
export function credentialIdOf({ credentials }: INode): string | undefined {
	return credentials?.[CREDENTIAL]?.id ?? undefined;
}

/** What calls of the editor and of webhooks have read. */
const ofCalls = new WeakMap<object, Promise<Credential>>();

/**
 * Reads the credential of a node. One call of the editor or of a webhook reads it once: there, n8n starts an
 * environment for expressions each time, which takes longer than a request. An execution may last for days, and reads
 * what is entered now.
 */
export async function readCredential(context: CredentialContext): Promise<Credential> {
	if (!lastsOneCall(context)) return await read(context);
	const known = ofCalls.get(context) ?? read(context);
	ofCalls.set(context, known);
	return await known;
}

type CredentialContext = Pick<FunctionsBase, 'getCredentials'>;

async function read(context: CredentialContext): Promise<Credential> {
	const credential = await context.getCredentials<Credential>(CREDENTIAL);
	return { ...credential, accessToken: credential.accessToken.trim() };
}

/** By what only the context of a webhook and that of a list in the editor have. */
function lastsOneCall(context: object): boolean {
	return 'getRequestObject' in context || 'getCurrentNodeParameter' in context;
}
