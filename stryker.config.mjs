// StrykerJS changes a file in small ways and lists the changes that no test notices. Each test file that is loaded costs a
// second for each change, so TESTS chooses them:
// `TESTS=util npx stryker run --mutate nodes/shared/util/json.ts`
const { TESTS = '*' } = process.env;

export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	coverageAnalysis: 'perTest',
	jest: {
		// The engine loads nodes by their names: no import relates them to a test.
		enableFindRelatedTests: false,
		config: {
			roots: ['<rootDir>/test'],
			testMatch: [`<rootDir>/test/{unit,engine}/${TESTS}.test.ts`],
		},
	},
	mutate: ['nodes/shared/**/*.ts'],
	// Texts are checked by tests of their own.
	mutator: { excludedMutations: ['StringLiteral'] },
	// Not below the roots of jest, which would find every test twice.
	tempDirName: '.data/mutation',
	ignorePatterns: ['.data', '.git', 'dist', 'docs/images'],
	reporters: ['progress-append-only', 'clear-text'],
	concurrency: 1,
	// The machine may be busy; endless loops are found by counting.
	timeoutMS: 30_000,
	dryRunTimeoutMinutes: 30,
};
