import { jest } from '@jest/globals';

// A real n8n on a busy machine may be late once; what is wrong fails twice. The first error is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
