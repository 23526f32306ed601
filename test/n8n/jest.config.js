const { transform } = require('../../jest.config');

module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/n8n'],
	testMatch: ['**/*.test.ts'],
	transform,
	globalSetup: '<rootDir>/test/support/n8n/globalSetup.ts',
	globalTeardown: '<rootDir>/test/support/n8n/globalTeardown.ts',
	setupFilesAfterEnv: ['<rootDir>/test/support/secondTry.ts'],
	modulePathIgnorePatterns: ['<rootDir>/.data/', '<rootDir>/dist/'],
	testTimeout: 180_000,
	verbose: true,
	// A test that fails while it opens something must not keep the run from ending.
	forceExit: true,
	// One n8n serves all test files, one after the other.
	maxWorkers: 1,
};
