const { transform } = require('../../jest.config');

module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/n8n/tests'],
	testMatch: ['**/*.test.ts'],
	transform,
	globalSetup: '<rootDir>/test/n8n/tests/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/n8n/tests/support/globalTeardown.ts',
	testTimeout: 180_000,
	verbose: true,
	// One n8n serves all test files, one after the other.
	maxWorkers: 1,
};
