import { jest } from '@jest/globals';

// For tests that measure real time: on a busy machine something may be late once; what is wrong fails twice. The
// first error is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
