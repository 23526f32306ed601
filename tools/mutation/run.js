// `npm run mutation`: changes the core in thousands of small ways, one at a time, and lists the changes that no test
// notices. First the unit tests of an area, then, for what those let live, its engine tests. Words choose files or folders:
// `npm run mutation -- nodes/shared/service/refusals.ts`.
require('../setup');
const { groupBy } = require('lodash');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { placeOf, read, summary } = require('./mutants');

const root = join(__dirname, '..', '..');
const data = '.data/mutation';

/**
 * The tests that are to notice a change, by folders of nodes/shared: the beginnings of paths in test, of those that run its code most
 * directly, since each test file that is loaded costs a second for each mutant; `engine`, in test/engine, for what those do not notice.
 */
const areas = {
	util: {
		unit: ['unit/util', 'unit/repeating', 'unit/upload', 'fuzz/input'],
		engine: ['neverTwice', 'credential'],
	},
	service: {
		unit: ['unit/service', 'unit/tasks', 'unit/upload', 'unit/waiting', 'unit/webFiles'],
		engine: ['neverTwice', 'credential', 'library'],
	},
	tasks: {
		unit: ['unit/tasks', 'unit/waiting'],
		engine: ['getTask', 'taskWatchRules', 'pauseAndLoop', 'library', 'taskPollTrigger'],
	},
	files: {
		unit: ['unit/fileNames', 'unit/repeating', 'unit/upload', 'unit/webFiles'],
		engine: ['files', 'library'],
	},
	fields: { unit: ['unit/fields'], engine: ['library', 'inputFields', 'oddValues'] },
	run: {
		unit: ['unit/run', 'unit/callbacks', 'unit/waiting', 'fuzz/input'],
		engine: ['retry', 'neverTwice', 'stop', 'pause', 'callbackRules', 'taskTrigger', 'lipSync'],
	},
};

/** The area of a source file or folder. */
function areaOf(path) {
	const name = /^nodes\/shared\/([^/]+)/.exec(path)?.[1] ?? '';
	if (areas[name]) return name;
	throw new Error(`${path} is not in nodes/shared/{${Object.keys(areas).join(',')}}`);
}

const { values: options, positionals: chosen } = parseArgs({
	allowPositionals: true,
	options: {
		/** Leaves the engine tests out. */
		unit: { type: 'boolean', default: false },
		/** Test files instead of those of the area, e.g. `unit/serviceRetry`, while one is being written. */
		tests: { type: 'string', multiple: true },
		/** Tries again what an earlier run has tried. */
		force: { type: 'boolean', default: false },
		/** Mutants at the same time. */
		workers: { type: 'string', default: String(Math.ceil(availableParallelism() / 2)) },
	},
});

/** Applies mutants one after the other, and says for each whether a test fails. */
async function apply(name, mutate, tests) {
	const { Stryker } = await import('@stryker-mutator/core');
	const stryker = new Stryker({
		testRunner: 'jest',
		plugins: ['@stryker-mutator/jest-runner', join(__dirname, 'texts.mjs')],
		ignorers: ['texts'],
		coverageAnalysis: 'perTest',
		jest: {
			// The engine loads nodes by their names: no import relates them to a test.
			enableFindRelatedTests: false,
			config: {
				roots: ['<rootDir>/test'],
				testMatch: tests.map((start) => `<rootDir>/test/${start}*.test.ts`),
			},
		},
		mutate,
		// Not below the roots of jest, which would find every test twice.
		tempDirName: `${data}/sandbox-${name}`,
		ignorePatterns: ['.data', '.git', 'dist', 'docs/images'],
		incremental: true,
		incrementalFile: `${data}/${name}.json`,
		force: options.force,
		concurrency: Number(options.workers),
		reporters: ['progress-append-only'],
		logLevel: 'error',
		// The machine may be busy; endless loops are found by counting.
		timeoutMS: 30_000,
		dryRunTimeoutMinutes: 30,
		allowEmpty: true,
	});
	return read(await stryker.runMutationTest(), root);
}

/** The mutants of some files of an area, with what became of them. */
async function tryArea(area, paths) {
	const files = paths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
	const { unit, engine } = areas[area];
	const known = await apply(`unit-${area}`, files, options.tests ?? unit);
	// What earlier runs have tried is among the results.
	const mutants = known.filter(({ file }) => paths.some((path) => file.startsWith(path)));
	const left = mutants.filter(({ caught }) => !caught);
	if (options.unit || options.tests || left.length === 0) return mutants;

	const tests = engine.map((start) => `engine/${start}`);
	const again = await apply(`engine-${area}`, left.map(placeOf), tests);
	const caught = new Set(again.filter((mutant) => mutant.caught).map(({ key }) => key));
	return mutants.map((mutant) => ({ ...mutant, caught: mutant.caught || caught.has(mutant.key) }));
}

async function run() {
	process.chdir(root);
	// The same random cases for every mutant.
	process.env.FUZZ_SEED ??= '1';
	process.env.FUZZ_RUNS ??= '25';

	const paths = chosen.length ? chosen : Object.keys(areas).map((area) => `nodes/shared/${area}`);
	const mutants = [];
	for (const [area, ofArea] of Object.entries(groupBy(paths, areaOf))) {
		mutants.push(...(await tryArea(area, ofArea)));
	}
	const { lines, below } = summary(mutants);
	console.log(`\n${lines.join('\n')}`);
	if (below.length > 0 || mutants.length === 0) process.exitCode = 1;
}

run().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
