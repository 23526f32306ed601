const config = require('./jest.config');

// The program that starts jest has started n8n too, with everything around it.
const { globalSetup, ...shared } = config;

/** Tests of the ordinary n8n that hold in queue mode just as well. */
const alike = [
	'callbackWorkflows',
	'examples*',
	'fileExamples',
	'pause',
	'presenterExamples',
	'triggers',
];

module.exports = {
	...shared,
	testMatch: ['**/queue/*.test.ts', ...alike.map((name) => `**/tests/${name}.test.ts`)],
	testTimeout: 300_000,
};
