const shared = require('../../jest.config');

/** The table of faults: the engine tests' settings. */
module.exports = {
	...shared,
	rootDir: '../..',
	roots: ['<rootDir>/test/faults'],
	testTimeout: 300_000,
};
