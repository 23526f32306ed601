import { afterEach, jest } from '@jest/globals';

// A test leaves no clock, time limit or other spy of its own to the next one, also when it fails.
afterEach(() => {
	jest.restoreAllMocks();
});
