import type { FunctionsBase, IAllExecuteFunctions, INode } from 'n8n-workflow';

import { lastsOneCall } from '../n8n/contexts';
import { normalizeToken } from './accessToken';
import { detailPath, hasPath, type PathField, type Paths } from './paths';

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
 * ID of the credential that a node uses. A new node has none at first: the editor asks for its choices
 * before it fills in the credential, and does not ask again until the node is reopened.
 */
export function credentialIdOf({ credentials }: INode): string | undefined {
	return credentials?.[CREDENTIAL]?.id ?? undefined;
}

/** What was read in a call of the editor or of a webhook, as long as that call lasts. */
const ofCalls = new WeakMap<object, Promise<Credential>>();

/**
 * Reads the credential of a node. One call of the editor or of a webhook reads it once: there, n8n
 * starts an environment for expressions each time, which takes longer than a request. An execution may
 * last for days, and reads what is entered now.
 *
 * @throws PackError when the token cannot be used; whatever n8n throws when it cannot give the credential
 */
export async function readCredential(
	context: Pick<FunctionsBase, 'getCredentials'>,
): Promise<Credential> {
	if (!lastsOneCall(context)) return await readFrom(context);
	const reading = ofCalls.get(context) ?? readFrom(context);
	ofCalls.set(context, reading);
	return await reading;
}

async function readFrom(context: Pick<FunctionsBase, 'getCredentials'>): Promise<Credential> {
	const credential = await context.getCredentials<Credential>(CREDENTIAL);
	return { ...credential, accessToken: normalizeToken(credential.accessToken) };
}

/**
 * Whether the node's credential has a path that is not published.
 *
 * @throws PackError that says what is wrong with the path that it has
 */
export async function knowsPath(context: ServiceContext, field: PathField): Promise<boolean> {
	const paths = await readCredential(context);
	if (!hasPath(paths, field)) return false;
	detailPath(paths, field);
	return true;
}
