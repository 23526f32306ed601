const { transform } = require('../../jest.config');

module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/n8n'],
	testMatch: ['**/*.test.ts'],
	transform,
	globalSetup: '<rootDir>/test/support/n8n/globalSetup.ts',
	setupFilesAfterEnv: ['<rootDir>/test/support/secondTry.ts'],
	modulePathIgnorePatterns: ['<rootDir>/.data/', '<rootDir>/dist/'],
	// So long that no busy machine reaches it: a wait that never ends has a limit of its own, and says what it has waited for.
	testTimeout: 1_800_000,
	verbose: true,
	// A test that fails while it opens something must not keep the run from ending.
	forceExit: true,
	// The tests mostly wait, so more run side by side than there are processors. Each worker has an n8n of its own.
	maxWorkers: 3,
};
