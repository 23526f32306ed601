import { jest } from '@jest/globals';

// A real n8n lives in real time: on a busy machine it may be late once; what is wrong fails twice. The first error is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
