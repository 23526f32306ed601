/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as sleep } from 'node:timers/promises';

/** Name and password of the account that the local n8n has. */
export const owner = {
	email: 'owner@example.com',
	password: 'Digital-Human-1',
	firstName: 'Local',
	lastName: 'Owner',
};

const ROUND_MS = 500;
const MOST_ROUNDS = 60;

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
		if (settings.userManagement.showSetupOnFirstLoad) await rest.post('owner/setup', owner);
		await rest.post('login', { emailOrLdapLoginId: owner.email, password: owner.password });
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

	/**
	 * Fetches anything with the cookie of the session.
	 *
	 * @param path from the root of the address, beginning with a slash
	 * @throws RestError when the status is not one of success
	 */
	async fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const response = await this.whenReady(path, init);
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		if (!response.ok) {
			const text = (await response.text()).slice(0, 1000);
			throw new RestError(
				response.status,
				`${init.method ?? 'GET'} ${path}: ${response.status} ${text}`,
			);
		}
		return response;
	}

	/** n8n refuses everything for a moment when its database was slow to answer, as on a busy machine. */
	private async whenReady(path: string, init: RequestInit): Promise<Response> {
		for (let round = 0; ; round++) {
			const response = await fetch(this.url + path, {
				...init,
				// A connection kept for later may be closed by n8n at the very moment in which it is used again.
				headers: { ...init.headers, cookie: this.cookie, connection: 'close' },
			});
			if (response.status !== 503 || round >= MOST_ROUNDS) return response;
			const text = await response.clone().text();
			if (!text.includes('Database is not ready')) return response;
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
