/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	INode,
	IWorkflowSettings,
} from 'n8n-workflow';

import { dataFolder } from './program';

const passwordFile = join(dataFolder, 'owner-password');

/** The account that the local n8n has; its password is made once for this checkout, at random, and kept in `.data`. */
export function owner() {
	if (!existsSync(passwordFile)) {
		mkdirSync(dataFolder, { recursive: true });
		const random = `Aa1-${randomBytes(12).toString('base64url')}`;
		writeFileSync(passwordFile, random, { mode: 0o600, flag: 'wx' });
	}
	const password = readFileSync(passwordFile, 'utf8');
	return { email: 'owner@example.com', password, firstName: 'Local', lastName: 'Owner' };
}

const ROUND_MS = 500;
const MAX_ROUNDS = 120;
const MAX_LOST_ROUNDS = 20;

/** n8n's answer to a request that it refused. */
export class RestError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** The interface that n8n's own editor uses, signed in as the owner. */
export class Rest {
	private cookie = '';

	/** The version that n8n says it has; only known after signing in. */
	version = '';

	constructor(readonly url: string) {}

	/** Signs in; on an n8n that has no account yet, creates the owner first. */
	static async signIn(url: string): Promise<Rest> {
		const rest = new Rest(url);
		const settings = await rest.get<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'settings',
		);
		const account = owner();
		if (settings.userManagement.showSetupOnFirstLoad) await rest.post('owner/setup', account);
		const { email, password } = account;
		await rest.post('login', { emailOrLdapLoginId: email, password }).catch((error: RestError) => {
			if (error.status !== 401) throw error;
			throw new Error(
				`The n8n at ${url} has another password than ${passwordFile}. Write it into this file, or remove .data/n8n for a new n8n.`,
			);
		});
		rest.version = (await rest.get<{ versionCli: string }>('settings')).versionCli;
		return rest;
	}

	async get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
		const search = new URLSearchParams(query).toString();
		return await this.json<T>('GET', search === '' ? path : `${path}?${search}`);
	}

	async post<T>(path: string, body: unknown): Promise<T> {
		return await this.json<T>('POST', path, body);
	}

	async patch<T>(path: string, body: unknown): Promise<T> {
		return await this.json<T>('PATCH', path, body);
	}

	/** Fetches anything, by its path from the root, with the cookie of the session. @throws RestError unless that succeeds */
	async fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const response = await this.whenReady(path, init);
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		if (!response.ok) {
			const text = (await response.text()).slice(0, 1000);
			const { status } = response;
			throw new RestError(status, `${init.method ?? 'GET'} ${path}: ${status} ${text}`);
		}
		return response;
	}

	/**
	 * n8n refuses everything for a moment when its database was slow to answer, as on a busy machine or after a storm of calls, and
	 * closes connections in the first moments after a start. A question can be asked again then; what changes something is not, because
	 * nobody knows whether it was done.
	 */
	private async whenReady(path: string, init: RequestInit): Promise<Response> {
		const isQuestion = (init.method ?? 'GET') === 'GET';
		for (let round = 0; ; round++) {
			try {
				const response = await fetch(this.url + path, {
					...init,
					// A connection kept for later may be closed by n8n at the very moment in which it is used again.
					headers: { ...init.headers, cookie: this.cookie, connection: 'close' },
				});
				if (response.status !== 503 || round >= MAX_ROUNDS) return response;
			} catch (error) {
				if (!isQuestion || round >= MAX_LOST_ROUNDS) throw error;
			}
			await sleep(ROUND_MS);
		}
	}

	private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.fetch(`/rest/${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		return ((await response.json()) as { data: T }).data;
	}
}

export const credentialType = 'digitalHumanApi';

/** The name that n8n gives a new credential of the pack, so that imported examples find it. */
export const credentialName = 'Digital Human account';

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

/** The fields of the credential. */
export interface ServiceAccess {
	baseUrl: string;
	accessToken: string;
	/** Paths of the operations that the service does not publish. */
	videoDetailPath?: string;
	personDetailPath?: string;
	personListPath?: string;
	voiceListPath?: string;
}

/** Creates the credential of the pack, or updates the one of that name. */
export async function saveCredential(
	rest: Rest,
	access: ServiceAccess,
	name = credentialName,
): Promise<StoredCredential> {
	// Without the switch, n8n leaves the paths out.
	const providerPaths = Object.keys(access).some((field) => field.endsWith('Path'));
	const data: ICredentialDataDecryptedObject = { ...access, providerPaths };
	const body = { name, type: credentialType, data };
	const stored = await rest.get<StoredCredential[]>('credentials');
	const present = stored.find((entry) => entry.name === name && entry.type === credentialType);
	if (present !== undefined) return await rest.patch(`credentials/${present.id}`, body);
	return await rest.post('credentials', body);
}

/** Presses the Test button of a stored credential. @returns `OK` or `Error`, and what n8n shows */
export async function testCredential(rest: Rest, { id }: StoredCredential) {
	const credentials = await rest.get(`credentials/${id}`, { includeData: 'true' });
	return await rest.post<Record<'status' | 'message', string>>('credentials/test', { credentials });
}

/** A workflow as n8n exports and imports it. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}
