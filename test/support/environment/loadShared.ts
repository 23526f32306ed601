/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { jest } from '@jest/globals';

/** Loads a package that engine tests share (environment.js); for other tests, as jest loads any package. */
export function loadShared<T>(path: string): T {
	const { loadShared: load = jest.requireActual } = globalThis as {
		loadShared?: (path: string) => unknown;
	};
	return load(path) as T;
}
