module.exports = {
	testEnvironment: './test/support/jest/environment.js',
	runtime: './test/support/jest/runtime.js',
	globalSetup: './test/support/engine/globalSetup.js',
	globalTeardown: './test/support/engine/globalTeardown.js',
	roots: ['<rootDir>/test/unit', '<rootDir>/test/engine'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	setupFilesAfterEnv: ['./test/support/restoreSpies.ts'],
	// Some files wait for other processes, so more run side by side than there are processors.
	maxWorkers: 3,
	// V8 is in no hurry to let go of what earlier files have loaded.
	workerIdleMemoryLimit: '600MB',
	// A worker takes down the engines that it holds, for which half a second is not enough on a busy machine.
	workerGracefulExitTimeout: 60_000,
	// Waits are in virtual time, and what hangs is noticed there; a busy machine takes as long as it takes.
	testTimeout: 300_000,
};
