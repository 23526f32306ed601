import { expect } from '@jest/globals';

import type { LocalService } from '../../../demo-service';

export interface Answer {
	trace_id: string;
	code: number;
	msg: string;
	data: unknown;
}

/** Plain requests to the service, as any client sends them. */
export class Caller {
	constructor(
		private readonly service: () => LocalService,
		private readonly token?: string,
	) {}

	async request(path: string, init: RequestInit = {}, token?: string): Promise<Response> {
		const { url, token: first } = this.service();
		return await fetch(`${url}/open/v1/${path}`, {
			...init,
			headers: { access_token: token ?? this.token ?? first, ...init.headers },
		});
	}

	async get(path: string, query: Record<string, string> = {}): Promise<Answer> {
		const response = await this.request(`${path}?${new URLSearchParams(query).toString()}`);
		return (await response.json()) as Answer;
	}

	async post(path: string, body: unknown, contentType = 'application/json'): Promise<Answer> {
		const response = await this.request(path, {
			method: 'POST',
			headers: { 'content-type': contentType },
			body: JSON.stringify(body),
		});
		return (await response.json()) as Answer;
	}

	/** Data of a call that must succeed. */
	async data<T>(answer: Promise<Answer>): Promise<T> {
		const { code, msg, data } = await answer;
		expect({ code, msg }).toEqual({ code: 0, msg: 'success' });
		return data as T;
	}
}
