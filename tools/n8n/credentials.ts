import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Rest } from './rest';

export const credentialType = 'digitalHumanApi';

/** The name that n8n gives a new credential of the pack, so that imported examples find it. */
export const credentialName = 'Digital Human account';

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

/** What n8n shows after a credential was tested. */
export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

/** The fields of the credential. */
export interface ServiceAccess {
	baseUrl: string;
	accessToken: string;
	/** Paths of the operations that the service does not publish. */
	videoDetailPath?: string;
	personDetailPath?: string;
}

/** Creates the credential of the pack, or updates the one of that name. */
export async function saveCredential(
	rest: Rest,
	access: ServiceAccess,
	name = credentialName,
): Promise<StoredCredential> {
	const data: ICredentialDataDecryptedObject = { ...access };
	const body = { name, type: credentialType, data };
	const stored = await rest.get<StoredCredential[]>('credentials');
	const present = stored.find((entry) => entry.name === name && entry.type === credentialType);
	if (present !== undefined) return await rest.patch(`credentials/${present.id}`, body);
	return await rest.post('credentials', body);
}

/** Removes every credential of the pack, so that n8n is as new. */
export async function forgetCredentials(rest: Rest): Promise<void> {
	const stored = await rest.get<StoredCredential[]>('credentials');
	for (const { id } of stored.filter(({ type }) => type === credentialType)) {
		await rest.fetch(`/rest/credentials/${id}`, { method: 'DELETE' });
	}
}

/** Presses the Test button of a stored credential. */
export async function testCredential(
	rest: Rest,
	{ id }: StoredCredential,
): Promise<CredentialTest> {
	const credentials = await rest.get<StoredCredential>(`credentials/${id}`, {
		includeData: 'true',
	});
	return await rest.post<CredentialTest>('credentials/test', { credentials });
}
