/** The user or n8n stopped the execution. */
export class StoppedError extends Error {
	constructor() {
		super('The execution was stopped');
		this.name = 'StoppedError';
	}
}

/** Passes an error on unchanged; it becomes n8n's error at the edge. */
export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}
