import { type LocalService, type ServiceOptions, startService } from '../../../demo-service';
import { onShutdown } from '../../n8n/program';

/** An application of the service, by its access token. */
export type Application = Pick<LocalService, 'url' | 'token'>;

/** Videos that one application may create in a minute. */
export const EACH = 10;

/** Access tokens of as many applications. */
export function tokensOf(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `benchmark-token-${index}`);
}

/** A demo service without limits, which only counts what it receives. */
export async function startSinks(options: ServiceOptions = {}): Promise<LocalService> {
	const service = await startService({
		limits: false,
		reviewSeconds: 0,
		keptBytes: 0,
		...options,
	});
	onShutdown(async () => await service.close());
	return service;
}

/** Calls an endpoint of the service: posts a body, where there is one. @returns what it answers */
export async function ask<T>({ url, token }: Application, path: string, body?: object): Promise<T> {
	const response = await fetch(`${url}/open/v1/${path}`, {
		headers: { access_token: token, 'content-type': 'application/json' },
		...(body && { method: 'POST', body: JSON.stringify(body) }),
	});
	return ((await response.json()) as { data: T }).data;
}

export const SUBMIT = 'ai_creation/task/submit';

/** The smallest request of a picture. */
export const pictureBody = (prompt: string) => ({
	model_code: 'modelf-4.0',
	creation_type: 3,
	ref_prompt: prompt,
});

/** Submits a picture without n8n, and returns the id of its task. */
export const submitPicture = async (application: Application): Promise<string> =>
	await ask(application, SUBMIT, pictureBody('A fox'));
