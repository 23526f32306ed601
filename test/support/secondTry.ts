import { jest } from '@jest/globals';

// On a busy machine something that is timed may be late once; what is wrong fails twice. The first error is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
