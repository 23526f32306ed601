module.exports = {
	testEnvironment: 'node',
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
	maxWorkers: '100%',
	testTimeout: 30_000,
};
