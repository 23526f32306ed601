/*
 * The environment of all tests but those in a real n8n. Jest gives each test file a context (`vm`) of its own, in which every package
 * is loaded anew; for n8n-core alone this takes two seconds. Here a test file runs as any program does, so that packages can be
 * shared (runtime.js). Pack, demo service and test code are loaded anew for each file all the same.
 */
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The message by which jest asks a worker to end (`CHILD_MESSAGE_END` of jest-worker). */
const END = 2;

// A worker ends at once when it is asked to, because after its last test, V8 takes half a second and more to take down what it has
// loaded, and jest says of a worker that is late that it has failed to exit.
if (process.send) {
	process.on('message', ([request]) => {
		if (request === END) process.reallyExit(0);
	});
}

/** Stands for "no context of its own", because jest takes null for a test file that has ended. */
const NO_CONTEXT = {};

const { compileFunction } = vm;

// Jest compiles every module by this function.
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
	compileFunction(
		code,
		parameters,
		parsingContext === NO_CONTEXT ? options : { ...options, parsingContext },
	);

module.exports = class {
	constructor({ projectConfig: config }) {
		this.global = globalThis;
		// Jest replaces both, and nobody else puts them back.
		this.before = { console: globalThis.console, exit: process.exit };
		Object.assign(globalThis, config.globals);
		Error.stackTraceLimit = 100;
		this.context = NO_CONTEXT;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
	}

	async setup() {}

	async teardown() {
		this.context = null;
		this.fakeTimersModern.dispose();
		globalThis.console = this.before.console;
		process.exit = this.before.exit;
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return this.context;
	}
};
