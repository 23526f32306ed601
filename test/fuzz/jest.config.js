const shared = require('../../jest.config');

/** What takes long: random input, other versions of the libraries, and the checks of the checks. */
module.exports = {
	...shared,
	rootDir: '../..',
	roots: ['<rootDir>/test/fuzz'],
	testTimeout: 300_000,
};
