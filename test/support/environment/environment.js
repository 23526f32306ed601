/*
 * The environment of the unit and engine tests.
 *
 * n8n-core and n8n-workflow have two thousand modules, which take two seconds to load. Jest loads every package anew for each test file, in a
 * context (`vm`) of its own. The engine tests do without such a context: they run as any program does, and share these two packages, which
 * a worker loads once. All else, the pack and the demo service among it, is loaded anew for each of them too.
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');

// After its last test, V8 takes half a second and more to take down the engines of n8n that a worker holds, and jest, which waits for
// half a second, says that the worker has failed to exit. So it ends at once.
if (process.send) process.once('exit', () => process.reallyExit(process.exitCode));

/** Stands for "no context of its own": jest takes null for a test file that has ended. */
const NO_CONTEXT = {};

const { compileFunction } = vm;

// Jest compiles every module by this function.
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
	compileFunction(
		code,
		parameters,
		parsingContext === NO_CONTEXT ? options : { ...options, parsingContext },
	);

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.isEngineTest = /[\\/]test[\\/]engine[\\/]/.test(context.testPath);
		if (!this.isEngineTest) return;
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		// What the configuration gives to all tests, and how they load what they share (sharedPackage.js).
		Object.assign(globalThis, config.projectConfig.globals, { loadShared: require });
	}

	getVmContext() {
		const isOver = this.context === null;
		return this.isEngineTest && !isOver ? NO_CONTEXT : super.getVmContext();
	}
};
