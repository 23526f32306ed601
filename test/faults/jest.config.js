const shared = require('../../jest.config');

/** The table of faults: the engine tests' settings, and pauses that take no time. */
module.exports = {
	...shared,
	rootDir: '../..',
	roots: ['<rootDir>/test/faults'],
	moduleNameMapper: { '^@n8n/utils/sleep$': '<rootDir>/test/faults/lib/sleep.ts' },
	testTimeout: 300_000,
};
